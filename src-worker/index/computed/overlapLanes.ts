import { difference, type Intervals, union } from '../intervals/intervals';

/** Names of the four lanes, as Ascend's own profiler writes them, in its order. */
export const OVERLAP_LANES = ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'] as const;
export type OverlapLane = (typeof OVERLAP_LANES)[number];

/** Starts and ends of slices, in any order. */
export interface Spans {
  readonly startNs: number[];
  readonly endNs: number[];
}

/** The same, whatever they are kept in. */
export interface AnySpans {
  readonly startNs: ArrayLike<number>;
  readonly endNs: ArrayLike<number>;
}

/**
 * Computing = union of the kernels, Communication = union of the collectives, Communication(Not Overlapped) =
 * Communication less Computing, Free = neither, between the first and the last of both. Undefined when the device did
 * nothing. Source: the definition of Ascend's step_trace_time.csv, with whose sums it agrees.
 */
export function overlapIntervals(kernels: AnySpans, collectives: AnySpans): Record<OverlapLane, Intervals> | undefined {
  const computing = union(kernels.startNs, kernels.endNs);
  const communication = union(collectives.startNs, collectives.endNs);
  const busy = union([...computing.startNs, ...communication.startNs], [...computing.endNs, ...communication.endNs]);
  if (busy.startNs.length === 0) return undefined;
  const whole: Intervals = {
    startNs: Float64Array.of(busy.startNs[0]),
    endNs: Float64Array.of(busy.endNs[busy.endNs.length - 1]),
  };
  return {
    Computing: computing,
    Communication: communication,
    'Communication(Not Overlapped)': difference(communication, computing),
    Free: difference(whole, busy),
  };
}
