import { describe, expect, it } from 'vitest';
import { heatOf } from '../../../../../src-renderer/tabs/summary/mapModel';

describe('heatOf', () => {
  it('goes from the least to the greatest value, and leaves unknown ones unknown', () => {
    expect([...heatOf(Float64Array.of(100, Number.NaN, 300, 200))]).toEqual([0, Number.NaN, 1, 0.5]);
  });

  it('paints noise as noise: ranks within 0.2 % of each other look alike', () => {
    const heat = heatOf(Float64Array.of(99.91, 100.09));
    expect(heat[0]).toBe(0);
    expect(heat[1]).toBeLessThan(0.05);
  });

  it('has no heat where all are alike, also at 0', () => {
    expect([...heatOf(Float64Array.of(0, 0))]).toEqual([0, 0]);
    expect([...heatOf(Float64Array.of(7, 7))]).toEqual([0, 0]);
  });
});
