import { expect, test } from 'vitest';
import { jobRecord } from '../../../../../src-worker/analysis/record/jobRecord';
import { findingsReport } from '../../../../../src-worker/analysis/report';
import { chooseValue } from '../../../../../src-worker/model/splits/stepRows';
import { freeInNextSteps, timelineSplit } from '../../../../../src-worker/model/splits/timelineSplit';
import { allThresholds } from '../../../../../src-worker/model/thresholds';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { fileTree } from '../../../../fixtures/fileTree';

/**
 * A computes from 8 to 19 µs, B from 40 to 51. Between them the device is idle for 21 µs: Free of step 1, as torch_npu counts it. For 20
 * of them the host is in step 2 already: its Preparing, the same time once more. Step 1 has 8 µs of Preparing of its own.
 */
const picture = `
    Python / Thread 1           : [ProfilerStep#1   ] [ProfilerStep#2                  ]
    Python / Thread 1           :     [op a]                          [op b]
    Ascend Hardware / Stream 2  :         [A        ]                     [B        ]
    Overlap Analysis / Computing:         [Computing]                     [Computing]
    Overlap Analysis / Free     :                    [Free               ]
`;

async function openDrawn() {
  const text = drawTrace(picture, {
    arrows: [
      { cat: 'async_npu', from: 'op a', to: 'A' },
      { cat: 'async_npu', from: 'op b', to: 'B' },
    ],
  });
  const dump = await openContext(fileTree({ 'trace_view.json': text }));
  const view = await dump.timeline(0);
  if (!view) throw new Error('No timeline');
  return { dump, view };
}

test('idle time before a step’s first task is its Preparing, and Free of the step before', async () => {
  const { view } = await openDrawn();
  const rows = timelineSplit(view).map(({ step, parts }) => [step, parts.computing, parts.free, parts.preparing]);
  expect(rows).toEqual([
    [1, 11_000, 21_000, 8_000],
    [2, 11_000, 0, 20_000],
  ]);
  expect(freeInNextSteps(view)).toEqual([
    { step: 1, ns: 20_000 },
    { step: 2, ns: 0 },
  ]);
});

test('over several steps Preparing is in no sum: the steps are as long as the device’s time, which passes once', async () => {
  const { dump, view } = await openDrawn();
  const job = await jobRecord(dump);
  const { stepNs, stepCount, split } = findingsReport(job, allThresholds());
  const [own] = split;
  // From A's begin to B's end, by the picture.
  expect(own.computingNs + own.notOverlappedNs + own.freeNs).toBe((51 - 8) * 1000);
  expect(stepNs * stepCount).toBe((51 - 8) * 1000);
  expect(own.preparingNs).toBe(28_000);
  expect(own.free?.owners.reduce((sum, { ns }) => sum + ns, 0)).toBe(own.freeNs);
  // Who wants both takes what they share out once: all the time there is, from the first host's begin.
  const sharedNs = chooseValue(freeInNextSteps(view), 'all');
  expect(own.computingNs + own.freeNs + own.preparingNs - sharedNs).toBe(51_000);
});
