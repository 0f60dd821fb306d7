import { expect, test } from 'vitest';
import type { FunctionClass } from '../../../../../src-contract';
import { jobFunctions } from '../../../../../src-worker/analysis/patterns/jobFunctions';
import { patternReport } from '../../../../../src-worker/analysis/patterns/patternReport';
import type { FunctionRecord, PatternsRecord } from '../../../../../src-worker/analysis/record/patternsRecord';
import { functionRules } from '../../../../../src-worker/analysis/rules/functions';
import { type DrawnRank, drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const WINDOW = 100 * MS;

/** Times in ms. */
interface DrawnFunction {
  readonly class?: FunctionClass;
  readonly name: string;
  readonly count?: number;
  readonly mean?: number;
  readonly exposed: number;
  readonly free?: number;
}

function drawnFunction(own: DrawnFunction): FunctionRecord {
  const { class: ofClass = 'compute', name, exposed, free = 0, count = 10, mean = exposed / count } = own;
  return {
    class: ofClass,
    name,
    detail: '',
    transport: ofClass === 'communication' ? 'HCCS' : '',
    direction: ofClass === 'communication' ? 'both' : undefined,
    count,
    exposedNs: exposed * MS,
    freeNs: free * MS,
    meanNs: mean * MS,
    medianNs: mean * MS,
    deviationNs: 0,
    throughputGBps: ofClass === 'communication' ? 18 : Number.NaN,
    throughputDeviation: ofClass === 'communication' ? 1 : Number.NaN,
  };
}

function drawnRank(functions: readonly DrawnFunction[], parts: Partial<PatternsRecord> = {}): DrawnRank {
  const own = functions.map(drawnFunction);
  const freeOf = (wanted: FunctionClass) =>
    own.filter((one) => one.class === wanted).reduce((sum, { freeNs }) => sum + freeNs, 0);
  const patterns: PatternsRecord = {
    windowNs: WINDOW,
    computingNs: 60 * MS,
    functions: own,
    freeNs: { memory: freeOf('memory'), runtime: freeOf('runtime'), python: freeOf('python') },
    ...parts,
  };
  return { computing: 60, exposed: 35, free: 5, record: { patterns } };
}

const usual = [
  { name: 'gemm', exposed: 20 },
  { name: 'add', exposed: 5 },
];
const slow = [
  { name: 'gemm', exposed: 26 },
  { name: 'add', exposed: 5 },
];

function findingsOf(ranks: readonly DrawnRank[], parts = {}) {
  const job = drawnJob(ranks, parts);
  return functionRules.flatMap((rule) => rule.find(job, limits).findings);
}

test('a kernel that is slow on one rank of eight: that rank, by its calls above the median of its peers', () => {
  const ranks = [0, 1, 2, 3, 4, 5, 6, 7].map((rank) => drawnRank(rank === 3 ? slow : usual));
  const [gemm, add] = jobFunctions(drawnJob(ranks), limits);
  expect(gemm).toMatchObject({ name: 'gemm' });
  expect(gemm.isAbnormal.flatMap((is, at) => (is ? gemm.positions[at] : []))).toEqual([3]);
  expect(gemm.relative[3]).toBeCloseTo(1.3, 9);
  expect(add.isAbnormal).not.toContain(true);
  // β 0.20 and 0.26 over their largest, and means in the same ratio; all deviations are 0.
  expect(gemm.difference[3]).toBeCloseTo((2 * 0.06) / 0.26, 9);
  const found = findingsOf(ranks);
  expect(found).toMatchObject([{ rule: 'D3', class: 'compute', rank: 3, title: { id: 'D3.slow.one.title' } }]);
  expect(found[0].lostNsPerStep).toBeCloseTo(6 * MS, 0);
});

test('ranks of another stage are no peers; three ranks are too few to judge', () => {
  const ranks = [0, 1, 2, 3, 4, 5, 6, 7].map((rank) => drawnRank(rank > 3 ? slow : usual));
  const places = ranks.map((_, rank) => ({ stage: rank > 3 ? 1 : 0 }));
  expect(findingsOf(ranks, { places })).toEqual([]);
  expect(findingsOf([usual, usual, slow].map((own) => drawnRank(own)))).toEqual([]);
});

test('recordings that are no job are not compared', () => {
  const ranks = [0, 1, 2, 3, 4].map((rank) => drawnRank(rank === 3 ? slow : usual));
  expect(findingsOf(ranks, { isOneJob: false })).toEqual([]);
});

test('memory, runtime and Python in Free from 1 % of the step on; what has a name is that’s', () => {
  const copies = { class: 'memory', name: 'Memcpy HtoD', exposed: 2, free: 2 } as const;
  const [own] = findingsOf([drawnRank([copies])]);
  expect(own).toMatchObject({ rule: 'D3', class: 'memory', rank: 0, cause: { values: { name: 'Memcpy HtoD' } } });
  expect(own.lostNsPerStep).toBe(2 * MS);
  expect(findingsOf([drawnRank([{ ...copies, free: 0.5 }])])).toEqual([]);
  // A2 has the Free of a rank that waits for its host.
  const bound = { ...drawnRank([copies]), exposed: 25, free: 15 };
  expect(findingsOf([bound])).toEqual([]);
  const rank = drawnRank([copies]);
  const free = {
    freeNs: 5 * MS,
    owners: [{ owner: 'copy' as const, ns: 2 * MS, names: [] }],
    medianDelayNs: 0,
    evidence: {},
    held: {},
  };
  expect(findingsOf([{ ...rank, record: { ...rank.record, free } }])).toEqual([]);
});

test('the report: utilisation, a normal rank of a collective, and the ranks over 1 % of the other classes', () => {
  const collective = (exposed: number) =>
    ({ class: 'communication', name: 'allReduce', exposed, count: 4, mean: 5 }) as const;
  const python = (exposed: number) => ({ class: 'python', name: 'main|step', exposed }) as const;
  const ranks = [0, 1, 2, 3, 4].map((rank) =>
    drawnRank([collective(rank === 2 ? 5 : 20 + rank / 100), python(rank === 4 ? 3 : 0.5)], {
      computingNs: (rank === 1 ? 40 : 60) * MS,
    }),
  );
  const links = [0, 1, 2, 3, 4].map((source) => ({
    step: '1',
    kind: 'collective' as const,
    type: 'allreduce',
    op: '',
    group: 'g',
    source,
    target: (source + 1) % 5,
    isGlobal: true,
    transport: 'HCCS',
    sizeBytes: 90e6,
    transitNs: source === 0 ? 10 * MS : 5 * MS,
  }));
  const report = patternReport(drawnJob(ranks, { links, references: { HCCS: 18 } }), limits);
  expect(report.utilisation).toEqual({ min: 0.4, median: 0.6, max: 0.6, abnormal: [{ rank: 1, utilisation: 0.4 }] });
  const [send, receive, path] = report.functions;
  expect([send, receive].map(({ direction, transport }) => [direction, transport])).toEqual([
    ['send', 'HCCS'],
    ['receive', 'HCCS'],
  ]);
  expect(send.abnormal.map(({ rank }) => rank)).toContain(2);
  expect(send.normal).toMatchObject({ rank: 1, throughputGBps: 18, throughputShare: 1 });
  expect(receive.abnormal.find(({ rank }) => rank === 1)?.throughputGBps ?? 9).toBe(9);
  expect(path).toMatchObject({ class: 'python', abnormalCount: 1, abnormal: [{ rank: 4, beta: 0.03 }] });
  expect(path.meanBeta).toBeCloseTo(0.01, 9);
});
