import { expect, test } from 'vitest';
import type { SqlResultColumn } from '../../../../../src-contract';
import { chartOf, MOST_BARS, resultColumns } from '../../../../../src-renderer/tabs/sql/resultRows';

const text = (name: string, ...values: string[]): SqlResultColumn => ({ name, kind: 'text', values });
const numbers = (name: string, ...values: number[]): SqlResultColumn => ({
  name,
  kind: 'number',
  values: Float64Array.from(values),
});
const rows = (...columns: SqlResultColumn[]) => ({
  columns,
  rowCount: columns[0]?.values.length ?? 0,
  isCut: false,
  milliseconds: 1,
});

test('columns: two of one name stay two, and a name tells a unit', () => {
  const columns = resultColumns(
    rows(numbers('wait_ns', 5), numbers('wait_ns', 7), numbers('size_bytes', 1), text('name', 'a')),
  );
  expect(columns.map(({ label, unit }) => [label, unit])).toEqual([
    ['wait_ns', 'duration'],
    ['wait_ns 2', 'duration'],
    ['size_bytes', 'bytes'],
    ['name', 'none'],
  ]);
  expect(new Set(columns.map(({ key }) => key)).size).toBe(4);
  expect(columns.map((own) => own.valueOf(0))).toEqual([5, 7, 1, 'a']);
});

test('bars: named by texts and ranks, as long as the last column of numbers or the chosen one', () => {
  const result = rows(text('host', 'a', 'b'), numbers('rank', 0, 8), numbers('calls', 2, 3), numbers('ms', 1.5, 2.5));
  const chart = chartOf(result, undefined);
  expect(chart).toMatchObject({ bars: ['a · 0', 'b · 8'], barTitle: 'host · rank', isCut: false });
  expect(chart?.parts.map(({ name, values }) => [name, ...values])).toEqual([['ms', 1.5, 2.5]]);
  expect(chartOf(result, 'calls')?.parts[0]?.values).toEqual(Float64Array.of(2, 3));
});

test('bars: none without numbers, no more than can be told apart', () => {
  expect(chartOf(rows(text('host', 'a')), undefined)).toBeUndefined();
  expect(chartOf(rows(numbers('ms')), undefined)).toBeUndefined();
  const many = chartOf(rows(numbers('ms', ...new Array(MOST_BARS + 1).fill(1))), undefined);
  expect([many?.bars.length, many?.isCut, many?.bars[0]]).toEqual([MOST_BARS, true, '1']);
});
