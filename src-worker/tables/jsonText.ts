/** Objects and lists inside of one another: more of them than any profiler writes, fewer than a stack holds. */
const MAX_DEPTH = 1000;

/** A text is no JSON; the message says what is wrong, as the end of a sentence. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  constructor(
    message: string,
    /** Of the character that is wrong. */
    readonly position: number,
  ) {
    super(message);
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

  constructor(readonly text: string) {
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  document(): unknown {
    const value = this.#value();
    if (this.#next() !== '') throw this.#unexpected();
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
      if (++this.#depth > MAX_DEPTH) throw new JsonTextError(`it is nested more than ${MAX_DEPTH} deep`, this.#at);
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
      if (this.#ends('}', isFirst)) return Object.fromEntries(entries);
      if (this.#next() !== '"') throw this.#unexpected();
      const key = this.#string();
      if (this.#next() !== ':') throw this.#unexpected();
      this.#at++;
      entries.push([key, this.#value()]);
    }
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
    if (found === undefined) return new JsonTextError('the file ends within it', this.#at);
    const isPrintable = found > 0x20 && found < 0x7f;
    const name = isPrintable ? `“${String.fromCodePoint(found)}”` : `the byte 0x${found.toString(16).padStart(2, '0')}`;
    return new JsonTextError(`${name} is unexpected`, this.#at);
  }
}
