/** E2 beside E1: a slow drift, which makes no spikes. */
import type { Baseline } from './kSigma';

export interface CusumLimits {
  /** Deviations over the mean that are let pass. */
  readonly slack: number;
  /** What the rest has to sum up to, in deviations. */
  readonly limit: number;
}

/**
 * A mean and deviation of 20 samples are off by themselves: with a slack of one deviation and a limit of eight a steady series is
 * taken for a drifting one less than once in a hundred thousand samples.
 */
export const usualCusum: CusumLimits = { slack: 1, limit: 8 };

export interface ChangePoint {
  /** Position of the first sample of the change, as far as the sum tells. */
  readonly from: number;
  /** Position of the sample at which it was certain. */
  readonly at: number;
  /** From the change on, to the end of the series. */
  readonly meanNs: number;
}

/**
 * The one-sided cumulative sum (E. S. Page, Biometrika 41, 1954): S = max(0, S + score − slack), a change where S passes the limit,
 * begun where S was 0 last. Samples that are no times are left out.
 */
export class Cusum {
  #sum = 0;
  /** Position of the next sample. */
  #next: number;
  #from: number;
  #at: number | undefined;
  /** Of the samples from `#from` on. */
  #totalNs = 0;
  #count = 0;

  /** `first`: position of the first sample behind the baseline. `saved`: goes on where another one was. */
  constructor(
    readonly baseline: Baseline,
    first: number,
    readonly limits: CusumLimits = usualCusum,
    saved?: SavedCusum,
  ) {
    this.#next = saved?.next ?? first;
    this.#from = saved?.from ?? first;
    this.#sum = saved?.sum ?? 0;
    this.#at = saved?.at;
    this.#totalNs = saved?.totalNs ?? 0;
    this.#count = saved?.count ?? 0;
  }

  save(): SavedCusum {
    const at = this.#at === undefined ? {} : { at: this.#at };
    return { next: this.#next, from: this.#from, sum: this.#sum, totalNs: this.#totalNs, count: this.#count, ...at };
  }

  /** Position from which on a change would have begun. */
  get from(): number {
    return this.#from;
  }

  /** Of the next sample. */
  get next(): number {
    return this.#next;
  }

  /** True: with this sample a change is certain; once. */
  add(durationNs: number): boolean {
    const at = this.#next++;
    const { meanNs, deviationNs } = this.baseline;
    if (!Number.isFinite(durationNs) || deviationNs === 0) return false;
    this.#totalNs += durationNs;
    this.#count++;
    if (this.#at !== undefined) return false;
    this.#sum = Math.max(0, this.#sum + (durationNs - meanNs) / deviationNs - this.limits.slack);
    if (this.#sum === 0) {
      this.#from = at + 1;
      this.#totalNs = 0;
      this.#count = 0;
    }
    if (this.#sum <= this.limits.limit) return false;
    this.#at = at;
    return true;
  }

  /** The change, up to the last sample; undefined: none yet. */
  get change(): ChangePoint | undefined {
    if (this.#at === undefined) return undefined;
    return { from: this.#from, at: this.#at, meanNs: this.#totalNs / this.#count };
  }
}

export interface SavedCusum {
  readonly next: number;
  readonly from: number;
  readonly sum: number;
  readonly at?: number;
  readonly totalNs: number;
  readonly count: number;
}

/** Of a whole series. Undefined: there is no change, or the baseline is flat. */
export function cusum(
  durationsNs: ArrayLike<number>,
  baseline: Baseline,
  first: number,
  limits: CusumLimits = usualCusum,
): ChangePoint | undefined {
  const sums = new Cusum(baseline, first, limits);
  for (let at = first; at < durationsNs.length; at++) sums.add(durationsNs[at]);
  return sums.change;
}
