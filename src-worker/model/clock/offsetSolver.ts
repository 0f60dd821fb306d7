import type { CallColumns } from './callColumns';

/** What is looked for: the shift of a call is its rank's offset, and its drift times `tau`. */
export interface Fit {
  readonly offsetNs: Float64Array;
  /** Ns a unit of `tau`. */
  readonly driftNs: Float64Array;
}

export function shiftOf({ offsetNs, driftNs }: Fit, { rank, tau }: CallColumns, call: number): number {
  return offsetNs[rank[call]] + driftNs[rank[call]] * tau[call];
}

/** Enough for chains of as many groups; each iteration costs one pass over the calls. */
const MAX_ITERATIONS = 300;
/** No rank's own equation is further from being met; far below what a clock can tell, far above rounding. */
const SETTLED_NS = 1e-4;
/**
 * Nor by more than this share of the furthest at the beginning: weights are told anew after each step, so that one that is met better
 * than it will be moved next takes iterations for nothing.
 */
const SETTLED_SHARE = 1e-3;

/**
 * One weighted least-squares step: moves `fit` to where Σ w (end − shift − common end of its collective)² is least, and
 * answers the largest move. The common ends are eliminated, which leaves a Laplacian in offsets and drifts; conjugate
 * gradients with its diagonal as preconditioner need nothing of it but products. The first rank of each component stays,
 * and the drift of those that are not to have one. `values`: room for one number a call.
 */
export function solveOffsets(
  calls: CallColumns,
  weights: Float64Array,
  fit: Fit,
  component: Int32Array,
  isDrifting: Uint8Array,
  values: Float64Array,
): number {
  const rankCount = component.length;
  const isFixed = new Uint8Array(2 * rankCount);
  component.forEach((first, rank) => {
    isFixed[rank] = first === rank ? 1 : 0;
    isFixed[rankCount + rank] = first === rank || isDrifting[rank] === 0 ? 1 : 0;
  });
  const free = (y: Float64Array) => {
    for (let i = 0; i < y.length; i++) if (isFixed[i] === 1) y[i] = 0;
    return y;
  };
  const mayDrift = isDrifting.includes(1);
  const diagonal = diagonalOf(calls, weights, rankCount);
  for (let call = 0; call < values.length; call++) values[call] = calls.endNs[call] - shiftOf(fit, calls, call);
  const residual = free(callSums(calls, weights, values, mayDrift, new Float64Array(2 * rankCount)));
  const move = new Float64Array(2 * rankCount);
  const scaled = precondition(residual, diagonal, new Float64Array(2 * rankCount));
  const direction = scaled.slice();
  const image = new Float64Array(2 * rankCount);
  const settledNs = Math.max(SETTLED_NS, SETTLED_SHARE * furthest(scaled));
  let energy = dot(residual, scaled);
  for (let iteration = 0; iteration < MAX_ITERATIONS && furthest(scaled) >= settledNs; iteration++) {
    free(laplacian(calls, weights, direction, values, mayDrift, image));
    const curvature = dot(direction, image);
    if (!(curvature > 0)) break;
    const length = energy / curvature;
    for (let i = 0; i < move.length; i++) {
      move[i] += length * direction[i];
      residual[i] -= length * image[i];
    }
    precondition(residual, diagonal, scaled);
    const nextEnergy = dot(residual, scaled);
    for (let i = 0; i < move.length; i++) direction[i] = scaled[i] + (nextEnergy / energy) * direction[i];
    energy = nextEnergy;
  }
  let largest = 0;
  for (let rank = 0; rank < rankCount; rank++) {
    fit.offsetNs[rank] += move[rank];
    fit.driftNs[rank] += move[rankCount + rank];
    largest = Math.max(largest, Math.abs(move[rank]), Math.abs(move[rankCount + rank]));
  }
  return largest;
}

/**
 * Into `sums`, of each rank: Σ w (value − the weighted mean of its collective's values) over its calls, then the same times
 * `tau`, or zeros where no rank may drift: nobody asks for them then.
 */
function callSums(
  { first, group, rank, tau }: CallColumns,
  weights: Float64Array,
  values: Float64Array,
  mayDrift: boolean,
  sums: Float64Array,
): Float64Array {
  const rankCount = sums.length / 2;
  sums.fill(0);
  for (let collective = 0; collective < group.length; collective++) {
    const [begin, end] = [first[collective], first[collective + 1]];
    // Distances from one of them: instants are large, and their differences are what counts.
    const base = values[begin];
    let [weight, sum] = [0, 0];
    for (let call = begin; call < end; call++) {
      weight += weights[call];
      sum += weights[call] * (values[call] - base);
    }
    if (weight === 0) continue;
    const mean = base + sum / weight;
    for (let call = begin; call < end; call++) {
      const own = weights[call] * (values[call] - mean);
      sums[rank[call]] += own;
      if (mayDrift) sums[rankCount + rank[call]] += own * tau[call];
    }
  }
  return sums;
}

/** Into `image`, by way of `values`, one for each call: most of aligning is spent here, and nothing is made anew for it. */
function laplacian(
  calls: CallColumns,
  weights: Float64Array,
  x: Float64Array,
  values: Float64Array,
  mayDrift: boolean,
  image: Float64Array,
): Float64Array {
  const { rank, tau } = calls;
  const rankCount = x.length / 2;
  for (let call = 0; call < values.length; call++) values[call] = x[rank[call]];
  if (mayDrift) for (let call = 0; call < values.length; call++) values[call] += x[rankCount + rank[call]] * tau[call];
  return callSums(calls, weights, values, mayDrift, image);
}

function diagonalOf({ first, group, rank, tau }: CallColumns, weights: Float64Array, rankCount: number): Float64Array {
  const diagonal = new Float64Array(2 * rankCount);
  for (let collective = 0; collective < group.length; collective++) {
    let weight = 0;
    for (let call = first[collective]; call < first[collective + 1]; call++) weight += weights[call];
    if (weight === 0) continue;
    for (let call = first[collective]; call < first[collective + 1]; call++) {
      const own = weights[call] * (1 - weights[call] / weight);
      diagonal[rank[call]] += own;
      diagonal[rankCount + rank[call]] += own * tau[call] ** 2;
    }
  }
  return diagonal;
}

function precondition(residual: Float64Array, diagonal: Float64Array, scaled: Float64Array): Float64Array {
  for (let i = 0; i < scaled.length; i++) scaled[i] = diagonal[i] > 0 ? residual[i] / diagonal[i] : 0;
  return scaled;
}

function furthest(scaled: Float64Array): number {
  let most = 0;
  for (let i = 0; i < scaled.length; i++) most = Math.max(most, Math.abs(scaled[i]));
  return most;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}
