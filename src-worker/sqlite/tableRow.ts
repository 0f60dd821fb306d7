import { isMissing, looksLikeNumber, MAX_TIME_NS } from '../tables/numbers';
import type { DamagedCells } from './damagedCells';
import type { TextEncodingName } from './header';
import {
  asSafeNumber,
  integerAsBigInt,
  integerAsNumber,
  integerSince,
  isInteger,
  rowIdAt,
  type WordBase,
} from './integers';
import { ABSENT, FIRST_BLOB, ROW_ID_VARINT, type RowBatch } from './rowBatch';
import type { ColumnSchema } from './schema';

/** What a cell of a table may hold; undefined for NULL. Integers are bigints where a float64 would not be exact. */
export type SqlValue = number | bigint | string | Uint8Array | undefined;

const FLOAT = 7;

/**
 * The row that a scan is at; good only until the next one. Values are asked for by the place of the column among those
 * the scan was asked for, and decoded only then. A value that can't be read counts as NULL.
 */
export class TableRow {
  /** Place of the row in its batch. */
  index = 0;

  constructor(
    readonly batch: RowBatch,
    readonly encoding: TextEncodingName,
    readonly columns: readonly (ColumnSchema | undefined)[],
    /** Told of each cell that holds something else than it is asked for. */
    readonly damage: DamagedCells,
  ) {}

  /** Itself, at another row of the batch. */
  at(index: number): this {
    this.index = index;
    return this;
  }

  value(column: number): SqlValue {
    const { bytes, types, places, starts, pageBytes } = this.batch;
    const type = types[starts[column] + this.index];
    const at = places[starts[column] + this.index];
    if (type === 6) return asSafeNumber(integerAsBigInt(bytes, at, type));
    if (isInteger(type)) return integerAsNumber(bytes, at, type);
    if (type === FLOAT) return bytes.readDoubleBE(at);
    if (type === ROW_ID_VARINT) return rowIdAt(pageBytes, at);
    // What a column has in rows that were written before it was added.
    if (type === ABSENT) return this.columns[column]?.defaultValue;
    if (type < FIRST_BLOB) return undefined;
    const end = at + ((type - FIRST_BLOB) >> 1);
    return type & 1 ? this.#decode(at, end) : new Uint8Array(bytes.subarray(at, end));
  }

  /** NaN for NULL and, noted, what is no number. Rounded where an integer has more than 53 bits. */
  number(column: number): number {
    const value = this.value(column);
    if (isNone(value)) return Number.NaN;
    const number = value instanceof Uint8Array ? Number.NaN : Number(value);
    return Number.isFinite(number) ? number : this.noteDamaged(column);
  }

  /** Every digit. Undefined for NULL and, noted, what is no whole number. */
  bigint(column: number): bigint | undefined {
    const { bytes, types, places, starts } = this.batch;
    const type = types[starts[column] + this.index];
    if (isInteger(type)) return integerAsBigInt(bytes, places[starts[column] + this.index], type);
    const value = this.value(column);
    const whole = wholeNumber(value);
    if (whole === undefined && !isNone(value)) this.noteDamaged(column);
    return whole;
  }

  /** The whole number − `base`, exact as long as the difference has no more than 53 bits; NaN as `number`. */
  since(column: number, base: WordBase): number {
    const { bytes, types, places, starts } = this.batch;
    const type = types[starts[column] + this.index];
    if (isInteger(type)) return integerSince(bytes, places[starts[column] + this.index], type, base);
    const value = this.value(column);
    // A time that has been kept as a float64: what it has lost is lost.
    const whole = typeof value === 'number' && Number.isFinite(value) ? BigInt(Math.round(value)) : wholeNumber(value);
    if (isNone(value)) return Number.NaN;
    const isTime = whole !== undefined && Math.abs(Number(whole)) < MAX_TIME_NS;
    return isTime ? Number(whole - base.value) : this.noteDamaged(column);
  }

  /** Numbers written out in full; undefined for NULL and, noted, for bytes that are no text. */
  text(column: number): string | undefined {
    const value = this.value(column);
    if (value instanceof Uint8Array) this.noteDamaged(column);
    return value === undefined || value instanceof Uint8Array ? undefined : String(value);
  }

  /** The cell can't be read as what it is asked for: it has no value, NaN. */
  noteDamaged(column: number): number {
    const { batch, index } = this;
    const { bytes, pageBytes, pageNumber, pageStart, places, starts, rowIdPlaces } = batch;
    const name = this.columns[column]?.name;
    // Of a value on other pages, where its row begins.
    const place = bytes === pageBytes ? places[starts[column] + index] : rowIdPlaces[index];
    if (name !== undefined)
      this.damage.add(name, rowIdAt(pageBytes, rowIdPlaces[index]), pageNumber, place - pageStart);
    return Number.NaN;
  }

  #decode(start: number, end: number): string {
    const { bytes } = this.batch;
    if (this.encoding !== 'utf16be') return bytes.toString(this.encoding, start, end);
    const even = start + ((end - start) & ~1);
    return Buffer.from(bytes.subarray(start, even)).swap16().toString('utf16le');
  }
}

/** NULL, and what texts say in its place. */
function isNone(value: SqlValue): value is undefined | string {
  return (
    value === undefined || (typeof value === 'string' && isMissing(value.trim()) && !looksLikeNumber(value.trim()))
  );
}

function wholeNumber(value: SqlValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^\s*[+-]?\d{1,400}\s*$/.test(value) ? BigInt(value) : undefined;
}
