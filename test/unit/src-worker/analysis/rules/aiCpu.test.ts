import { expect, test } from 'vitest';
import { aiCpuOps } from '../../../../../src-worker/analysis/rules/aiCpu';
import { type AiCpuWork, type KernelWork, kernelWork } from '../../../../../src-worker/model/kernels/kernelWork';
import { drawnJob, limits } from '../../../../fixtures/drawnJob';

const MS = 1e6;

function op(type: string, ms: number, count: number, inputTypes = 'FLOAT'): AiCpuWork {
  return { type, inputTypes, count, totalNs: ms * MS };
}

/** Two steps of 100 ms. */
function rankOf(...aiCpu: readonly AiCpuWork[]) {
  const kernels: KernelWork = { kinds: [], computeNs: 60 * MS, computeCount: 1, aiCpu, states: {} };
  return { computing: 60, free: 40, steps: 2, record: { kernels } };
}

test('B2: what runs on the AI CPU, a step; the op that takes most is named', () => {
  const { findings, notReported } = aiCpuOps.find(drawnJob([rankOf(op('Sort', 12, 4), op('Unique', 2, 2))]), limits);
  expect(findings).toMatchObject([{ class: 'compute', rank: 0, cause: { id: 'B2.cause', values: { op: 'Sort' } } }]);
  expect(findings[0].lostNsPerStep).toBe(7 * MS);
  expect(findings[0].cause.values.count).toBe(3);
  expect(notReported).toEqual([]);
});

test('B2: of double inputs the op that has them is named, though another takes longer, and another type is advised', () => {
  const [found] = aiCpuOps.find(
    drawnJob([rankOf(op('Sort', 12, 4), op('Cast', 2, 2, 'INT64;DOUBLE'))]),
    limits,
  ).findings;
  expect(found).toMatchObject({ cause: { id: 'B2.cause.double', values: { double: 'Cast' } } });
  expect(found.advice.map(({ id }) => id)).toEqual(['B2.advice.double']);
});

test('B2: ranks alike are one finding, below 1 % of the step it is listed, and without kernels it could not run', () => {
  const both = drawnJob([rankOf(op('Sort', 12, 4)), rankOf(op('Sort', 12, 4))]);
  expect(aiCpuOps.find(both, limits).findings).toMatchObject([{ place: { ranks: [0, 1] }, lostNsPerStep: 6 * MS }]);
  const little = aiCpuOps.find(drawnJob([rankOf(op('Sort', 1, 4))]), limits);
  expect(little).toMatchObject({ findings: [], notReported: [{ value: 0.005, limit: 0.01, rank: 0 }] });
  expect(aiCpuOps.find(drawnJob([{ computing: 100 }]), limits)).toMatchObject({
    findings: [],
    notRun: [{ rule: 'B2' }],
  });
});

test('B2: the longest of each of its first three ops is to be shown, where a table tells when', () => {
  const at = (name: string, startNs: number) => ({ longest: { name, startNs } });
  const ops = [
    { ...op('Sort', 12, 4), ...at('sort', 5) },
    op('Cast', 8, 1),
    { ...op('Unique', 4, 2), ...at('unique', 9) },
    { ...op('Where', 3, 2), ...at('where', 1) },
  ];
  const own = rankOf(...ops);
  const found = (index?: number) =>
    aiCpuOps.find(drawnJob([{ ...own, record: { ...own.record, index: index as never } }]), limits).findings[0];
  expect(found(6).kernels).toEqual({ index: 6, starts: [at('sort', 5).longest, at('unique', 9).longest] });
  expect(found()).not.toHaveProperty('kernels');
});

test('B2: of AI CPU kernels those of 20 µs and more; what ran elsewhere is none of them', () => {
  const text = (...texts: string[]) => ({ kind: 'text' as const, codes: Uint32Array.from(texts.keys()), texts });
  const columns = {
    type: text('Sort', 'Sort', 'Cast', 'MatMulV2'),
    core: text('AI_CPU', 'AI_CPU', 'AI_CPU', 'AI_CORE'),
    inputTypes: text('FLOAT', 'FLOAT', 'INT64', 'FLOAT16'),
    durationNs: { kind: 'number' as const, values: Float64Array.from([20_000, 30_000, 19_999, 50_000]) },
  };
  const workOf = (own: object) =>
    kernelWork(
      {
        rowCount: 4,
        columns: Object.entries(own).map(([key, column]) => ({ key, title: key, ...column })),
        notices: [],
      } as unknown as Parameters<typeof kernelWork>[0],
      limits['ai-cpu.least'],
    );
  const { aiCpu } = workOf(columns);
  expect(aiCpu).toEqual([{ type: 'Sort', inputTypes: 'FLOAT', count: 2, totalNs: 50_000 }]);
  // When the longest began is told where the table has instants.
  const placed = workOf({
    ...columns,
    name: text('first', 'second', 'third', 'fourth'),
    startNs: { kind: 'number' as const, values: Float64Array.from([100, 200, 300, 400]) },
  });
  expect(placed.aiCpu).toMatchObject([{ longest: { name: 'second', startNs: 200 } }]);
  expect(placed.kinds.map(({ type, longest }) => [type, longest?.startNs])).toEqual([
    ['Sort', 200],
    ['MatMulV2', 400],
    ['Cast', 300],
  ]);
});
