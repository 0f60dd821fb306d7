import { describe, expect, test } from 'vitest';
import { pathMarks } from '../../../../../src-worker/model/dependencies/pathMarks';
import { pathOfStep, stepPath } from '../../../../../src-worker/model/dependencies/pathOfStep';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext, sharedContext } from '../../../../fixtures/dumpContext';
import { dumpPath, hasDumps } from '../../../../fixtures/dumps';
import { temporaryFile } from '../../../../fixtures/indexed';

/** One column is 1 µs. B waits for its launch, C for B. */
const picture = `
  Python / Thread 1           : [op a  ][op b      ]
  CANN / Thread 1             :    [la]       [lb]
  Ascend Hardware / Stream 2  :        [A ]       [B            ][C  ]
`;
const arrows = [
  { cat: 'HostToDevice', from: 'la', to: 'A' },
  { cat: 'HostToDevice', from: 'lb', to: 'B' },
];

/** Lanes by number of their first appearance, times in µs since the step's start. */
function plain(found: Awaited<ReturnType<typeof pathMarks>>) {
  const lanes = [...new Set(found?.marks.map(({ lane }) => lane))];
  return found?.marks.map(({ lane, row, startNs, endNs }) => [
    lanes.indexOf(lane),
    row,
    (startNs - found.startNs) / 1000,
    (endNs - found.startNs) / 1000,
  ]);
}

describe('critical path on the timeline', () => {
  test('of a drawn step: stretches of a row that touch are one', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    const found = await pathMarks(dump, {});
    // The step begins with A, at 7. Ops up to the launch of B at 14; from then B is waited for, then it and C run.
    expect(plain(found)).toEqual([
      [0, 0, 0, 7],
      [1, 0, 7, 31],
    ]);
    expect(found).toMatchObject({
      label: 'Rank 0',
      step: undefined,
      markedShare: 1,
      endNs: (found?.startNs ?? 0) + 31_000,
    });
    expect(found?.lanes).toEqual([found?.marks[1].lane, found?.marks[0].lane]);
  });

  test('the longest are marked where there are too many, and the share says so', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    const found = await pathMarks(dump, {}, 1);
    expect(plain(found)).toEqual([[0, 0, 7, 31]]);
    expect(found?.markedShare).toBeCloseTo(24 / 31, 12);
  });

  test('a rank that is not there has none', async () => {
    const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    expect(await pathMarks(dump, { rank: 7 })).toBeUndefined();
  });

  test('of two dumps that have a rank of the number, the one that is meant', async () => {
    const files = [1, 2].map(() => temporaryFile('trace_view.json', drawTrace(picture, { arrows })));
    const dump = await openContext(...files);
    const paths = await Promise.all(dump.ranks.map(({ index }) => pathOfStep(dump, { index })));
    expect(paths.map((path) => [path?.index, path?.label])).toEqual(
      dump.ranks.map(({ index, label }) => [index, label]),
    );
    expect(new Set(paths[1]?.ops.map(({ label }) => label))).toEqual(new Set([dump.ranks[1].label]));
    const marks = await Promise.all(dump.ranks.map(({ index }) => pathMarks(dump, { index })));
    expect(marks[0]?.lanes).not.toEqual(marks[1]?.lanes);
  });

  test.skipIf(!hasDumps)('of text_level1_2ranks covers the step but for what nothing was recorded of', async () => {
    const found = await pathMarks(await sharedContext(dumpPath('ascend/text_level1_2ranks')), { rank: 0 });
    if (!found) throw new Error('no path');
    // Computing, Not Overlapped and Free of step_trace_time.csv: 8873.756 + 101963.203 + 25744.050 µs.
    expect(Math.abs(found.endNs - found.startNs - 136_581_009)).toBeLessThan(1);
    const sumNs = found.marks.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
    const path = await stepPath(await sharedContext(dumpPath('ascend/text_level1_2ranks')), { rank: 0 });
    const unplaced = path?.pieces.filter(({ slice }) => slice === undefined) ?? [];
    const unplacedNs = unplaced.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
    // Where no call of the host was recorded.
    expect(unplacedNs).toBeGreaterThan(0);
    expect(unplacedNs).toBeLessThan(200_000);
    expect(Math.abs(sumNs + unplacedNs - 136_581_009)).toBeLessThan(10);
    expect(found.markedShare).toBeCloseTo(sumNs / 136_581_009, 6);
    // On one lane the path never goes back.
    for (const lane of found.lanes) {
      const own = found.marks.filter((mark) => mark.lane === lane);
      for (const [at, { startNs }] of own.slice(1).entries()) expect(startNs).toBeGreaterThanOrEqual(own[at].endNs - 1);
    }
  });
});
