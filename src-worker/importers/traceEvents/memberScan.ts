import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  isSpace,
  isText,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
} from '../../tokenizer/scan';

/** What may come next in a member. */
enum Expected {
  key,
  colon,
  value,
  commaOrEnd,
}

/** Deeper nesting is taken for damage, so that a file of brackets takes no memory. */
const MAX_DEPTH = 1 << 16;

/**
 * - `bytes-end`: the member goes on behind the bytes.
 * - `value-begins`: at its first character, once, and only if the key was whole among the bytes.
 * - `list-inside`: at the bracket of a list of events inside of the value; `takeAsValue` to go on.
 * - `end`: at the comma or brace behind it.
 * - `damaged`: it can't go on like this in JSON.
 */
export type MemberStop = 'bytes-end' | 'value-begins' | 'list-inside' | 'end' | 'damaged';

/**
 * Steps over one member of the top-level object, `"key": value`, in pieces of any size: by its quotes, brackets, colons and
 * commas. Literals may be anything, values may be missing, and a comma may be too many, as some writers have it. Where a
 * quote or a bracket is lost, the rest of the file looks like a part of the member, and soon breaks these rules; or the list of
 * events looks like a part of it.
 */
export class MemberScan {
  /** Bytes stepped over so far, counted from the key's first quote; the same for the others. */
  length = 0;
  keyLength = 0;
  valueStart = 0;

  #expected = Expected.key;
  #isInString = false;
  #isInLiteral = false;
  #isEscaped = false;
  #stringStart = 0;
  #depth = 0;
  /** Of each open bracket: whether it is a brace. */
  #isObject = new Uint8Array(16);
  #isBehindListKey = false;

  /** `from` is where the member begins; it may be before the bytes, as far as those have been stepped over. */
  scan(bytes: Uint8Array, from: number, to: number): MemberStop {
    for (let at = from + this.length; at < to; at++) {
      const c = bytes[at];
      if (this.#isInString) {
        at = this.#passText(bytes, at, to);
        if (at < to) this.#endString(bytes, from, at);
        continue;
      }
      if (this.#isInLiteral) {
        if (!isDelimiter(c)) continue;
        this.#isInLiteral = false;
      }
      if (isSpace(c)) continue;
      if (this.#depth === 0 && this.#expected === Expected.value && this.valueStart === 0) {
        this.valueStart = this.length = at - from;
        if (this.keyLength > 0) return 'value-begins';
      }
      const isBehindValue = this.#expected === Expected.value || this.#expected === Expected.commaOrEnd;
      if (this.#depth === 0 && isBehindValue && (c === COMMA || c === CLOSE_BRACE)) {
        this.length = at - from;
        return 'end';
      }
      if (c === OPEN_BRACKET && this.#isBehindListKey && this.#expected === Expected.value) {
        this.length = at - from;
        return 'list-inside';
      }
      if (!this.#take(c, at - from)) {
        this.length = at - from;
        return 'damaged';
      }
    }
    this.length = to - from;
    return 'bytes-end';
  }

  /** After `list-inside`: the list is passed over like any other. */
  takeAsValue(): void {
    this.#isBehindListKey = false;
  }

  /** Brackets of the value that are open here. */
  get depth(): number {
    return this.#depth;
  }

  /** False where no such character may stand. */
  #take(c: number, at: number): boolean {
    switch (c) {
      case QUOTE:
        if (this.#expected !== Expected.key && this.#expected !== Expected.value) return false;
        this.#isInString = true;
        this.#stringStart = at + 1;
        return true;
      case COLON:
        return this.#go(Expected.colon, Expected.value);
      case COMMA:
        if (this.#expected === Expected.colon) return false;
        this.#expected = this.#isInObject ? Expected.key : Expected.value;
        this.#isBehindListKey = false;
        return true;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        return this.#open(c === OPEN_BRACE);
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        return this.#close(c === CLOSE_BRACE);
      default:
        this.#isInLiteral = true;
        return this.#go(Expected.value, Expected.commaOrEnd);
    }
  }

  get #isInObject(): boolean {
    return this.#depth > 0 && this.#isObject[this.#depth - 1] === 1;
  }

  #go(from: Expected, to: Expected): boolean {
    if (this.#expected !== from) return false;
    this.#expected = to;
    return true;
  }

  #open(isObject: boolean): boolean {
    if (this.#depth === MAX_DEPTH || !this.#go(Expected.value, Expected.value)) return false;
    if (this.#depth === this.#isObject.length) {
      const larger = new Uint8Array(this.#depth * 4);
      larger.set(this.#isObject);
      this.#isObject = larger;
    }
    this.#isObject[this.#depth++] = isObject ? 1 : 0;
    if (isObject) this.#expected = Expected.key;
    this.#isBehindListKey = false;
    return true;
  }

  #close(isObject: boolean): boolean {
    if (this.#depth === 0 || this.#isInObject !== isObject || this.#expected === Expected.colon) return false;
    this.#depth--;
    this.#expected = Expected.commaOrEnd;
    this.#isBehindListKey = false;
    return true;
  }

  /** At the quote that ends the text here, or `to`. */
  #passText(bytes: Uint8Array, start: number, to: number): number {
    let at = start;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      at++;
    }
    while (at < to && bytes[at] !== QUOTE) {
      if (bytes[at] === BACKSLASH) at++;
      at++;
    }
    this.#isEscaped = at > to;
    return Math.min(at, to);
  }

  #endString(bytes: Uint8Array, from: number, at: number): void {
    this.#isInString = false;
    if (this.#expected === Expected.value) {
      this.#expected = Expected.commaOrEnd;
      return;
    }
    this.#expected = Expected.colon;
    const start = from + this.#stringStart;
    if (this.#depth === 0) this.keyLength = start >= 0 ? at - start : 0;
    else this.#isBehindListKey = start >= 0 && isText(bytes, start, at, 'traceEvents');
  }
}

function isDelimiter(c: number): boolean {
  return (
    isSpace(c) ||
    c === QUOTE ||
    c === COLON ||
    c === COMMA ||
    c === OPEN_BRACE ||
    c === CLOSE_BRACE ||
    c === OPEN_BRACKET ||
    c === CLOSE_BRACKET
  );
}
