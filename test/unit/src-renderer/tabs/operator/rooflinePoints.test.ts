import { expect, test } from 'vitest';
import type { KernelKindRow } from '../../../../../src-contract';
import { rooflinePoints, roofsOf } from '../../../../../src-renderer/tabs/operator/rooflinePoints';

function row(type: string, share: number, known: Partial<KernelKindRow> = {}): KernelKindRow {
  const none = { flop: Number.NaN, sizeBytes: Number.NaN, flopPerByte: Number.NaN, flopPerSecond: Number.NaN };
  const times = { count: 1, totalNs: share, meanNs: share, minNs: share, maxNs: share, share };
  return {
    type,
    shapes: '',
    core: '',
    ...times,
    ...none,
    bytesPerSecond: Number.NaN,
    reach: Number.NaN,
    bound: 'unknown',
    ...known,
  };
}

test('kinds without FLOPs have no place; how many and how much is told', () => {
  const matmul = row('MatMul', 0.5, { computeType: 'bf16', flopPerByte: 100, flopPerSecond: 1e14 });
  const other = row('Conv', 0.1, { computeType: 'fp16', flopPerByte: 10, flopPerSecond: 1e13 });
  const empty = row('Empty', 0.05, { computeType: 'fp16', flopPerByte: 0, flopPerSecond: 0 });
  const { placed, types, leftOut } = rooflinePoints({ rows: [row('Add', 0.3), matmul, empty, other] });
  expect(placed.map(({ at, row: { type } }) => [at, type])).toEqual([
    [1, 'MatMul'],
    [3, 'Conv'],
  ]);
  expect(types).toEqual(['fp16', 'bf16']);
  expect(leftOut.count).toBe(2);
  expect(leftOut.share).toBeCloseTo(0.35, 12);
});

test('roofs of a device: its peak for each type, its memory; without a device none', () => {
  const chip = { peaks: { fp16: 300e12 }, memoryGBps: 1600 };
  expect(roofsOf(chip, ['fp16', 'fp32'])).toEqual({ peaks: [300e12, undefined], memoryBytesPerSecond: 1.6e12 });
  expect(roofsOf(undefined, ['fp16'])).toEqual({ peaks: [undefined], memoryBytesPerSecond: undefined });
});
