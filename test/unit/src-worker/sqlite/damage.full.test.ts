import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bigints, numbers, texts } from '../../../../src-worker/sqlite/columns';
import { type Database, openDatabase } from '../../../../src-worker/sqlite/database';
import { SqliteFormatError } from '../../../../src-worker/sqlite/sqliteFormatError';
import { temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';

const values = readFileSync(join(import.meta.dirname, 'files', 'values.db'));
const PAGE = 512;

function write(bytes: Uint8Array | string): string {
  const path = join(temporaryFolder(), 'damaged.db');
  writeFileSync(path, bytes);
  return path;
}

function openBytes(bytes: Uint8Array): Database {
  const database = openDatabase(write(bytes));
  onTestFinished(() => database.close());
  return database;
}

function formatError(open: () => unknown): SqliteFormatError {
  try {
    open();
  } catch (error) {
    if (error instanceof SqliteFormatError) return error;
    throw error;
  }
  throw new Error('It opened');
}

/** Changes a copy of the good file. */
function damaged(change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(values);
  change(bytes);
  return bytes;
}

function treeRows(database: Database): number[] {
  return [...database.readColumns('tree', { value: numbers('value') }).columns.value];
}

const rootOf = (table: string) => openBytes(values).tables.get(table)?.rootPage ?? 0;
const startOf = (page: number) => (page - 1) * PAGE;
/** The first child of an interior page. */
function firstChild(page: number): number {
  return values.readUInt32BE(startOf(page) + values.readUInt16BE(startOf(page) + 12));
}

describe('what is no database is refused with a sentence', () => {
  test.each([
    ['empty', '', 'empty-file'],
    ['text', 'this is no database, and rather longer than one hundred bytes'.repeat(4), 'database-not-sqlite'],
    ['the head alone', values.subarray(0, 50), 'database-header-damaged'],
    ['a page size of 513', damaged((bytes) => bytes.writeUInt16BE(513, 16)), 'database-header-damaged'],
    ['reserved bytes', damaged((bytes) => bytes.writeUInt8(200, 20)), 'database-header-damaged'],
    ['an encoding of 9', damaged((bytes) => bytes.writeUInt32BE(9, 56)), 'database-header-damaged'],
    [
      'a Git-LFS stub',
      'version https://git-lfs.github.com/spec/v1\noid sha256:0123456789abcdef\nsize 856064\n',
      'git-lfs-stub',
    ],
  ])('%s', (_, bytes, code) => {
    const path = write(bytes);
    const error = formatError(() => openDatabase(path));
    expect(error.notice).toMatchObject({ code, path, severity: 'error' });
    expect(error.message).toContain(path);
  });

  test('a path without a file, and a folder', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'folder.db'));
    for (const name of ['absent.db', 'folder.db']) {
      const error = formatError(() => openDatabase(join(folder, name)));
      expect(error.notice).toMatchObject({ code: 'file-unreadable', path: join(folder, name) });
    }
  });
});

