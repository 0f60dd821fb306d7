import { type Chunk, createChunk } from './chunks';
import { NO_SOURCE } from './eventSource';
import { difference, type Intervals, union } from './intervals';
import { SLICE_COLUMNS } from './segmentEvents';

/** Names of the four lanes, as Ascend's own profiler writes them, in its order. */
export const OVERLAP_LANES = ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'] as const;
export type OverlapLane = (typeof OVERLAP_LANES)[number];

/** Starts and ends of slices, in any order. */
export interface Spans {
  readonly startNs: number[];
  readonly endNs: number[];
}

/**
 * Computing = union of the kernels, Communication = union of the collectives, Communication(Not Overlapped) =
 * Communication less Computing, Free = neither, between the first and the last of both. Undefined when the device did
 * nothing. Source: the definition of Ascend's step_trace_time.csv, with whose sums it agrees.
 */
export function overlapIntervals(kernels: Spans, collectives: Spans): Record<OverlapLane, Intervals> | undefined {
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

/** The intervals as slices that are in no file. */
export function overlapSlices(
  intervals: Record<OverlapLane, Intervals>,
  laneOf: (name: OverlapLane) => number,
  nameOf: (name: OverlapLane) => number,
): Chunk<typeof SLICE_COLUMNS> {
  const count = OVERLAP_LANES.reduce((sum, lane) => sum + intervals[lane].startNs.length, 0);
  const { columns } = createChunk(SLICE_COLUMNS, count);
  columns.source.fill(NO_SOURCE);
  let at = 0;
  for (const name of OVERLAP_LANES) {
    const { startNs, endNs } = intervals[name];
    columns.startNs.set(startNs, at);
    columns.endNs.set(endNs, at);
    columns.lane.fill(laneOf(name), at, at + startNs.length);
    columns.name.fill(nameOf(name), at, at + startNs.length);
    at += startNs.length;
  }
  return { count, columns };
}
