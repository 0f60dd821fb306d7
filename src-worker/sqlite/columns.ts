import { TextPool } from '../tables/columnTable';
import { sinceBase, type TableRow } from './tableRow';

/** A column that is wanted of a table, by the name it has there (or the names it has had), and as what. */
export interface ColumnWish<T> {
  readonly names: readonly string[];
  readonly start: () => ColumnBuilder<T>;
}

/** One column while its table is read. */
export interface ColumnBuilder<T> {
  /** `column`: place of the column in the row. */
  add(row: TableRow, column: number): void;
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
  return { names, start: () => new NumberBuilder((row, column) => row.number(column)) };
}

/** The value × 10^`shiftDigits`, rounded once: 3 makes ns of µs. */
export function shifted(shiftDigits: number, ...names: readonly string[]): ColumnWish<Float64Array> {
  const power = 10 ** shiftDigits;
  const read = (row: TableRow, column: number) => {
    const value = row.number(column);
    // A product would be off in the last digit: 8915.634 × 1000 is not 8915634.
    return Number.isInteger(value) ? value * power : Number(`${value}e${shiftDigits}`);
  };
  return { names, start: () => new NumberBuilder(read) };
}

/** Whole numbers (instants in ns, say) as their distance from `base`: exact within 53 bits. NaN for NULL. */
export function since(base: bigint, ...names: readonly string[]): ColumnWish<Float64Array> {
  const words = sinceBase(base);
  return { names, start: () => new NumberBuilder((row, column) => row.since(column, words)) };
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

class NumberBuilder implements ColumnBuilder<Float64Array> {
  #values = new Float64Array(FIRST_CAPACITY);
  #count = 0;

  constructor(readonly read: (row: TableRow, column: number) => number) {}

  add(row: TableRow, column: number): void {
    if (this.#count === this.#values.length) {
      const longer = new Float64Array(2 * this.#count);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#count++] = this.read(row, column);
  }

  finish(): Float64Array {
    return this.#values.slice(0, this.#count);
  }
}

class BigIntBuilder implements ColumnBuilder<BigInt64Array> {
  #values = new BigInt64Array(FIRST_CAPACITY);
  #count = 0;

  add(row: TableRow, column: number): void {
    if (this.#count === this.#values.length) {
      const longer = new BigInt64Array(2 * this.#count);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.#count++] = row.bigint(column) ?? NO_BIGINT;
  }

  finish(): BigInt64Array {
    return this.#values.slice(0, this.#count);
  }
}

class TextBuilder implements ColumnBuilder<readonly (string | undefined)[]> {
  readonly #values: (string | undefined)[] = [];

  add(row: TableRow, column: number): void {
    this.#values.push(row.text(column));
  }

  finish(): readonly (string | undefined)[] {
    return this.#values;
  }
}

class CodedBuilder implements ColumnBuilder<CodedTexts> {
  readonly #codes: number[] = [];
  readonly #pool = new TextPool();

  add(row: TableRow, column: number): void {
    this.#codes.push(this.#pool.code(row.text(column) ?? ''));
  }

  finish(): CodedTexts {
    return { codes: Uint32Array.from(this.#codes), texts: this.#pool.texts };
  }
}
