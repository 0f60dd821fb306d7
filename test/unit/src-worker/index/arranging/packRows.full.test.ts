import { expect, test } from 'vitest';
import { expectNoneHidden, pack } from '../packedRows';

test('a million slices that all cross each other', () => {
  const count = 1_000_000;
  const startNs = Float64Array.from({ length: count }, (_, i) => i);
  const endNs = startNs.map((start) => 2 * start + count);
  const { rows, order, overlapCount } = pack({ startNs, endNs });
  expect(overlapCount).toBe(count - 1);
  expect(rows.every((row, i) => row === i)).toBe(true);
  expectNoneHidden({ startNs, endNs }, order, rows);
});
