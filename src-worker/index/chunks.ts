/**
 * Tables that grow without copying: columns in chunks of a fixed number of rows. A chunk can be let go of as soon as its
 * rows have been moved on.
 */

type ColumnConstructor =
  | typeof Float64Array
  | typeof Uint32Array
  | typeof Int32Array
  | typeof Uint16Array
  | typeof Uint8Array;

export type Schema = Readonly<Record<string, ColumnConstructor>>;
export type Columns<S extends Schema> = { readonly [K in keyof S]: InstanceType<S[K]> };

export interface Chunk<S extends Schema> {
  count: number;
  readonly columns: Columns<S>;
}

export interface Chunks<S extends Schema> {
  readonly schema: S;
  readonly list: Chunk<S>[];
}

/** Rows of every chunk but the last. */
export const CHUNK_ROWS = 1 << 16;

export function createChunks<S extends Schema>(schema: S): Chunks<S> {
  return { schema, list: [] };
}

/** The chunk with room for one more row; the caller fills row `count++`. */
export function growChunks<S extends Schema>(chunks: Chunks<S>): Chunk<S> {
  const last = chunks.list[chunks.list.length - 1];
  if (last && last.count < CHUNK_ROWS) return last;
  const columns = createColumns(chunks.schema, CHUNK_ROWS, false);
  const chunk: Chunk<S> = { count: 0, columns };
  chunks.list.push(chunk);
  return chunk;
}

export function rowCount<S extends Schema>(chunks: Chunks<S>): number {
  let rows = 0;
  for (const chunk of chunks.list) rows += chunk.count;
  return rows;
}

/** Columns of `length` rows; in shared memory if any thread is to read them. */
export function createColumns<S extends Schema>(schema: S, length: number, isShared: boolean): Columns<S> {
  const columns: Record<string, InstanceType<ColumnConstructor>> = {};
  for (const [name, column] of Object.entries(schema)) {
    const Column = column as new (buffer: ArrayBufferLike) => InstanceType<ColumnConstructor>;
    const bytes = length * column.BYTES_PER_ELEMENT;
    columns[name] = new Column(isShared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes));
  }
  return columns as Columns<S>;
}
