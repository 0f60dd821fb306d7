/** What a free row counts as: it ends before everything. */
const FREE = Number.NEGATIVE_INFINITY;
const NOTHING_OPEN = Number.POSITIVE_INFINITY;
const FIRST_CAPACITY = 64;

/**
 * The rows of a lane that are taken at the instant looked at, where slices cross: which one encloses, which one is free.
 * A binary tree over the rows, its leaves, so that each question takes as many steps as the tree has levels:
 *
 *     node i has the children 2i and 2i + 1; row r is the leaf `capacity + r`
 *     latest    the latest end below      →  the last row that ends at or after …
 *     soonest   the soonest end of a taken row below  →  which row becomes free next, and whether any ends before …
 *     earliest  the earliest end below, FREE if a row is free  →  the first free row from … on
 */
export class OpenRows {
  #capacity = 0;
  #latestNs = new Float64Array(0);
  #soonestNs = new Float64Array(0);
  #earliestNs = new Float64Array(0);

  /** All rows free, but the first ones: they are taken until `endNs[0 … count)`. */
  constructor(endNs: Float64Array, count: number) {
    this.#fill(endNs, count);
  }

  get isEmpty(): boolean {
    return this.#latestNs[1] === FREE;
  }

  /** When the next row becomes free; infinite if none is taken. */
  get soonestNs(): number {
    return this.#soonestNs[1];
  }

  /** Frees the rows that end at or before `ns`. */
  freeUntil(ns: number): void {
    const soonest = this.#soonestNs;
    while (soonest[1] <= ns) {
      let node = 1;
      while (node < this.#capacity) node = soonest[2 * node] <= ns ? 2 * node : 2 * node + 1;
      this.#set(node, FREE);
    }
  }

  /** Takes the first free row below the last one that ends at or after `endNs`, and answers it. */
  take(endNs: number): number {
    const row = this.#firstFree(this.#lastUntil(endNs) + 1);
    this.#set(this.#capacity + row, endNs);
    return row;
  }

  /** The last row that is taken until `ns` or longer; -1 if there is none. */
  #lastUntil(ns: number): number {
    const latest = this.#latestNs;
    if (latest[1] < ns) return -1;
    let node = 1;
    while (node < this.#capacity) node = latest[2 * node + 1] >= ns ? 2 * node + 1 : 2 * node;
    return node - this.#capacity;
  }

  #firstFree(from: number): number {
    if (from >= this.#capacity) return this.#grown(from);
    const earliest = this.#earliestNs;
    let node = this.#capacity + from;
    while (earliest[node] !== FREE) {
      // To the next subtree on the right: up from each right child, then over.
      while ((node & 1) === 1) node >>= 1;
      if (node === 0) return this.#grown(this.#capacity);
      node++;
    }
    while (node < this.#capacity) node = earliest[2 * node] === FREE ? 2 * node : 2 * node + 1;
    return node - this.#capacity;
  }

  /** Makes room for `row`, the first one that there was no room for. */
  #grown(row: number): number {
    this.#fill(this.#latestNs.slice(this.#capacity), this.#capacity);
    return row;
  }

  #fill(endNs: Float64Array, count: number): void {
    let capacity = FIRST_CAPACITY;
    while (capacity <= count) capacity *= 2;
    this.#capacity = capacity;
    this.#latestNs = new Float64Array(2 * capacity).fill(FREE);
    this.#soonestNs = new Float64Array(2 * capacity).fill(NOTHING_OPEN);
    this.#earliestNs = new Float64Array(2 * capacity).fill(FREE);
    for (let row = 0; row < count; row++) this.#setLeaf(capacity + row, endNs[row]);
    for (let node = capacity - 1; node > 0; node--) this.#join(node);
  }

  #set(leaf: number, endNs: number): void {
    this.#setLeaf(leaf, endNs);
    for (let node = leaf >> 1; node > 0; node >>= 1) this.#join(node);
  }

  #setLeaf(leaf: number, endNs: number): void {
    this.#latestNs[leaf] = endNs;
    this.#soonestNs[leaf] = endNs === FREE ? NOTHING_OPEN : endNs;
    this.#earliestNs[leaf] = endNs;
  }

  #join(node: number): void {
    const [left, right] = [2 * node, 2 * node + 1];
    this.#latestNs[node] = Math.max(this.#latestNs[left], this.#latestNs[right]);
    this.#soonestNs[node] = Math.min(this.#soonestNs[left], this.#soonestNs[right]);
    this.#earliestNs[node] = Math.min(this.#earliestNs[left], this.#earliestNs[right]);
  }
}
