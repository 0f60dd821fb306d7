import { closeSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { texts } from '../../../../src-worker/sqlite/columns';
import { type Database, openDatabase } from '../../../../src-worker/sqlite/database';
import { PageFile } from '../../../../src-worker/sqlite/pageFile';
import { PageReader } from '../../../../src-worker/sqlite/pageReader';
import { temporaryFolder } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';

/** Files whose pages say they hold more than they do: reading them must cost no more than reading them honestly. */

const goodHeader = readFileSync(join(import.meta.dirname, 'files', 'values.db')).subarray(0, 100);

function varint(value: number): number[] {
  const groups = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) groups.unshift((rest % 128) + 128);
  return groups;
}

/** A record of texts and small integers. */
function record(values: readonly (string | number)[]): Buffer {
  const types = values.flatMap((value) => (typeof value === 'number' ? [1] : varint(13 + 2 * value.length)));
  const bodies = values.map((value) => (typeof value === 'number' ? Buffer.from([value]) : Buffer.from(value)));
  return Buffer.concat([Buffer.from([...varint(types.length + 1), ...types]), ...bodies]);
}

const cell = (rowId: number, payload: Buffer, claimedBytes = payload.length) =>
  Buffer.concat([Buffer.from([...varint(claimedBytes), ...varint(rowId)]), payload]);

/** Cells from the page's end backwards; `pointers` in place of one to each. */
function leaf(pageSize: number, cells: readonly Buffer[], pointers?: number, at = 0): Buffer {
  const page = Buffer.alloc(pageSize);
  let start = pageSize;
  const places = cells.map((own) => {
    start -= own.length;
    own.copy(page, start);
    return start;
  });
  const count = pointers ?? places.length;
  page[at] = 0x0d;
  page.writeUInt16BE(count, at + 3);
  for (let i = 0; i < count; i++) page.writeUInt16BE(places[i % places.length], at + 8 + 2 * i);
  return page;
}

function interior(pageSize: number, children: readonly number[], toldCount = children.length - 1): Buffer {
  const page = Buffer.alloc(pageSize);
  page[0] = 0x05;
  page.writeUInt16BE(toldCount, 3);
  page.writeUInt32BE(children.at(-1) ?? 0, 8);
  children.slice(0, -1).forEach((child, i) => {
    const place = pageSize - 5 * (i + 1);
    page.writeUInt32BE(child, place);
    page.writeUInt16BE(place, 12 + 2 * i);
  });
  return page;
}

/** One table `t (a TEXT)` whose tree begins at page 2; `sizeBytes`: zeros behind the pages. */
function write(pageSize: number, pages: readonly Buffer[], sizeBytes = 0, sql = 'CREATE TABLE t (a TEXT)'): string {
  const schema = leaf(pageSize, [cell(1, record(['table', 't', 't', 2, sql]))], undefined, 100);
  goodHeader.copy(schema);
  schema.writeUInt16BE(pageSize === 65_536 ? 1 : pageSize, 16);
  schema.writeUInt32BE(0, 28);
  const path = join(temporaryFolder(), 'claims.db');
  const fd = openSync(path, 'w');
  for (const page of [schema, ...pages]) writeSync(fd, page);
  if (sizeBytes > 0) ftruncateSync(fd, sizeBytes);
  closeSync(fd);
  return path;
}

function opened(path: string): Database {
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  return database;
}

function readTable(path: string): { rowCount: number; codes: string[] } {
  const database = opened(path);
  const { rowCount } = database.readColumns('t', { a: texts('a') });
  return { rowCount, codes: database.notices.map(({ code }) => code) };
}

test('the file that the others are made from is one', () => {
  const path = write(512, [leaf(512, [cell(1, record(['one'])), cell(2, record(['two']))])]);
  expect(opened(path).readColumns('t', { a: texts('a') }).columns.a).toEqual(['one', 'two']);
});

