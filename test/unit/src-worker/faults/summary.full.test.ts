import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { CounterStatistics, SplitPart, StepPhases, SummaryStep } from '../../../../src-contract';
import { durationNsOf } from '../../../../src-worker/index/columns/indexSlices';
import { laneIdOf } from '../../../../src-worker/query/rankView';
import { summaryWorker } from '../../../../src-worker/views/summary';
import { openContext } from '../../../fixtures/dumpContext';
import { indexFiles, temporaryFolder } from '../../../fixtures/indexed';
import { effectsOf, type FaultJob, indexOf, openJob, outputOf, steps, sumOf, touchedRanks } from './faultJobs';

const { answers } = summaryWorker;
const MS = 1_000_000;
/** Whole ms; never −0. */
const inMs = (ns: number) => Math.round(ns / MS) + 0;

let healthy: FaultJob;
beforeAll(async () => {
  healthy = await openJob([]);
});

/** How much longer a part of the step is than in the healthy job, ns, by rank. */
async function excess({ dump }: FaultJob, part: SplitPart, step: SummaryStep): Promise<number[]> {
  const [own, other] = await Promise.all([
    answers['summary.split'](dump, { step }),
    answers['summary.split'](healthy.dump, { step }),
  ]);
  return Array.from(own[part], (ns, at) => ns - (other[part][at] ?? Number.NaN));
}

async function slowRanks({ dump }: FaultJob, step: SummaryStep): Promise<readonly number[]> {
  return (await answers['summary.parallel'](dump, { step })).slowRanks;
}

async function phasesOf({ dump }: FaultJob, rank: number): Promise<StepPhases> {
  const phases = await answers['summary.phases'](dump, { rank: indexOf(rank) });
  if (!phases) throw new Error(`rank ${rank} has no phases`);
  return phases;
}

test('healthy: no rank is slow in any step, and all steps compute for as long', async () => {
  for (const step of [...steps, 'all', 'median'] as const) expect(await slowRanks(healthy, step)).toEqual([]);
  const { median } = await answers['summary.overSteps'](healthy.dump, {});
  for (const ns of median.computing) expect(Math.abs(ns / (median.computing[0] ?? 0) - 1)).toBeLessThan(0.02);
});

test('slow-rank: slow for its place in its steps alone, and computing longer by what was planted', async () => {
  const job = await openJob([{ kind: 'slow-rank', rank: 3, factor: 1.4, steps: [12, 13] }]);
  const planted = effectsOf(job, 3);
  expect(planted.map(({ step }) => step)).toEqual([12, 13]);
  for (const step of steps) {
    const extraNs = planted.find((effect) => effect.step === step)?.extraNs ?? 0;
    expect(await slowRanks(job, step), `step ${step}`).toEqual(extraNs > 0 ? [3] : []);
    const [first, second, third, slow] = await excess(job, 'computing', step);
    expect([first, second, third]).toEqual([0, 0, 0]);
    // Overlapping kernels count once: a part of the extra time may lie within another kernel.
    expect(Math.abs((slow ?? 0) - extraNs)).toBeLessThan(0.01 * MS);
  }
});

test('late-dataloader: preparing of the rank and Free of the step before grow by the wait, no other’s', async () => {
  const job = await openJob([{ kind: 'late-dataloader', rank: 1, milliseconds: 60, steps: [11, 13] }]);
  expect(touchedRanks(job)).toEqual([1]);
  for (const rank of [0, 1, 2, 3]) {
    const [own, other] = [await phasesOf(job, rank), await phasesOf(healthy, rank)];
    const laterMs = steps.map((_, at) => inMs((own.preparing[at] ?? 0) - (other.preparing[at] ?? 0)));
    expect(laterMs).toEqual(rank === 1 ? [0, 60, 60, 60, 0] : [0, 0, 0, 0, 0]);
  }
  expect((await excess(job, 'preparing', 12)).map(inMs)).toEqual([0, 60, 0, 0]);
  // While the host prepares a step, the device is still in the one before: its Free has grown.
  const freeMs = await Promise.all(steps.map(async (step) => (await excess(job, 'free', step)).map(inMs)));
  expect(freeMs.map((ranks) => ranks[1])).toEqual([60, 60, 60, 0, 0]);
  const inNextStep = async (of: typeof job, step: number) =>
    inMs((await answers['summary.freeInNextStep'](of.dump, { step }))[1] ?? Number.NaN);
  const [before, after] = await Promise.all(
    [healthy, job].map((of) => Promise.all(steps.map((step) => inNextStep(of, step)))),
  );
  expect(after.map((ms, at) => Math.round(ms - (before[at] ?? 0)))).toEqual([60, 60, 60, 0, 0]);
  // The others wait for it in their collectives.
  const [first, late, third, fourth] = await excess(job, 'notOverlapped', 12);
  for (const ns of [first, third, fourth]) expect(ns).toBeGreaterThan(50 * MS);
  expect(late).toBeLessThan(5 * MS);
});

