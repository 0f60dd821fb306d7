import { medianOf } from '../../base/aggregates';
import type { AlignmentLimits } from './alignmentLimits';
import { type CallColumns, TAU_NS } from './callColumns';
import type { Fit } from './offsetSolver';

/** A line through points of fewer parts of the recording says nothing about the others. */
const PARTS = 4;
const LEAST_PARTS = 3;
const LEAST_CALLS = 8;
/** Normal distribution: standard deviation over median absolute deviation. */
const DEVIATIONS_OF_MAD = 1.4826;
/** Ends are off by alike amounts for a while, so that they tell less than as many independent ones would. */
const DEVIATIONS = 4;
/** A rate that is known less well than to this share of the most that a clock drifts by is not known. */
const LEAST_KNOWN = 0.1;

/** 1 for ranks whose recording is long enough to tell a drift: a skew of its ends would not pass for one. */
export function spansEnough(
  { halfSpanNs }: Pick<CallColumns, 'halfSpanNs'>,
  component: Int32Array,
  { endSkewNs, driftMost }: AlignmentLimits,
): Uint8Array {
  return Uint8Array.from(halfSpanNs, (ns, rank) =>
    component[rank] !== rank && endSkewNs / (2 * ns) <= LEAST_KNOWN * driftMost ? 1 : 0,
  );
}

/**
 * How much further from their common ends those of any rank come to be over its recording, ns, by a fit without drifts: the slope of a line
 * through them, calls that were left out among them.
 */
export function drawApart(
  { rank, tau, halfSpanNs }: CallColumns,
  mayDrift: Uint8Array,
  distances: Float64Array,
  { driftMost }: AlignmentLimits,
): number {
  const count = new Float64Array(mayDrift.length);
  const sums = { tau: new Float64Array(count.length), distance: new Float64Array(count.length) };
  const products = { both: new Float64Array(count.length), squares: new Float64Array(count.length) };
  for (let call = 0; call < rank.length; call++) {
    const own = rank[call];
    // Further than any clock drifts to: a wrong match.
    if (Math.abs(distances[call]) > 2 * driftMost * halfSpanNs[own]) continue;
    count[own]++;
    sums.tau[own] += tau[call];
    sums.distance[own] += distances[call];
    products.both[own] += tau[call] * distances[call];
    products.squares[own] += tau[call] ** 2;
  }
  let most = 0;
  for (let own = 0; own < count.length; own++) {
    const spread = products.squares[own] - sums.tau[own] ** 2 / count[own];
    if (mayDrift[own] === 0 || !(spread > 0)) continue;
    const slope = (products.both[own] - (sums.tau[own] * sums.distance[own]) / count[own]) / spread;
    most = Math.max(most, (Math.abs(slope) / TAU_NS) * 2 * halfSpanNs[own]);
  }
  return most;
}

export interface FoundDrifts {
  /** 1 where the drift is borne out by the calls. */
  readonly isDrifting: Uint8Array;
  /** Ns per ns; NaN where the calls don't tell. */
  readonly rateError: Float64Array;
}

/** `distances`: of each call from its collective's common end, by a fit in which `mayDrift` have drifts. */
export function foundDrifts(
  calls: CallColumns,
  { fit, weights }: { readonly fit: Fit; readonly weights: Float64Array },
  mayDrift: Uint8Array,
  limits: AlignmentLimits,
  distances: Float64Array,
): FoundDrifts {
  const used = Array.from(mayDrift, (): number[] => []);
  calls.rank.forEach((rank, call) => {
    if (mayDrift[rank] === 1 && weights[call] > 0) used[rank].push(call);
  });
  const isDrifting = new Uint8Array(mayDrift.length);
  const rateError = Float64Array.from(used, (own, rank) => {
    const spanNs = 2 * calls.halfSpanNs[rank];
    const parts = new Set(own.map((call) => partOf(calls.tau[call] * TAU_NS, spanNs)));
    if (own.length < LEAST_CALLS || parts.size < LEAST_PARTS) return Number.NaN;
    const deviationNs = DEVIATIONS_OF_MAD * medianOf(own.map((call) => Math.abs(distances[call])));
    const mean = own.reduce((sum, call) => sum + calls.tau[call], 0) / own.length;
    const spread = own.reduce((sum, call) => sum + (calls.tau[call] - mean) ** 2, 0);
    const errorNs = Math.max((DEVIATIONS * deviationNs) / Math.sqrt(spread), (limits.endSkewNs / spanNs) * TAU_NS);
    const error = errorNs / TAU_NS;
    const rate = Math.abs(fit.driftNs[rank]) / TAU_NS;
    if (error > LEAST_KNOWN * limits.driftMost || rate > limits.driftMost) return Number.NaN;
    if (rate > error && rate * spanNs >= limits.driftLeastNs) isDrifting[rank] = 1;
    return error;
  });
  return { isDrifting, rateError };
}

function partOf(fromMiddleNs: number, spanNs: number): number {
  return Math.min(PARTS - 1, Math.floor((fromMiddleNs / spanNs + 0.5) * PARTS));
}
