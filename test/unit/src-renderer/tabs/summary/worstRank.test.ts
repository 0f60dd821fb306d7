import { expect, it } from 'vitest';
import type { ParallelMap, StepSplit } from '../../../../../src-contract';
import { worstRank } from '../../../../../src-renderer/tabs/summary/worstRank';

const f64 = (...values: readonly number[]) => Float64Array.from(values);

/** Steps of `computing`, without communication and idle time. */
function splitOf(...computing: readonly number[]): StepSplit {
  const none = f64(...computing.map(() => 0));
  const unknown = f64(...computing.map(() => Number.NaN));
  return {
    computing: f64(...computing),
    notOverlapped: none,
    overlapped: none,
    communication: none,
    free: none,
    stage: unknown,
    bubble: unknown,
    notOverlappedExceptReceive: unknown,
    preparing: unknown,
  };
}

const mapOf = (slowRanks: readonly number[], ...relativeComputing: readonly number[]) =>
  ({ slowRanks, relativeComputing: f64(...relativeComputing) }) as unknown as ParallelMap;

it('is the slowest of those that are slow for their place, though another stage takes longer', () => {
  expect(worstRank(splitOf(10, 11, 30, 30), mapOf([0, 1], 1.06, 1.1, 1, 1))).toBe(1);
});

it('is the one with the longest step where none is slow; the first of equal ones', () => {
  expect(worstRank(splitOf(10, 30, 30, 20), mapOf([], 1, 1, 1, 1))).toBe(1);
  expect(worstRank(splitOf(10, 12), undefined)).toBe(1);
});

it('passes over ranks without a step; none where no rank has one', () => {
  expect(worstRank(splitOf(Number.NaN, 5), undefined)).toBe(1);
  expect(worstRank(splitOf(Number.NaN, Number.NaN), undefined)).toBeUndefined();
});
