import { expect, test } from 'vitest';
import { boundOf } from '../../../../../src-worker/analysis/kernelBounds';
import { findingsReport } from '../../../../../src-worker/analysis/report';
import { blockDim, kernelRoom } from '../../../../../src-worker/analysis/rules/bounds';
import type { KernelKindWork, KernelWork } from '../../../../../src-worker/model/kernels/kernelWork';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;
const idle = { mac: 0, cubeLoad: 0, fixpipe: 0, vector: 0, vectorLoad: 0, vectorStore: 0 };

function kind(type: string, ms: number, ratios: Partial<typeof idle>, parts: Partial<KernelKindWork> = {}) {
  const facts = { flop: Number.NaN, computeType: undefined, sizeBytes: 200e6, blockDim: 20 };
  const core = ratios.mac === undefined ? 'AI_VECTOR_CORE' : 'AI_CORE';
  const own = {
    type,
    name: type,
    shapes: '',
    core,
    count: 1,
    totalNs: ms * MS,
    minNs: ms * MS,
    maxNs: ms * MS,
    isOdd: false,
    facts,
  };
  return { ...own, ratios: { ...idle, ...ratios }, ...parts };
}

function jobOf(...kinds: readonly KernelKindWork[]) {
  const computeNs = kinds.reduce((sum, { totalNs }) => sum + totalNs, 0);
  const kernels: KernelWork = { kinds, computeNs, computeCount: kinds.length, aiCpu: [], states: {} };
  return drawnJob([{ computing: 50, free: 50, record: { kernels } }]);
}

test('bounds as msprof-analyze draws them', () => {
  expect(boundOf(kind('MatMulV3', 1, { mac: 0.8, cubeLoad: 0.95 }))).toMatchObject({ by: 'both', reach: 1 });
  expect(boundOf(kind('MatMulV3', 1, { mac: 0.85, cubeLoad: 0.2 }))?.by).toBe('compute');
  expect(boundOf(kind('MatMulV3', 1, { mac: 0.1, cubeLoad: 0.96 }))?.by).toBe('memory');
  expect(boundOf(kind('MatMulV3', 1, { mac: 0.4, cubeLoad: 0.1 }))).toMatchObject({
    by: 'none',
    reach: 0.5,
    nearest: 'compute',
  });
  // A cube kernel that moves little in all is not judged.
  const small = { flop: 1, computeType: undefined, sizeBytes: 1e6, blockDim: 20 };
  expect(boundOf(kind('MatMulV3', 1, { mac: 0.4 }, { facts: small }))).toBeUndefined();
  expect(boundOf(kind('Add', 1, { vector: 0.1, vectorLoad: 0.5, vectorStore: 0.35 }))?.by).toBe('both');
  expect(boundOf(kind('Add', 1, { vector: 0.1, vectorLoad: 0.7 }))?.by).toBe('memory');
  expect(boundOf(kind('Add', 1, { vector: 0.35 }))).toMatchObject({ by: 'none', reach: 0.5, nearest: 'compute' });
  expect(boundOf(kind('FlashAttentionScoreGrad', 1, { mac: 0.4, fixpipe: 0.75 }))?.by).toBe('compute');
  expect(boundOf(kind('FlashAttentionScore', 1, { mac: 0.4, vector: 0.6, cubeLoad: 0.4 }))?.reach).toBeCloseTo(0.8, 9);
});

test('B4: the time above that at the bound; what is bound, or over in a few µs, has no room', () => {
  const job = jobOf(
    kind('MatMulV3', 20, { mac: 0.2 }, { isOdd: true }),
    kind('Add', 20, { vectorLoad: 0.9 }),
    kind('Cast', 1, { vector: 0.07 }, { count: 1000 }),
  );
  const { findings } = kernelRoom.find(job, limits);
  expect(findings).toHaveLength(1);
  // 20 · (1 − .2 / .8)
  expect(findings[0].lostNsPerStep).toBeCloseTo(15 * MS, 0);
  expect(findings[0]).toMatchObject({ class: 'compute', place: { op: 'MatMulV3' }, cause: { id: 'B4.cause.odd' } });
  expect(kernelRoom.find(drawnJob([{ computing: 1 }]), limits).notRun).toMatchObject([{ rule: 'B4', ranks: [] }]);
});

test('B6: ten of twenty cores have a block; that is not said again as room', () => {
  const half = { flop: 1, computeType: undefined, sizeBytes: 200e6, blockDim: 30 };
  const job = jobOf(
    kind('MatMulV3', 20, { mac: 0.2 }, { facts: half, core: 'AI_CORE' }),
    kind('Conv2D', 5, { mac: 0.9 }),
  );
  // The most blocks are 30: those are the cores.
  expect(blockDim.find(job, limits).findings).toEqual([]);
  const uneven = jobOf(
    kind('MatMulV3', 20, { mac: 0.2 }, { facts: { ...half, blockDim: 10 } }),
    kind('Conv2D', 5, { mac: 0.9 }),
  );
  const { findings } = blockDim.find(uneven, limits);
  expect(findings[0].lostNsPerStep).toBeCloseTo(10 * MS, 0);
  expect(findings[0].cause.values).toMatchObject({ blocks: 10, cores: 20, count: 1 });
  expect(kernelRoom.find(uneven, limits).findings).toEqual([]);
});

test('no more than what passes as computing: a table may hold more kernels than the step', () => {
  const { findings } = kernelRoom.find(jobOf(kind('MatMulV3', 100, { mac: 0.4 })), limits);
  // Half of 100 ms has room, of which 50 ms are the step’s computing.
  expect(findings[0].lostNsPerStep).toBeCloseTo(25 * MS, 0);
});

test('of a step of unknown length there is no share: the rules could not run, and say why', () => {
  const job = jobOf(kind('MatMulV3', 20, { mac: 0.2 }));
  const known = findingsReport(job, { ...limits, 'kernel-room.share': 0.9 });
  expect(known.notReported.map(({ rule }) => rule)).toContain('B4');
  const unknown = findingsReport({ ...job, stepNs: Number.NaN }, limits);
  expect(unknown.notReported.filter(({ value }) => Number.isNaN(value))).toEqual([]);
  expect(unknown.notRun).toContainEqual({ rule: 'B4', reason: { id: 'needs.step', values: {} }, ranks: [] });
});
