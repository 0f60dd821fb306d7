import { lowerBoundNear } from '../../base/lowerBoundNear';
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

  /** Sums over some of these stretches, from `first` to before `end`: one loop, without a call for each. */
  coveredBetween({ startNs, endNs }: Intervals, first: number, end: number): number {
    const [starts, ends, before] = [this.#startNs, this.#endNs, this.#before];
    let sum = 0;
    // Of stretches that ascend, as they mostly do, each begins near the one before: where that is, nothing is looked for.
    let near = 0;
    for (let at = first; at < end; at++) {
      const fromNs = startNs[at];
      const toNs = endNs[at];
      if (!(toNs > fromNs)) continue;
      near = lowerBoundNear(starts, fromNs, near);
      const fromSum = near === 0 ? 0 : before[near - 1] + Math.min(fromNs, ends[near - 1]) - starts[near - 1];
      near = lowerBoundNear(starts, toNs, near);
      const toSum = near === 0 ? 0 : before[near - 1] + Math.min(toNs, ends[near - 1]) - starts[near - 1];
      sum += toSum - fromSum;
    }
    return sum;
  }

  #upTo(ns: number): number {
    const low = lowerBoundNear(this.#startNs, ns, this.#near);
    this.#near = low;
    return low === 0 ? 0 : this.#before[low - 1] + Math.min(ns, this.#endNs[low - 1]) - this.#startNs[low - 1];
  }
}
