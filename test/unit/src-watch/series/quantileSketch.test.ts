import { expect, test } from 'vitest';
import { merged, quantile, sketchOf } from '../../../../src-watch/series/quantileSketch';
import { Random } from '../../../fixtures/random';

const shares = [0, 0.01, 0.5, 0.9, 0.95, 0.99, 1];

function plain(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1];
}

test.each([1, 2, 3])(
  'percentiles are right to half a percent, however the values are put together (seed %d)',
  (seed) => {
    const random = new Random(seed);
    const values = Array.from({ length: 3_000 }, () => 400e6 * (1 + 0.2 * random.next()));
    const parts = Array.from({ length: 60 }, (_, at) => merged(values.slice(50 * at, 50 * at + 50).map(sketchOf)));
    const whole = merged([merged(parts.slice(0, 7)), merged(parts.slice(7))]);
    for (const share of shares) {
      const wanted = plain(values, share);
      expect(Math.abs(quantile(whole, share) / wanted - 1), `${share}`).toBeLessThan(0.0051);
    }
  },
);

test('values of every size take no more memory, and are still told apart', () => {
  const random = new Random(4);
  const values = Array.from({ length: 5_000 }, () => 10 ** (18 * random.next()));
  const whole = merged(values.map(sketchOf));
  expect(whole.bins.length).toBeLessThanOrEqual(256);
  for (const share of shares) {
    const ratio = quantile(whole, share) / plain(values, share);
    expect(ratio, `${share}`).toBeGreaterThan(0.6);
    expect(ratio, `${share}`).toBeLessThan(1.6);
  }
});

test('of nothing there is none; no time is the least', () => {
  expect(quantile(merged([]), 0.5)).toBeNaN();
  expect(quantile(sketchOf(0), 0.5)).toBeCloseTo(1, 1);
});
