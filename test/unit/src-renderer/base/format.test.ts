import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatEpoch,
  formatExactDuration,
  formatExactTime,
  formatShare,
  formatTime,
  formatValue,
} from '../../../../src-renderer/base/format';

/** Narrow no-break spaces are invisible in a diff. */
const plain = (text: string) => text.replaceAll('\u202f', ' ');
const all = (cases: readonly number[], format: (value: number) => string) => cases.map((value) => plain(format(value)));

describe('formatCount', () => {
  it('groups thousands and drops empty decimals', () => {
    expect(all([0, 999, 1000, 10112, 1234567, -1234, Number.NaN], formatCount)).toEqual([
      '0',
      '999',
      '1,000',
      '10,112',
      '1,234,567',
      '−1,234',
      'NaN',
    ]);
    expect(formatCount(1234.5, 3)).toBe('1,234.5');
    expect(formatCount(-0.0001, 2)).toBe('0');
  });
});

describe('durations', () => {
  it('choose the unit, with four digits', () => {
    const cases = [
      0, 1, 153, 999, 1000, 1004, 12_345, 999_949, 999_950, 999_999, 1_500_000, 123_456_789, 2_000_000_000,
    ];
    expect(all(cases, formatDuration)).toEqual([
      '0 ns',
      '1 ns',
      '153 ns',
      '999 ns',
      '1 µs',
      '1.004 µs',
      '12.35 µs',
      '999.9 µs',
      '1.000 ms',
      '1.000 ms',
      '1.5 ms',
      '123.5 ms',
      '2 s',
    ]);
  });

  it('go on to minutes and hours, and below zero', () => {
    expect(all([75e9, 3_725e9, -12_345], formatDuration)).toEqual(['1 min 15 s', '1 h 2 min', '−12.35 µs']);
  });

  it('have an exact form', () => {
    expect(all([12_345_678, 0], formatExactDuration)).toEqual(['12,345,678 ns', '0 ns']);
  });
});

describe('times', () => {
  it('have the digits that the step of a ruler needs', () => {
    expect(plain(formatTime(1_500_000, 100_000))).toBe('1.5 ms');
    expect(plain(formatTime(1_000_000, 500_000))).toBe('1.0 ms');
    expect(plain(formatTime(3_000_000_000, 1_000_000_000))).toBe('3 s');
    expect(plain(formatTime(3_200_000_000, 200_000_000))).toBe('3.2 s');
    expect(plain(formatTime(2_000_000_001, 1))).toBe('2.000 000 001 s');
    expect(plain(formatTime(20, 10))).toBe('20 ns');
    expect(plain(formatTime(0, 1000))).toBe('0 µs');
    expect(plain(formatTime(0, 50_000_000))).toBe('0 ms');
    expect(plain(formatTime(0))).toBe('0 ns');
    expect(plain(formatTime(-1_500_000, 100_000))).toBe('−1.5 ms');
  });

  it('keep every digit in the exact form', () => {
    expect(plain(formatExactTime(8_765_432_100_123))).toBe('8,765.432 100 123 s');
    expect(plain(formatExactTime(123_456))).toBe('123.456 µs');
  });
});

describe('formatEpoch', () => {
  it('writes the date to the ns', () => {
    expect(formatEpoch(1_736_412_474_714_258_990n)).toBe('2025-01-09 08:47:54.714258990 UTC');
  });

  it('writes seconds when the clock counts from the start of the machine', () => {
    expect(plain(formatEpoch(12_345_000_000_001n))).toBe('12,345.000000001 s');
    expect(plain(formatEpoch(-5n))).toBe('−0.000000005 s');
  });
});

describe('sizes, shares and values', () => {
  it('carry their unit', () => {
    expect(all([0, 999, 1024, 1_572_864, 2_147_483_648], formatBytes)).toEqual([
      '0 B',
      '999 B',
      '1 KB',
      '1.5 MB',
      '2 GB',
    ]);
    expect(plain(formatShare(0.1234))).toBe('12.3 %');
    expect(plain(formatValue(1800, 'MHz'))).toBe('1,800 MHz');
    expect(formatValue(0.12345, '')).toBe('0.1235');
  });
});
