import { beforeAll, expect, test } from 'vitest';
import type { OperatorSteps } from '../../../../src-contract';
import { operatorWorker } from '../../../../src-worker/views/operator';
import { records } from '../../../fixtures/dumpContext';
import { effectsOf, type FaultJob, indexOf, openJob, ranksOf, steps, sumOf } from './faultJobs';

const { answers, tables } = operatorWorker;
const onlyTables = { withTimeline: false } as const;

let healthy: FaultJob;
beforeAll(async () => {
  healthy = await openJob([], onlyTables);
});

type Row = Readonly<Record<string, number | string>>;

/** Rows of "compare ranks": total time of each op type, a column a rank. */
async function comparison(job: FaultJob, ofSteps?: readonly string[]): Promise<readonly Row[]> {
  const choice = { ranks: ranksOf(job), by: 'type', ...(ofSteps && { steps: ofSteps }) } as const;
  return records(await tables['operator.comparison'](job.dump, choice));
}

/** Total time of a type on a rank over that of the same rank in the healthy job. */
async function slowdown(job: FaultJob, rank: number, type: string, ofSteps?: readonly string[]): Promise<number> {
  const [own, other] = [await comparison(job, ofSteps), await comparison(healthy, ofSteps)].map((rows) =>
    Number(rows.find((row) => row.type === type)?.[`total:${rank}`]),
  );
  return (own ?? Number.NaN) / (other ?? Number.NaN);
}

function overSteps(job: FaultJob, ranks: readonly number[]): Promise<OperatorSteps> {
  return Promise.resolve(
    answers['operator.steps'](job.dump, { ranks: ranks.map(indexOf), by: 'type', maxGroups: 100 }),
  );
}

const dynamicTypes = ({ groups }: OperatorSteps) =>
  groups.flatMap(({ key, isDynamic }) => (isDynamic ? [key[0] ?? ''] : []));

test('healthy: the ranks take as long for each type, no kernel is dynamic and no shape changes', async () => {
  const rows = await comparison(healthy);
  expect(rows.length).toBeGreaterThan(15);
  for (const { type, peerExcess } of rows) expect(peerExcess, String(type)).toBeLessThan(5);
  const { totals } = await answers['operator.overview'](healthy.dump, { ranks: ranksOf(healthy) });
  expect(totals).toMatchObject({ dynamicCount: 0, staticCount: totals.computeCount });
  expect(dynamicTypes(await overSteps(healthy, [0, 1, 2, 3]))).toEqual([]);
});

test('slow-rank: slowest at every type of kernel, by the same factor', async () => {
  const job = await openJob([{ kind: 'slow-rank', rank: 1, factor: 1.4 }], onlyTables);
  for (const { type, slowestRank, peerExcess } of await comparison(job)) {
    expect(slowestRank, String(type)).toBe('Rank 1');
    expect(peerExcess).toBeGreaterThan(30);
    expect(await slowdown(job, 1, String(type))).toBeCloseTo(1.4, 2);
    expect(await slowdown(job, 0, String(type))).toBe(1);
  }
  const before = await answers['operator.overview'](healthy.dump, { ranks: [indexOf(1)] });
  const own = await answers['operator.overview'](job.dump, { ranks: [indexOf(1)] });
  const extraNs = sumOf(effectsOf(job, 1).map((effect) => effect.extraNs));
  expect((own.totals.computeNs - before.totals.computeNs) / extraNs).toBeCloseTo(1, 3);
});

test('down-clock: kernels of matrix units slow down as the clock does, the others less, in its steps alone', async () => {
  const job = await openJob([{ kind: 'down-clock', rank: 2, mhz: 1200, steps: [12, 13] }], onlyTables);
  for (const step of steps.map(String)) {
    const isSlow = step === '12' || step === '13';
    expect(await slowdown(job, 2, 'MatMulV2', [step])).toBeCloseTo(isSlow ? 1800 / 1200 : 1, 2);
    expect(await slowdown(job, 2, 'RmsNorm', [step])).toBeCloseTo(isSlow ? 1 + 0.5 / 3 : 1, 2);
    expect(await slowdown(job, 3, 'MatMulV2', [step])).toBe(1);
  }
  const matmul = (await comparison(job, ['12'])).find(({ type }) => type === 'MatMulV2');
  expect(matmul?.slowestRank).toBe('Rank 2');
});

