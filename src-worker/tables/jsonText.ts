import { type Reason, reason, reasonText } from '../../src-contract/reasons';

/** Objects and lists inside of one another: more of them than any profiler writes, fewer than a stack holds. */
const MAX_DEPTH = 1000;
/** Members of one text that are left out one by one: behind more there is nothing worth reading. */
const MAX_DAMAGES = 1000;

/** A text is no JSON. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  constructor(
    readonly reason: Reason,
    /** Of the character that is wrong. */
    readonly position: number,
  ) {
    super(reasonText(reason));
  }
}

/**
 * The value of a JSON text as profilers write it: a BOM before it, NaN, Infinity and control characters in texts are
 * accepted, as in a trace. Throws a `JsonTextError`.
 */
export function parseJson(text: string): unknown {
  const plain = text.startsWith('\uFEFF') ? text.slice(1) : text;
  try {
    return JSON.parse(plain);
  } catch {
    // Some ten times slower, so only where it is needed: for what JSON has no words for, and to say what is wrong.
    return new JsonReader(text).document();
  }
}

/** What of a JSON text can't be read. */
export interface JsonDamage {
  /** Members of objects that are left out, and their characters in all. */
  readonly count: number;
  readonly length: number;
  /** Where the first of them begins, and what is wrong with it. */
  readonly start: number;
  readonly reason: Reason;
}

/**
 * As `parseJson`, but where a member of one of the outer `entryDepth` objects can't be read, it is left out, and those after
 * it are read. Throws a `JsonTextError` where there is no such object.
 */
export function parseJsonEntries(
  text: string,
  entryDepth: number,
): { readonly value: unknown; readonly damage: JsonDamage | undefined } {
  try {
    return { value: parseJson(text), damage: undefined };
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error;
    const reader = new JsonReader(text, entryDepth);
    return { value: reader.document(), damage: reader.damage };
  }
}

/** The value of a JSON text that stands inside of another file; undefined where there is none, or it is no JSON. */
export function jsonOf(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : parseJson(text);
  } catch {
    return undefined;
  }
}

const BLANK = /[ \t\r\n]*/y;
const NUMBER = /-?(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|Infinity)|NaN/y;
const WORD = /true|false|null/y;
const PLAIN_TEXT = /[^"\\]*/y;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(["\\/bfnrt]))/y;
const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null };
const escapes: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' };

class JsonReader {
  #at: number;
  #depth = 0;
  damage: JsonDamage | undefined;

  /** Members of the outer `entryDepth` objects are read each by itself: see `parseJsonEntries`. */
  constructor(
    readonly text: string,
    readonly entryDepth = 0,
  ) {
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  document(): unknown {
    const value = this.#value();
    if (this.#next() === '') return value;
    if (this.entryDepth === 0) throw this.#unexpected();
    this.#leaveOut(this.#at, this.text.length, this.#unexpected());
    return value;
  }

  /** The next character that is not blank, '' at the end. */
  #next(): string {
    this.#take(BLANK);
    return this.text.charAt(this.#at);
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.text);
    if (match) this.#at = pattern.lastIndex;
    return match ?? undefined;
  }

  #value(): unknown {
    const first = this.#next();
    if (first === '{' || first === '[') {
      if (++this.#depth > MAX_DEPTH) throw new JsonTextError(reason('json-too-deep', { limit: MAX_DEPTH }), this.#at);
      this.#at++;
      const value = first === '{' ? this.#object() : this.#list();
      this.#depth--;
      return value;
    }
    if (first === '"') return this.#string();
    const number = this.#take(NUMBER);
    if (number) return Number(number[0]);
    const word = this.#take(WORD);
    if (word) return words[word[0]];
    throw this.#unexpected();
  }

  #object(): unknown {
    const entries: [string, unknown][] = [];
    for (let isFirst = true; ; isFirst = false) {
      const entry = this.#depth > this.entryDepth ? this.#member(isFirst) : this.#memberOrDamage(isFirst);
      if (entry === 'end') return Object.fromEntries(entries);
      if (entry !== 'damaged') entries.push(entry);
    }
  }

