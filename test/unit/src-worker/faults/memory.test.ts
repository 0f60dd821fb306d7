import { beforeAll, expect, test } from 'vitest';
import type { StepGrowth } from '../../../../src-contract';
import { memoryWorker } from '../../../../src-worker/views/memory';
import { records } from '../../../fixtures/dumpContext';
import { effectsOf, type FaultJob, indexOf, openJob, ranksOf, steps } from './faultJobs';

const { answers, tables } = memoryWorker;
const MIB = 1 << 20;
/** Without call stacks in the ops' args: the slices around them tell. */
const two = { ranks: 2, parallel: { tensor: 2, pipeline: 1, data: 1 }, callStackShare: 0 } as const;

let leaking: FaultJob;
let healthy: FaultJob;
beforeAll(async () => {
  leaking = await openJob([{ kind: 'leak', rank: 1, mibPerStep: 96 }], two);
  healthy = await openJob([], two);
});

async function growth({ dump }: FaultJob, rank: number): Promise<StepGrowth> {
  return answers['memory.steps'](dump, { rank: indexOf(rank), component: 'PTA' });
}

test('leak: memory grows by it from step to step, and the op and the line that keep it are named', async () => {
  const planted = effectsOf(leaking, 1);
  expect(planted.map(({ bytes }) => bytes)).toEqual(steps.map(() => 96 * MIB));

  const { trend, steps: own, neverFreed } = await growth(leaking, 1);
  expect(trend).toMatchObject({ isLeakSuspected: true, risingSteps: steps.length - 1 });
  expect((trend?.bytesPerStep ?? 0) / MIB).toBeCloseTo(96, 0);
  expect(own.map(({ step }) => step)).toEqual(steps);
  for (const { neverFreedBytes } of own.slice(0, -1)) expect(neverFreedBytes).toBe(96 * MIB);
  // What the last step allocated may be in use yet.
  expect(neverFreed[0]).toEqual({ name: 'aten::copy_', count: 4, bytes: 4 * 96 * MIB });

  const live = records(
    await tables['memory.live'](leaking.dump, {
      rank: indexOf(1),
      component: 'PTA',
      atNs: own.at(-1)?.endNs ?? 0,
      by: 'stack',
    }),
  ).filter(({ neverFreedBytes }) => Number(neverFreedBytes) >= 96 * MIB);
  // One line, though it was in another step each time.
  expect(live).toHaveLength(1);
  expect(live[0]).toMatchObject({ count: 5, neverFreedBytes: 5 * 96 * MIB, stackJoin: 'enclosing' });
  expect(live[0]?.stack).toMatch(/model\/metrics\.py\(41\): keep_history ← \S*train\.py/);

  const [facts] = await answers['memory.ranks'](leaking.dump, { ranks: [indexOf(1)] });
  expect(facts?.allocations.neverFreedBytes).toBeGreaterThanOrEqual(5 * 96 * MIB);
});

test('no leak: neither in the other ranks nor in a healthy job', async () => {
  for (const [job, ranks] of [
    [leaking, [0]],
    [healthy, [0, 1]],
  ] as const) {
    const all = await answers['memory.growth'](job.dump, { ranks: ranksOf(job), component: 'PTA' });
    const suspected = all.filter(({ trend }) => trend?.isLeakSuspected).map(({ rank }) => rank);
    expect(suspected).toEqual(job === leaking ? [1] : []);
    for (const rank of ranks) {
      const { trend, neverFreed } = await growth(job, rank);
      expect(trend).toMatchObject({ isLeakSuspected: false, risingSteps: 0 });
      expect(neverFreed).toEqual([]);
    }
  }
});