test('rows that say they are as long as the file', () => {
  const sizeBytes = 256 << 20;
  const claims = leaf(
    512,
    Array.from({ length: 8 }, (_, i) =>
      cell(i, Buffer.from([7, ...varint(2 ** 27), ...new Array(45).fill(0)]), sizeBytes - 600),
    ),
  );
  const children = Array.from({ length: 60 }, (_, i) => 3 + i);
  const path = write(512, [interior(512, children), ...children.map(() => claims)], sizeBytes);
  const alloc = vi.spyOn(Buffer, 'alloc');
  const { rowCount, codes } = readTable(path);
  expect(rowCount).toBeLessThan(1000);
  expect(codes).toEqual(['database-damaged-pages']);
  expect(Math.max(...alloc.mock.calls.map(([bytes]) => bytes))).toBeLessThan(1 << 20);
  alloc.mockRestore();
});

test('cells that all lie at the same place', () => {
  const path = write(65_536, [leaf(65_536, [cell(1, record(['x'.repeat(20_000)]))], 20_000)]);
  const { rowCount, codes } = readTable(path);
  expect(rowCount).toBe(3);
  expect(codes).toEqual(['database-damaged-pages']);
});

test('inner pages that say they have more children than bytes', () => {
  const range = (first: number) => Array.from({ length: 60 }, (_, i) => first + i);
  const inner = range(0).map((i) => interior(512, range(63 + 60 * i), 65_535));
  const innermost = new Array<Buffer>(3600).fill(interior(512, [2], 65_535));
  const path = write(512, [interior(512, range(3), 65_535), ...inner, ...innermost]);
  const { pageOfRun } = PageReader.prototype;
  let visits = 0;
  PageReader.prototype.pageOfRun = function (...args) {
    visits++;
    return pageOfRun.apply(this, args);
  };
  onTestFinished(() => {
    PageReader.prototype.pageOfRun = pageOfRun;
  });
  const { codes } = readTable(path);
  expect(codes).toEqual(['database-damaged-pages']);
  // A pointer to a child takes two bytes: there are no more of them than that, whatever the pages say.
  expect(visits).toBeGreaterThan(inner.length + innermost.length);
  expect(visits).toBeLessThan(statSync(path).size / 2);
});

test('a definition of a hundred thousand brackets, and one that is longer than any', () => {
  for (const sql of [`CREATE TABLE t (${'['.repeat(60_000)}`, `CREATE TABLE t (${'a,'.repeat(30_000)}`]) {
    const start = process.cpuUsage();
    const database = opened(write(65_536, [leaf(65_536, [])], 0, sql));
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(2000);
    expect(database.tables.size).toBe(0);
    expect(database.notices).toMatchObject([{ code: 'database-damaged-schema', params: { count: 1 } }]);
  }
});

test('pages all over the file are read a few times at most', () => {
  const pageCount = 8192;
  const file = new PageFile(write(512, [], 512 * pageCount));
  onTestFinished(() => file.close());
  let bytesRead = 0;
  const read = file.read.bind(file);
  file.read = (target, byteOffset) => {
    bytesRead += target.length;
    return read(target, byteOffset);
  };
  const reader = new PageReader(file);
  const pages = Array.from({ length: pageCount }, (_, i) => i + 1);
  for (const page of new Random(1).shuffled(pages)) expect(reader.page(page)).toBeDefined();
  expect(bytesRead).toBeLessThan(6 * file.sizeBytes + (1 << 19));
});

test('whoever waits no longer ends the reading', () => {
  const path = write(512, [leaf(512, [cell(1, record(['one']))])]);
  const stopped = new Error('stopped');
  let isStopped = false;
  const database = openDatabase(path, () => {
    if (isStopped) throw stopped;
  });
  onTestFinished(() => database.close());
  isStopped = true;
  expect(() => database.readColumns('t', { a: texts('a') })).toThrow(stopped);
});
