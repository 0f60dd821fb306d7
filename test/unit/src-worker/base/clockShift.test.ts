import { describe, expect, test } from 'vitest';
import { firstOwnNs, lastOwnNs, NO_SHIFT, toJobNs } from '../../../../src-worker/base/clockShift';
import { Random } from '../../../fixtures/random';

const shifts = [
  NO_SHIFT,
  { offsetNs: 10_000_000_000, rate: 0, aroundNs: 0 },
  { offsetNs: -9_999_999_999, rate: 5e-6, aroundNs: 300_000_000_000 },
  { offsetNs: 7, rate: -5e-6, aroundNs: 300_000_000_000 },
  { offsetNs: 0.5, rate: 2e-4, aroundNs: 0 },
];

test('an instant is shifted by a whole number of ns: the offset, and what the drift has come to', () => {
  const shift = { offsetNs: 1000, rate: 5e-6, aroundNs: 300e9 };
  expect(toJobNs(shift, 300e9)).toBe(300e9 - 1000);
  // 5 ppm of 300 s are 1.5 ms.
  expect(toJobNs(shift, 600e9)).toBe(600e9 - 1000 - 1_500_000);
  expect(toJobNs(shift, 0)).toBe(-1000 + 1_500_000);
  expect(toJobNs(shift, Number.POSITIVE_INFINITY)).toBe(Number.POSITIVE_INFINITY);
  expect(toJobNs(shift, Number.NaN)).toBeNaN();
});

describe.each(shifts)('$offsetNs ns, $rate ns per ns', (shift) => {
  const random = new Random(3);
  const instants = Array.from({ length: 2000 }, (_, i) => Math.round(random.next() * 600e9) + (i % 3));

  test('instants in order stay in order, so that nothing leaves what it lies within', () => {
    const inOrder = (ns: number, laterNs: number) => toJobNs(shift, laterNs) >= toJobNs(shift, ns);
    expect(instants.filter((ns) => !(inOrder(ns, ns + 1) && inOrder(ns, ns + 2) && inOrder(ns, ns + 1e5)))).toEqual([]);
  });

  test('a stretch of the job’s time has all instants that are shown in it, and no others', () => {
    const isTight = (wantedNs: number) => {
      // What is drawn begins and ends anywhere, events at whole ns.
      const [first, last] = [Math.ceil(firstOwnNs(shift, wantedNs)), Math.floor(lastOwnNs(shift, wantedNs))];
      const isFirst = toJobNs(shift, first) >= wantedNs && toJobNs(shift, first - 1) < wantedNs;
      return isFirst && toJobNs(shift, last) <= wantedNs && toJobNs(shift, last + 1) > wantedNs;
    };
    const wanted = instants.flatMap((ns) => [-1, 0, 1, 0.25].map((more) => toJobNs(shift, ns) + more));
    expect(wanted.filter((ns) => !isTight(ns))).toEqual([]);
  });
});
