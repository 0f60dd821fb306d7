import { expect, test } from 'vitest';
import { l1Distances } from '../../../../../src-worker/analysis/patterns/l1Distance';
import { Random } from '../../../../fixtures/random';

/** All pairs, one by one. */
function plain(dimensions: readonly Float64Array[]): number[] {
  const scales = dimensions.map((values) => Math.max(...values.map(Math.abs)));
  return Array.from(dimensions[0], (_, a) => {
    let sum = 0;
    for (const b of dimensions[0].keys())
      for (const [place, values] of dimensions.entries())
        if (scales[place] > 0) sum += Math.abs(values[a] - values[b]) / scales[place];
    return sum / (dimensions[0].length - 1);
  });
}

test.each([1, 2, 3])('as all pairs have it (seed %i)', (seed) => {
  const random = new Random(seed);
  const count = random.integer(2, 60);
  const dimensions = [1, 1e6, 0].map((scale) => Float64Array.from({ length: count }, () => scale * random.next()));
  const found = l1Distances(dimensions);
  for (const [at, distance] of plain(dimensions).entries()) expect(found[at]).toBeCloseTo(distance, 9);
});

test('values that are equal are no distance apart; one alone has none', () => {
  expect([...l1Distances([Float64Array.of(2, 2, 2, 6)])]).toEqual([2 / 9, 2 / 9, 2 / 9, 2 / 3]);
  expect([...l1Distances([Float64Array.of(5)])]).toEqual([0]);
  expect([...l1Distances([])]).toEqual([]);
});

test('of 10,000 ranks in far fewer steps than there are pairs', () => {
  const random = new Random(7);
  let comparisons = 0;
  const values = Float64Array.from({ length: 10_000 }, () => random.next());
  const counted = new Proxy(values, {
    get: (target, key) => {
      comparisons++;
      const own = Reflect.get(target, key, target) as unknown;
      return typeof own === 'function' ? own.bind(target) : own;
    },
  });
  const found = l1Distances([counted]);
  expect(found).toHaveLength(10_000);
  expect(comparisons).toBeLessThan(10_000 * 100);
});
