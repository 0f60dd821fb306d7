import { describe, expect, it } from 'vitest';
import { niceStepAtLeast, rulerTicks } from '../../../../src-renderer/base/timeTicks';

describe('ruler steps', () => {
  it('are 1, 2 or 5 times a power of ten, whole, and never below 1 ns', () => {
    expect([0.001, 1, 1.5, 2, 3, 5, 7, 10, 11, 99, 100, 101, 4e9].map(niceStepAtLeast)).toEqual([
      1, 1, 2, 2, 5, 5, 10, 10, 20, 100, 100, 200, 5e9,
    ]);
  });

  it('survive the rounding of logarithms at every power of ten', () => {
    for (let power = 0; power <= 15; power++) {
      expect(niceStepAtLeast(10 ** power)).toBe(10 ** power);
      expect(niceStepAtLeast(2 * 10 ** power * (1 + 1e-9))).toBe(5 * 10 ** power);
    }
  });
});

describe('ruler ticks', () => {
  it('cover the view with labels far enough apart', () => {
    for (const spanNs of [10, 137, 5_000, 1e6, 3.3e9, 1e13]) {
      const startNs = 1_234_567;
      const ticks = rulerTicks(startNs, startNs + spanNs, 1000, 80, 7);
      expect(ticks.firstNs).toBeLessThanOrEqual(startNs);
      expect(ticks.firstNs + ticks.stepNs).toBeGreaterThan(startNs);
      expect(ticks.firstNs + ticks.count * ticks.stepNs).toBeGreaterThan(startNs + spanNs);
      expect((ticks.stepNs / spanNs) * 1000).toBeGreaterThanOrEqual(80 - 1e-6);
      expect(Number.isInteger(ticks.stepNs / ticks.minorStepNs)).toBe(true);
      expect(Number.isInteger(ticks.minorStepNs)).toBe(true);
    }
  });

  it('go down to single ns', () => {
    expect(rulerTicks(100, 110, 1000, 80, 7)).toMatchObject({ stepNs: 1, minorStepNs: 1, firstNs: 100 });
  });

  it('begin before zero for a view that does', () => {
    expect(rulerTicks(-25, 75, 1000, 80, 7)).toMatchObject({ stepNs: 10, firstNs: -30 });
  });
});
