/**
 * What is known of a table's columns, and where their values lie. A column has a record of `COLUMN_BYTES`; what grows with the
 * table (texts, the slots they are found by) is on the heap. The values of a batch of rows lie column after column.
 */

/** As in `../csvMemory.ts`. */
export const NUMBER: i32 = 0;
export const INSTANT: i32 = 1;
export const TEXT: i32 = 2;

/** Rows that are read before the other side takes their values. */
export const BATCH_ROWS: i32 = 1024;
/** From one column's values to the next one's: a cache line more, or those of a row would all lie in the same lines of the cache. */
const VALUES_BYTES: usize = ((<usize>BATCH_ROWS) << 3) + 64;
const FIRST_SCRATCH_BYTES: u32 = 1 << 12;
const FIRST_SLOTS: u32 = 256;
const FIRST_BYTES: u32 = 4096;

@unmanaged
export class Column {
  kind: i32;
  /** Digits to shift the decimal point by. */
  shift: i32;
  factor: f64;
  /** No value is as large. */
  limit: f64;
  /** What instants count from, in the column's own unit, and the ns beyond. */
  baseWhole: f64;
  baseRest: f64;
  /** Of the rows of a batch: f64, or u32 of texts. */
  values: usize;
  /** Of the batch. */
  valueCount: i32;
  /** Code + 1 by hash; 0: free. */
  slots: usize;
  slotCount: u32;
  /** By code. */
  hashes: usize;
  ends: usize;
  textCount: u32;
  /** Bytes of all texts, one after another. */
  pool: usize;
  poolBytes: u32;
  /** The one asked for last, or −1. */
  last: i32;
}

let columns: usize = 0;
let values: usize = 0;
let width: i32 = 0;
/** Of each cell of a row: where it begins and ends; and whether quotes in it are doubled. */
export let cellStarts: usize = 0;
export let cellEnds: usize = 0;
export let cellDoubled: usize = 0;
/** Of a cell whose quotes are made single, and of a text that the other side asks the number of. */
let scratch: usize = 0;
let scratchBytes: u32 = 0;

export function columnCount(): i32 {
  return width;
}

export function column(position: i32): Column {
  return changetype<Column>(columns + <usize>position * offsetof<Column>());
}

/** For a table of so many columns, none of which is known yet. */
export function makeRoom(count: i32): void {
  width = count;
  const cells = <usize>count;
  columns = heap.alloc(cells * offsetof<Column>());
  memory.fill(columns, 0, cells * offsetof<Column>());
  values = heap.alloc(cells * VALUES_BYTES);
  cellStarts = heap.alloc(cells << 2);
  cellEnds = heap.alloc(cells << 2);
  cellDoubled = heap.alloc(cells);
  for (let i: i32 = 0; i < count; i++) {
    const own = column(i);
    own.values = values + <usize>i * VALUES_BYTES;
    own.last = -1;
  }
}

/** Gives back all that the table took. */
export function clear(): void {
  if (columns === 0) return;
  for (let i: i32 = 0; i < width; i++) {
    const own = column(i);
    if (own.slotCount === 0) continue;
    heap.free(own.slots);
    heap.free(own.hashes);
    heap.free(own.ends);
    heap.free(own.pool);
  }
  heap.free(columns);
  heap.free(values);
  heap.free(cellStarts);
  heap.free(cellEnds);
  heap.free(cellDoubled);
  columns = 0;
  width = 0;
}

/** Room for so many bytes, until it is asked for again. */
export function scratchOf(sizeBytes: u32): usize {
  if (sizeBytes > scratchBytes) {
    if (scratch !== 0) heap.free(scratch);
    scratchBytes = max<u32>(FIRST_SCRATCH_BYTES, sizeBytes << 1);
    scratch = heap.alloc(<usize>scratchBytes);
  }
  return scratch;
}

/** Room for the first texts of a column. */
export function beginTexts(own: Column): void {
  own.slotCount = FIRST_SLOTS;
  own.slots = heap.alloc((<usize>FIRST_SLOTS) << 2);
  memory.fill(own.slots, 0, (<usize>FIRST_SLOTS) << 2);
  own.hashes = heap.alloc((<usize>FIRST_SLOTS) << 2);
  own.ends = heap.alloc((<usize>FIRST_SLOTS) << 2);
  own.poolBytes = FIRST_BYTES;
  own.pool = heap.alloc(<usize>FIRST_BYTES);
}

export function valuesAt(position: i32): usize {
  return column(position).values;
}

/** How many of the batch's cells have a value. */
export function valueCount(position: i32): i32 {
  return column(position).valueCount;
}

export function textCount(position: i32): u32 {
  return column(position).textCount;
}

export function textEndsAt(position: i32): usize {
  return column(position).ends;
}

export function textBytesAt(position: i32): usize {
  return column(position).pool;
}
