import { expect, test } from 'vitest';
import { quantityOf } from '../../../../src-contract/live/quantity';
import { throughputOf } from '../../../../src-watch/rule/throughput';

test('what is known of the work, over the time', () => {
  // 6 × 7e9 parameters × 4e6 tokens in 20 s on 512 devices of 312 T: 52.6 %.
  const flops = 6 * 7e9 * 4e6;
  const own = throughputOf({ samples: 4e6, flops, peakFlops: 512 * 312e12 }, 20e9);
  expect(own?.stepsPerS).toBe(0.05);
  expect(own?.samplesPerS).toBeCloseTo(200_000, 6);
  expect(own?.flopsPerS).toBeCloseTo(8.4e15, -3);
  expect(own?.mfu).toBeCloseTo(0.0526, 4);
  expect(throughputOf({}, 20e9)).toEqual({ stepsPerS: 0.05 });
  expect([0, -1, Number.NaN].map((ns) => throughputOf({}, ns))).toEqual([undefined, undefined, undefined]);
});

test('quantities as people write them', () => {
  expect(['312T', '4.5e17', '128', '1.6 P', '2e+3k'].map(quantityOf)).toEqual([312e12, 4.5e17, 128, 1.6e15, 2e6]);
  expect(['', '0', '-5', '312 TFLOPS', 'x'].map(quantityOf).every(Number.isNaN)).toBe(true);
});
