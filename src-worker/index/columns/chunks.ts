/**
 * Tables in shared memory: columns of equal length, readable by any thread. What grows is a list of such tables, so that
 * nothing is ever copied to make room.
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

/** Each column begins at a multiple of this, as the widest element needs. */
const ALIGN_BYTES = 8;

/**
 * The columns lie one after another in one buffer: a buffer of its own for each would cost more than what is in it, where
 * tables are small and many, since every buffer is allocated, sent to threads and collected by itself.
 */
export function createColumns<S extends Schema>(schema: S, length: number): Columns<S> {
  return columnsIn(schema, length, new SharedArrayBuffer(columnsBytes(schema, length)), 0);
}

function columnBytes(column: ColumnConstructor, length: number): number {
  return Math.ceil((length * column.BYTES_PER_ELEMENT) / ALIGN_BYTES) * ALIGN_BYTES;
}

function columnsBytes(schema: Schema, length: number): number {
  return Object.values(schema).reduce((sum, column) => sum + columnBytes(column, length), 0);
}

/** Columns in `buffer` from a byte on. */
function columnsIn<S extends Schema>(schema: S, length: number, buffer: SharedArrayBuffer, from: number): Columns<S> {
  const columns: Record<string, InstanceType<ColumnConstructor>> = {};
  let offset = from;
  for (const [name, column] of Object.entries(schema)) {
    const Column = column as new (shared: SharedArrayBuffer, offset: number, length: number) => typeof columns.name;
    columns[name] = new Column(buffer, offset, length);
    offset += columnBytes(column, length);
  }
  return columns as Columns<S>;
}

export function createChunk<S extends Schema>(schema: S, count: number): Chunk<S> {
  return { count, columns: createColumns(schema, count) };
}

export function rowCount(chunks: readonly { readonly count: number }[]): number {
  return chunks.reduce((rows, { count }) => rows + count, 0);
}

/** All rows one after another, in columns of their own. Of chunks with more columns only those of the schema. */
export function joinedColumns<S extends Schema>(schema: S, chunks: Chunks<NoInfer<S>>, slabs: Slabs): Columns<S> {
  const joined = slabs.columns(schema, rowCount(chunks));
  let at = 0;
  for (const { columns, count } of chunks) {
    for (const name of Object.keys(schema)) joined[name].set(columns[name], at);
    at += count;
  }
  return joined;
}

/** The rows with these numbers, counted over all chunks; ascending. */
export function takeRows<S extends Schema>(schema: S, chunks: Iterable<Chunk<S>>, rows: Uint32Array): Chunk<S> {
  const taken = createChunk(schema, rows.length);
  let first = 0;
  let from = 0;
  for (const { columns, count } of chunks) {
    let to = from;
    while (to < rows.length && rows[to] < first + count) to++;
    const own = rows.slice(from, to).map((row) => row - first);
    for (const name of Object.keys(schema)) takeValues(columns[name], own, taken.columns[name].subarray(from, to));
    first += count;
    from = to;
  }
  return taken;
}

/** One loop per type of column: a loop that sees all of them is several times slower. */
function takeValues(source: AnyColumn, rows: Uint32Array, target: AnyColumn): void {
  if (source instanceof Float64Array) takeFloats(source, rows, target);
  else if (source instanceof Uint32Array) takeWords(source, rows, target);
  else if (source instanceof Int32Array) takeIntegers(source, rows, target);
  else if (source instanceof Uint16Array) takeHalves(source, rows, target);
  else takeBytes(source, rows, target);
}

type AnyColumn = InstanceType<ColumnConstructor>;

function takeFloats(source: Float64Array, rows: Uint32Array, target: AnyColumn): void {
  for (let i = 0; i < rows.length; i++) target[i] = source[rows[i]];
}

function takeWords(source: Uint32Array, rows: Uint32Array, target: AnyColumn): void {
  for (let i = 0; i < rows.length; i++) target[i] = source[rows[i]];
}

function takeIntegers(source: Int32Array, rows: Uint32Array, target: AnyColumn): void {
  for (let i = 0; i < rows.length; i++) target[i] = source[rows[i]];
}

function takeHalves(source: Uint16Array, rows: Uint32Array, target: AnyColumn): void {
  for (let i = 0; i < rows.length; i++) target[i] = source[rows[i]];
}

function takeBytes(source: Uint8Array, rows: Uint32Array, target: AnyColumn): void {
  for (let i = 0; i < rows.length; i++) target[i] = source[rows[i]];
}

