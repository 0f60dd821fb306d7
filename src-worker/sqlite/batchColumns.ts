import { integerAsNumber, integerSince, isInteger, shortRowIdAt, type WordBase } from './integers';
import { BATCH_ROWS, FIRST_BLOB, ROW_ID_VARINT } from './rowBatch';
import type { TableRow } from './tableRow';

/** Columns of the batch that a walk is at, decoded at once into arrays that are used for every batch again. */

/** The serial type of no value. */
const NULL = 0;

/** Whether nothing stands in a column that the table has; no damage. */
export function isNull({ batch: { types, starts } }: TableRow, column: number, i: number): boolean {
  return types[starts[column] + i] === NULL;
}

/** 64-bit integers in two halves, unsigned; 0 where there is none. */
export interface BatchWords {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

export function batchWords(): BatchWords {
  return { high: new Uint32Array(BATCH_ROWS), low: new Uint32Array(BATCH_ROWS) };
}

/** As `TableRow.number`: NaN for NULL and, noted, what is no number. `into` has room for a whole batch, in all of these. */
export function readNumbers(row: TableRow, column: number, into: Float64Array): void {
  const { types, places, starts, bytes, pageBytes, count, memory } = row.batch;
  const start = starts[column];
  const done = memory?.readNumbers(start, count) ?? 0;
  if (memory && done > 0) into.set(memory.values);
  for (let i = done; i < count; i++) {
    const type = types[start + i];
    if (isInteger(type)) into[i] = integerAsNumber(bytes, places[start + i], type);
    else if (type === NULL) into[i] = Number.NaN;
    else {
      const rowId = type === ROW_ID_VARINT ? shortRowIdAt(pageBytes, places[start + i]) : -1;
      into[i] = rowId >= 0 ? rowId : row.at(i).number(column);
    }
  }
}

/** As `TableRow.since`, also of whole numbers that are kept as texts, as torch_npu's instants are. */
export function readSince(row: TableRow, column: number, base: WordBase, into: Float64Array): void {
  const { count, starts, memory } = row.batch;
  const done = memory?.readSince(starts[column], count, base, row.encoding === 'utf8') ?? 0;
  if (memory && done > 0) into.set(memory.values);
  for (let i = done; i < count; i++) into[i] = sinceAt(row, column, i, base);
}

/** The same of one row of the batch, for a column that few rows are asked for. */
export function sinceAt(row: TableRow, column: number, i: number, base: WordBase): number {
  const { types, places, starts, bytes } = row.batch;
  const type = types[starts[column] + i];
  const at = places[starts[column] + i];
  if (isInteger(type)) return integerSince(bytes, at, type, base);
  const length = (type - FIRST_BLOB) >> 1;
  const digits = (type & 1) === 1 && row.encoding === 'utf8' && length > LOW_DIGITS && length <= MOST_DIGITS;
  const since = digits ? digitsSince(bytes, at, at + length, base) : Number.NaN;
  if (!Number.isNaN(since)) return since;
  row.index = i;
  return row.since(column, base);
}

/** All 64 bits, for ids and for numbers that are several in one. */
export function readWords(row: TableRow, column: number, into: BatchWords): void {
  const { count, starts, memory } = row.batch;
  const done = memory?.readWords(starts[column], count) ?? 0;
  if (memory && done > 0) {
    into.high.set(memory.highs);
    into.low.set(memory.lows);
  }
  for (let i = done; i < count; i++) readWordsAt(row, column, i, into);
}

/** The same of one row of the batch. */
export function readWordsAt(row: TableRow, column: number, i: number, { high, low }: BatchWords): void {
  const { types, places, starts, bytes } = row.batch;
  const type = types[starts[column] + i];
  const at = places[starts[column] + i];
  if (type === 6) {
    high[i] = bytes.readUInt32BE(at);
    low[i] = bytes.readUInt32BE(at + 4);
  } else if (isInteger(type)) {
    const value = integerAsNumber(bytes, at, type);
    high[i] = Math.floor(value / 2 ** 32);
    low[i] = value;
  } else {
    row.index = i;
    const value = row.bigint(column) ?? 0n;
    high[i] = Number(BigInt.asUintN(32, value >> 32n));
    low[i] = Number(BigInt.asUintN(32, value));
  }
}

const LOW_DIGITS = 9;
/** Of the largest integer; one digit more would not be exact here. */
const MOST_DIGITS = 19;

/** A whole number written out, less `base`, exact within 53 bits; NaN where something else than digits stands there. */
function digitsSince(bytes: Uint8Array, start: number, end: number, base: WordBase): number {
  let high = 0;
  let low = 0;
  for (let at = start; at < end - LOW_DIGITS; at++) {
    const digit = bytes[at] - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    high = high * 10 + digit;
  }
  for (let at = end - LOW_DIGITS; at < end; at++) {
    const digit = bytes[at] - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    low = low * 10 + digit;
  }
  return (high - base.billions) * 1e9 + (low - base.ones);
}
