import type { Unit } from '../../src-contract';
import { ByteTexts } from './byteTexts';
import { type Column, codedColumn, type HeaderUnit, numberColumn } from './columnTable';
import type { CellReading, ColumnTexts } from './csvMemory';
import { instantNs, isMissing, isNumberText, looksLikeNumber, MAX_TIME_NS, shiftedNumber } from './numbers';

const FIRST_CAPACITY = 256;
/** Powers of ten that a float64 holds exactly: with them, one division or product is rounded once, like the text. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));
const MAX_EXACT_DIGITS = 15;
/** Digits of any number that 32 bits hold. */
const INTEGER_DIGITS = 9;

/** What a column is to become, apart from its values. */
export interface ColumnDescription {
  readonly key: string;
  readonly label: string;
  readonly unit: HeaderUnit;
  readonly isHidden: boolean;
  /**
   * `text`: texts, whatever stands in it. `number`: it is to hold numbers, so that a cell without one is damaged. `open`: what
   * stands in it tells.
   */
  readonly holds: 'text' | 'number' | 'open';
  /** What instants count from. */
  readonly baseNs: bigint;
}

/**
 * One column while it is read. Cells come as bytes; nearly none has to become a string.
 *
 * A column that is to hold numbers does, unless more of its cells are texts than numbers; such a text has no value, and is
 * damage. Any other column is one of texts if a single cell is one. What stands for a number and is none (NaN, 1e400) is
 * damage in either. Numbers that were read before can't be had as the texts they were: then `wantsText`, and the file is to
 * be read again.
 */
export class ColumnBuilder {
  #numbers: Float64Array | undefined;
  #codes: Uint32Array | undefined;
  #texts: ColumnTexts | undefined;
  #count = 0;
  #valueCount = 0;
  #textCount = 0;
  /** Something was read that would not be as it is in the file if it became a text. */
  #isPastText = false;
  #hasText = false;
  /** Instants whose digits a spreadsheet has cut off: 1.69512E+15. */
  roundedInstants = 0;
  readonly #isInstant: boolean;
  /** No value is as large. */
  readonly #limit: number;
  /** The base in the column's own unit, and the ns beyond. */
  readonly #baseWhole: number;
  readonly #baseRest: number;

  constructor(
    readonly description: ColumnDescription,
    /** What numbers the column's texts, if it has any. */
    readonly makeTexts: () => ColumnTexts = () => new ByteTexts(),
  ) {
    const { unit, baseNs, holds } = description;
    this.#isInstant = unit.unit === 'time';
    this.#limit = this.#isInstant || unit.unit === 'duration' ? MAX_TIME_NS : Number.POSITIVE_INFINITY;
    const scale = 10n ** BigInt(unit.shiftDigits);
    this.#baseWhole = Number(baseNs / scale);
    this.#baseRest = Number(baseNs % scale);
    if (holds === 'text') this.#becomeText();
    else this.#numbers = new Float64Array(FIRST_CAPACITY);
  }

