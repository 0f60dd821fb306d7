import { integerAsNumber, integerSince, isInteger, type WordBase } from './integers';
import { BATCH_ROWS, FIRST_BLOB } from './rowBatch';
import type { TableRow } from './tableRow';

/** Columns of the batch that a walk is at, decoded at once into arrays that are used for every batch again. */

/** Room for one column of a batch. */
export function batchNumbers(): Float64Array {
  return new Float64Array(BATCH_ROWS);
}

/** 64-bit integers in two halves, unsigned. */
export interface BatchWords {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
  /** 1 where there is a whole number. */
  readonly has: Uint8Array;
}

export function batchWords(): BatchWords {
  return { high: new Uint32Array(BATCH_ROWS), low: new Uint32Array(BATCH_ROWS), has: new Uint8Array(BATCH_ROWS) };
}

/** As `TableRow.number`: NaN for NULL and, noted, what is no number. */
export function readNumbers(row: TableRow, column: number, into: Float64Array): void {
  const { types, places, starts, bytes, count } = row.batch;
  const start = starts[column];
  for (let i = 0; i < count; i++) {
    const type = types[start + i];
    if (isInteger(type)) into[i] = integerAsNumber(bytes, places[start + i], type);
    else {
      row.index = i;
      into[i] = row.number(column);
    }
  }
}

/** As `TableRow.since`, also of whole numbers that are kept as texts, as torch_npu's instants are. */
export function readSince(row: TableRow, column: number, base: WordBase, into: Float64Array): void {
  const { types, places, starts, bytes, count } = row.batch;
  const start = starts[column];
  for (let i = 0; i < count; i++) {
    const type = types[start + i];
    const at = places[start + i];
    if (isInteger(type)) into[i] = integerSince(bytes, at, type, base);
    else {
      const length = (type - FIRST_BLOB) >> 1;
      const digits = (type & 1) === 1 && row.encoding === 'utf8' && length > LOW_DIGITS && length <= MOST_DIGITS;
      const since = digits ? digitsSince(bytes, at, at + length, base) : Number.NaN;
      row.index = i;
      into[i] = Number.isNaN(since) ? row.since(column, base) : since;
    }
  }
}

/** All 64 bits, for ids and for numbers that are several in one. */
export function readWords(row: TableRow, column: number, { high, low, has }: BatchWords): void {
  const { types, places, starts, bytes, count } = row.batch;
  const start = starts[column];
  for (let i = 0; i < count; i++) {
    const type = types[start + i];
    const at = places[start + i];
    has[i] = 1;
    if (type === 6) {
      high[i] = bytes.readUInt32BE(at);
      low[i] = bytes.readUInt32BE(at + 4);
    } else if (isInteger(type)) {
      const value = integerAsNumber(bytes, at, type);
      high[i] = Math.floor(value / 2 ** 32);
      low[i] = value;
    } else {
      row.index = i;
      const value = row.bigint(column);
      if (value === undefined) has[i] = 0;
      high[i] = Number(BigInt.asUintN(32, (value ?? 0n) >> 32n));
      low[i] = Number(BigInt.asUintN(32, value ?? 0n));
    }
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
