import { expect, test } from 'vitest';
import { recognisedChip } from '../../../../../src-worker/model/chips/chips';

const of = (match: ReturnType<typeof recognisedChip>) =>
  match.kind === 'unknown' ? [match.kind] : [match.kind, match.chip.name];

test('a device is known by its name, else by cores and clock, else computed from them', () => {
  expect(of(recognisedChip({ name: 'NVIDIA H100 80GB HBM3' }))).toEqual(['name', 'NVIDIA H100 SXM5']);
  expect(of(recognisedChip({ name: 'Ascend910B4', cubeCores: 24, clockHz: 1.8e9 }))).toEqual(['name', 'Ascend 910B4']);
  // The name of the family alone does not tell which of it.
  expect(of(recognisedChip({ name: 'Ascend910B', cubeCores: 24, clockHz: 1.8001e9 }))).toEqual([
    'cores',
    'Ascend 910B2',
  ]);
  expect(of(recognisedChip({ cubeCores: 20, clockHz: 1.65e9 }))).toEqual(['cores', 'Ascend 910B4']);
  expect(of(recognisedChip({ cubeCores: 12, clockHz: 1e9 }))).toEqual(['measured', '12 × 1.00 GHz']);
  expect(of(recognisedChip({ name: 'something else' }))).toEqual(['unknown']);
  expect(of(recognisedChip(undefined))).toEqual(['unknown']);
});

test('peaks of matrix cores: cores × Hz × operations a cycle', () => {
  const match = recognisedChip({ cubeCores: 20, clockHz: 1.65e9 });
  expect(match.kind !== 'unknown' && match.chip.peaks).toMatchObject({
    fp16: 20 * 1.65e9 * 8192,
    fp32: 20 * 1.65e9 * 2048,
  });
});
