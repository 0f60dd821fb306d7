/** Which columns a table has, and where their values lie: as `FactTable` of `../factTable.ts` has them. */
import { newRoom, widen } from './bytes';

/** Types of Parquet. */
export const INT32: i32 = 1;
export const INT64: i32 = 2;
export const DOUBLE: i32 = 5;
export const STRING: i32 = 6;

@unmanaged
export class Column {
  name: usize;
  nameSize: u32;
  type: i32;
  /** Of `FactTable.has`. */
  bit: u32;
  /** Bytes that lie before it, of each row. */
  before: u32;
  /** It is `more`: its values are texts by themselves. */
  isMore: bool;
  isOptional: bool;
}

const MOST_COLUMNS: i32 = 32;
const columns: usize = heap.alloc(<usize>MOST_COLUMNS * offsetof<Column>());
let columnCount: i32 = 0;
let rowBytes: u32 = 0;
let moreAtBefore: u32 = 0;
let hasBefore: u32 = 0;

export const table = newRoom(1 << 16);
let rowCount: u32 = 0;

/** `width`: of all columns in the other side's table, whose last two are `moreAt` and `has`. */
export function setRow(width: u32, moreAt: u32, has: u32): void {
  rowBytes = width;
  moreAtBefore = moreAt;
  hasBefore = has;
}

/** Its name lies at `name`, for good. */
export function addColumn(name: usize, nameSize: u32, type: i32, bit: u32, before: u32, isMore: bool): void {
  if (columnCount === MOST_COLUMNS) return;
  const own = columnAt(columnCount++);
  own.name = name;
  own.nameSize = nameSize;
  own.type = type;
  own.bit = bit;
  own.before = before;
  own.isMore = isMore;
  own.isOptional = false;
}

function columnAt(position: i32): Column {
  return changetype<Column>(columns + <usize>position * offsetof<Column>());
}

/** Null: a column that is not known. */
export function columnNamed(at: usize, size: u32): Column | null {
  for (let position: i32 = 0; position < columnCount; position++) {
    const own = columnAt(position);
    if (own.nameSize === size && memory.compare(own.name, at, <usize>size) === 0) return own;
  }
  return null;
}

export function beginTable(count: u32): void {
  rowCount = count;
  widen(table, <usize>count * <usize>rowBytes);
  memory.fill(table.at, 0, <usize>count * <usize>rowBytes);
  for (let position: i32 = 0; position < columnCount; position++) columnAt(position).isOptional = false;
}

export function valuesOf(own: Column): usize {
  return table.at + <usize>own.before * <usize>rowCount;
}

export function moreAts(): usize {
  return table.at + <usize>moreAtBefore * <usize>rowCount;
}

export function haves(): usize {
  return table.at + <usize>hasBefore * <usize>rowCount;
}
