import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateDemo } from '../../../../../src-main/demo/generate';
import { communicationWorker } from '../../../../../src-worker/views/communication';
import { openContext } from '../../../../fixtures/dumpContext';
import { temporaryFolder } from '../../../../fixtures/indexed';

const { answers } = communicationWorker;
const MS = 1_000_000;

/** A collective as communication.json has it, in ms behind an instant. */
type Drawn = readonly [name: string, startMs: number, endMs: number];

/** A folder a rank, without timelines. */
async function open(...ranks: readonly (readonly Drawn[])[]) {
  const folder = temporaryFolder();
  for (const [rank, drawn] of ranks.entries()) {
    const output = join(folder, `host_${rank + 1}_2025010100000000${rank}_ascend_pt`, 'ASCEND_PROFILER_OUTPUT');
    mkdirSync(output, { recursive: true });
    writeFileSync(join(output, '..', `profiler_info_${rank}.json`), '{}');
    const collective = Object.fromEntries(
      drawn.map(([name, startMs, endMs]) => {
        const time = {
          'Start Timestamp(us)': 1_700_000_000_000_000 + startMs * 1000,
          'Elapse Time(ms)': endMs - startMs,
        };
        return [`${name}@4711`, { 'Communication Time Info': time }];
      }),
    );
    writeFileSync(join(output, 'communication.json'), JSON.stringify({ step1: { collective } }));
  }
  return openContext(folder);
}

const reduce = (nth: number) => `hcom_allReduce__711_${nth}_1`;

test('clocks that are 500 ms apart: late is who was late, not whose clock is ahead', async () => {
  // Rank 1's clock is 500 ms ahead; it comes first, and rank 0 10 ms later, every time.
  const first = [10, 110, 210, 310].map((ms, nth): Drawn => [reduce(nth), ms, ms + 5]);
  const second = [500, 600, 700, 800].map((ms, nth): Drawn => [reduce(nth), ms, ms + 15]);
  const dump = await open(first, second);
  const { ranks, untoldCount } = await answers['communication.late'](dump, {});
  expect(ranks.map(({ rank, lastCount }) => [rank, lastCount])).toEqual([[0, 4]]);
  expect(ranks[0].causedNs / MS).toBeCloseTo(40, 1);
  expect(untoldCount).toBe(0);
  const lanes = await answers['communication.lanes'](dump, {});
  expect(lanes.isAligned).toBe(true);
  expect(Array.from(lanes.lateNs, (ns) => Math.round(ns / MS))).toEqual([10, 10, 10, 10, 0, 0, 0, 0]);
  expect([...lanes.isLast]).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
});

test('clocks that nothing aligns: nobody is called late, and that is said', async () => {
  // The end of a broadcast is no common instant.
  const broadcast = (ms: number): Drawn => ['hcom_broadcast__711_0_1', ms, ms + 5];
  const dump = await open([broadcast(0)], [broadcast(300)]);
  const { ranks, untoldCount } = await answers['communication.late'](dump, {});
  expect([ranks, untoldCount]).toEqual([[], 1]);
  const lanes = await answers['communication.lanes'](dump, {});
  expect([lanes.isAligned, [...lanes.lateNs], [...lanes.isLast]]).toEqual([false, [Number.NaN, Number.NaN], [0, 0]]);
});

test('ordered by what removing them gains, not by how often they were last', async () => {
  const drawn = (late: readonly number[]) =>
    late.map((ms, nth): Drawn => [reduce(nth), nth * 1000 + ms, nth * 1000 + 500]);
  const dump = await open(drawn([0, 0, 0, 0, 0]), drawn([1, 1, 1, 1, 0]), drawn([0, 0, 0, 0, 300]));
  const { ranks } = await answers['communication.late'](dump, {});
  expect(ranks.map(({ rank, lastCount, causedNs }) => [rank, lastCount, Math.round(causedNs / MS)])).toEqual([
    [2, 1, 300],
    [1, 4, 4],
  ]);
});

test('a slow rank of a generated job is named though all clocks are up to ten seconds wrong', async () => {
  const folder = join(temporaryFolder(), 'job');
  await generateDemo({
    folder,
    ranks: 4,
    steps: 3,
    seed: 11,
    parallel: { tensor: 4, pipeline: 1, data: 1 },
    model: { layersPerStage: 1, microBatches: 1 },
    faults: [{ kind: 'slow-rank', rank: 3, factor: 1.6 }],
    withTimeline: false,
    clockOffsetMs: 10_000,
  });
  const { ranks } = await answers['communication.late'](await openContext(folder), {});
  expect(ranks[0]).toMatchObject({ rank: 3, isProfiled: true });
  expect(ranks[0].worst.lateNs).toBeLessThan(1000 * MS);
});