  /** How its cells are read, as far as is known now: a column that is one of numbers may become one of texts. */
  get reading(): CellReading {
    const { shiftDigits, factor } = this.description.unit;
    const kind = !this.#numbers ? 'text' : this.#isInstant ? 'instant' : 'number';
    return { kind, shiftDigits, factor, limit: this.#limit, baseWhole: this.#baseWhole, baseRest: this.#baseRest };
  }

  get isText(): boolean {
    return this.#numbers === undefined;
  }

  /** True if the column turned out to be one of texts too late to show them as they are. */
  get wantsText(): boolean {
    return this.#hasText || this.#textCount > this.#valueCount;
  }

  /** The cell `bytes[start] … bytes[end - 1]`; white space around it does not count. False if it is damaged. */
  add(bytes: Uint8Array, start: number, end: number): boolean {
    let from = start;
    let to = end;
    while (from < to && isBlank(bytes[from])) from++;
    while (to > from && isBlank(bytes[to - 1])) to--;
    if (!this.#numbers) {
      this.#addText(bytes, from, to);
      return true;
    }
    const value = this.#isInstant ? this.#instant(bytes, from, to) : this.#number(bytes, from, to);
    if (value === undefined) return this.#addOther(bytes, from, to);
    this.#addValue(value);
    return true;
  }

  /** Cells that have been read elsewhere; NaN: nothing stands there. So many are values, and so many cells will come in all. */
  addNumbers(values: Float64Array, valueCount: number, expectedCount: number): void {
    this.#valueCount += valueCount;
    this.#isPastText ||= valueCount > 0;
    const numbers = withRoom(this.#numbers as Float64Array, this.#count + values.length, expectedCount);
    numbers.set(values, this.#count);
    this.#numbers = numbers;
    this.#count += values.length;
  }

  /** The same of texts, numbered by what `makeTexts` gives. */
  addCodes(values: Uint32Array, expectedCount: number): void {
    this.#texts ??= this.makeTexts();
    const codes = withRoom(this.#codes as Uint32Array, this.#count + values.length, expectedCount);
    codes.set(values, this.#count);
    this.#codes = codes;
    this.#count += values.length;
  }

  /** A cell that is not there. */
  addMissing(): void {
    if (this.#numbers) this.#addNumber(Number.NaN);
    else this.#addText(NO_BYTES, 0, 0);
  }

  /** Plain digits with at most one point; undefined for whatever else it is. Correctly rounded, as `Number` would be. */
  #number(bytes: Uint8Array, from: number, to: number): number | undefined {
    const isNegative = bytes[from] === 0x2d;
    let digits = 0;
    let decimals = -1;
    // The first digits in 32 bits, which most numbers are: several times as fast.
    let first = 0;
    let i = isNegative ? from + 1 : from;
    for (; i < to && digits < INTEGER_DIGITS; i++) {
      const digit = bytes[i] - 0x30;
      if (digit >= 0 && digit <= 9) {
        first = (10 * first + digit) | 0;
        digits++;
        if (decimals >= 0) decimals++;
      } else if (bytes[i] === 0x2e && decimals < 0) decimals = 0;
      else return undefined;
    }
    let mantissa = first;
    for (; i < to; i++) {
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
    if (size >= this.#limit) return undefined;
    return isNegative ? -size : size;
  }

  /** Digits with at most as many decimals as the unit has; undefined for whatever else it is. */
  #instant(bytes: Uint8Array, from: number, to: number): number | undefined {
    const { shiftDigits } = this.description.unit;
    // In two halves of 32 bits each.
    let [high, low] = [0, 0];
    let i = from;
    for (; i < to && i - from < INTEGER_DIGITS && bytes[i] >= 0x30 && bytes[i] <= 0x39; i++)
      high = (10 * high + bytes[i] - 0x30) | 0;
    const lowFrom = i;
    for (; i < to && i - lowFrom < INTEGER_DIGITS && bytes[i] >= 0x30 && bytes[i] <= 0x39; i++)
      low = (10 * low + bytes[i] - 0x30) | 0;
    const whole = high * POWERS[i - lowFrom] + low;
    // More digits than two halves hold.
    if (i < to && bytes[i] >= 0x30 && bytes[i] <= 0x39) return undefined;
    if (i === from || whole > Number.MAX_SAFE_INTEGER || whole * POWERS[shiftDigits] >= this.#limit) return undefined;
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

  /** A number written otherwise, no value, what is no number and should be one, or a text. False if it is damaged. */
  #addOther(bytes: Uint8Array, from: number, to: number): boolean {
    if (from === to || isNotAvailable(bytes, from, to)) {
      this.#addNumber(Number.NaN);
      return true;
    }
    const text = textOf(bytes, from, to);
    const isNumber = looksLikeNumber(text);
    if (isMissing(text) && !isNumber) {
      this.#isPastText = true;
      this.#addNumber(Number.NaN);
      return true;
    }
    const value = this.#canonical(text);
    if (!Number.isNaN(value)) {
      if (this.#isInstant && text.length > 9 && /e/i.test(text)) this.roundedInstants++;
      this.#addValue(value);
      return true;
    }
    const isText = this.description.holds === 'open' && (!isNumber || /^[+-]?\d+$/.test(text));
    if (isText && !this.#isPastText) {
      this.#becomeText();
      this.#addText(bytes, from, to);
      return true;
    }
    this.#hasText ||= isText;
    if (!isNumber) this.#textCount++;
    this.#isPastText = true;
    this.#addNumber(Number.NaN);
    return isText;
  }

  /** NaN for what is no number that the column can hold. */
  #canonical(text: string): number {
    const { shiftDigits, factor, unit } = this.description.unit;
    if (this.#isInstant) return instantNs(text, shiftDigits, this.description.baseNs);
    // Of a quantity the first 16 digits will do, of an id every digit counts.
    const isExact = unit === 'id' || unit === 'none';
    if (isExact ? !isNumberText(text) : !looksLikeNumber(text)) return Number.NaN;
    const value = shiftedNumber(text, shiftDigits) * factor;
    return Number.isFinite(value) && Math.abs(value) < this.#limit ? value : Number.NaN;
  }

  #addValue(value: number): void {
    this.#valueCount++;
    this.#isPastText = true;
    this.#addNumber(value);
  }

  #addNumber(value: number): void {
    let numbers = this.#numbers as Float64Array;
    if (this.#count === numbers.length) {
      numbers = withRoom(numbers, this.#count + 1);
      this.#numbers = numbers;
    }
    numbers[this.#count++] = value;
  }

  #addText(bytes: Uint8Array, from: number, to: number): void {
    this.#texts ??= this.makeTexts();
    this.#addCode(this.#texts.code(bytes, from, isNotAvailable(bytes, from, to) ? from : to));
  }

  #addCode(code: number): void {
    let codes = this.#codes as Uint32Array;
    if (this.#count === codes.length) {
      codes = withRoom(codes, this.#count + 1);
      this.#codes = codes;
    }
    codes[this.#count++] = code;
  }

  /** All that came so far had no value: it is the empty text, which is code 0. */
  #becomeText(): void {
    this.#numbers = undefined;
    this.#codes = new Uint32Array(Math.max(FIRST_CAPACITY, 2 * this.#count));
    if (this.#count === 0) return;
    this.#texts = this.makeTexts();
    this.#texts.code(NO_BYTES, 0, 0);
  }

  /** The first `rowCount` values. */
  column(rowCount: number): Column {
    const { key, label, isHidden } = this.description;
    const unit: Unit = this.description.unit.unit;
    if (this.#numbers) return numberColumn(key, unit, trimmed(this.#numbers, rowCount), { label, isHidden });
    const codes = trimmed(this.#codes as Uint32Array, rowCount);
    return codedColumn(key, codes, this.#texts?.texts ?? [], { label, isHidden });
  }
}

const NO_BYTES = new Uint8Array(0);

/**
 * The column, or a copy where so many values have no room in it: at least twice as long, and as long as all will need, but not
 * for the first few, which don't tell it.
 */
function withRoom<T extends Float64Array | Uint32Array>(values: T, count: number, expectedCount = 0): T {
  if (count <= values.length) return values;
  const length = Math.max(2 * values.length, count, count > FIRST_CAPACITY ? expectedCount : 0);
  const longer = (values instanceof Float64Array ? new Float64Array(length) : new Uint32Array(length)) as T;
  longer.set(values);
  return longer;
}

/** A large part kept in reserve is given back; a small one is not worth the copy. */
function trimmed<T extends Float64Array | Uint32Array>(values: T, length: number): T {
  const isWorthIt = values.length > 1.25 * length;
  return (isWorthIt ? values.slice(0, length) : values.subarray(0, length)) as T;
}

/** "N/A" */
function isNotAvailable(bytes: Uint8Array, from: number, to: number): boolean {
  return to - from === 3 && bytes[from] === 0x4e && bytes[from + 1] === 0x2f && bytes[from + 2] === 0x41;
}

function isBlank(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function textOf(bytes: Uint8Array, from: number, to: number): string {
  return decoder.decode(bytes.subarray(from, to));
}
