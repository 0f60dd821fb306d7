import { MAX_TEXT_BYTES, type StringTable } from './batch';

/** Byte strings one behind the other, each as often as it is added: where most differ, telling them apart costs more. */
export class TextPool implements StringTable {
  #pool = new Uint8Array(4096);
  #ends = new Uint32Array(256);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** The number of `source[start, end)`, of which no more than `MAX_TEXT_BYTES` count. */
  add(source: Uint8Array, start: number, end: number): number {
    const first = this.#count === 0 ? 0 : this.#ends[this.#count - 1];
    const length = Math.min(end - start, MAX_TEXT_BYTES);
    if (first + length > this.#pool.length) this.#pool = grown(this.#pool, first + length);
    if (this.#count === this.#ends.length) this.#ends = grown(this.#ends, this.#count + 1);
    const pool = this.#pool;
    for (let from = start, to = first; from < start + length; from++, to++) pool[to] = source[from];
    this.#ends[this.#count] = first + length;
    return this.#count++;
  }

  bytes(id: number): Uint8Array {
    return this.#pool.subarray(id === 0 ? 0 : this.#ends[id - 1], this.#ends[id]);
  }

  packed(): { readonly bytes: Uint8Array; readonly ends: Uint32Array } {
    const length = this.#count === 0 ? 0 : this.#ends[this.#count - 1];
    return { bytes: this.#pool.subarray(0, length), ends: this.#ends.subarray(0, this.#count) };
  }
}

function grown<T extends Uint8Array | Uint32Array>(column: T, length: number): T {
  const make = column.constructor as new (length: number) => T;
  const bigger = new make(Math.max(length, column.length * 2));
  bigger.set(column);
  return bigger;
}
