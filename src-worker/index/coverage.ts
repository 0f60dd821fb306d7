import type { Intervals } from './intervals';

/** How much of any stretch intervals cover that are sorted and disjoint: what stands before its ends, from sums made once. */
export class Coverage {
  readonly #startNs: Float64Array;
  readonly #endNs: Float64Array;
  /** Length of all intervals before each. */
  readonly #before: Float64Array;

  constructor({ startNs, endNs }: Intervals) {
    this.#startNs = startNs;
    this.#endNs = endNs;
    this.#before = new Float64Array(startNs.length + 1);
    for (let at = 0; at < startNs.length; at++) this.#before[at + 1] = this.#before[at] + endNs[at] - startNs[at];
  }

  coveredNs(fromNs: number, toNs: number): number {
    return toNs > fromNs ? this.#upTo(toNs) - this.#upTo(fromNs) : 0;
  }

  #upTo(ns: number): number {
    let [low, high] = [0, this.#startNs.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#startNs[middle] < ns) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? 0 : this.#before[low - 1] + Math.min(ns, this.#endNs[low - 1]) - this.#startNs[low - 1];
  }
}
