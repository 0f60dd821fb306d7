import { slotOf } from './keyTable';

/** Whole numbers by whole numbers, one after another: open addressing, 16 bytes an entry and as much again free. */
export class NumberTable {
  #keys = new Float64Array(256).fill(Number.NaN);
  #values = new Float64Array(256);
  #count = 0;

  get size(): number {
    return this.#count;
  }

  /** −1 where there is none: values are not negative. */
  get(key: number): number {
    const keys = this.#keys;
    const mask = keys.length - 1;
    for (let slot = slotOf(key) & mask; ; slot = (slot + 1) & mask) {
      const own = keys[slot];
      if (own === key) return this.#values[slot];
      if (Number.isNaN(own)) return -1;
    }
  }

  has(key: number): boolean {
    return this.get(key) >= 0;
  }

  /** In no order. */
  keys(): Float64Array {
    return this.#keys.filter((key) => !Number.isNaN(key));
  }

  /** The first value of a key stays. NaN is no key. */
  add(key: number, value: number): void {
    if (Number.isNaN(key)) return;
    if (this.#put(this.#keys, this.#values, key, value) && ++this.#count * 2 > this.#keys.length) this.#grow();
  }

  #put(keys: Float64Array, values: Float64Array, key: number, value: number): boolean {
    const mask = keys.length - 1;
    let slot = slotOf(key) & mask;
    while (!Number.isNaN(keys[slot])) {
      if (keys[slot] === key) return false;
      slot = (slot + 1) & mask;
    }
    keys[slot] = key;
    values[slot] = value;
    return true;
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.#keys.length).fill(Number.NaN);
    const values = new Float64Array(keys.length);
    for (let slot = 0; slot < this.#keys.length; slot++) {
      const key = this.#keys[slot];
      if (!Number.isNaN(key)) this.#put(keys, values, key, this.#values[slot]);
    }
    this.#keys = keys;
    this.#values = values;
  }
}
