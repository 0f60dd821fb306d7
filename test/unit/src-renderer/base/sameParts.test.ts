import { expect, test } from 'vitest';
import { sameParts } from '../../../../src-renderer/base/sameParts';

const answer = (last: number) => ({
  jobs: [
    { id: 'a', limits: { sigmas: 5 }, ranks: [1, 2], at: undefined, column: Float64Array.of(1, Number.NaN, last) },
    { id: 'b', limits: { sigmas: 6 }, ranks: [], at: undefined, column: Float64Array.of(7) },
  ],
});

test('an equal answer is the one before', () => {
  const before = answer(3);
  expect(sameParts(before, answer(3))).toBe(before);
});

test('of another answer what is as it was is the same object, and the rest is the new one', () => {
  const before = answer(3);
  const after = sameParts(before, answer(4));
  expect(after).toEqual(answer(4));
  expect(after).not.toBe(before);
  expect(after.jobs[0]).not.toBe(before.jobs[0]);
  expect(after.jobs[0]?.limits).toBe(before.jobs[0]?.limits);
  expect(after.jobs[0]?.ranks).toBe(before.jobs[0]?.ranks);
  expect(after.jobs[1]).toBe(before.jobs[1]);
});

test.each<[unknown, unknown]>([
  [[1, 2], [1]],
  [[1], [1, 2]],
  [{ a: 1 }, { a: 1, b: undefined }],
  [{ a: 1, b: undefined }, { a: 1 }],
  [Float64Array.of(1), Int32Array.of(1)],
  [Float64Array.of(1, 2), Float64Array.of(1)],
  [undefined, { a: 1 }],
  [{ a: 1 }, null],
  [0, -0],
])('%o is not %o', (before, next) => {
  expect(sameParts(before, next)).toEqual(next);
  expect(sameParts(before, next)).not.toBe(before);
});
