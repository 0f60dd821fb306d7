import type { ArgEntry, ArgValue } from '../../../src-contract';
import { jsonText } from '../../index/strings';
import { asciiText, isSpace, literalEnd, nestedEnd, RAN_OUT, stringEnd } from '../../tokenizer/scan';
import type { ArgsCut } from '../importer';

/** Nesting beyond this is shown as text. */
export const MAX_DEPTH = 32;
/** Of one object, all that is nested in it counted: more is no use to anybody, and takes the window seconds. */
const MAX_VALUES = 50_000;
const MAX_TEXT_BYTES = 16 << 20;
/** Of what is nested too deeply. */
const MAX_NESTED_TEXT_BYTES = 1000;

export interface ReadObject {
  readonly entries: readonly ArgEntry[];
  readonly cut?: ArgsCut;
  readonly lengthBytes: number;
}

/**
 * The JSON object at `at`, numbers with the digits of the file. Undefined if the bytes end first or are no object.
 * `bytes[to]` and `bytes[to + 1]` must be quotes, the scans' sentinel.
 */
export function readObject(bytes: Uint8Array, at: number, to: number): ReadObject | undefined {
  const reader = new Reader(bytes, to);
  const value = reader.value(at, 0);
  if (value?.kind !== 'object') return undefined;
  return { entries: value.entries, lengthBytes: reader.at - at, ...(reader.cut ? { cut: reader.cut } : {}) };
}

class Reader {
  #at = 0;
  #values = 0;
  cut: ArgsCut | undefined;

  constructor(
    readonly bytes: Uint8Array,
    readonly to: number,
  ) {}

  get at(): number {
    return this.#at;
  }

  value(at: number, depth: number): ArgValue | undefined {
    this.#at = at;
    this.#skipSpace();
    const first = this.bytes[this.#at];
    if (this.#at >= this.to) return undefined;
    this.#values++;
    if (first === 0x22) {
      const text = this.#string();
      return text === undefined ? undefined : { kind: 'text', text };
    }
    if (first === 0x7b || first === 0x5b) {
      if (depth > MAX_DEPTH) return this.#nestedText();
      return first === 0x7b ? this.#object(depth) : this.#list(depth);
    }
    const end = literalEnd(this.bytes, this.#at);
    if (end >= this.to || end === this.#at) return undefined;
    const text = asciiText(this.bytes, this.#at, end);
    this.#at = end;
    if (text === 'true' || text === 'false' || text === 'null') return { kind: 'literal', text };
    return { kind: 'number', digits: text };
  }

  #object(depth: number): ArgValue | undefined {
    const entries: ArgEntry[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpace(0x2c);
      if (this.bytes[this.#at] === 0x7d) break;
      const key = this.bytes[this.#at] === 0x22 ? this.#string() : undefined;
      if (key === undefined) return undefined;
      this.#skipSpace(0x3a);
      const isRoom = this.#isRoom();
      const value = this.value(this.#at, depth + 1);
      if (!value) return undefined;
      if (isRoom) entries.push({ key, value });
    }
    this.#at++;
    return { kind: 'object', entries };
  }

  #list(depth: number): ArgValue | undefined {
    const items: ArgValue[] = [];
    this.#at++;
    for (;;) {
      this.#skipSpace(0x2c);
      if (this.bytes[this.#at] === 0x5d) break;
      const isRoom = this.#isRoom();
      const item = this.value(this.#at, depth + 1);
      if (!item) return undefined;
      if (isRoom) items.push(item);
    }
    this.#at++;
    return { kind: 'list', items };
  }

  #isRoom(): boolean {
    if (this.#values > MAX_VALUES) this.cut ??= 'too-long';
    return this.#values <= MAX_VALUES;
  }

  /** What is here as it stands in the file, its beginning. */
  #nestedText(): ArgValue | undefined {
    const start = this.#at;
    const end = nestedEnd(this.bytes, start, this.to);
    if (end === RAN_OUT || end > this.to) return undefined;
    this.#at = end;
    this.cut = 'too-deep';
    return { kind: 'text', text: this.#text(start, end, MAX_NESTED_TEXT_BYTES) };
  }

  #text(start: number, end: number, maxBytes: number): string {
    if (end - start <= maxBytes) return jsonText(this.bytes.subarray(start, end));
    this.cut ??= 'too-long';
    return `${jsonText(this.bytes.subarray(start, start + maxBytes))}…`;
  }

  /** The string at `#at`, a quote; leaves `#at` behind it. */
  #string(): string | undefined {
    const end = stringEnd(this.bytes, this.#at + 1, this.to);
    if (end === RAN_OUT) return undefined;
    const text = this.#text(this.#at + 1, end, MAX_TEXT_BYTES);
    this.#at = end + 1;
    return text;
  }

  #skipSpace(also?: number): void {
    while (this.#at < this.to && (isSpace(this.bytes[this.#at]) || this.bytes[this.#at] === also)) this.#at++;
  }
}
