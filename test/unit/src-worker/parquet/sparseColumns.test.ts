import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, test } from 'vitest';
import { type SparseColumn, sparseFile } from '../../../../src-worker/parquet/sparseColumns';
import { Random } from '../../../fixtures/random';

const about = { 'tracelane.form': 'job', other: 'é' };
const pack = (bytes: Uint8Array) => gzipSync(bytes, { level: 1 });

type Values = Pick<SparseColumn, 'name' | 'type' | 'isOptional' | 'encoding'> & { readonly data: readonly unknown[] };

/** null: none. */
function bothFiles(columns: readonly Values[]) {
  const rowCount = columns[0].data.length;
  const own = sparseFile({
    columns: columns.map(({ data, ...column }): SparseColumn => {
      const rows = [...data.keys()].filter((row) => data[row] !== null);
      return { ...column, rows, values: rows.map((row) => data[row]) };
    }),
    rowCount,
    about,
    createdBy: 'tests',
    pack,
  });
  const library = parquetWriteBuffer({
    columnData: columns.map(({ name, type, isOptional, encoding, data }) => {
      return { name, type, nullable: isOptional, offsetIndex: false, data: [...data], ...(encoding && { encoding }) };
    }),
    codec: 'GZIP',
    compressors: { GZIP: pack },
    statistics: false,
    rowGroupSize: rowCount,
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
    createdBy: 'tests',
  });
  return { own: Buffer.from(own), library: Buffer.from(library) };
}

function expectSame(columns: readonly Values[]): void {
  const { own, library } = bothFiles(columns);
  expect(own.length).toBe(library.length);
  expect(own.equals(library)).toBe(true);
}

const kindsOf = {
  STRING: (value: number) => `text ${value} é`,
  INT32: (value: number) => value - 3,
  INT64: (value: number) => BigInt(value) * 10_000_000_001n,
  DOUBLE: (value: number) => (value % 11 === 0 ? Number.NaN : value / 7),
} as const;
const TYPES = ['STRING', 'INT32', 'INT64', 'DOUBLE'] as const;
const NEW = {
  STRING: 'DELTA_BYTE_ARRAY',
  INT32: 'DELTA_BINARY_PACKED',
  INT64: 'DELTA_BINARY_PACKED',
  DOUBLE: 'BYTE_STREAM_SPLIT',
} as const;

describe.each([1, 2, 7, 999, 1001, 5000])('%i rows', (rowCount) => {
  test.each([0, 0.01, 0.5, 0.97, 1])('of which columns have a share of %d: the bytes of hyparquet-writer', (share) => {
    const random = new Random(rowCount + 100 * share);
    // Of a few values, of some (where a dictionary is hardly worth it), and of nearly as many as there are.
    const columns = [3, rowCount / 3, rowCount / 2, 20 * rowCount].flatMap((valueCount, at) =>
      TYPES.flatMap((type) =>
        [undefined, NEW[type]].map((encoding): Values => {
          const data = Array.from({ length: rowCount }, () => {
            return random.next() < share ? kindsOf[type](Math.floor(random.next() * valueCount)) : null;
          });
          return { name: `${type}_${at}_${encoding ?? ''}`, type, isOptional: true, encoding, data };
        }),
      ),
    );
    const required = Array.from({ length: rowCount }, (_, row) => `kind ${Math.floor(row / 50)}`);
    expectSame([{ name: 'kind', type: 'STRING', isOptional: false, encoding: undefined, data: required }, ...columns]);
  });
});

test('pages end where those of hyparquet-writer do', () => {
  const rowCount = 300_000;
  const random = new Random(5);
  const doubles = (share: number) =>
    Array.from({ length: rowCount }, () => (random.next() < share ? random.next() : null));
  const few = Array.from({ length: rowCount }, () => Math.floor(random.next() * 9));
  expectSame([
    { name: 'a', type: 'DOUBLE', isOptional: true, encoding: 'BYTE_STREAM_SPLIT', data: doubles(1) },
    { name: 'b', type: 'DOUBLE', isOptional: true, encoding: 'BYTE_STREAM_SPLIT', data: doubles(0.7) },
    { name: 'c', type: 'DOUBLE', isOptional: true, encoding: undefined, data: few },
    { name: 'd', type: 'INT32', isOptional: false, encoding: undefined, data: few },
  ]);
});

test.each([
  ['alone', 'L'],
  ['first, before empty rows', 'L--'],
  ['first, before another one', 'Ls'],
  ['behind empty rows', '--L'],
  ['behind others', 'ssL'],
  ['between empty rows', '-L-'],
  ['one behind another', 'LL'],
  ['two apart', 'L-L'],
  ['two apart, with others', 'sL--sLs-'],
])('texts that fill a page by themselves: %s', (_, picture) => {
  const texts = { L: 'x'.repeat(1 << 20), s: 'short', '-': null } as const;
  const data = [...picture].map((own) => texts[own as keyof typeof texts]);
  for (const encoding of [undefined, 'DELTA_BYTE_ARRAY'] as const)
    expectSame([{ name: 'a', type: 'STRING', isOptional: true, encoding, data }]);
});
