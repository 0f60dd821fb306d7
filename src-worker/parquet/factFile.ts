import { gunzipSync, gzipSync } from 'node:zlib';
import { parquetMetadata, parquetRead } from 'hyparquet';
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer';
import { type Fact, type FactColumn, type FactField, factColumns } from './factColumns';

/** Everything that a file of facts says of itself. */
export interface FactHead {
  /** The key and value pairs of the file's metadata. */
  readonly about: ReadonlyMap<string, string>;
  readonly factCount: number;
}

const CODEC = 'GZIP';

/** The bytes of a Parquet file: gzip, dictionaries where they help, one group of rows. */
export function factFile(facts: readonly Fact[], about: Readonly<Record<string, string>>): Uint8Array {
  const columnData = factColumns.map((column) => columnOf(column, facts));
  const buffer = parquetWriteBuffer({
    columnData,
    codec: CODEC,
    compressors: { [CODEC]: packed },
    // They take more room than they save: such a file is read whole.
    statistics: false,
    rowGroupSize: Math.max(1, facts.length),
    kvMetadata: Object.entries(about).map(([key, value]) => ({ key, value })),
    createdBy: 'tracelane',
  });
  return new Uint8Array(buffer);
}

function columnOf({ field, name, type }: FactColumn, facts: readonly Fact[]): ColumnSource {
  const data = facts.map((fact) => fact[field] ?? null);
  const encoding = encodingOf(type, data);
  return { name, type, data, nullable: field !== 'kind', offsetIndex: false, ...(encoding && { encoding }) };
}

/** Numbers of many values: bytes of one place stand together, and compress; a few are a dictionary, which is the writer's choice. */
function encodingOf(type: FactColumn['type'], data: readonly unknown[]): ColumnSource['encoding'] {
  const isMostlyNew = new Set(data).size > data.length / 8;
  if (type === 'STRING') return isMostlyNew ? 'DELTA_BYTE_ARRAY' : undefined;
  if (type === 'DOUBLE') return isMostlyNew ? 'BYTE_STREAM_SPLIT' : undefined;
  return isMostlyNew ? 'DELTA_BINARY_PACKED' : undefined;
}

/** Throws an `Error` for what is no Parquet file, or one that is cut off. */
export function factHead(bytes: Uint8Array): FactHead {
  const { key_value_metadata: pairs = [], num_rows } = parquetMetadata(bufferOf(bytes));
  return { about: new Map(pairs.map(({ key, value = '' }) => [key, value])), factCount: Number(num_rows) };
}

/** Of one column; what is more is no summary. */
const MOST_BYTES = 256 << 20;

function packed(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 9 });
}

/** `length`: as the file tells it, which may be damaged. */
function unpacked(bytes: Uint8Array, length: number): Uint8Array {
  const most = Math.min(Math.max(1, length), MOST_BYTES);
  // By itself zlib takes 16 kB for each of some dozens of columns, of which most have a hundred bytes.
  return gunzipSync(bytes, { maxOutputLength: most, chunkSize: Math.max(LEAST_CHUNK, most + 1) });
}

/** Zlib's own. */
const LEAST_CHUNK = 64;

/**
 * In their order. Columns that are not known are left out. `texts`: of all files that are read; what is the same in many of them is
 * kept once. Rejects with an `Error` for bytes that are damaged.
 */
export async function readFacts(bytes: Uint8Array, texts: TextPool = new Map()): Promise<readonly Fact[]> {
  const file = bufferOf(bytes);
  const metadata = parquetMetadata(file);
  const facts = Array.from({ length: Number(metadata.num_rows) }, (): Partial<Record<FactField, unknown>> => ({}));
  const known = new Set(metadata.row_groups[0]?.columns.map(({ meta_data: own }) => own?.path_in_schema[0]));
  const columns = factColumns.filter(({ name }) => known.has(name));
  const fieldOf = new Map(columns.map((column) => [column.name, column]));
  // A column at a time: rows of all columns would be made for nothing, since most of a fact's are empty.
  await parquetRead({
    file,
    metadata,
    columns: columns.map(({ name }) => name),
    compressors: { [CODEC]: unpacked },
    onChunk: ({ columnName, columnData, rowStart }) => {
      const column = fieldOf.get(columnName);
      if (column) fill(facts, column, columnData, rowStart, texts);
    },
  });
  return facts as unknown as readonly Fact[];
}

/** Texts by themselves: one of several that are alike stands for all. */
export type TextPool = Map<string, string>;

function fill(
  facts: Partial<Record<FactField, unknown>>[],
  { field, type }: FactColumn,
  values: ArrayLike<unknown>,
  from: number,
  texts: TextPool,
): void {
  const isPooled = type === 'STRING' && field !== 'more';
  for (let at = 0; at < values.length; at++) {
    const [value, fact] = [values[at], facts[from + at]];
    // A damaged column may be longer than the file says.
    if (fact === undefined) return;
    if (value === null || value === undefined) continue;
    fact[field] = isPooled ? pooled(value as string, texts) : value;
  }
}

function pooled(text: string, texts: TextPool): string {
  const known = texts.get(text);
  if (known !== undefined) return known;
  texts.set(text, text);
  return text;
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): ArrayBuffer {
  return buffer.slice(byteOffset, byteOffset + byteLength) as ArrayBuffer;
}
