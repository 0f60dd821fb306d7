import type { EventChoice } from '../../src-contract';
import { endNsOf } from '../index/columns/indexSlices';
import { lanesOf } from './laneSlices';
import { LANES_PER_RANK, type PartLane, type RankView } from './rankView';
import { rowsOfLane, type SliceRange, slicesTouching } from './touching';

export type LaneChoice = Omit<EventChoice, 'ranks'>;

/** The lanes of a rank that are asked about: those that are named, in their order, or all that belong to it as they are shown. */
export function chosenLanes(view: RankView, { lanes, kinds }: LaneChoice): readonly PartLane[] {
  const own = lanes
    ? lanes
        .filter((lane) => Math.floor(lane / LANES_PER_RANK) === view.rank)
        .flatMap((lane) => view.lanesWith(lane % LANES_PER_RANK))
    : lanesOf(view).map(({ position }) => view.laneAt(position));
  if (!kinds) return own;
  return own.filter(({ part, lane }) => {
    const kind = view.groupKind(part.index.lanes[lane].groupLocalId);
    return kinds.includes(kind ?? 'other');
  });
}

/** A stretch of time by a rank's index. */
export interface OwnStretch {
  readonly fromNs: number;
  readonly toNs: number;
}

export function ownStretch(view: RankView, { startNs, endNs }: LaneChoice): OwnStretch {
  return {
    fromNs: startNs === undefined ? Number.NEGATIVE_INFINITY : view.time.first(startNs),
    toNs: endNs === undefined ? Number.POSITIVE_INFINITY : view.time.last(endNs),
  };
}

/** Of each row of the lane the slices in the stretch: not those that only touch its border, unless they have no length. */
export function slicesInRows({ part, lane }: PartLane, { fromNs, toNs }: OwnStretch): SliceRange[] {
  const { index } = part;
  const { slices } = index;
  const { first: firstRow, end: endRow } = rowsOfLane(index, lane);
  const ranges: SliceRange[] = [];
  for (let row = firstRow; row < endRow; row++) {
    let { first, end } = slicesTouching(index, row, fromNs, toNs);
    // Ends ascend in a row, and starts: what touches a border only is the first ones and the last.
    const isInside = (slice: number) => {
      const [start, sliceEnd] = [slices.startNs[slice], endNsOf(slices, slice)];
      return start === sliceEnd || Math.min(sliceEnd, toNs) > Math.max(start, fromNs);
    };
    while (first < end && !isInside(first)) first++;
    while (first < end && !isInside(end - 1)) end--;
    ranges.push({ first, end });
  }
  return ranges;
}
