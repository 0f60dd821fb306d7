import type { StepRecords } from './stepRecords';

/** Disjoint stretches of time in order: start, end, start, end, … ns. */
export type Intervals = readonly number[];

/** The four lanes of Overlap Analysis for one step. Computing + notOverlapped + free tile the step on the device. */
export interface OverlapLanes {
  readonly computing: Intervals;
  readonly communication: Intervals;
  readonly notOverlapped: Intervals;
  readonly free: Intervals;
}

export function overlapOf(records: StepRecords): OverlapLanes {
  const computing = union(computeIntervals(records));
  const communication = union(records.collectives.flatMap(({ startNs, endNs }) => [startNs, endNs]));
  const busy = union([...computing, ...communication]);
  const step = [records.deviceStartNs, records.deviceEndNs];
  return {
    computing,
    communication,
    notOverlapped: subtract(communication, computing),
    free: subtract(step, busy),
  };
}

/** Total length, ns. */
export function lengthOf(intervals: Intervals): number {
  let total = 0;
  for (let i = 0; i < intervals.length; i += 2) total += intervals[i + 1]! - intervals[i]!;
  return total;
}

function computeIntervals(records: StepRecords): number[] {
  const { launch, deviceStartNs, deviceDurationNs, secondStartNs, secondDurationNs } = records.launches;
  const intervals: number[] = [];
  for (let row = 0; row < launch.length; row++) {
    if (launch[row]!.kind !== 'kernel') continue;
    intervals.push(deviceStartNs[row]!, deviceStartNs[row]! + deviceDurationNs[row]!);
    const secondNs = secondStartNs[row]!;
    if (secondNs >= 0) intervals.push(secondNs, secondNs + secondDurationNs[row]!);
  }
  return intervals;
}

/** Merges stretches given in any order; those that touch become one. */
export function union(pairs: readonly number[]): number[] {
  const order = Array.from({ length: pairs.length / 2 }, (_, i) => 2 * i);
  order.sort((a, b) => pairs[a]! - pairs[b]!);
  const merged: number[] = [];
  for (const i of order) {
    const lastEnd = merged.length > 0 ? merged[merged.length - 1]! : Number.NEGATIVE_INFINITY;
    if (pairs[i]! <= lastEnd) merged[merged.length - 1] = Math.max(lastEnd, pairs[i + 1]!);
    else merged.push(pairs[i]!, pairs[i + 1]!);
  }
  return merged;
}

/** What of `from` lies in none of `holes`; both in order and disjoint. */
export function subtract(from: Intervals, holes: Intervals): number[] {
  const rest: number[] = [];
  let hole = 0;
  for (let i = 0; i < from.length; i += 2) {
    let startNs = from[i]!;
    const endNs = from[i + 1]!;
    while (hole < holes.length && holes[hole + 1]! <= startNs) hole += 2;
    for (let h = hole; h < holes.length && holes[h]! < endNs; h += 2) {
      if (holes[h]! > startNs) rest.push(startNs, holes[h]!);
      startNs = Math.max(startNs, holes[h + 1]!);
    }
    if (startNs < endNs) rest.push(startNs, endNs);
  }
  return rest;
}
