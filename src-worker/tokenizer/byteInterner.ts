import { MAX_TEXT_BYTES, type StringTable } from './batch';
import { HASH_SEED_LOW, hashBytes } from './hash';

/**
 * Numbers distinct byte strings. Open addressing over the strings' hashes; the bytes themselves stand one after another
 * in a pool, so a million names cost their bytes and 12 bytes each, and no JavaScript string.
 */
export class ByteInterner implements StringTable {
  #pool = new Uint8Array(4096);
  #poolLength = 0;
  /** End of string i in the pool; it begins at the end of i - 1. */
  #ends = new Uint32Array(256);
  #hashes = new Uint32Array(256);
  /** id + 1, or 0 where free; twice as many slots as strings at least. */
  #slots = new Int32Array(512);
  #count = 0;
  #hasCut = false;

  get size(): number {
    return this.#count;
  }

  /** Forgets all strings. */
  clear(): void {
    this.#count = 0;
    this.#poolLength = 0;
    this.#hasCut = false;
    this.#slots.fill(0);
  }

  /** Makes room for so many more at once. */
  reserve(count: number): void {
    let capacity = this.#slots.length;
    while (capacity < 2 * (this.#count + count)) capacity *= 2;
    if (capacity > this.#slots.length) this.#rehash(capacity);
  }

  bytes(id: number): Uint8Array {
    return this.#pool.subarray(id === 0 ? 0 : this.#ends[id - 1], this.#ends[id]);
  }

  packed(): { readonly bytes: Uint8Array; readonly ends: Uint32Array } {
    return { bytes: this.#pool.subarray(0, this.#poolLength), ends: this.#ends.subarray(0, this.#count) };
  }

  /** Whether one was longer than `MAX_TEXT_BYTES`. */
  get hasCut(): boolean {
    return this.#hasCut;
  }

  /** The number of `source[start, end)`, of which no more than `MAX_TEXT_BYTES` count. */
  intern(source: Uint8Array, start: number, fullEnd: number): number {
    const end = fullEnd - start > MAX_TEXT_BYTES ? this.#cutEnd(source, start) : fullEnd;
    const hash = hashBytes(source, start, end, HASH_SEED_LOW);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const id = this.#slots[slot] - 1;
      if (id < 0) break;
      if (this.#hashes[id] === hash && this.isEqual(id, source, start, end)) return id;
      slot = (slot + 1) & mask;
    }
    return this.#add(source, start, end, hash, slot);
  }

  #cutEnd(source: Uint8Array, start: number): number {
    this.#hasCut = true;
    let end = start + MAX_TEXT_BYTES;
    // Not within a character of several bytes.
    while ((source[end] & 0xc0) === 0x80 && end > start) end--;
    return end;
  }

  isEqual(id: number, source: Uint8Array, start: number, end: number): boolean {
    const first = id === 0 ? 0 : this.#ends[id - 1];
    if (this.#ends[id] - first !== end - start) return false;
    const pool = this.#pool;
    for (let i = start, j = first; i < end; i++, j++) if (pool[j] !== source[i]) return false;
    return true;
  }

  #add(source: Uint8Array, start: number, end: number, hash: number, slot: number): number {
    const id = this.#count++;
    const poolEnd = this.#poolLength + end - start;
    if (poolEnd > this.#pool.length) this.#pool = grown(this.#pool, poolEnd);
    // Names are short: a loop is faster than a view of each of them.
    const pool = this.#pool;
    for (let from = start, to = this.#poolLength; from < end; from++, to++) pool[to] = source[from];
    this.#poolLength = poolEnd;
    if (id >= this.#ends.length) {
      this.#ends = grown(this.#ends, id + 1);
      this.#hashes = grown(this.#hashes, id + 1);
    }
    this.#ends[id] = poolEnd;
    this.#hashes[id] = hash;
    this.#slots[slot] = id + 1;
    if (this.#count * 2 > this.#slots.length) this.#rehash(this.#slots.length * 2);
    return id;
  }

  #rehash(capacity: number): void {
    const slots = new Int32Array(capacity);
    const mask = slots.length - 1;
    for (let id = 0; id < this.#count; id++) {
      let slot = this.#hashes[id] & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = id + 1;
    }
    this.#slots = slots;
  }
}

function grown<T extends Uint8Array | Uint32Array>(column: T, length: number): T {
  const make = column.constructor as new (length: number) => T;
  const bigger = new make(Math.max(length, column.length * 2));
  bigger.set(column);
  return bigger;
}