test('down-clock: the clock that is measured from the cycles of the rank’s kernels', async () => {
  const job = await openJob([{ kind: 'down-clock', rank: 2, mhz: 1200 }], onlyTables);
  const clocks = ranksOf(job).map(async (rank) => {
    const { device } = await answers['operator.overview'](job.dump, { ranks: [rank] });
    return Math.round((device?.clockHz ?? 0) / 1e6);
  });
  expect(await Promise.all(clocks)).toEqual([1800, 1800, 1200, 1800]);
});

test('jit-compile: dynamic kernels whose shapes change from step to step, on the rank alone', async () => {
  const job = await openJob([{ kind: 'jit-compile', rank: 1, callsPerStep: 20, milliseconds: 1 }], onlyTables);
  const planted = sumOf(effectsOf(job, 1).map(({ count }) => count));
  expect(planted).toBe(20 * steps.length);
  for (const rank of [0, 1, 2, 3]) {
    const { totals } = await answers['operator.overview'](job.dump, { ranks: [indexOf(rank)] });
    expect(totals.dynamicCount).toBe(rank === 1 ? planted : 0);
    const types = dynamicTypes(await overSteps(job, [rank]));
    if (rank === 1) expect(types).toEqual(expect.arrayContaining(['MatMulV2', 'RmsNorm']));
    else expect(types).toEqual([]);
  }
  const groups = records(
    await tables['operator.groups'](job.dump, { ranks: ranksOf(job), by: 'type', isPerRank: true }),
  );
  const dynamicOf = (label: string) =>
    sumOf(groups.filter(({ rank }) => rank === label).map(({ dynamicCount }) => Number(dynamicCount)));
  expect(['Rank 0', 'Rank 1', 'Rank 2', 'Rank 3'].map(dynamicOf)).toEqual([0, planted, 0, 0]);
  // What was compiled for new shapes can be listed: a filter of the column does it.
  const kernels = records(await tables['operator.kernels'](job.dump, { ranks: [indexOf(1)] }));
  const dynamic = kernels.filter(({ opState }) => opState === 'dynamic');
  expect(dynamic.length).toBe(planted);
});

test('drift: the time of an op type climbs over the steps', async () => {
  const job = await openJob([{ kind: 'drift', perStep: 0.1 }], onlyTables);
  for (const [of, expected] of [
    [job, [1, 1.1, 1.2, 1.3, 1.4]],
    [healthy, [1, 1, 1, 1, 1]],
  ] as const) {
    const matmul = (await overSteps(of, [0, 1, 2, 3])).groups.find(({ key }) => key[0] === 'MatMulV2');
    matmul?.totalNs.forEach((ns, at) => {
      expect(ns / (matmul.totalNs[0] ?? 0)).toBeCloseTo(expected[at] ?? 0, 1);
    });
    expect(matmul?.totalNs.length).toBe(steps.length);
  }
});

test('imbalanced experts: the rank whose experts get most has the most rows in its grouped matmuls', async () => {
  const open = (imbalance: number) =>
    openJob([], {
      ...onlyTables,
      moe: { experts: 8, imbalance },
      parallel: { tensor: 1, data: 4, pipeline: 1, expert: 4 },
    });
  const grouped = async (job: FaultJob) => (await comparison(job)).find(({ type }) => type === 'GroupedMatmul');
  expect((await grouped(await open(0)))?.peerExcess).toBeLessThan(5);
  const skewed = await open(0.9);
  const row = await grouped(skewed);
  expect(row?.peerExcess).toBeGreaterThan(60);
  const groups = records(
    await tables['operator.groups'](skewed.dump, { ranks: ranksOf(skewed), by: 'name-shapes', isPerRank: true }),
  );
  const rowsOf = (label: string) => {
    const shapes = groups.filter(({ rank, type }) => rank === label && type === 'GroupedMatmul');
    return Math.max(...shapes.map(({ inputShapes }) => Number.parseInt(String(inputShapes), 10)));
  };
  const labels = ['Rank 0', 'Rank 1', 'Rank 2', 'Rank 3'];
  expect([...labels].sort((a, b) => rowsOf(b) - rowsOf(a))[0]).toBe(row?.slowestRank);
});