test('down-clock: the frequency counter of the device shows it, and the rank is slow', async () => {
  const job = await openJob([{ kind: 'down-clock', rank: 2, mhz: 1200, steps: [12, 14] }]);
  const [before, own] = [await frequencies(healthy), await frequencies(job)];
  for (const [rank, { min, max }] of before.entries()) {
    expect([min >= 1650, max]).toEqual([true, 1800]);
    if (rank !== 2) expect(own[rank]).toMatchObject({ min, max });
  }
  expect(own[2]).toMatchObject({ min: 1200, max: 1800 });
  expect(own[2]?.mean).toBeLessThan(1500);
  expect(await slowRanks(job, 'median')).toEqual([2]);
  expect(await slowRanks(job, 11)).toEqual([]);
});

/** "AI Core Freq", MHz, of each rank. */
async function frequencies(job: FaultJob): Promise<CounterStatistics[]> {
  const all = job.truth.ranks.map(async ({ rank }) => {
    const { summary } = await indexFiles([join(outputOf(job, rank), 'trace_view.json')]);
    const lanes = summary.lanes.filter(({ name }) => name === 'AI Core Freq');
    return answers['summary.counters'](job.dump, { lanes: lanes.map(({ localId }) => laneIdOf(rank, localId)) });
  });
  return (await Promise.all(all)).flat();
}

test('jit-compile: the device of the rank waits while its kernels are compiled, as long as the truth says', async () => {
  const job = await openJob([{ kind: 'jit-compile', rank: 0, callsPerStep: 24, milliseconds: 1.2 }]);
  expect(touchedRanks(job)).toEqual([0]);
  const planted = effectsOf(job, 0).map(({ extraNs }) => extraNs);
  // What is compiled beside earlier work costs nothing.
  for (const ns of planted) expect(ns).toBeLessThan(24 * 1.2 * MS);
  const [compiling, ...others] = await excess(job, 'free', 'all');
  // Before its first kernel the first step has no Free: what is compiled there is in its preparing.
  const preparing = (await excess(job, 'preparing', steps[0] ?? 0))[0] ?? Number.NaN;
  expect(((compiling ?? 0) + preparing) / sumOf(planted)).toBeCloseTo(1, 1);
  for (const ns of others) expect(Math.abs(ns)).toBeLessThan(0.1 * MS);
  expect(await slowRanks(job, 'median')).toEqual([]);
});

test('gc-pause: the device of the rank is free during the pauses, which stand in the timeline', async () => {
  const job = await openJob([{ kind: 'gc-pause', rank: 1, perStep: 2, milliseconds: 30 }]);
  const planted = effectsOf(job, 1);
  expect(touchedRanks(job)).toEqual([1]);
  const freeMs = await Promise.all(steps.map(async (step) => (await excess(job, 'free', step)).map(inMs)));
  for (const ranks of freeMs) expect([ranks[0], ranks[2], ranks[3]]).toEqual([0, 0, 0]);
  // The first pause of a step costs all of it, before the step's first kernel: Free of the step before. The other one costs
  // nothing, as the device still has what was launched before.
  expect(freeMs.map((ranks) => ranks[1])).toEqual([30, 30, 30, 30, 0]);
  for (const rank of [0, 1, 2, 3]) {
    const pauses = pausesOf(job, rank);
    expect(pauses).toEqual(rank === 1 ? planted.flatMap(() => [30 * MS, 30 * MS]) : []);
    expect(pausesOf(healthy, rank)).toEqual([]);
  }
});

