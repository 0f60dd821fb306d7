import { expect, test } from 'vitest';
import { attributed } from '../../../../../src-worker/analysis/attribute';
import type { RankRecord } from '../../../../../src-worker/analysis/record/rankRecord';
import { affinityOps, fusedOptimizers } from '../../../../../src-worker/analysis/rules/affinity';
import { dispatchBound } from '../../../../../src-worker/analysis/rules/freeTime';
import { gradientFusion } from '../../../../../src-worker/analysis/rules/fusion';
import { fusibleSequences, fusibleTransfers } from '../../../../../src-worker/analysis/rules/sequences';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

const sequence = {
  types: ['Mul', 'Add', 'Cast', 'Mul', 'Add'],
  count: 40,
  kernelNs: 2 * MS,
  wallNs: 8 * MS,
  moving: 0.9,
  worst: { first: { name: 'Mul1', startNs: 0 }, last: { name: 'Add9', startNs: 9 } },
};

function sequencesOf(hostMs: number, memoryMs: number): NonNullable<RankRecord['sequences']> {
  return {
    sequences: [
      { ...sequence, bound: 'host', lostNs: hostMs * MS },
      { ...sequence, bound: 'memory', lostNs: memoryMs * MS },
    ],
    host: { count: 1, lostNs: hostMs * MS },
    memory: { count: 1, lostNs: memoryMs * MS },
    evidence: [],
  };
}

test('B7: the gaps within sequences, at most Free; what loads and stores by itself', () => {
  const job = drawnJob([{ computing: 94, free: 6, record: { sequences: sequencesOf(9, 3) } }]);
  const [gaps] = fusibleSequences.find(job, limits).findings;
  expect(gaps).toMatchObject({ rule: 'B7', class: 'host', lostNsPerStep: 6 * MS, place: { ranks: [0] } });
  expect(gaps.cause.values).toMatchObject({
    sequence: 'Mul → Add → Cast → Mul → …',
    kernels: 5,
    times: 40,
    busy: 0.25,
  });
  const [moves] = fusibleTransfers.find(job, limits).findings;
  expect(moves).toMatchObject({ rule: 'B7', class: 'compute', lostNsPerStep: 3 * MS });
  expect(gaps.id).not.toBe(moves.id);
});

test('B7: where dispatch has Free in full, the gaps are an effect of it, and their advice is its advice', () => {
  const job = drawnJob([{ computing: 70, free: 30, record: { sequences: sequencesOf(9, 0.1) } }]);
  const all = [...dispatchBound.find(job, limits).findings, ...fusibleSequences.find(job, limits).findings];
  const found = attributed(all, job);
  expect(found.map(({ rule }) => rule)).toEqual(['A2']);
  expect(found[0].effects.map(({ id }) => id)).toEqual(['B7.title.host']);
  expect(found[0].advice.map(({ id }) => id)).toContain('B7.advice.host');
});

test('B7: groups of ranks with the same sequence give their advice once', () => {
  const record = (ms: number) => ({ sequences: sequencesOf(ms, 0.1) });
  const ranks = [2, 2, 2, 9].map((ms) => ({ computing: 70, free: 30, record: record(ms) }));
  const job = drawnJob(ranks);
  const gaps = fusibleSequences.find(job, limits).findings;
  expect(gaps).toHaveLength(2);
  const [own] = attributed([...dispatchBound.find(job, limits).findings, ...gaps], job);
  expect(own.effects).toHaveLength(2);
  expect(own.advice.filter(({ id }) => id === 'B7.advice.host')).toHaveLength(1);
});

test('B7: what is found on a rank is no effect of what a rank of the same number has in another dump', () => {
  const of = (dump: string) => ({ rank: 0, label: `Rank 0 (${dump})`, sequences: sequencesOf(9, 0.1) });
  const job = drawnJob([
    { computing: 70, free: 30, record: of('a') },
    { computing: 95, free: 5, record: of('b') },
  ]);
  const gaps = fusibleSequences.find({ ...job, ranks: [job.ranks[1]] }, limits).findings;
  const named = gaps.map((own) => ({ ...own, place: { ...own.place, label: 'Rank 0 (b)' } }));
  const dispatch = dispatchBound.find(job, limits).findings;
  expect(dispatch).toMatchObject([{ place: { ranks: [0], label: 'Rank 0 (a)' } }]);
  expect(attributed([...dispatch, ...named], job).map(({ rule, effects }) => [rule, effects.length])).toEqual([
    ['A2', 0],
    ['B7', 0],
  ]);
});

test('recordings of no one job: nobody stands out from the others', () => {
  const ranks = [30, 300, 31, 29, 32].map((free) => ({ computing: 70, free }));
  const [own, ...more] = dispatchBound.find(drawnJob(ranks, { isOneJob: false }), limits).findings;
  expect(more).toEqual([]);
  expect(own).toMatchObject({ title: { id: 'A2.title' }, place: { ranks: [0, 1, 2, 3, 4] } });
  expect(dispatchBound.find(drawnJob(ranks), limits).findings).toHaveLength(2);
});

const unfused = [
  { fused: 'torch_npu.npu_rms_norm', isOptimizer: false, lostNs: 4 * MS },
  { fused: 'torch_npu.optim.NpuFusedAdamW', isOptimizer: true, lostNs: 3 * MS },
].map((own) => ({
  ...own,
  ops: ['pow', 'mean'],
  count: 8,
  kernelCount: 16,
  kernelNs: 6 * MS,
  frame: '',
  evidence: [],
}));

test('B8: ops by their kernels, optimizers by the idle device, each with the operator to use', () => {
  const job = drawnJob([{ computing: 95, free: 5, record: { unfused } }]);
  const [ops] = affinityOps.find(job, limits).findings;
  expect(ops).toMatchObject({ class: 'compute', lostNsPerStep: 4 * MS });
  expect(ops.advice.map(({ values }) => values.fused)).toEqual(['torch_npu.npu_rms_norm']);
  const [optimizer] = fusedOptimizers.find(job, limits).findings;
  expect(optimizer).toMatchObject({ class: 'host', lostNsPerStep: 3 * MS });
  expect(affinityOps.find({ ...job, isGpu: true }, limits)).toMatchObject({ findings: [], notRun: [{ rule: 'B8' }] });
});

test('C9: at most what is exposed; the plan goes with the finding', () => {
  const bucket = { readyNs: 0, endNs: 10, fusedEndNs: 5, message: 0 };
  const buckets: NonNullable<RankRecord['buckets']> = {
    group: 'dp',
    type: 'allReduce',
    cost: { alphaNs: 1e5, nsPerByte: 0.1, count: 8, fit: 1 },
    gainNs: 12 * MS,
    stepCount: 1,
    plan: {
      buckets: [
        { ...bucket, sizeBytes: 30 * 2 ** 20 },
        { ...bucket, sizeBytes: 34 * 2 ** 20 },
      ],
      messageCount: 1,
      gainNs: 12 * MS,
    },
    evidence: [],
  };
  const [own] = gradientFusion.find(drawnJob([{ computing: 92, exposed: 8, record: { buckets } }]), limits).findings;
  expect(own).toMatchObject({ rule: 'C9', lostNsPerStep: 8 * MS, fusion: { messageCount: 1 } });
  expect(own.advice[0].values).toMatchObject({ megabytes: 64 });
  expect(own.cause.values).toMatchObject({ alpha: 1e5, speed: 10 });
  const hidden = gradientFusion.find(drawnJob([{ computing: 100, hidden: 8, record: { buckets } }]), limits);
  expect(hidden.findings).toEqual([]);
});
