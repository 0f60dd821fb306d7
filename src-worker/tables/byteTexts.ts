import { HASH_SEED_LOW, hashBytes } from '../tokenizer/hash';

const FIRST_SLOTS = 256;
const FIRST_BYTES = 4096;
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Distinct texts by their UTF-8 bytes, numbered in the order they come: a string is made once for each of them. */
export class ByteTexts {
  readonly texts: string[] = [];
  /** Code + 1 by hash; 0: free. At most half of them are taken. */
  #slots = new Uint32Array(FIRST_SLOTS);
  #hashes = new Uint32Array(FIRST_SLOTS);
  /** Bytes of all texts, one after another; text i ends at `#ends[i]`. */
  #pool = new Uint8Array(FIRST_BYTES);
  #ends = new Uint32Array(FIRST_SLOTS);
  /** The last one asked for: columns repeat themselves. */
  #last = -1;

  /** Of the text `bytes[start] … bytes[end - 1]`. */
  code(bytes: Uint8Array, start: number, end: number): number {
    if (this.#last >= 0 && this.#isSame(this.#last, bytes, start, end)) return this.#last;
    const hash = hashBytes(bytes, start, end, HASH_SEED_LOW);
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const code = this.#slots[slot] - 1;
      if (this.#hashes[code] === hash && this.#isSame(code, bytes, start, end)) {
        this.#last = code;
        return code;
      }
    }
    this.#last = this.#add(hash, bytes, start, end);
    this.#slots[slot] = this.#last + 1;
    if (2 * this.texts.length > this.#slots.length) this.#grow();
    return this.#last;
  }

  #add(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const code = this.texts.length;
    const first = code === 0 ? 0 : this.#ends[code - 1];
    const last = first + end - start;
    if (last > this.#pool.length) {
      const larger = new Uint8Array(Math.max(2 * this.#pool.length, last));
      larger.set(this.#pool);
      this.#pool = larger;
    }
    this.#pool.set(bytes.subarray(start, end), first);
    this.#ends[code] = last;
    this.#hashes[code] = hash;
    this.texts.push(decoder.decode(bytes.subarray(start, end)));
    return code;
  }

  #isSame(code: number, bytes: Uint8Array, start: number, end: number): boolean {
    const first = code === 0 ? 0 : this.#ends[code - 1];
    const length = this.#ends[code] - first;
    if (length !== end - start) return false;
    const pool = this.#pool;
    for (let i = 0; i < length; i++) if (pool[first + i] !== bytes[start + i]) return false;
    return true;
  }

  #grow(): void {
    const size = 2 * this.#slots.length;
    const [hashes, ends] = [new Uint32Array(size), new Uint32Array(size)];
    hashes.set(this.#hashes);
    ends.set(this.#ends);
    this.#hashes = hashes;
    this.#ends = ends;
    this.#slots = new Uint32Array(size);
    for (let code = 0; code < this.texts.length; code++) {
      let slot = hashes[code] & (size - 1);
      while (this.#slots[slot] !== 0) slot = (slot + 1) & (size - 1);
      this.#slots[slot] = code + 1;
    }
  }
}
