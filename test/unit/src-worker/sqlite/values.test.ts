import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bigints, coded, NO_BIGINT, numbers, shifted, since, texts } from '../../../../src-worker/sqlite/columns';
import { type Database, openDatabase } from '../../../../src-worker/sqlite/database';
import type { SqlValue } from '../../../../src-worker/sqlite/tableRow';
import { folderState } from '../../../fixtures/folderState';

const folder = join(import.meta.dirname, 'files');

function open(name: string): Database {
  const database = openDatabase(join(folder, name));
  onTestFinished(() => database.close());
  return database;
}

function rows(database: Database, table: string, ...columns: readonly string[]): SqlValue[][] {
  const all: SqlValue[][] = [];
  database.scan(table, columns, (row) => all.push(columns.map((_, column) => row.value(column))));
  return all;
}

let before: string[];
beforeAll(() => {
  before = folderState(folder);
});
afterAll(() => {
  expect(folderState(folder), 'something was written beside a database').toEqual(before);
});

describe('databases that SQLite itself has written', () => {
  test('integers of every size keep every digit', () => {
    const database = open('values.db');
    const written = rows(database, 'integers', 'value', 'text of it');
    expect(written).toHaveLength(24);
    for (const [value, text] of written) expect(String(value)).toBe(text);
    // As a bigint only where a float64 would not do.
    expect(written.filter(([value]) => typeof value === 'bigint').map(([, text]) => text)).toEqual([
      '9007199254740992',
      '-9007199254740993',
      '1736410576376650902',
      '9223372036854775807',
      '-9223372036854775808',
    ]);
    const base = 1736410576376650900n;
    const { columns } = database.readColumns('integers', {
      exact: bigints('value'),
      fromText: bigints('text of it'),
      rounded: numbers('value'),
      sinceBase: since(base, 'value'),
      sinceBaseOfText: since(base, 'text of it'),
    });
    const expected = written.map(([, text]) => BigInt(text as string));
    expect([...columns.exact]).toEqual(expected);
    expect([...columns.fromText]).toEqual(expected);
    expect([...columns.rounded]).toEqual(expected.map(Number));
    expect(columns.sinceBase[21]).toBe(2);
    expect(columns.sinceBaseOfText[21]).toBe(2);
    for (const small of [0n, -1n, -32769n, -(2n ** 40n), 2n ** 47n, 2n ** 53n + 1n]) {
      const own = database.readColumns('integers', { difference: since(small, 'value') }).columns.difference;
      expected.forEach((value, i) => {
        const difference = value - small;
        if (difference <= 2n ** 53n && difference >= -(2n ** 53n)) expect(own[i]).toBe(Number(difference));
      });
    }
  });

  test('null, floats, texts and blobs, whatever the column was declared as', () => {
    const database = open('values.db');
    expect(rows(database, 'kinds', 'a', 'b', 'c', 'd')).toEqual([
      [undefined, 1.5, 'Größe 矩阵', Uint8Array.of(0, 255, 16)],
      [7, 3, '', new Uint8Array(0)],
      ['12', -0.1, undefined, undefined],
    ]);
    const { rowCount, columns, missing } = database.readColumns('KINDS', {
      a: numbers('A'),
      aExact: bigints('a'),
      b: shifted(3, 'b'),
      c: texts('c'),
      coded: coded('c'),
      blob: numbers('d'),
      newer: numbers('not there', 'b'),
      none: texts('not there'),
      noneExact: bigints('not there'),
    });
    expect(rowCount).toBe(3);
    expect([...columns.a]).toEqual([Number.NaN, 7, 12]);
    expect([...columns.aExact]).toEqual([NO_BIGINT, 7n, 12n]);
    expect([...columns.b]).toEqual([1500, 3000, -100]);
    expect(columns.c).toEqual(['Größe 矩阵', '', undefined]);
    expect([...columns.coded.codes].map((code) => columns.coded.texts[code])).toEqual(['Größe 矩阵', '', '']);
    expect([...columns.blob]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect([...columns.newer]).toEqual([1.5, 3, -0.1]);
    expect(columns.none).toEqual([undefined, undefined, undefined]);
    expect([...columns.noneExact]).toEqual([NO_BIGINT, NO_BIGINT, NO_BIGINT]);
    expect(missing).toEqual(new Set(['none', 'noneExact']));
  });

  test('an INTEGER PRIMARY KEY is the row id; without one there is rowid', () => {
    const database = open('values.db');
    const ids = rows(database, 'row_ids', 'id', 'name', 'rowid');
    expect(ids.map(([id]) => String(id))).toEqual(ids.map(([, name]) => name));
    expect(ids.map(([id]) => id)).toEqual(ids.map(([, , rowId]) => rowId));
    expect(ids).toHaveLength(6);
    expect([...database.readColumns('row_ids', { id: bigints('id') }).columns.id]).toEqual(
      ids.map(([, name]) => BigInt(name as string)),
    );
    expect([...database.readColumns('row_ids', { id: numbers('id') }).columns.id]).toEqual(
      ids.map(([, name]) => Number(name)),
    );
    expect(rows(database, 'kinds', 'rowid')).toEqual([[1], [2], [3]]);
  });

  test('rows that are older than a column have its default', () => {
    expect(rows(open('values.db'), 'added', 'a', 'type', 'name')).toEqual([
      [1, -1, "it's"],
      [2, 3, undefined],
    ]);
  });

  test('generated columns: one that is not stored is not among the values', () => {
    expect(rows(open('values.db'), 'generated', 'a', 'kept', 'b', 'twice')).toEqual([[5, 15, 'five', undefined]]);
  });

  test('names in every kind of quotes', () => {
    const database = open('values.db');
    const table = database.tables.get('odd, name (1)');
    expect(table?.columns.map(({ name, type }) => [name, type])).toEqual([
      ['a "b"', 'INT'],
      ['c d', 'TEXT'],
      ['e', ''],
      ['f', ''],
    ]);
    expect(rows(database, 'odd, name (1)', 'a "b"', 'c d', 'e', 'f')).toEqual([[1, '2', 3, 4]]);
  });

  test('views and indexes are no tables; one WITHOUT ROWID is refused with a sentence', () => {
    const database = open('values.db');
    expect([...database.tables.keys()]).not.toContain('a_view');
    expect([...database.tables.keys()]).not.toContain('an_index');
    expect(database.notices).toEqual([]);
    expect(rows(database, 'by_key', 'name')).toEqual([]);
    expect(rows(database, 'by_key', 'name')).toEqual([]);
    expect(database.notices).toMatchObject([{ code: 'database-without-rowid', params: { table: 'by_key' } }]);
    expect(database.has('absent')).toBe(false);
    expect(rows(database, 'absent', 'a')).toEqual([]);
    expect(database.readColumns('absent', { a: numbers('a') })).toEqual({
      rowCount: 0,
      columns: { a: new Float64Array(0) },
      missing: new Set(['a']),
    });
  });

  test('rows longer than a page, also when only what lies behind the long text is asked for', () => {
    const lengths = [0, 400, 480, 500, 508, 1000, 1016, 5000, 20000];
    const expected = lengths.map((length, n) => [
      n,
      Array.from({ length }, (_, i) => String.fromCharCode(97 + ((i + n) % 26))).join(''),
      n === 0 ? 0 : -n,
    ]);
    const database = open('values.db');
    expect(rows(database, 'long', 'before', 'text', 'after')).toEqual(expected);
    expect(rows(database, 'long', 'after', 'before')).toEqual(expected.map(([n, , after]) => [after, n]));
    expect(rows(database, 'long', 'before')).toEqual(expected.map(([n]) => [n]));
    const [wide] = rows(database, 'wide', 'c0', 'c299', 'c599', 'rowid');
    expect(wide).toEqual(['0', '299', '599', 1]);
    expect(database.notices).toEqual([]);
  });

  test('a tree of three levels, in order', () => {
    const database = open('values.db');
    const { rowCount, columns } = database.readColumns('tree', { value: numbers('value'), half: numbers('half') });
    expect(rowCount).toBe(3000);
    expect(columns.value.every((value, n) => value === n * n)).toBe(true);
    expect(columns.half.every((value, n) => value === n / 2)).toBe(true);
  });

  test('one table can be read while another is', () => {
    const database = open('values.db');
    const seen: SqlValue[] = [];
    database.scan('row_ids', ['name'], (row) => {
      rows(database, 'long', 'text');
      seen.push(row.value(0));
    });
    expect(seen).toEqual(rows(database, 'row_ids', 'name').map(([name]) => name));
  });

  test.each(['utf-16le.db', 'utf-16be.db'])('%s', (name) => {
    expect(rows(open(name), 'größe', 'name')).toEqual([['Größe'], ['矩阵乘'], ['😀'.repeat(300)], ['']]);
  });
});