  #member(isFirst: boolean): [string, unknown] | 'end' {
    if (this.#ends('}', isFirst)) return 'end';
    if (this.#next() !== '"') throw this.#unexpected();
    const key = this.#string();
    if (this.#next() !== ':') throw this.#unexpected();
    this.#at++;
    return [key, this.#value()];
  }

  #memberOrDamage(isFirst: boolean): [string, unknown] | 'end' | 'damaged' {
    const depth = this.#depth;
    const isAtEnd = this.#next() === '';
    const start = this.#at;
    // What follows damage without an end has been left out as a whole.
    if (isAtEnd && this.damage) return 'end';
    try {
      return this.#member(isFirst);
    } catch (error) {
      if (!(error instanceof JsonTextError)) throw error;
      this.#depth = depth;
      // Not from the comma before it, where it would end.
      this.#at = this.text.charAt(start) === ',' ? start + 1 : start;
      this.#next();
      const from = this.#at;
      const isHopeless = this.damage && this.damage.count >= MAX_DAMAGES;
      this.#leaveOut(from, isHopeless ? this.text.length : memberEnd(this.text, from), error);
      return 'damaged';
    }
  }

  #leaveOut(start: number, end: number, { reason }: JsonTextError): void {
    const { count, length, ...first } = this.damage ?? { count: 0, length: 0, start, reason };
    this.damage = { count: count + 1, length: length + end - start, ...first };
    this.#at = end;
  }

  #list(): unknown {
    const values: unknown[] = [];
    for (let isFirst = true; ; isFirst = false) {
      if (this.#ends(']', isFirst)) return values;
      values.push(this.#value());
    }
  }

  /** Steps over the bracket, or over the comma before what comes next. */
  #ends(bracket: string, isFirst: boolean): boolean {
    const next = this.#next();
    if (next === bracket) {
      this.#at++;
      return true;
    }
    if (!isFirst) {
      if (next !== ',') throw this.#unexpected();
      this.#at++;
    }
    return false;
  }

  #string(): string {
    this.#at++;
    const parts: string[] = [];
    for (;;) {
      parts.push(this.#take(PLAIN_TEXT)?.[0] ?? '');
      if (this.text.charAt(this.#at) === '"') {
        this.#at++;
        return parts.join('');
      }
      const escaped = this.#take(ESCAPE);
      if (!escaped) throw this.#unexpected();
      const [, hex, letter = ''] = escaped;
      parts.push(hex === undefined ? (escapes[letter] ?? letter) : String.fromCharCode(Number.parseInt(hex, 16)));
    }
  }

  #unexpected(): JsonTextError {
    const found = this.text.codePointAt(this.#at);
    if (found === undefined) return new JsonTextError(reason('json-ends'), this.#at);
    const isPrintable = found > 0x20 && found < 0x7f;
    const why = isPrintable
      ? reason('json-character', { found: String.fromCodePoint(found) })
      : reason('json-byte', { found: `0x${found.toString(16).padStart(2, '0')}` });
    return new JsonTextError(why, this.#at);
  }
}

/**
 * Where the member of an object that begins at `start` ends, by its brackets and quotes: at the comma or brace behind it. The
 * end of the text where its brackets don't match.
 */
function memberEnd(text: string, start: number): number {
  const open: string[] = [];
  for (let at = start; at < text.length; at++) {
    const mark = text[at];
    if (mark === '"') at = quoteEnd(text, at);
    else if (open.length === 0 && (mark === ',' || mark === '}')) return at;
    else if (mark === '{') open.push('}');
    else if (mark === '[') open.push(']');
    else if ((mark === '}' || mark === ']') && open.pop() !== mark) break;
    if (open.length > MAX_DEPTH) break;
  }
  return text.length;
}

/** Of the text that begins at the quote `start`: its other quote, or the end of everything. */
function quoteEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
