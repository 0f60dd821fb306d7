import { type Intervals, overlapOf } from '../simulation/overlap';
import type { StepRecords } from '../simulation/stepRecords';

export const overlapNames = ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'] as const;

/** A stretch of Overlap Analysis. Times: ns since the job's origin. */
export interface OverlapSlice {
  /** Position in `overlapNames`. */
  readonly lane: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** Lane by lane. */
export function* overlapSlices(records: StepRecords): Generator<OverlapSlice> {
  const lanes = overlapOf(records);
  const byLane: readonly Intervals[] = [lanes.computing, lanes.communication, lanes.notOverlapped, lanes.free];
  for (let lane = 0; lane < byLane.length; lane++) {
    const intervals = byLane[lane]!;
    for (let i = 0; i < intervals.length; i += 2) yield { lane, startNs: intervals[i]!, endNs: intervals[i + 1]! };
  }
}
