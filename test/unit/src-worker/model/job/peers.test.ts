import { expect, test } from 'vitest';
import { comparePeers } from '../../../../../src-worker/model/job/peers';

const nan = Number.NaN;
const oneStage = () => 0;
const stagesOf = (size: number) => (position: number) => Math.floor(position / size);

test('compared only within a stage: one that takes twice as long is not slow', () => {
  const { slow, relative, sets } = comparePeers(Float64Array.of(100, 101, 99, 100, 200, 201, 199, 202), stagesOf(4));
  expect(slow).toEqual([]);
  expect(relative[4]).toBeCloseTo(200 / 200.5, 9);
  expect(sets.map(({ comparedWith, reference }) => [comparedWith, reference])).toEqual([
    ['median', 100],
    ['median', 200.5],
  ]);
});

test('fewer than four are compared with the fastest: the healthy rank of a pair does not look fast', () => {
  const { relative, slow, sets } = comparePeers(
    Float64Array.of(100, 140, 200, 209, 100, 106, 101),
    (position) => [0, 0, 1, 1, 2, 2, 2][position],
  );
  expect(Array.from(relative, (ratio) => Number(ratio.toFixed(3)))).toEqual([1, 1.4, 1, 1.045, 1, 1.06, 1.01]);
  expect(slow).toEqual([1, 5]);
  expect(sets.every(({ comparedWith, deviation }) => comparedWith === 'fastest' && Number.isNaN(deviation))).toBe(true);
});

test('5 % over the median and three deviations: both must be exceeded', () => {
  expect(comparePeers(Float64Array.of(100, 100, 100, 104.9), oneStage).slow).toEqual([]);
  expect(comparePeers(Float64Array.of(100, 100, 100, 105.1), oneStage).slow).toEqual([3]);
  // Everything scatters by 7 %: 10 % is nothing special.
  expect(comparePeers(Float64Array.of(90, 110, 90, 110, 100, 115), oneStage).slow).toEqual([]);
  // Median 100.5, deviations .5 .5 .5 .5 9.5: three of them are 1.5 %, as worked out by hand.
  const { slow, sets } = comparePeers(Float64Array.of(100, 101, 100, 101, 110, 100), oneStage);
  expect(slow).toEqual([4]);
  expect(sets[0]?.deviation).toBeCloseTo(0.5 / 100.5, 9);
  // The slowest first.
  expect(comparePeers(Float64Array.of(100, 120, 100, 130, 100, 100, 100), oneStage).slow).toEqual([3, 1]);
});

test('ranks without a stage, a value or a peer say nothing; no value is not 0', () => {
  const { relative, slow, sets } = comparePeers(Float64Array.of(100, nan, 300, 50, 0), (position) =>
    position === 3 ? undefined : position >> 1,
  );
  expect([...relative]).toEqual([nan, nan, nan, nan, nan]);
  expect(slow).toEqual([]);
  expect(sets).toEqual([]);
  // The rank that lacks the kernel is no peer: the others are compared with each other alone.
  expect([...comparePeers(Float64Array.of(10, nan, 12), oneStage).relative]).toEqual([1, nan, 1.2]);
});
