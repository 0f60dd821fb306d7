import type { ArgEntry, ArgValue } from '../../../src-contract';
import { jsonText } from '../../index/strings';
import { asciiText, isSpace, literalEnd, RAN_OUT, stringEnd } from '../../tokenizer/scan';

/** Nesting beyond this is shown as text. */
const MAX_DEPTH = 32;

/**
 * The members of the JSON object at `at`, numbers with the digits of the file. Undefined if the bytes end first or are
 * no object. `bytes[to]` and `bytes[to + 1]` must be quotes, the scans' sentinel.
 */
export function readObject(bytes: Uint8Array, at: number, to: number): ArgEntry[] | undefined {
  const value = new Reader(bytes, to).value(at, 0);
  return value?.kind === 'object' ? [...value.entries] : undefined;
}

class Reader {
  #at = 0;
  constructor(
    readonly bytes: Uint8Array,
    readonly to: number,
  ) {}

  value(at: number, depth: number): ArgValue | undefined {
    this.#at = at;
    this.#skipSpace();
    const first = this.bytes[this.#at];
    if (this.#at >= this.to || depth > MAX_DEPTH) return undefined;
    if (first === 0x22) {
      const text = this.#string();
      return text === undefined ? undefined : { kind: 'text', text };
    }
    if (first === 0x7b) return this.#object(depth);
    if (first === 0x5b) return this.#list(depth);
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
      const value = this.value(this.#at, depth + 1);
      if (!value) return undefined;
      entries.push({ key, value });
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
      const item = this.value(this.#at, depth + 1);
      if (!item) return undefined;
      items.push(item);
    }
    this.#at++;
    return { kind: 'list', items };
  }

  /** The string at `#at`, a quote; leaves `#at` behind it. */
  #string(): string | undefined {
    const end = stringEnd(this.bytes, this.#at + 1, this.to);
    if (end === RAN_OUT) return undefined;
    const text = jsonText(this.bytes.subarray(this.#at + 1, end));
    this.#at = end + 1;
    return text;
  }

  #skipSpace(also?: number): void {
    while (this.#at < this.to && (isSpace(this.bytes[this.#at]) || this.bytes[this.#at] === also)) this.#at++;
  }
}
