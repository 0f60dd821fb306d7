import { expect, test } from 'vitest';
import { sentence } from '../../../../../src-contract/findings/sentence';
import { attributed } from '../../../../../src-worker/analysis/attribute';
import type { JobRecord } from '../../../../../src-worker/analysis/record/jobRecord';
import { finding } from '../../../../../src-worker/analysis/rule';
import { expertSkew } from '../../../../../src-worker/analysis/rules/experts';
import { placeOfRank } from '../../../../../src-worker/model/job/layouts';
import { type ExpertWork, kernelWork } from '../../../../../src-worker/model/kernels/kernelWork';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const sizes = { tensor: 1, context: 1, pipeline: 1, data: 2, expert: 2 };
const places = [0, 1].map((rank) => placeOfRank(rank, sizes, 'megatron'));
const empty = { kinds: [], computeNs: 0, computeCount: 0, aiCpu: [], states: {} };

/** Calls of two steps: rows, and 1 ms for 100 of them. */
function jobOf(calls: readonly (readonly number[] | undefined)[], parts: Partial<JobRecord> = { places }): JobRecord {
  const expertsOf = (rows: readonly number[]): ExpertWork => ({ rows, durationsNs: rows.map((own) => own * 1e4) });
  return drawnJob(
    calls.map((rows) => ({
      computing: 100,
      steps: 2,
      record: { kernels: { ...empty, ...(rows && { experts: expertsOf(rows) }) } },
    })),
    parts,
  );
}

test('D4: layers with other hot experts do not even out: the longest of each call over the mean', () => {
  const [own, ...more] = expertSkew.find(
    jobOf([
      [900, 300, 500, 500],
      [100, 500, 500, 500],
    ]),
    limits,
  ).findings;
  expect(more).toEqual([]);
  // 9 − 5 and 5 − 4 ms, over two steps; rows 900 + 500 + 500 + 500 over 500 + 400 + 500 + 500.
  expect(own).toMatchObject({ class: 'parallelism', rank: 0, place: { ranks: [0, 1] }, lostNsPerStep: 2.5 * MS });
  expect(own.shareOfStep).toBeCloseTo(0.025, 9);
  expect(own.cause.values.ratio).toBeCloseTo(2400 / 1900, 9);
  expect(own.cause.values.most).toBe(2 * MS);
});

test('D4: even routing, and skew that costs little, are listed', () => {
  const even = expertSkew.find(
    jobOf([
      [500, 510],
      [500, 490],
    ]),
    limits,
  );
  expect(even).toMatchObject({ findings: [], notReported: [{ threshold: 'experts.imbalance', limit: 1.2 }] });
  expect(even.notReported?.[0].value).toBeCloseTo(1010 / 1000, 9);
  const cheap = expertSkew.find(
    jobOf([
      [90, 50],
      [10, 50],
    ]),
    limits,
  );
  expect(cheap).toMatchObject({ findings: [], notReported: [{ threshold: 'finding.least-share', value: 0.002 }] });
});

test('D4: what is not known: ranks without kernels, other numbers of calls, no places; a job without experts says nothing', () => {
  for (const job of [jobOf([[900], undefined]), jobOf([[900, 1], [100]]), jobOf([[900], [100]], {})])
    expect(expertSkew.find(job, limits)).toMatchObject({ findings: [], notRun: [{ rule: 'D4' }] });
  expect(expertSkew.find(jobOf([undefined, undefined]), limits)).toEqual({ findings: [], notRun: [] });
});

test('D4: who comes late with most tokens, and waiting that no single rank explains, are its effects', () => {
  const job = jobOf([
    [900, 300],
    [100, 500],
  ]);
  const [skew] = expertSkew.find(job, limits).findings;
  const like = (rule: 'C7' | 'C8', lostNsPerStep: number, rank?: number) =>
    finding(job, String(rank), {
      ...skew,
      rule,
      class: 'communication',
      rank,
      place: { ranks: rank === undefined ? [0, 1] : [rank] },
      title: sentence(`${rule}.title`),
      lostNsPerStep,
    });
  const { lostNsPerStep } = skew;
  const found = attributed([skew, like('C8', lostNsPerStep, 0), like('C7', 1.5 * lostNsPerStep)], job);
  expect(found.map(({ rule }) => rule)).toEqual(['D4']);
  expect(found[0].effects.map(({ id }) => id)).toEqual(['C8.title', 'C7.title']);
  // Waiting several times as long has another cause.
  expect(attributed([skew, like('C7', 3 * lostNsPerStep)], job).map(({ rule }) => rule)).toEqual(['D4', 'C7']);
});

