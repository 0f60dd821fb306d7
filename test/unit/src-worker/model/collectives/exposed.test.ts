import { expect, test } from 'vitest';
import type { RankIndex } from '../../../../../src-contract';
import { exposedCommunication } from '../../../../../src-worker/model/collectives/exposed';
import { jobSplits } from '../../../../../src-worker/model/splits/rankSplits';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFile } from '../../../../fixtures/indexed';

/** A collective before the first step, as when parameters are broadcast, and one in it. */
const picture = `
  Python / Thread 1                               :                  [ProfilerStep#7                                ]
  Python / Thread 1                               :                   [aten::mm]
  Ascend Hardware / Stream 2                      :                     [MatMul]
  HCCL / Group 0 Communication                    : [hcom_broadcast]             [hcom_allReduce      ]
  HCCL / Plane 0                                  : [Notify_Wait   ]             [Memcpy][Notify_Wait ]
  Overlap Analysis / Computing                    :                     [MatMul]
  Overlap Analysis / Communication                : [hcom_broadcast]             [hcom_allReduce      ]
  Overlap Analysis / Communication(Not Overlapped): [hcom_broadcast]             [hcom_allReduce      ]
`;

test('exposed communication is that of the steps, as the step split counts it', async () => {
  const dump = await openContext(temporaryFile('trace_view.json', drawTrace(picture)));
  const own = await exposedCommunication(dump, 0 as RankIndex);
  const { ranks } = await jobSplits(dump);
  const [split] = ranks[0].rows;
  expect(split.parts.notOverlapped).toBe(1000 * '[hcom_allReduce      ]'.length);
  expect(own?.exposedNs).toBe(split.parts.notOverlapped);
  expect(own?.waitingNs).toBe(1000 * '[Notify_Wait ]'.length);
});
