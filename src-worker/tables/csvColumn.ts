import type { Unit } from '../../src-contract';
import { ByteTexts } from './byteTexts';
import { type Column, codedColumn, numberColumn } from './columnTable';
import type { HeaderUnit } from './header';
import { instantNs, isMissing, isNumberText, shiftedNumber } from './numbers';

const FIRST_CAPACITY = 1024;
/** Powers of ten that a float64 holds exactly: with them, one division or product is rounded once, like the text. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const MAX_EXACT_DIGITS = 15;

/** What a column is to become, apart from its values. */
export interface ColumnDescription {
  readonly key: string;
  readonly label: string;
  readonly unit: HeaderUnit;
  readonly isHidden: boolean;
  /** Texts, whatever stands in it. */
  readonly isText: boolean;
  /** What instants count from. */
  readonly baseNs: bigint;
}

/** One column while it is read: numbers until a text comes. Cells come as bytes; nearly none has to become a string. */
export class ColumnBuilder {
  #numbers: Float64Array | undefined = new Float64Array(FIRST_CAPACITY);
  #codes: Uint32Array | undefined;
  readonly #texts = new ByteTexts();
  #count = 0;
  /** Instants whose digits a spreadsheet has cut off: 1.69512E+15. */
  roundedInstants = 0;
  readonly #isInstant: boolean;
  /** The base in the column's own unit, and the ns beyond. */
  readonly #baseWhole: number;
  readonly #baseRest: number;

  constructor(readonly description: ColumnDescription) {
    const { unit, baseNs, isText } = description;
    this.#isInstant = unit.unit === 'time';
    const scale = 10n ** BigInt(unit.shiftDigits);
    this.#baseWhole = Number(baseNs / scale);
    this.#baseRest = Number(baseNs % scale);
    if (isText) this.#becomeText();
  }

  /** The cell `bytes[start] … bytes[end - 1]`; white space around it does not count. */
  add(bytes: Uint8Array, start: number, end: number): void {
    let from = start;
    let to = end;
    while (from < to && isBlank(bytes[from])) from++;
    while (to > from && isBlank(bytes[to - 1])) to--;
    if (this.#numbers) {
      const value = this.#isInstant ? this.#instant(bytes, from, to) : this.#number(bytes, from, to);
      if (value !== undefined) this.#addNumber(value);
      else this.#addOther(bytes, from, to);
    } else this.#addText(bytes, from, to);
  }

  /** A cell that is not there. */
  addMissing(): void {
    if (this.#numbers) this.#addNumber(Number.NaN);
    else this.#addCode(this.#texts.code(new Uint8Array(0), 0, 0));
  }

  /** Plain digits with at most one point; undefined for whatever else it is. Correctly rounded, as `Number` would be. */
  #number(bytes: Uint8Array, from: number, to: number): number | undefined {
    const isNegative = bytes[from] === 0x2d;
    let mantissa = 0;
    let digits = 0;
    let decimals = -1;
    for (let i = isNegative ? from + 1 : from; i < to; i++) {
      const digit = bytes[i] - 0x30;
      if (digit >= 0 && digit <= 9) {
        mantissa = 10 * mantissa + digit;
        digits++;
        if (decimals >= 0) decimals++;
      } else if (bytes[i] === 0x2e && decimals < 0) decimals = 0;
      else return undefined;
    }
    if (digits === 0 || digits > MAX_EXACT_DIGITS) return undefined;
    const { shiftDigits, factor } = this.description.unit;
    const shift = shiftDigits - Math.max(0, decimals);
    const size = (shift >= 0 ? mantissa * POWERS[shift] : mantissa / POWERS[-shift]) * factor;
    return isNegative ? -size : size;
  }