/** The same calls, but that device takes so many times as long for its rows. */
function withSlow(job: JobRecord, rank: number, factor: number): JobRecord {
  const ranks = job.ranks.map((own) => {
    const { experts } = own.kernels ?? {};
    if (own.rank !== rank || !experts || !own.kernels) return own;
    const durationsNs = experts.durationsNs.map((ns) => ns * factor);
    return { ...own, kernels: { ...own.kernels, experts: { ...experts, durationsNs } } };
  });
  return { ...job, ranks };
}

test('D4: a slow device is no hot expert: even routing stays even, and what uneven routing costs stays what it is without', () => {
  const even = jobOf([
    [500, 500],
    [500, 500],
  ]);
  expect(expertSkew.find(withSlow(even, 1, 1.4), limits).findings).toEqual([]);
  const uneven = jobOf([
    [900, 300, 500, 500],
    [100, 500, 500, 500],
  ]);
  for (const rank of [0, 1]) {
    const [own] = expertSkew.find(withSlow(uneven, rank, 1.4), limits).findings;
    expect(own).toMatchObject({ rank: 0, place: { ranks: [0, 1] } });
    expect(own.lostNsPerStep).toBeCloseTo(2.5 * MS, 0);
  }
});

test('D4: time that a call takes whatever its rows does not make the rank with fewer tokens slow', () => {
  const job = jobOf([
    [300, 300],
    [100, 100],
  ]);
  const ranks = job.ranks.map((own) => {
    const { rows = [] } = own.kernels?.experts ?? {};
    const experts = { rows, durationsNs: rows.map((one) => (one + 50) * 1e4) };
    return own.kernels ? { ...own, kernels: { ...own.kernels, experts } } : own;
  });
  const [own] = expertSkew.find({ ...job, ranks }, limits).findings;
  expect(own.lostNsPerStep).toBeCloseTo(MS, 0);
});

test('D4: a rank is late by its own part of the tokens: later than that has another cause', () => {
  const job = jobOf([
    [900, 300, 500, 500],
    [100, 500, 500, 500],
  ]);
  const [skew] = expertSkew.find(job, limits).findings;
  // 4 + 0 + … ms of rank 0, 1 ms of rank 1, over two steps.
  expect(skew.cause.values).toMatchObject({ ranks: [0, 1], parts: [2 * MS, 0.5 * MS] });
  const late = (rank: number, lostNsPerStep: number) =>
    finding(job, `late ${rank}`, { ...skew, rule: 'C8', rank, place: { ranks: [rank] }, lostNsPerStep });
  const found = attributed([skew, late(0, 3 * MS), late(1, 3 * MS)], job);
  expect(found.map(({ rule, rank }) => [rule, rank])).toEqual([
    ['D4', 0],
    ['C8', 1],
  ]);
});

test('calls in the order of their starts, rows from the first shape', () => {
  const text = (...texts: string[]) => ({ kind: 'text' as const, codes: Uint32Array.from(texts.keys()), texts });
  const number = (...values: number[]) => ({ kind: 'number' as const, values: Float64Array.from(values) });
  const columns = {
    type: text('GroupedMatmul', 'MatMulV2', 'GroupedMatmul'),
    inputShapes: text('"40,7168;4,7168,2048"', '"16,16;16,16"', '"30,7168;4,7168,2048"'),
    startNs: number(50, 60, 10),
    durationNs: number(4, 9, 3),
  };
  const table = {
    rowCount: 3,
    columns: Object.entries(columns).map(([key, own]) => ({ key, title: key, ...own })),
    notices: [],
  } as unknown as Parameters<typeof kernelWork>[0];
  expect(kernelWork(table, 0).experts).toEqual({ rows: [30, 40], durationsNs: [3, 4] });
});
