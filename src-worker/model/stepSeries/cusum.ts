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
 * begun where S was 0 last. Undefined: none, or the baseline is flat. `first`: position of the first sample behind the baseline.
 * Samples that are no times are left out.
 */
export function cusum(
  durationsNs: ArrayLike<number>,
  { meanNs, deviationNs }: Baseline,
  first: number,
  { slack, limit }: CusumLimits = usualCusum,
): ChangePoint | undefined {
  if (deviationNs === 0) return undefined;
  let sum = 0;
  let from = first;
  for (let at = first; at < durationsNs.length; at++) {
    if (!Number.isFinite(durationsNs[at])) continue;
    sum = Math.max(0, sum + (durationsNs[at] - meanNs) / deviationNs - slack);
    if (sum === 0) from = at + 1;
    if (sum <= limit) continue;
    const rest = Array.from(durationsNs).slice(from).filter(Number.isFinite);
    return { from, at, meanNs: rest.reduce((total, own) => total + own, 0) / rest.length };
  }
  return undefined;
}
