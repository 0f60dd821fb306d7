/** What MindSpore's profiler writes, cut off and with bytes exchanged: an answer, or a sentence; nothing else. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RankIndex, StatisticsKind } from '../../../../../src-contract';
import { dataPreparation } from '../../../../../src-worker/model/dataPreparation/dataPreparation';
import { stepTrace } from '../../../../../src-worker/model/stepTrace/stepTrace';
import { TableError } from '../../../../../src-worker/tables/tableError';
import { executionMemory } from '../../../../../src-worker/views/memory/execution';
import { operatorWorker } from '../../../../../src-worker/views/operator';
import { openContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { temporaryFolder } from '../../../../fixtures/indexed';
import { Random } from '../../../../fixtures/random';

const ROUNDS = 12;
const kinds: readonly StatisticsKind[] = [
  'op-times',
  'op-type-times',
  'op-flops',
  'scope-flops',
  'flops-summary',
  'dynamic-shapes',
  'parallel-strategy',
];
const extra = {
  'minddata_aicpu_0.txt': 'node_name start_time end_time queue_size\nGetNext_dequeue_wait 1 2 3\n',
  'memory_usage_details_0.json': '{"1":{"nodes":[{"node_id":1,"size":1}],"lines":[1],"breakdowns":[[{"size":1}]]}}',
  'parallel_strategy_0.json':
    '{"config":{"stageId":0},"graph":{"node":[{"opType":"MatMul","attribute":[{"name":"gen_strategy","value":{"values":[]}}]}]}}',
};

/** A cut, bytes from anywhere, or a stretch twice. */
function damaged(bytes: Buffer, random: Random): Buffer {
  const [from, to] = [random.integer(0, bytes.length), random.integer(0, bytes.length)];
  if (random.chance(0.3)) return bytes.subarray(0, from);
  if (random.chance(0.3))
    return Buffer.concat([bytes.subarray(0, Math.max(from, to)), bytes.subarray(Math.min(from, to))]);
  const copy = Buffer.from(bytes);
  for (let i = random.integer(1, 8); i > 0 && copy.length > 0; i--)
    copy[random.integer(0, copy.length - 1)] = random.pick([0, 10, 34, 44, 45, 48, 57, 91, 93, 123, 125, 255]);
  return copy;
}

describeDumps('damaged files of MindSpore Insight', () => {
  test('are answered, or told', async () => {
    const random = new Random(11);
    const source = dumpPath('mindspore', 'minddata');
    const files = new Map([
      ...readdirSync(source).map((name) => [name, readFileSync(join(source, name))] as const),
      ...Object.entries(extra).map(([name, text]) => [name, Buffer.from(text)] as const),
    ]);
    const odd: string[] = [];
    let told = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const folder = temporaryFolder();
      for (const [name, bytes] of files) writeFileSync(join(folder, name), damaged(bytes, random));
      const dump = await openContext(folder);
      for (const { index } of dump.ranks) {
        const rank = index as RankIndex;
        const asked: readonly (() => Promise<unknown>)[] = [
          () => dataPreparation(dump, rank),
          () => stepTrace(dump, { rank }),
          () => executionMemory(dump, rank),
          ...kinds.map(
            (kind) => async () => operatorWorker.tables['operator.statistics'](dump, { kind, ranks: [rank] }),
          ),
        ];
        for (const ask of asked) {
          try {
            await ask();
          } catch (error) {
            if (error instanceof TableError) told++;
            else odd.push(`round ${round}, rank ${rank}: ${error}`);
          }
        }
      }
    }
    expect(odd).toEqual([]);
    expect(told).toBeGreaterThan(10);
  });
});