/** Rows of a chunk that is filled little by little; one that is filled row by row has no fewer unless it is the last. */
export const CHUNK_ROWS = 1 << 16;

/** More than any size from which on glibc asks the system for each buffer, and gives it back when it is freed. */
const SLAB_BYTES = 33 << 20;

/**
 * Memory for chunks of tables that are let go together. The C library keeps smaller buffers that are freed for itself, so
 * what was read would go on taking room while the index is made of it. What nobody writes to takes none, but on Windows.
 */
export class Slabs {
  #slab: SharedArrayBuffer | undefined;
  #used = 0;

  columns<S extends Schema>(schema: S, length: number): Columns<S> {
    const sizeBytes = columnsBytes(schema, length);
    if (process.platform === 'win32') return createColumns(schema, length);
    if (sizeBytes > SLAB_BYTES) return largeColumns(schema, length);
    if (sizeBytes > SLAB_BYTES / 4) return columnsIn(schema, length, new SharedArrayBuffer(SLAB_BYTES), 0);
    if (!this.#slab || this.#used + sizeBytes > SLAB_BYTES) {
      this.#slab = new SharedArrayBuffer(SLAB_BYTES);
      this.#used = 0;
    }
    const columns = columnsIn(schema, length, this.#slab, this.#used);
    this.#used += sizeBytes;
    return columns;
  }
}

/** Each in a buffer of its own, so that those are let go that nobody asks for any more. */
function largeColumns<S extends Schema>(schema: S, length: number): Columns<S> {
  const columns = Object.entries(schema).map(([name, column]) => {
    const buffer = new SharedArrayBuffer(Math.max(SLAB_BYTES, columnBytes(column, length)));
    return [name, columnsIn({ column }, length, buffer, 0).column];
  });
  return Object.fromEntries(columns) as Columns<S>;
}

/** A table that grows: rows are put behind `count` of the columns that `room` answers, and `count` is then moved on. */
export class GrowingTable<S extends Schema> {
  readonly #full: Chunk<S>[] = [];
  readonly #slabs: Slabs;
  #open: Columns<S> | undefined;
  #capacity = 0;
  /** Rows in the columns that `room` answered last. */
  count = 0;

  /** With `slabs` all chunks lie there, beside those of other tables; without, only those behind the first do, in its own. */
  constructor(
    readonly schema: S,
    readonly slabs?: Slabs,
  ) {
    this.#slabs = slabs ?? new Slabs();
  }

  /** Columns with room for `rows` behind `count`. */
  room(rows: number): Columns<S> {
    if (this.#open && this.count + rows <= this.#capacity) return this.#open;
    if (this.#open && this.count > 0) this.#full.push(firstRows(this.#open, this.count));
    this.#capacity = Math.max(CHUNK_ROWS, rows);
    const isFirst = this.#open === undefined && this.slabs === undefined;
    this.#open = isFirst
      ? createColumns(this.schema, this.#capacity)
      : this.#slabs.columns(this.schema, this.#capacity);
    this.count = 0;
    return this.#open;
  }

  /** Copies `count` of these rows from the row `first` on behind what is there. */
  append(rows: Columns<S>, count: number, first = 0): void {
    if (count === 0) return;
    const into = this.room(count);
    for (const name of Object.keys(this.schema)) into[name].set(rows[name].subarray(first, first + count), this.count);
    this.count += count;
  }

  /** All rows so far. More can be put behind them; what is returned does not change. */
  chunks(): Chunks<S> {
    if (!this.#open || this.count === 0) return [...this.#full];
    return [...this.#full, firstRows(this.#open, this.count)];
  }
}

/** The rows from number `first` on, counted over all chunks. */
export function rowsFrom<S extends Schema>(chunks: Chunks<S>, first: number): Chunks<S> {
  const rest: Chunk<S>[] = [];
  let before = first;
  for (const { columns, count } of chunks) {
    const own = Math.min(before, count);
    before -= own;
    if (own === count) continue;
    const parts = Object.entries(columns).map(([name, column]) => [name, column.subarray(own, count)]);
    rest.push({ count: count - own, columns: Object.fromEntries(parts) as Columns<S> });
  }
  return rest;
}

function firstRows<S extends Schema>(columns: Columns<S>, count: number): Chunk<S> {
  const first = Object.entries(columns).map(([name, column]) => [name, column.subarray(0, count)]);
  return { count, columns: Object.fromEntries(first) as Columns<S> };
}
