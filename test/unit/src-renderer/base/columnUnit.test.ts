import { expect, test } from 'vitest';
import type { ColumnTotals, Unit } from '../../../../src-contract';
import { columnUnit, formatInColumn, unitOfSum, unitOfValues } from '../../../../src-renderer/base/columnUnit';

const totalsOf = (values: readonly number[]): ColumnTotals => ({
  sum: values.reduce((sum, value) => sum + value, 0),
  min: Math.min(...values),
  max: Math.max(...values),
  valueCount: values.length,
});
const written = (values: readonly number[], unit: Unit) => {
  const own = columnUnit(unit, totalsOf(values));
  return values.map((value) => formatInColumn(value, unit, own).replace(/\u202f/g, ' '));
};

test('all sizes of a column are in the unit that suits their mean', () => {
  expect(written([512, 3 * 2 ** 20, 2.5 * 2 ** 20, 1.5 * 2 ** 30], 'bytes')).toEqual([
    '0.00049 MB',
    '3.00 MB',
    '2.50 MB',
    '1,536.00 MB',
  ]);
  expect(written([1_000, 25_000, 2_500_000, 0], 'traffic')).toEqual(['1.00 kB', '25.00 kB', '2,500.00 kB', '0 kB']);
  expect(written([3, 700, 12], 'bytes')).toEqual(['3 B', '700 B', '12 B']);
  expect(written([-3 * 2 ** 20, 2 ** 20], 'bytes')).toEqual(['−3.00 MB', '1.00 MB']);
  expect(written([2e12, 4e9], 'FLOP')).toEqual(['2.00 TFLOP', '0.004 TFLOP']);
});

test('all durations of a column are in the unit that suits their mean, to the thousandth of it', () => {
  expect(written([21_980_000, 1_284_000, 1_660, 0], 'duration')).toEqual([
    '21.980 ms',
    '1.284 ms',
    '0.00166 ms',
    '0 ms',
  ]);
  expect(written([379_741, 999_999, 20], 'duration')).toEqual(['379.741 µs', '999.999 µs', '0.020 µs']);
  expect(written([15, 20.25], 'duration')).toEqual(['15 ns', '20.250 ns']);
  expect(written([-73e9, 5e6], 'duration')).toEqual(['−73.000 s', '0.005 s']);
});

test('values of a list have the unit that they would have in a table; those that are none count for nothing', () => {
  const own = unitOfValues('duration', [Number.NaN, 2_000, 4_000]);
  expect(own).toEqual(columnUnit('duration', totalsOf([2_000, 4_000])));
  expect(formatInColumn(Number.NaN, 'duration', own)).toBe('');
  expect(unitOfValues('duration', [Number.NaN])).toBeUndefined();
});

test('all instants of a column are in the unit of the latest one, with every digit', () => {
  expect(written([437_382, 10_072_402, 1_095_330_142, 0], 'time')).toEqual([
    '0.000 437 382 s',
    '0.010 072 402 s',
    '1.095 330 142 s',
    '0 s',
  ]);
  expect(written([-2_302_786, 900], 'time')).toEqual(['−2.302 786 ms', '0.000 900 ms']);
  expect(written([15, 999], 'time')).toEqual(['15 ns', '999 ns']);
});

test('other values, and those of a column without any, are written as they are elsewhere', () => {
  expect(columnUnit('percent', totalsOf([1, 2]))).toBeUndefined();
  expect(columnUnit('bytes', { sum: 0, min: Number.NaN, max: Number.NaN, valueCount: 0 })).toBeUndefined();
  expect(formatInColumn(12_345, 'duration', undefined)).toBe('12.35\u202fµs');
  expect(formatInColumn(Number.NaN, 'bytes', { name: 'MB', factor: 2 ** 20, decimals: 2, digits: 2 })).toBe('');
});

test('a sum is written in the unit of its column as long as that can be read, else in its own', () => {
  const own = columnUnit('duration', totalsOf([379_741, 999_999]));
  const sum = (ns: number) => formatInColumn(ns, 'duration', unitOfSum(ns, 'duration', own)).replace(/\u202f/g, ' ');
  expect(sum(1_066_139)).toBe('1,066.139 µs');
  expect(sum(545_701_740)).toBe('545.702 ms');
  expect(sum(-12_000_000)).toBe('−12.000 ms');
  expect(unitOfSum(5e9, 'count', undefined)).toBeUndefined();
});