describe('damage is passed over and named with its place', () => {
  test('a tree that leads back to its root ends', () => {
    const root = rootOf('tree');
    const child = firstChild(root);
    // The last child of the root's first child is the root itself.
    const database = openBytes(damaged((bytes) => bytes.writeUInt32BE(root, startOf(child) + 8)));
    const rows = treeRows(database);
    expect(rows.length).toBeGreaterThan(2900);
    expect(rows.length).toBeLessThan(3000);
    expect(new Set(rows).size).toBe(rows.length);
    expect(database.notices).toMatchObject([
      {
        code: 'database-damaged-pages',
        params: { table: 'tree', count: 1 },
        byteOffset: startOf(root),
        path: database.path,
      },
    ]);
  });

  test('a leaf that is overwritten: the others are there', () => {
    const leaf = firstChild(firstChild(rootOf('tree')));
    const database = openBytes(damaged((bytes) => bytes.fill(0xff, startOf(leaf), startOf(leaf) + PAGE)));
    const rows = treeRows(database);
    const [firstLeft] = rows;
    expect(firstLeft).toBeGreaterThan(0);
    const lost = Math.sqrt(firstLeft);
    expect(rows).toEqual(Array.from({ length: 3000 - lost }, (_, n) => (n + lost) ** 2));
    expect(database.notices).toMatchObject([{ code: 'database-damaged-pages', byteOffset: startOf(leaf) }]);
    // Other tables are whole, and reading it again says the same once.
    expect(treeRows(database)).toEqual(rows);
    expect(database.readColumns('long', { text: texts('text') }).rowCount).toBe(9);
    expect(database.notices).toHaveLength(1);
  });

  test('one cell that points outside of its page', () => {
    const leaf = firstChild(firstChild(rootOf('tree')));
    const database = openBytes(damaged((bytes) => bytes.writeUInt16BE(PAGE - 1, startOf(leaf) + 8 + 2 * 3)));
    const rows = treeRows(database);
    expect(rows).toHaveLength(2999);
    expect(rows.slice(0, 5)).toEqual([0, 1, 4, 16, 25]);
    expect(database.notices).toMatchObject([{ code: 'database-damaged-pages', byteOffset: startOf(leaf) }]);
  });

  test('a long text whose pages are gone: the row is there, with what lies on its own page', () => {
    const good = openBytes(values);
    const before = good.readColumns('long', { before: numbers('before'), text: texts('text') });
    // One of the pages in the middle of the longest text, which goes back to itself now.
    const end = (before.columns.text[8] ?? '').slice(-100);
    const page = Math.floor(values.lastIndexOf(end) / PAGE) + 1 - 10;
    const database = openBytes(damaged((bytes) => bytes.writeUInt32BE(page, startOf(page))));
    const after = database.readColumns('long', {
      before: numbers('before'),
      text: texts('text'),
      after: numbers('after'),
    });
    expect([...after.columns.before]).toEqual([...before.columns.before]);
    expect(after.columns.text.slice(0, 8)).toEqual(before.columns.text.slice(0, 8));
    expect(after.columns.text[8]?.length).toBeUndefined();
    expect(after.columns.after[8]).toBeNaN();
    expect(database.notices).toMatchObject([{ code: 'database-damaged-pages', byteOffset: startOf(page) }]);
  });

  test('pages without any table are told of', () => {
    // Its texts are said to be UTF-16, so that no row of the schema is about a table.
    const database = openBytes(damaged((bytes) => bytes.writeUInt32BE(2, 56)));
    expect(database.tables.size).toBe(0);
    expect(database.notices.map(({ code }) => code)).toContain('database-without-tables');
  });

  test('tables that the schema has lost, but not their indexes, are told of', () => {
    const bytes = readFileSync(join(import.meta.dirname, 'files', 'cluster_analysis.db'));
    // The schema is a tree of several pages: without its cells, only the last of them is found, as SQLite would.
    expect(bytes.readUInt16BE(103)).toBe(5);
    bytes.writeUInt16BE(0, 103);
    const database = openBytes(bytes);
    expect(database.notices).toMatchObject([{ code: 'database-damaged-schema', params: { count: 1 } }]);
  });

  test('a file that is cut off says so, and gives what is left', () => {
    const sizeBytes = values.length - 10 * PAGE - 100;
    const database = openBytes(values.subarray(0, sizeBytes));
    expect(database.notices).toMatchObject([
      { code: 'database-truncated', byteOffset: sizeBytes, params: { sizeBytes, wantedBytes: values.length } },
    ]);
    const rows = treeRows(database);
    expect(rows.length).toBeGreaterThan(2000);
    expect(rows.every((value) => Number.isInteger(Math.sqrt(value)))).toBe(true);
    expect(database.notices).toMatchObject([{ code: 'database-truncated' }, { code: 'database-damaged-pages' }]);
  });
});

/** Reads all there is; how many values. */
function readAll(database: Database): number {
  let count = 0;
  for (const [name, table] of database.tables) {
    const columns = table.columns.map((column) => column.name);
    database.scan(name, columns, (row) => {
      for (let column = 0; column < columns.length; column++) {
        row.value(column);
        row.text(column);
        row.number(column);
        row.since(column, { value: 5n, high: 0, low: 5, billions: 0, ones: 5 });
        count++;
      }
    });
    database.readColumns(name, { a: bigints(columns[0]), b: numbers(columns[0]), c: texts(columns[0], 'rowid') });
  }
  return count;
}

describe('however the bytes are changed', () => {
  test.each(Array.from({ length: 150 }, (_, seed) => seed))('seed %i', (seed) => {
    const random = new Random(seed);
    const bytes = Buffer.from(values);
    const change = random.pick(['bytes', 'page', 'pointers', 'cut'] as const);
    const pageCount = bytes.length / PAGE;
    switch (change) {
      case 'bytes':
        for (let i = random.integer(1, 300); i > 0; i--)
          bytes[random.integer(100, bytes.length - 1)] = random.integer(0, 255);
        break;
      case 'page':
        for (let i = random.integer(1, 20); i > 0; i--) {
          const [to, from] = [random.integer(1, pageCount - 1) * PAGE, random.integer(0, pageCount - 1) * PAGE];
          bytes.copy(bytes, to, from, from + PAGE);
        }
        break;
      case 'pointers':
        // In the head of pages and where their cells are told.
        for (let page = 1; page < pageCount; page++) {
          if (random.chance(0.3)) bytes[page * PAGE + random.integer(0, 40)] = random.integer(0, 255);
        }
        break;
      case 'cut':
        break;
    }
    const end = change === 'cut' ? random.integer(0, bytes.length) : bytes.length;
    const start = process.cpuUsage();
    let count = 0;
    try {
      count = readAll(openBytes(bytes.subarray(0, end)));
    } catch (error) {
      if (!(error instanceof SqliteFormatError)) throw error;
    }
    // A page is used once for a table: no more than that can come out, and not after a long time.
    expect(count).toBeLessThan(1_000_000);
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
  });
});
