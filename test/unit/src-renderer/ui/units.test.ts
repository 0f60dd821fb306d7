import { describe, expect, it } from 'vitest';
import type { Unit } from '../../../../src-contract';
import {
  formatAxis,
  formatBoth,
  formatExactUnit,
  formatUnit,
  parseQuantity,
} from '../../../../src-renderer/base/formatUnit';
import { matchingItems, rangesText } from '../../../../src-renderer/ui/controls/pickerItems';
import { safeFileName } from '../../../../src-renderer/ui/saveFile';
import { strings as uiEn } from '../../../../src-renderer/ui/stringsEn';
import { strings as uiZh } from '../../../../src-renderer/ui/stringsZh';

const plain = (text: string) => text.replace(/\u202f/g, ' ');

describe('values of a unit', () => {
  it('are written as they are read', () => {
    const written = (
      [
        [12_345, 'duration'],
        [2_000_000_001, 'time'],
        [3 * 2 ** 20, 'bytes'],
        [45, 'percent'],
        [0.8731, 'ratio'],
        [0, 'ratio'],
        [1_234_567, 'count'],
        [22.5, 'GB/s'],
        [3.2e14, 'FLOP/s'],
        [1.5e9, 'traffic'],
        [4_294_967_295, 'id'],
        [Number.NaN, 'bytes'],
      ] as const
    ).map(([value, unit]) => plain(formatUnit(value, unit)));
    expect(written).toEqual([
      '12.35 µs',
      '2.000 000 001 s',
      '3 MB',
      '45.00 %',
      '0.873',
      '0',
      '1,234,567',
      '22.50 GB/s',
      '320 TFLOP/s',
      '1.5 GB',
      '4294967295',
      '',
    ]);
  });

  it('exactly, and both ways where that says more', () => {
    expect(plain(formatExactUnit(1_572_864, 'bytes'))).toBe('1,572,864 B');
    expect(plain(formatExactUnit(6_971_001_578_338.387, 'FLOP/s'))).toBe('6,971,001,578,338 FLOP/s');
    expect(plain(formatBoth(1_572_864, 'bytes'))).toBe('1.5 MB · 1,572,864 B');
    expect(plain(formatBoth(12, 'count'))).toBe('12');
    expect(plain(formatBoth(0.123456, 'ratio'))).toBe('0.123 · 0.123456');
  });

  it('on axes with the digits of the step', () => {
    expect(plain(formatAxis(1_500_000, 'time', 100_000))).toBe('1.5 ms');
    expect(plain(formatAxis(0.25, 'ratio', 0.05))).toBe('0.25');
    expect(plain(formatAxis(0, 'bytes', 1024))).toBe('0');
    expect(plain(formatAxis(150, 'GB/s', 50))).toBe('150 GB/s');
  });
});

describe('typed quantities', () => {
  it.each<[string, Unit, number | undefined]>([
    ['1.5ms', 'duration', 1_500_000],
    ['20 us', 'duration', 20_000],
    ['20µs', 'time', 20_000],
    ['20μs', 'time', 20_000],
    ['7', 'duration', 7_000],
    ['1,000ns', 'duration', 1_000],
    ['0.1us', 'duration', 100],
    ['3MB', 'bytes', 3 * 2 ** 20],
    ['1.5 gib', 'bytes', 1.5 * 2 ** 30],
    ['512', 'bytes', 512],
    ['3MB', 'traffic', 3e6],
    ['45%', 'percent', 45],
    ['45%', 'ratio', 0.45],
    ['2k', 'count', 2_000],
    ['160 GB/s', 'GB/s', 160],
    ['1.2TFLOP', 'FLOP', 1.2e12],
    ['-5', 'none', -5],
    ['−5 ms', 'duration', -5e6],
    ['1e3', 'none', 1_000],
    ['', 'none', undefined],
    ['abc', 'duration', undefined],
    ['5 parsecs', 'duration', undefined],
    ['5ms', 'bytes', undefined],
    ['1.2.3', 'none', undefined],
  ])('%s as %s', (text, unit, expected) => {
    const found = parseQuantity(text, unit);
    if (expected === undefined) expect(found).toBeUndefined();
    else expect(found).toBeCloseTo(expected, 6);
  });

  it('what is shown can be typed', () => {
    for (const unit of ['time', 'duration', 'bytes', 'percent', 'GB/s', 'MB/s', 'MHz', 'count'] as const) {
      const shown = plain(formatUnit(1_536, unit));
      expect(parseQuantity(shown.replace(/,/g, ''), unit), shown).toBeCloseTo(1_536, 6);
    }
  });
});

describe('choosing among many', () => {
  const ranks = Array.from({ length: 1_024 }, (_, value) => ({
    value,
    label: `Rank ${value}`,
    detail: `node-${value >> 3}`,
  }));
  const found = (text: string) => matchingItems(ranks, text).map(({ value }) => value);

  it('numbers and ranges mean numbers, anything else is looked for', () => {
    expect(found('0-2, 7 1020-')).toEqual([0, 1, 2, 7, 1020, 1021, 1022, 1023]);
    expect(found('5')).toEqual([5]);
    expect(found('NODE-127')).toEqual([1016, 1017, 1018, 1019, 1020, 1021, 1022, 1023]);
    expect(found('')).toHaveLength(1_024);
    expect(found('nothing')).toEqual([]);
  });

  it('a choice is told in few words', () => {
    expect(rangesText([3, 0, 1, 2, 2])).toBe('0–\u20603');
    expect(rangesText([5, 1])).toBe('1, 5');
    expect(rangesText([1, 2, 8])).toBe('1, 2, 8');
    expect(rangesText([0, 2, 4, 6, 8])).toBe('0, 2, 4, …');
  });
});

it('file names hold nothing that a file system forbids', () => {
  expect(safeFileName('Rank 0: a/b\\c?.csv')).toBe('Rank 0_ a_b_c_.csv');
});

it('every sentence is there in both languages, with the same placeholders', () => {
  const leaves = (tree: object, prefix = ''): [string, string][] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as [string, string]] : leaves(value, `${prefix}${key}.`),
    );
  const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map((match) => match[1]).sort();
  const chinese = new Map(leaves(uiZh));
  const english = leaves(uiEn);
  expect([...chinese.keys()].sort()).toEqual(english.map(([key]) => key).sort());
  for (const [key, text] of english) expect(placeholders(chinese.get(key)!), key).toEqual(placeholders(text));
});
