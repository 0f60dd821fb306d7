import { describe, expect, test } from 'vitest';
import type { ColumnFilter, SortKey } from '../../../../src-contract';
import { columnTable, numberColumn, textColumn } from '../../../../src-worker/tables/columnTable';
import { chooseRows, csvOf, pageOf, totalsOf, valuesOf } from '../../../../src-worker/tables/tableQuery';

const nan = Number.NaN;
const table = columnTable([
  textColumn('name', ['b10', 'b9', '', 'A1', 'b9']),
  numberColumn('startNs', 'time', [100, 200, 300, 400, 500], { label: 'Start Time(us)' }),
  numberColumn('durationNs', 'duration', [5, nan, 1500, 0.5, 5], { label: 'Duration(us)' }),
]);
/** The dump's origin lies 50 ns after the tables' base. */
const offsetNs = -50;

function rows(sort: readonly SortKey[], filters: readonly ColumnFilter[] = []): number[] {
  return Array.from(chooseRows(table, { sort, filters }, offsetNs));
}

describe('rows', () => {
  test('texts sort with their numbers by value, case ignored, the empty one last', () => {
    expect(rows([{ column: 'name', isDescending: false }])).toEqual([3, 1, 4, 0, 2]);
    expect(rows([{ column: 'name', isDescending: true }])).toEqual([0, 1, 4, 3, 2]);
  });

  test('numbers, missing ones last, then by a second key', () => {
    const byDuration = { column: 'durationNs', isDescending: true };
    expect(rows([byDuration])).toEqual([2, 0, 4, 3, 1]);
    expect(rows([byDuration, { column: 'startNs', isDescending: true }])).toEqual([2, 4, 0, 3, 1]);
  });

  test('filters: part of a text, one of several, a range; all must hold', () => {
    expect(rows([], [{ kind: 'contains', column: 'name', text: 'B9' }])).toEqual([1, 4]);
    expect(rows([], [{ kind: 'oneOf', column: 'name', values: ['', 'A1'] }])).toEqual([2, 3]);
    expect(rows([], [{ kind: 'oneOf', column: 'durationNs', values: ['5', ''] }])).toEqual([0, 1, 4]);
    expect(rows([], [{ kind: 'range', column: 'durationNs', min: 0.5, max: 5 }])).toEqual([0, 3, 4]);
    expect(
      rows(
        [],
        [
          { kind: 'range', column: 'durationNs', max: 5 },
          { kind: 'contains', column: 'name', text: 'b' },
        ],
      ),
    ).toEqual([0, 4]);
  });

  test('a range of instants is one of the dump’s time', () => {
    expect(rows([], [{ kind: 'range', column: 'startNs', min: 150, max: 250 }])).toEqual([1, 2]);
  });

  test('a column that the table lacks neither sorts nor filters', () => {
    expect(rows([{ column: 'none', isDescending: true }], [{ kind: 'range', column: 'none', min: 1 }])).toHaveLength(5);
  });
});

test('a page has the rows asked for, in the dump’s time, with texts of its own', () => {
  const chosen = chooseRows(table, { sort: [{ column: 'startNs', isDescending: true }], filters: [] }, offsetNs);
  const page = pageOf(table, chosen, { firstRow: 1, rowCount: 2, columns: ['startNs', 'name'] }, offsetNs);
  expect(page).toMatchObject({ firstRow: 1, matchingRows: 5, totalRows: 5 });
  expect(Array.from(page.rowIds)).toEqual([3, 2]);
  expect(page.cells).toEqual({
    startNs: { kind: 'number', values: Float64Array.of(350, 250) },
    name: { kind: 'text', values: Uint32Array.of(0, 1), texts: ['A1', ''] },
  });
  expect(page.columns.map(({ key }) => key)).toEqual(['name', 'startNs', 'durationNs']);
  expect(pageOf(table, chosen, { firstRow: 9, rowCount: 5 }, 0).rowIds).toHaveLength(0);
});

test('totals leave missing values out', () => {
  const all = Uint32Array.of(0, 1, 2, 3, 4);
  expect(totalsOf(table.columns[2], all, offsetNs)).toEqual({ sum: 1510.5, min: 0.5, max: 1500, valueCount: 4 });
  expect(totalsOf(table.columns[1], all, offsetNs)).toMatchObject({ min: 50, max: 450 });
  expect(totalsOf(table.columns[2], Uint32Array.of(1), 0)).toEqual({ sum: 0, min: nan, max: nan, valueCount: 0 });
  expect(totalsOf(table.columns[0], all, 0)).toBeUndefined();
});

test('distinct values, most frequent first', () => {
  const all = Uint32Array.of(0, 1, 2, 3, 4);
  const values = valuesOf(table, 'name', all, 2);
  expect(values).toEqual({
    values: [
      { text: 'b9', count: 2 },
      { text: '', count: 1 },
    ],
    distinctCount: 4,
  });
});

test('csv: units of the profiler, exact instants, quotes, and nothing that a spreadsheet would run', () => {
  const odd = columnTable([
    textColumn('name', ['a,"b"', '=1+1', '-x', '-1.5', 'two\nlines']),
    ...table.columns.slice(1),
  ]);
  const rowsOf = (firstRow: number, rowCount: number) =>
    csvOf(odd, Uint32Array.of(0, 1, 2, 3, 4), { firstRow, rowCount }, 1_736_408_883_704_643_000n);
  expect(rowsOf(0, 2)).toBe(
    'name,Start Time(us),Duration(us)\r\n"a,""b""",1736408883704643.100,0.005\r\n\'=1+1,1736408883704643.200,\r\n',
  );
  expect(rowsOf(2, 3)).toBe(
    '\'-x,1736408883704643.300,1.5\r\n-1.5,1736408883704643.400,0.0005\r\n"two\nlines",1736408883704643.500,0.005\r\n',
  );
});

test('what has no finite value is exported as an empty cell', () => {
  const until = columnTable([
    numberColumn('aliveUntilNs', 'time', [1500, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY], {
      isHidden: true,
    }),
    numberColumn('share', 'ratio', [0.5, Number.POSITIVE_INFINITY, nan]),
  ]);
  const chosen = chooseRows(until, { sort: [], filters: [] }, 0);
  expect(csvOf(until, chosen, { firstRow: 0, rowCount: 3 }, 1_000_000n)).toBe(
    'aliveUntilNs(us),share\r\n1001.500,0.5\r\n,\r\n,\r\n',
  );
});

test('a column called like what every object has is a column: in pages, by value, sorted, filtered, exported', () => {
  const odd = columnTable(['__proto__', 'constructor', 'toString'].map((key) => textColumn(key, ['b', 'a', 'c', 'a'])));
  for (const column of ['__proto__', 'constructor', 'toString']) {
    const filters: ColumnFilter[] = [{ kind: 'oneOf', column, values: ['a', 'b'] }];
    const chosen = chooseRows(odd, { sort: [{ column, isDescending: false }], filters }, 0);
    const { cells } = pageOf(odd, chosen, { firstRow: 0, rowCount: 9, columns: [column] }, 0);
    expect(Object.keys(cells)).toEqual([column]);
    expect(cells[column]).toEqual({ kind: 'text', values: Uint32Array.of(0, 0, 1), texts: ['a', 'b'] });
    expect(valuesOf(odd, column, chosen, 9).distinctCount).toBe(2);
    expect(csvOf(odd, chosen, { firstRow: 0, rowCount: 9, columns: [column] }, 0n)).toBe(
      `${column}\r\na\r\na\r\nb\r\n`,
    );
  }
});
