import { gunzipSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { factColumns } from '../../../../src-worker/parquet/factColumns';
import { factFile, readFacts } from '../../../../src-worker/parquet/factFile';
import { factHead, readFactTable } from '../../../../src-worker/parquet/factRead';
import { TextPool } from '../../../../src-worker/parquet/factTable';
import { ShapePool } from '../../../../src-worker/parquet/numberHoles';
import { Random } from '../../../fixtures/random';
import { someFacts } from './someFacts';

const sizes = [0, 1, 8, 9, 129, 400];

describe.each(sizes)('%i facts', (count) => {
  test.each([0, 0.1, 0.9, 1])('of which columns have a share of %d: read as they were written', (share) => {
    const facts = someFacts(count + 1, count, share);
    expect(readFacts(factFile(facts, { a: 'b', 汉: '字' }))).toEqual(facts);
  });
});

test('another reader finds the same, and what it says of itself', async () => {
  const facts = someFacts(5, 300, 0.6);
  const bytes = factFile(facts, { a: 'b' });
  const rows = await parquetReadObjects({
    file: bytes.buffer as ArrayBuffer,
    compressors: Object.fromEntries([['GZIP', (packed: Uint8Array) => gunzipSync(packed)]]),
  });
  for (const [at, row] of rows.entries())
    for (const { field, name } of factColumns)
      expect(row[name] ?? undefined, `${at} ${name}`).toEqual(facts[at][field]);
  expect(factHead(bytes)).toMatchObject({ about: new Map([['a', 'b']]), factCount: 300 });
});

test('several groups of rows, pages and columns that are not known', () => {
  const facts = someFacts(9, 1000, 0.5);
  const columnData = [
    { name: 'unknown', type: 'DOUBLE' as const, data: facts.map((_, at) => at) },
    ...factColumns.map(({ field, name, type }) => ({
      ...{ name, type, data: facts.map((own) => own[field] ?? null), nullable: field !== 'kind' },
    })),
  ];
  const buffer = parquetWriteBuffer({ columnData, codec: 'UNCOMPRESSED', rowGroupSize: 300, pageSize: 1000 });
  expect(readFacts(new Uint8Array(buffer))).toEqual(facts);
});

test('texts of several files are one', () => {
  const pool = new TextPool();
  const pools = { texts: pool, shapes: new ShapePool() };
  const bytes = factFile([{ kind: 'a', name: 'b' }], {});
  const [one, other] = [bytes, bytes.slice()].map((own) => readFactTable(own, factHead(own), pools));
  expect(one.places.name).toEqual(other.places.name);
  expect(pool.texts).toEqual(['a', 'b']);
});

test('damaged bytes are an error or facts, at once, and nothing else', () => {
  const bytes = factFile(someFacts(3, 200, 0.7), { a: 'b' });
  const seeded = new Random(11);
  const next = () => seeded.next();
  let refused = 0;
  for (let round = 0; round < 600; round++) {
    const own = bytes.slice();
    // The end has the lengths of all else: as often as the rest.
    const from = round % 2 === 0 ? 0 : own.length - 1500;
    for (let flips = 1 + Math.floor(next() * 3); flips > 0; flips--)
      own[from + Math.floor(next() * (own.length - from))] = Math.floor(next() * 256);
    const cut = round % 5 === 0 ? own.subarray(Math.floor(next() * own.length)) : own;
    try {
      readFacts(cut);
    } catch (error) {
      expect(error).toBeInstanceOf(Error);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(200);
});
