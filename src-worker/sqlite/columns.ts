import { TextPool } from '../tables/columnTable';
import { instantNs, isMissing, MAX_TIME_NS } from '../tables/numbers';
import { integerAsNumber, integerSince, isInteger, type WordBase, wordBase } from './integers';
import type { TableRow } from './tableRow';

/** A column that is wanted of a table, by the name it has there (or the names it has had), and as what. */
export interface ColumnWish<T> {
  readonly names: readonly string[];
  readonly start: () => ColumnBuilder<T>;
}

/** One column while its table is read. */
export interface ColumnBuilder<T> {
  /** Adds the values of all rows of the batch that `row` is in. `column`: place of the column in the row. */
  addBatch(row: TableRow, column: number): void;
  finish(): T;
}

/** Texts by number; '' stands for NULL. */
export interface CodedTexts {
  readonly codes: Uint32Array;
  /** Distinct. */
  readonly texts: readonly string[];
}

/** Stands for NULL in a column of bigints. */
export const NO_BIGINT = -(2n ** 63n);

/** NaN for NULL and what is no number. Integers beyond 53 bits are rounded: ask for `bigints` or `since` of those. */
export function numbers(...names: readonly string[]): ColumnWish<Float64Array> {
  return { names, start: () => new NumberBuilder() };
}

/** The value × 10^`shiftDigits`, rounded once: 3 makes ns of µs. */
export function shifted(shiftDigits: number, ...names: readonly string[]): ColumnWish<Float64Array> {
  return { names, start: () => new ShiftedBuilder(shiftDigits) };
}

/** Whole numbers (instants in ns, say) as their distance from `base`: exact within 53 bits. NaN for NULL. */
export function since(base: bigint, ...names: readonly string[]): ColumnWish<Float64Array> {
  return { names, start: () => new SinceBuilder(base) };
}

/**
 * Instants in µs with decimals, as ns since `base`. Of a float64 the shortest digits that lead to it are taken, which are
 * those of the text files; it is only good to 250 ns.
 */
export function microsecondsSince(base: bigint, ...names: readonly string[]): ColumnWish<Float64Array> {
  return { names, start: () => new MicrosecondsBuilder(base) };
}

/** Every digit of 64-bit integers; `NO_BIGINT` for NULL. */
export function bigints(...names: readonly string[]): ColumnWish<BigInt64Array> {
  return { names, start: () => new BigIntBuilder() };
}

/** Undefined for NULL. */
export function texts(...names: readonly string[]): ColumnWish<readonly (string | undefined)[]> {
  return { names, start: () => new TextBuilder() };
}

/** For texts that come again and again. */
export function coded(...names: readonly string[]): ColumnWish<CodedTexts> {
  return { names, start: () => new CodedBuilder() };
}

const FIRST_CAPACITY = 1024;
const MOST_CAPACITY = 1 << 15;

/** Numbers in pieces, so that a table of millions of rows is not copied each time it grows; put together once. */
abstract class FloatBuilder implements ColumnBuilder<Float64Array> {
  /** The piece that is being filled. */
  protected values = new Float64Array(FIRST_CAPACITY);
  protected count = 0;
  readonly #full: Float64Array[] = [];

  abstract addBatch(row: TableRow, column: number): void;

  /** Makes room for `count` values in one piece. */
  protected reserve(count: number): void {
    if (this.count + count <= this.values.length) return;
    this.#full.push(this.values.subarray(0, this.count));
    this.values = new Float64Array(Math.min(2 * this.values.length, MOST_CAPACITY));
    this.count = 0;
  }

  finish(): Float64Array {
    const pieces = [...this.#full, this.values.subarray(0, this.count)];
    const whole = new Float64Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  }
}

class NumberBuilder extends FloatBuilder {
  addBatch(row: TableRow, column: number): void {
    const { types, places, starts, bytes, count } = row.batch;
    this.reserve(count);
    const { values } = this;
    const start = starts[column];
    for (let i = 0; i < count; i++) {
      const type = types[start + i];
      if (isInteger(type)) values[this.count++] = integerAsNumber(bytes, places[start + i], type);
      else {
        row.index = i;
        values[this.count++] = row.number(column);
      }
    }
  }
}

class SinceBuilder extends FloatBuilder {
  readonly #base: WordBase;

  constructor(base: bigint) {
    super();
    this.#base = wordBase(base);
  }

  addBatch(row: TableRow, column: number): void {
    const { types, places, starts, bytes, count } = row.batch;
    this.reserve(count);
    const { values } = this;
    const base = this.#base;
    const start = starts[column];
    for (let i = 0; i < count; i++) {
      const type = types[start + i];
      if (isInteger(type)) values[this.count++] = integerSince(bytes, places[start + i], type, base);
      else {
        row.index = i;
        values[this.count++] = row.since(column, base);
      }
    }
  }
}

class ShiftedBuilder extends FloatBuilder {
  constructor(readonly shiftDigits: number) {
    super();
  }

  addBatch(row: TableRow, column: number): void {
    this.reserve(row.batch.count);
    for (row.index = 0; row.index < row.batch.count; row.index++) {
      const value = shift(row.number(column), this.shiftDigits);
      this.values[this.count++] = Math.abs(value) >= MAX_TIME_NS ? row.noteDamaged(column) : value;
    }
  }
}

class MicrosecondsBuilder extends FloatBuilder {
  constructor(readonly base: bigint) {
    super();
  }

  addBatch(row: TableRow, column: number): void {
    this.reserve(row.batch.count);
    for (row.index = 0; row.index < row.batch.count; row.index++) {
      const text = row.text(column) ?? '';
      const value = instantNs(text, 3, this.base);
      this.values[this.count++] = Number.isNaN(value) && !isMissing(text) ? row.noteDamaged(column) : value;
    }
  }
}

/** A product would be off in the last digit: 8915.634 × 1000 is not 8915634. */
function shift(value: number, digits: number): number {
  return Number.isInteger(value) ? value * 10 ** digits : Number(`${value}e${digits}`);
}

class BigIntBuilder implements ColumnBuilder<BigInt64Array> {
  #values = new BigInt64Array(FIRST_CAPACITY);
  #count = 0;

  addBatch(row: TableRow, column: number): void {
    const { count } = row.batch;
    if (this.#count + count > this.#values.length) {
      const longer = new BigInt64Array(2 * this.#values.length);
      longer.set(this.#values);
      this.#values = longer;
    }
    for (row.index = 0; row.index < count; row.index++) this.#values[this.#count++] = row.bigint(column) ?? NO_BIGINT;
  }

  finish(): BigInt64Array {
    return this.#values.slice(0, this.#count);
  }
}

class TextBuilder implements ColumnBuilder<readonly (string | undefined)[]> {
  readonly #values: (string | undefined)[] = [];

  addBatch(row: TableRow, column: number): void {
    for (row.index = 0; row.index < row.batch.count; row.index++) this.#values.push(row.text(column));
  }

  finish(): readonly (string | undefined)[] {
    return this.#values;
  }
}

class CodedBuilder implements ColumnBuilder<CodedTexts> {
  readonly #codes: number[] = [];
  readonly #pool = new TextPool();

  addBatch(row: TableRow, column: number): void {
    for (row.index = 0; row.index < row.batch.count; row.index++) {
      this.#codes.push(this.#pool.code(row.text(column) ?? ''));
    }
  }

  finish(): CodedTexts {
    return { codes: Uint32Array.from(this.#codes), texts: this.#pool.texts };
  }
}
