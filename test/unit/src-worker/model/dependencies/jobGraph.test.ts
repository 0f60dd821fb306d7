import { expect, test } from 'vitest';
import { finishedGraph } from '../../../../../src-worker/model/dependencies/dependencyGraph';
import { GraphColumns } from '../../../../../src-worker/model/dependencies/graphColumns';
import { jobGraph } from '../../../../../src-worker/model/dependencies/jobGraph';
import { pathOfStep } from '../../../../../src-worker/model/dependencies/pathOfStep';
import type { DumpContext } from '../../../../../src-worker/model/dumpContext';
import { QuestionStopped, UNWATCHED } from '../../../../../src-worker/model/work';
import { drawTrace } from '../../../../fixtures/drawnTrace';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFile } from '../../../../fixtures/indexed';

const picture = `
  Python / Thread 1           : [op a  ]
  CANN / Thread 1             :    [la]
  Ascend Hardware / Stream 2  :        [A ]
`;
const arrows = [{ cat: 'HostToDevice', from: 'la', to: 'A' }];

function twoRanks(): Promise<DumpContext> {
  const paths = [0, 1].map((rank) => temporaryFile(`rank${rank}_trace_view.json`, drawTrace(picture, { arrows })));
  return openContext(...paths);
}

test('ranks that would make the graph too large are left out, and counted', async () => {
  const dump = await twoRanks();
  const whole = await jobGraph(dump);
  expect([whole?.ranks.length, whole?.leftOut]).toEqual([2, 0]);
  expect((await pathOfStep(dump, {}))?.ranksLeftOut).toBe(0);
  const count = whole?.count ?? 0;
  const ofOne = await jobGraph(dump, count - 1);
  expect([ofOne?.ranks.length, ofOne?.leftOut, ofOne?.count]).toEqual([1, 1, count / 2]);
});

test('a question that nobody waits for any more ends while the graph of a rank grows', async () => {
  let asked = 0;
  const columns = new GraphColumns(() => {
    if (++asked === 3) throw new QuestionStopped();
  });
  const grow = () => {
    for (let node = 0; node < 100_000; node++) columns.node('host', node, node + 1, node);
  };
  expect(grow).toThrow(QuestionStopped);
  expect(columns.nodeCount).toBeLessThan(50_000);
  const few = new GraphColumns(() => {
    throw new QuestionStopped();
  });
  expect(() => finishedGraph(few, [])).toThrow(QuestionStopped);

  const dump = await twoRanks();
  // It begins with the graph of a rank, and is stopped once that has the rank's timeline.
  let looks = 0;
  const work = {
    ...UNWATCHED,
    get isStopped() {
      return ++looks > 2;
    },
  };
  await expect(jobGraph(dump.during(work))).rejects.toBeInstanceOf(QuestionStopped);
  expect((await jobGraph(dump))?.ranks).toHaveLength(2);
});
