import { expect, test } from 'vitest';
import { findSlow } from '../../../../../src-worker/model/job/peers';

const nan = Number.NaN;
const pairs = (position: number) => String(position >> 1);

test('compared only with peers: a set that takes twice as long is not slow', () => {
  const { slow, relative } = findSlow(Float64Array.of(100, 101, 200, 201, 99, 100), pairs);
  expect(slow).toEqual([]);
  expect(relative[2]).toBeCloseTo(200 / 200.5, 9);
});

test('one of a pair is found when the other pairs agree', () => {
  const { slow, deviation } = findSlow(Float64Array.of(100, 140, 200, 201, 99, 100, 100, 100.5), pairs);
  expect(slow).toEqual([1]);
  expect(deviation).toBeLessThan(0.01);
});

test('one of two pairs is found, and of two ranks: what a slow rank does to its only peer is not what is usual', () => {
  expect(findSlow(Float64Array.of(100, 140, 200, 201), pairs).slow).toEqual([1]);
  expect(findSlow(Float64Array.of(100, 140), pairs).slow).toEqual([1]);
  expect(findSlow(Float64Array.of(100, 109), pairs).slow).toEqual([]);
  // The other pairs differ by as much.
  expect(findSlow(Float64Array.of(100, 140, 200, 160, 80, 100), pairs).slow).toEqual([]);
});

test('5 % and three deviations: both must be exceeded', () => {
  const one = (_: number) => 'all';
  // 4.9 % over the median.
  expect(findSlow(Float64Array.of(100, 100, 100, 104.9), one).slow).toEqual([]);
  expect(findSlow(Float64Array.of(100, 100, 100, 105.1), one).slow).toEqual([3]);
  // Everything scatters by 10 %: 15 % is nothing special.
  expect(findSlow(Float64Array.of(90, 110, 90, 110, 100, 115), one).slow).toEqual([]);
  // The slowest first.
  expect(findSlow(Float64Array.of(100, 120, 100, 130, 100, 100, 100), one).slow).toEqual([3, 1]);
});

test('ranks without a place, a value or a peer say nothing', () => {
  const { relative, slow, deviation } = findSlow(Float64Array.of(100, nan, 300, 50), (position) =>
    position === 3 ? undefined : pairs(position),
  );
  expect([...relative]).toEqual([nan, nan, nan, nan]);
  expect(slow).toEqual([]);
  expect(deviation).toBeNaN();
});
