import { endNsOf } from '../../index/columns/indexSlices';
import { difference, type Intervals, union } from '../../index/intervals/intervals';
import { lanesOfKind } from '../../model/timelineLanes';
import { isGroupLane } from '../../names/taskKind';
import { eachSlice } from '../../query/laneSlices';
import { lowerBound, type RankView } from '../../query/rankView';
import { isStageCall } from './stageTimes';

export interface BucketShares {
  readonly computing: Float32Array;
  readonly communication: Float32Array;
  readonly bubble: Float32Array;
}

/** What a rank's device does in each of `count` columns of `bucketNs` from `fromNs` (the index's time) on: shares 0…1. */
export function bucketShares(view: RankView, fromNs: number, bucketNs: number, count: number): BucketShares {
  const { computing, exposed, stageCalls } = deviceIntervals(view);
  const others = difference(exposed, stageCalls);
  const shares = (intervals: Intervals) => shareOf(intervals, fromNs, bucketNs, count);
  return {
    computing: shares(computing),
    communication: shares(others),
    bubble: shares(difference(exposed, others)),
  };
}

function deviceIntervals(view: RankView) {
  const overlap = lanesOfKind(view, 'overlap');
  const laneOf = (name: string) => {
    const lane = overlap.find((own) => own.name === name)?.lane;
    return lane === undefined ? none : laneIntervals(view, lane, () => true);
  };
  const calls = lanesOfKind(view, 'communication')
    .filter(({ name }) => isGroupLane(name))
    .map(({ lane }) => laneIntervals(view, lane, isStageCall));
  return {
    computing: laneOf('Computing'),
    exposed: laneOf('Communication(Not Overlapped)'),
    stageCalls: union(
      calls.flatMap(({ startNs }) => [...startNs]),
      calls.flatMap(({ endNs }) => [...endNs]),
    ),
  };
}

const none: Intervals = { startNs: new Float64Array(), endNs: new Float64Array() };

function laneIntervals(view: RankView, lane: number, isWanted: (name: string) => boolean): Intervals {
  const starts: number[] = [];
  const ends: number[] = [];
  eachSlice(view, lane, (slice, part) => {
    const { slices } = part.index;
    if (!isWanted(part.nameText(slices.name[slice]))) return;
    starts.push(slices.startNs[slice]);
    ends.push(endNsOf(slices, slice));
  });
  return union(starts, ends);
}

function shareOf({ startNs, endNs }: Intervals, fromNs: number, bucketNs: number, count: number): Float32Array {
  const busyNs = new Float64Array(count);
  const untilNs = fromNs + bucketNs * count;
  for (let i = lowerBound(endNs, fromNs); i < startNs.length && startNs[i] < untilNs; i++) {
    const [start, end] = [Math.max(fromNs, startNs[i]), Math.min(untilNs, endNs[i])];
    const first = Math.floor((start - fromNs) / bucketNs);
    const last = Math.min(count - 1, Math.floor((end - fromNs) / bucketNs));
    for (let bucket = first; bucket <= last; bucket++) {
      const bucketStart = fromNs + bucket * bucketNs;
      busyNs[bucket] += Math.max(0, Math.min(end, bucketStart + bucketNs) - Math.max(start, bucketStart));
    }
  }
  return Float32Array.from(busyNs, (ns) => Math.min(1, ns / bucketNs));
}
