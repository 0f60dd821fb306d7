import { expect, test } from 'vitest';
import { outlyingArrivals } from '../../../../../src-worker/model/collectives/outlyingArrivals';

/** What rank 0 saw of its peers at a collective, in µs. */
const seen = (op: string, ...afterUs: readonly number[]) =>
  afterUs.map((us, at) => ({ observer: 0, op, group: 'g', step: '1', peer: at + 1, afterNs: us * 1000 }));
const outlying = (...rows: ReturnType<typeof seen>) =>
  [...outlyingArrivals(rows)].map(({ op, peer }) => `${op} ${peer}`);

test('who comes much later than the others stands out, each collective by itself', () => {
  const late = seen('late', 12, 15, 9, 11, 80_000, 14, 10);
  const even = seen('even', 70_000, 80_000, 75_000, 71_000, 79_000, 74_000, 76_000);
  expect(outlying(...late, ...even)).toEqual(['late 5']);
});

test('nobody stands out where most are late, by less than launching takes, or among few', () => {
  expect(outlying(...seen('most', 90_000, 80_000, 85_000, 84_000, 10, 12, 11))).toEqual([]);
  expect(outlying(...seen('launched', 1, 2, 1, 2, 1, 2, 45))).toEqual([]);
  expect(outlying(...seen('two', 100_000), ...seen('three', 10, 100_000))).toEqual([]);
});
