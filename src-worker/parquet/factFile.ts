import { gzipSync } from 'node:zlib';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { type Fact, type FactColumn, factColumns } from './factColumns';
import { factHead, readFactTable } from './factRead';
import { plainFact, TextPool } from './factTable';
import { ShapePool } from './numberHoles';
import { sparseFile } from './sparseColumns';

const CODEC = 'GZIP';
const CREATED_BY = 'tracelane';
/** What packing a column spares at least, in bytes: less is not worth unpacking it, ten thousand times. */
const LEAST_SPARED = 128;

const MOST_TRIED = 20_000;
/** zlib's: of a small file all is wanted that can be spared; of a large one the last 2 % would take three times as long. */
const LEVELS = { small: 9, large: 6 } as const;

/** The bytes of a Parquet file: gzip and dictionaries where they help, one group of rows. */
export function factFile(facts: readonly Fact[], about: Readonly<Record<string, string>>): Uint8Array {
  // Of a job's file all columns are worth it, and it is not read ten thousand times.
  if (facts.length > MOST_TRIED) return largeFile(facts, about);
  const columns = factColumns.map((column) => columnOf(column, facts));
  const isWorth = new Map(
    factHead(written(columns, facts.length, {})).chunks.map(({ column, fullLength, length }) => [
      column.name,
      fullLength - length >= LEAST_SPARED,
    ]),
  );
  return written(
    columns.map((own) => (isWorth.get(own.name) ? own : { ...own, codec: 'UNCOMPRESSED' })),
    facts.length,
    about,
  );
}

function written(columnData: ColumnSource[], factCount: number, about: Readonly<Record<string, string>>): Uint8Array {
  const buffer = parquetWriteBuffer({
    columnData,
    codec: CODEC,
    compressors: { [CODEC]: packed },
    // They take more room than they save: such a file is read whole.
    statistics: false,
    rowGroupSize: Math.max(1, factCount),
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
    createdBy: CREATED_BY,
  });
  return new Uint8Array(buffer);
}

function columnOf({ field, name, type }: FactColumn, facts: readonly Fact[]): ColumnSource {
  const data = facts.map((fact) => fact[field] ?? null);
  const encoding = encodingOf(type, data);
  return { name, type, data, nullable: field !== 'kind', offsetIndex: false, ...(encoding && { encoding }) };
}

/** Of a job, whose columns mostly are those of a few kinds: what stands in them decides of each, not how many rows have none. */
function largeFile(facts: readonly Fact[], about: Readonly<Record<string, string>>): Uint8Array {
  const columns = factColumns.map(({ field, name, type }) => {
    return { field, name, type, isOptional: field !== 'kind', rows: [] as number[], values: [] as unknown[] };
  });
  const byField = new Map<string, (typeof columns)[number]>(columns.map((own) => [own.field, own]));
  // A fact at a time: most have a few of the columns.
  for (const [row, fact] of facts.entries())
    for (const field in fact) {
      const own = byField.get(field);
      const value = fact[field as keyof Fact];
      if (!own || value === undefined) continue;
      own.rows.push(row);
      own.values.push(value);
    }
  return sparseFile({
    columns: columns.map((own) => ({ ...own, encoding: encodingOf(own.type, own.values) })),
    rowCount: facts.length,
    about,
    createdBy: CREATED_BY,
    pack: packedQuickly,
  });
}

/** Numbers of many values: bytes of one place stand together, and compress; a few are a dictionary, which is the writer's choice. */
function encodingOf(type: FactColumn['type'], data: readonly unknown[]): ColumnSource['encoding'] {
  const isNew = isMostlyNew(data);
  if (type === 'STRING') return isNew ? 'DELTA_BYTE_ARRAY' : undefined;
  if (type === 'DOUBLE') return isNew ? 'BYTE_STREAM_SPLIT' : undefined;
  return isNew ? 'DELTA_BINARY_PACKED' : undefined;
}

function isMostlyNew(data: readonly unknown[]): boolean {
  const values = new Set<unknown>();
  for (const value of data) if (values.size <= data.length / 8) values.add(value);
  return values.size > data.length / 8;
}

function packed(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: LEVELS.small });
}

function packedQuickly(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: LEVELS.large });
}

/** Everything in a file, as objects, in its order. Columns that are not known are left out. Throws an `Error` for bytes that are damaged. */
export function readFacts(bytes: Uint8Array): readonly Fact[] {
  const pools = { texts: new TextPool(), shapes: new ShapePool() };
  return readFactTable(bytes, factHead(bytes), pools).rows().map(plainFact);
}
