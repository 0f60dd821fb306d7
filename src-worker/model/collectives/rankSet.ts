const BITS = 32;
/** Beyond, a bit for each would take more room than the numbers themselves. */
const MOST_RANK = 1 << 20;

/** Numbers of ranks, each once, a bit for each: of a job of thousands groups have hundreds of thousands of members, and a `Set` takes twenty times as much. */
export class RankSet {
  #bits = new Int32Array(2);
  /** What is no usual number. */
  #others: Set<number> | undefined;
  #count = 0;

  get size(): number {
    return this.#count + (this.#others?.size ?? 0);
  }

  add(rank: number): void {
    if (!(Number.isInteger(rank) && rank >= 0 && rank < MOST_RANK)) {
      this.#others ??= new Set();
      this.#others.add(rank);
      return;
    }
    const place = Math.floor(rank / BITS);
    if (place >= this.#bits.length) this.#grow(place + 1);
    const bit = 1 << (rank % BITS);
    if ((this.#bits[place] & bit) !== 0) return;
    this.#bits[place] |= bit;
    this.#count++;
  }

  #grow(length: number): void {
    const bits = new Int32Array(Math.max(length, 2 * this.#bits.length));
    bits.set(this.#bits);
    this.#bits = bits;
  }
}
