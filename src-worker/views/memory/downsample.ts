import { lowerBound, upperBound } from '../../query/rankView';

export interface StepCurve {
  readonly timeNs: Float64Array;
  readonly bytes: Float64Array;
  readonly sampleCount: number;
  readonly isReduced: boolean;
}

export interface CurveWindow {
  readonly startNs: number;
  readonly endNs: number;
}

/**
 * The part of a step function in the window, with the sample before it (whose value still holds) and the one behind. Of
 * more than 4 samples a bucket only first, least, greatest and last are kept, in their order: no peak is lost.
 *
 *     samples   . : ' . | ' ' : .      one bucket
 *     kept      ^   ^ ^       ^        first, greatest, least, last
 *
 * `timeNs` ascends. Samples without a value (NaN) are left out.
 */
export function stepCurve(
  timeNs: Float64Array,
  bytes: Float64Array,
  buckets: number,
  window: CurveWindow = { startNs: Number.NEGATIVE_INFINITY, endNs: Number.POSITIVE_INFINITY },
): StepCurve {
  if (bytes.some(Number.isNaN)) {
    const known = range(0, bytes.length).filter((at) => !Number.isNaN(bytes[at]));
    const pick = (column: Float64Array) => Float64Array.from(known, (at) => column[at]);
    return stepCurve(pick(timeNs), pick(bytes), buckets, window);
  }
  const inside = lowerBound(timeNs, window.startNs);
  const behind = upperBound(timeNs, window.endNs);
  const first = Math.max(0, inside - 1);
  const end = Math.min(timeNs.length, behind + 1);
  const sampleCount = behind - inside;
  const isReduced = end - first > 4 * buckets;
  const kept = isReduced ? extremes(timeNs, bytes, first, end, buckets) : range(first, end);
  return {
    timeNs: Float64Array.from(kept, (at) => timeNs[at]),
    bytes: Float64Array.from(kept, (at) => bytes[at]),
    sampleCount,
    isReduced,
  };
}

function range(first: number, end: number): number[] {
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
}

function extremes(timeNs: Float64Array, bytes: Float64Array, first: number, end: number, buckets: number): number[] {
  const startNs = timeNs[first];
  const bucketNs = Math.max(1, (timeNs[end - 1] - startNs) / buckets);
  const kept: number[] = [];
  for (let from = first; from < end; ) {
    const bucket = Math.floor((timeNs[from] - startNs) / bucketNs);
    const next = Math.max(from + 1, lowerBound(timeNs, startNs + (bucket + 1) * bucketNs, from, end));
    let [low, high] = [from, from];
    for (let at = from + 1; at < next; at++) {
      if (bytes[at] < bytes[low]) low = at;
      if (bytes[at] > bytes[high]) high = at;
    }
    const picked = new Set([from, low, high, next - 1]);
    kept.push(...[...picked].sort((a, b) => a - b));
    from = next;
  }
  return kept;
}
