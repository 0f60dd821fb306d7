/**
 * Tables in shared memory: columns of equal length, readable by any thread. What grows is a list of such tables, each as
 * long as what came at once, so that nothing is ever copied to make room.
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
  readonly count: number;
  readonly columns: Columns<S>;
}

export type Chunks<S extends Schema> = readonly Chunk<S>[];

export function createColumns<S extends Schema>(schema: S, length: number): Columns<S> {
  const columns: Record<string, InstanceType<ColumnConstructor>> = {};
  for (const [name, column] of Object.entries(schema)) {
    const Column = column as new (buffer: ArrayBufferLike) => InstanceType<ColumnConstructor>;
    columns[name] = new Column(new SharedArrayBuffer(length * column.BYTES_PER_ELEMENT));
  }
  return columns as Columns<S>;
}

export function createChunk<S extends Schema>(schema: S, count: number): Chunk<S> {
  return { count, columns: createColumns(schema, count) };
}

export function rowCount<S extends Schema>(chunks: Chunks<S>): number {
  return chunks.reduce((rows, { count }) => rows + count, 0);
}
