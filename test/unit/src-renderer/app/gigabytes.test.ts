import { describe, expect, it } from 'vitest';
import { cacheLimits, gigabyteText, memoryLimits, typedBytes } from '../../../../src-renderer/app/dialogs/gigabytes';

describe('sizes in GB', () => {
  it.each([
    ['0', 0],
    ['20', 20 * 2 ** 30],
    ['1.5', 1.5 * 2 ** 30],
    ['.5', 2 ** 29],
    [' 12. ', 12 * 2 ** 30],
    ['0.1', 107_374_182],
    ['16384', 2 ** 44],
  ])('%j is a size', (text, bytes) => {
    expect(typedBytes(text, cacheLimits)).toBe(bytes);
  });

  it.each(['', ' ', '.', '-1', '1e3', '0x10', '12,5', '16384.1', 'NaN', 'Infinity', '1 2'])('%j is none', (text) => {
    expect(typedBytes(text, cacheLimits)).toBeUndefined();
  });

  it('memory is not to be all taken away', () => {
    expect(typedBytes('0', memoryLimits)).toBeUndefined();
    expect(typedBytes('0.5', memoryLimits)).toBe(2 ** 29);
  });

  it('is shown with two decimals at most, and typed again stays within half of the last', () => {
    expect(gigabyteText(20 * 2 ** 30)).toBe('20');
    expect(gigabyteText(13_314_398_617)).toBe('12.4');
    expect(gigabyteText(0)).toBe('0');
    for (const bytes of [1, 12_345_678_901, 987_654_321_012]) {
      const again = typedBytes(gigabyteText(bytes), cacheLimits) ?? Number.NaN;
      expect(Math.abs(again - bytes)).toBeLessThanOrEqual(0.005 * 2 ** 30 + 1);
    }
  });
});