/** How long the slices of the lanes of the group "Python GC" are. */
function pausesOf({ dump }: FaultJob, rank: number): number[] {
  const view = dump.views().get(rank);
  if (!view) throw new Error(`rank ${rank} has no timeline`);
  const { index } = view;
  return index.lanes.flatMap(({ groupLocalId }, lane) => {
    if (index.groups.find(({ localId }) => localId === groupLocalId)?.name !== 'Python GC') return [];
    const [first = 0, last = 0] = [index.laneFirstRow[lane], index.laneFirstRow[lane + 1]].map(
      (row) => index.rowFirstSlice[row ?? 0] ?? 0,
    );
    return Array.from({ length: last - first }, (_, at) => durationNsOf(index.slices, first + at));
  });
}

test('drift: the curves over steps climb, all ranks together or one above the others', async () => {
  const everywhere = await openJob([{ kind: 'drift', perStep: 0.1 }]);
  const { min, median } = await answers['summary.overSteps'](everywhere.dump, {});
  for (const curve of [min, median])
    expect(Array.from(curve.computing, (ns) => Math.round((10 * ns) / (curve.computing[0] ?? 0)))).toEqual([
      10, 11, 12, 13, 14,
    ]);
  expect(effectsOf(everywhere, 0).map(({ step }) => step)).toEqual(steps.slice(1));
  // All drift alike: none is slow for its place, and the median of the steps is the middle one.
  expect(await slowRanks(everywhere, 'median')).toEqual([]);

  const single = await openJob([{ kind: 'drift', rank: 2, perStep: 0.1 }]);
  const over = await answers['summary.overSteps'](single.dump, {});
  expect((over.max.computing[4] ?? 0) / (over.max.computing[0] ?? 0)).toBeCloseTo(1.4, 1);
  expect((over.min.computing[4] ?? 0) / (over.min.computing[0] ?? 0)).toBeCloseTo(1, 1);
  expect(await Promise.all([steps[0] ?? 0, steps[4] ?? 0].map((step) => slowRanks(single, step)))).toEqual([[], [2]]);
});

test('imbalanced experts: the load map tells which get several times the mean', async () => {
  const load = async (imbalance: number) => {
    const job = await openJob([], {
      moe: { experts: 8, imbalance },
      withTimeline: false,
      parallel: { tensor: 1, data: 4, pipeline: 1, expert: 4 },
    });
    return { job, load: await answers['summary.experts'](job.dump, { step: 12 }) };
  };
  const even = (await load(0)).load;
  expect(even).toMatchObject({ source: 'expert-load', columns: ['0', '1', '2', '3', '4', '5', '6', '7'] });
  expect([...(even?.imbalance ?? [])]).toEqual([1]);
  const skewed = await load(0.9);
  expect(skewed.load?.imbalance[0]).toBeGreaterThan(2);
  expect(Math.max(...(skewed.load?.tokens ?? []))).toBeGreaterThan(2.5 * (even?.tokens[0] ?? 0));
  expect(await slowRanks(skewed.job, 12)).toEqual([]);

  // Without the script's log of the router, the rows of the grouped matmuls tell it of each rank.
  const without = { ...skewed.job, folder: temporaryFolder() };
  cpSync(skewed.job.folder, without.folder, { recursive: true });
  for (const { rank } of without.truth.ranks) rmSync(join(outputOf(without, rank), 'expert_load.csv'));
  const dump = await openContext(without.folder);
  const byRank = await answers['summary.experts'](dump, { step: 12 });
  expect(byRank).toMatchObject({ source: 'grouped-matmul', columns: ['0', '1', '2', '3'] });
  const busiest = (tokens: readonly number[]) => tokens.indexOf(Math.max(...tokens));
  const tokensOfRanks = [0, 1, 2, 3].map((rank) =>
    [2 * rank, 2 * rank + 1].reduce((sum, expert) => sum + (skewed.load?.tokens[expert] ?? 0), 0),
  );
  const first = Array.from(byRank?.tokens.slice(0, 4) ?? []);
  expect(busiest(first)).toBe(busiest(tokensOfRanks));
});
