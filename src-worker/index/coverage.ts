import type { Intervals } from './intervals';

/** How much of any stretch intervals cover that are sorted and disjoint: what stands before its ends, from sums made once. */
export class Coverage {
  readonly #startNs: Float64Array;
  readonly #endNs: Float64Array;
  /** Length of all intervals before each. */
  readonly #before: Float64Array;
  /** Where the last instant was: the next one asked for is mostly near it. */
  #near = 0;

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
    const low = this.#begunBy(ns);
    return low === 0 ? 0 : this.#before[low - 1] + Math.min(ns, this.#endNs[low - 1]) - this.#startNs[low - 1];
  }

  /** Intervals that begin before: from the last answer in steps of twice the length each, then by halves. */
  #begunBy(ns: number): number {
    const starts = this.#startNs;
    let [low, high] = [0, starts.length];
    const near = this.#near;
    if (near > 0 && starts[near - 1] < ns) {
      low = near;
      for (let step = 1; low + step <= starts.length; step *= 2) {
        if (!(starts[low + step - 1] < ns)) {
          high = low + step - 1;
          break;
        }
        low += step;
      }
    } else high = near > 0 ? near - 1 : high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts[middle] < ns) low = middle + 1;
      else high = middle;
    }
    this.#near = low;
    return low;
  }
}
