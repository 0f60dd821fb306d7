/** Whole numbers by whole numbers, for millions of them: open addressing, 16 bytes an entry and as much again free. */
export class NumberTable {
  #keys = new Float64Array(1024).fill(Number.NaN);
  #values = new Float64Array(1024);
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

/** Ids ascend mostly: neighbours go to neighbouring slots, and what lies far above does not meet them. */
function slotOf(key: number): number {
  return (key ^ Math.imul(Math.floor(key / 2 ** 32), 0x9e3779b1)) >>> 0;
}