  /** Digits with at most as many decimals as the unit has; undefined for whatever else it is. */
  #instant(bytes: Uint8Array, from: number, to: number): number | undefined {
    const { shiftDigits } = this.description.unit;
    let whole = 0;
    let i = from;
    for (; i < to && bytes[i] >= 0x30 && bytes[i] <= 0x39; i++) whole = 10 * whole + bytes[i] - 0x30;
    if (i === from || whole > Number.MAX_SAFE_INTEGER) return undefined;
    let rest = 0;
    let decimals = 0;
    if (i < to) {
      if (bytes[i] !== 0x2e || to - i - 1 > shiftDigits) return undefined;
      for (i++; i < to; i++, decimals++) {
        if (bytes[i] < 0x30 || bytes[i] > 0x39) return undefined;
        rest = 10 * rest + bytes[i] - 0x30;
      }
    }
    return (whole - this.#baseWhole) * POWERS[shiftDigits] + (rest * POWERS[shiftDigits - decimals] - this.#baseRest);
  }

  /** A number written otherwise, no value, or the text that makes this a column of texts. */
  #addOther(bytes: Uint8Array, from: number, to: number): void {
    const text = textOf(bytes, from, to);
    if (isMissing(text)) this.#addNumber(Number.NaN);
    else if (isNumberText(text)) {
      if (this.#isInstant && text.length > 9 && /e/i.test(text)) this.roundedInstants++;
      this.#addNumber(this.#canonical(text));
    } else {
      this.#becomeText();
      this.#addText(bytes, from, to);
    }
  }

  #canonical(text: string): number {
    const { shiftDigits, factor } = this.description.unit;
    return this.#isInstant
      ? instantNs(text, shiftDigits, this.description.baseNs)
      : shiftedNumber(text, shiftDigits) * factor;
  }

  #addNumber(value: number): void {
    let numbers = this.#numbers as Float64Array;
    if (this.#count === numbers.length) {
      const longer = new Float64Array(2 * numbers.length);
      longer.set(numbers);
      numbers = longer;
      this.#numbers = longer;
    }
    numbers[this.#count++] = value;
  }

  #addText(bytes: Uint8Array, from: number, to: number): void {
    const isNotAvailable =
      to - from === 3 && bytes[from] === 0x4e && bytes[from + 1] === 0x2f && bytes[from + 2] === 0x41;
    this.#addCode(this.#texts.code(bytes, from, isNotAvailable ? from : to));
  }

  #addCode(code: number): void {
    let codes = this.#codes as Uint32Array;
    if (this.#count === codes.length) {
      const longer = new Uint32Array(2 * codes.length);
      longer.set(codes);
      codes = longer;
      this.#codes = longer;
    }
    codes[this.#count++] = code;
  }

  /** What was read as numbers so far is written out again. */
  #becomeText(): void {
    const numbers = this.#numbers as Float64Array;
    this.#numbers = undefined;
    this.#codes = new Uint32Array(Math.max(FIRST_CAPACITY, numbers.length));
    const { shiftDigits, factor } = this.description.unit;
    for (let row = 0; row < this.#count; row++) {
      const value = numbers[row] / factor / 10 ** shiftDigits;
      const text = new TextEncoder().encode(Number.isNaN(value) ? '' : String(value));
      this.#codes[row] = this.#texts.code(text, 0, text.length);
    }
  }

  /** The first `rowCount` values. */
  column(rowCount: number): Column {
    const { key, label, isHidden } = this.description;
    const unit: Unit = this.description.unit.unit;
    if (this.#numbers) return numberColumn(key, unit, trimmed(this.#numbers, rowCount), { label, isHidden });
    const codes = trimmed(this.#codes as Uint32Array, rowCount);
    return codedColumn(key, codes, this.#texts.texts, { label, isHidden });
  }
}

/** A large part kept in reserve is given back; a small one is not worth the copy. */
function trimmed<T extends Float64Array | Uint32Array>(values: T, length: number): T {
  const isWorthIt = values.length > 1.25 * length;
  return (isWorthIt ? values.slice(0, length) : values.subarray(0, length)) as T;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

const decoder = new TextDecoder();

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}
