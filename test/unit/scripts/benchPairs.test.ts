import { expect, test } from 'vitest';
import { comparedPairs, medianInterval, pairTable, quantitiesOf } from '../../bench/pairs.mjs';

/** The chance that the interval from the k-th least to the k-th greatest of n values has their median, by counting all orders. */
function sureness(n: number, k: number): number {
  let covered = 0;
  for (let below = 0; below < 1 << n; below++) {
    const count = [...below.toString(2)].filter((bit) => bit === '1').length;
    if (count >= k && n - count >= k) covered++;
  }
  return covered / (1 << n);
}

test.each([6, 7, 8, 9, 12, 15])('of %i values the interval of the median is as narrow as it may be', (n) => {
  const values = Array.from({ length: n }, (_, i) => ((i * 11) % n) + 1);
  const [low, high] = medianInterval(values);
  expect(high).toBe(n + 1 - low);
  expect(sureness(n, low)).toBeGreaterThanOrEqual(0.95);
  expect(sureness(n, low + 1)).toBeLessThan(0.95);
});

test('of too few values it is all of them', () => {
  expect(medianInterval([3, 1, 2])).toEqual([1, 3]);
  expect(medianInterval([5])).toEqual([5, 5]);
});

const of = (base: readonly number[], now: readonly number[], unit: 'ms' | 'MB' = 'ms') =>
  comparedPairs({ what: 'open', unit, pairs: base.map((own, i) => ({ base: own, now: now[i] })) });

test('slower is what is slower in all pairs, however noisy the machine is from pair to pair', () => {
  const base = [1000, 1400, 900, 2000, 1100, 1250];
  expect(
    of(
      base,
      base.map((ms) => ms * 1.1),
    ),
  ).toMatchObject({ verdict: 'slower', ratio: expect.closeTo(1.1) });
  expect(
    of(
      base,
      base.map((ms) => ms / 1.1),
    ).verdict,
  ).toBe('faster');
  expect(
    of(
      base,
      base.map((ms, i) => ms * (i === 3 ? 0.98 : 1.1)),
    ).verdict,
  ).toBe('equal');
});

test('what nobody notices is no verdict: under 2 %, under 1 ms, under 5 MB', () => {
  const six = (value: number) => Array.from({ length: 6 }, () => value);
  expect(of(six(1000), six(1015)).verdict).toBe('little');
  expect(of(six(2), six(2.9)).verdict).toBe('little');
  expect(of(six(2), six(3.1)).verdict).toBe('slower');
  expect(of(six(40), six(44), 'MB').verdict).toBe('little');
});

test('quantities are what is in ms or bytes; counts and the size of the file are none', () => {
  const measured = {
    ...{ sizeBytes: 1e9, events: 5, wallMs: 7, cpuMs: 9, peakBytes: 3e6 },
    details: { lanes: 60, viewportP95Ms: 4 },
    moves: [{ name: 'zoom in', frames: 90, interval: { median: 16, p95: 17 }, longestTaskMs: 0 }],
  };
  expect(quantitiesOf(measured)).toEqual([
    { name: 'wall', unit: 'ms', value: 7 },
    { name: 'cpu', unit: 'ms', value: 9 },
    { name: 'peak', unit: 'MB', value: 3 },
    { name: 'viewportP95', unit: 'ms', value: 4 },
    { name: 'moves zoom in interval p95', unit: 'ms', value: 17 },
    { name: 'moves zoom in longestTask', unit: 'ms', value: 0 },
  ]);
});

test('the table has what became slower at its top', () => {
  const pairs = (ratio: number) => Array.from({ length: 6 }, () => ({ base: 100, now: 100 * ratio }));
  const text = pairTable([
    { what: 'same', unit: 'ms', pairs: pairs(1) },
    { what: 'better', unit: 'ms', pairs: pairs(0.5) },
    { what: 'worse', unit: 'ms', pairs: pairs(2) },
  ]);
  expect(
    text
      .split('\n')
      .map((line) => line.split(' ')[0])
      .filter((word) => /^\w/.test(word)),
  ).toEqual(['worse', 'better', 'same']);
});
