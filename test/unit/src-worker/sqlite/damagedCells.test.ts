import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { bigints, microsecondsSince, numbers, shifted, since, texts } from '../../../../src-worker/sqlite/columns';
import { type Database, openDatabase } from '../../../../src-worker/sqlite/database';
import { temporaryFolder } from '../../../fixtures/indexed';

const path = join(import.meta.dirname, 'files', 'cells.db');
const bytes = readFileSync(path);

function opened(file = path): Database {
  const database = openDatabase(file);
  onTestFinished(() => database.close());
  return database;
}

const nan = Number.NaN;

test('a cell of another type spoils itself and is listed with its row and place; the others are exact', () => {
  const database = opened();
  const { columns } = database.readColumns('times', {
    start: since(1_736_412_474_730_000_000n, 'start'),
    duration: shifted(3, 'duration'),
    name: texts('name'),
  });
  expect([...columns.start]).toEqual([135_222, nan, nan, nan, 136_222, nan, nan]);
  expect([...columns.duration]).toEqual([1500, nan, nan, nan, 2000, nan, nan]);
  expect(columns.name).toEqual(['a', undefined, '5', 'b', undefined, 'd', '']);
  expect(database.notices).toMatchObject(
    [
      {
        code: 'database-damaged-cells',
        params: { table: 'times', column: 'start', count: 4, rows: '2, 3, 6, 7' },
        byteOffset: bytes.indexOf('abc'),
        path,
      },
      { params: { column: 'duration', count: 3, rows: '2, 4, 6' } },
      { params: { column: 'name', count: 1, rows: '2' }, byteOffset: bytes.indexOf(Buffer.from([0, 0xff, 0x00])) },
    ].map((wanted, i) => (i === 2 ? { params: wanted.params } : wanted)),
  );
});

test('in whichever way a column is asked for, and once however often', () => {
  const database = opened();
  for (let again = 0; again < 2; again++) {
    const { columns } = database.readColumns('times', {
      exact: bigints('start'),
      number: numbers('start'),
      us: microsecondsSince(0n, 'duration'),
    });
    expect([...columns.number]).toEqual([
      Number(1_736_412_474_730_135_222n),
      nan,
      nan,
      nan,
      Number(1_736_412_474_730_136_222n),
      1e300,
      nan,
    ]);
    expect([...columns.us]).toEqual([1500, nan, nan, nan, 2000, nan, nan]);
    expect(columns.exact[4]).toBe(1_736_412_474_730_136_222n);
  }
  expect(database.notices.map(({ params }) => params.column)).toEqual(['start', 'duration']);
});

test('a float that is no number', () => {
  const file = join(temporaryFolder(), 'nan.db');
  const changed = Buffer.from(bytes);
  const place = changed.indexOf(Buffer.from([0x3f, 0xf8, 0, 0, 0, 0, 0, 0]));
  changed.writeDoubleBE(Number.NaN, place);
  writeFileSync(file, changed);
  const database = opened(file);
  expect(database.readColumns('times', { duration: numbers('duration') }).columns.duration[0]).toBeNaN();
  expect(database.notices).toMatchObject([{ params: { column: 'duration', rows: '1, 2, 4' }, byteOffset: place }]);
});
