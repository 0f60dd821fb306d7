import type { GroupKind } from '../../src-contract';
import type { PartView } from './partView';
import type { RankView } from './rankView';

export interface PlacedLane {
  /** Position among the rank's lanes. */
  readonly position: number;
  readonly name: string;
  readonly kind: GroupKind;
}

/**
 * The slice lanes of a rank, of all its parts, with the kind of their group: group after group, each in the order in which it
 * is shown. Their positions are in the order in which the files name them, which is any.
 */
export function lanesOf(rank: RankView): PlacedLane[] {
  return rank.parts.flatMap(({ index, place }) =>
    index.lanes
      .map(({ name, groupLocalId, sortIndex }, lane) => {
        const kind = rank.groupKind(groupLocalId) ?? 'other';
        return { position: place.firstLane + lane, name, kind, groupLocalId, sortIndex };
      })
      .sort((a, b) => a.groupLocalId - b.groupLocalId || a.sortIndex - b.sortIndex)
      .map(({ position, name, kind }) => ({ position, name, kind })),
  );
}

/** All slices of a lane, as numbered in the rank, row after row; by start within a row. */
export function* slicesOfLane(rank: RankView, position: number): Generator<number> {
  const { part, lane } = rank.laneAt(position);
  const { first, end } = sliceRangeOf(part, lane);
  for (let slice = first; slice < end; slice++) yield part.place.firstSlice + slice;
}

/** Calls `visit` for each slice of the lane, as numbered in the part that has it, row after row; within a row by start. */
export function eachSlice(rank: RankView, position: number, visit: (slice: number, part: PartView) => void): void {
  const { part, lane } = rank.laneAt(position);
  const { first, end } = sliceRangeOf(part, lane);
  for (let slice = first; slice < end; slice++) visit(slice, part);
}

export interface PlacedSlices {
  readonly part: PartView;
  /** As numbered in the part. */
  readonly first: number;
  /** Not included. */
  readonly end: number;
}

/**
 * The slices of a lane, for loops over many of them: what is handed to a function that all call, as `eachSlice` is, V8 compiles
 * once more for each of those who call it.
 */
export function sliceRange(rank: RankView, position: number): PlacedSlices {
  const { part, lane } = rank.laneAt(position);
  return { part, ...sliceRangeOf(part, lane) };
}

/** The slices of a lane's rows stand one behind the other. */
function sliceRangeOf({ index: { laneFirstRow, rowFirstSlice } }: PartView, lane: number) {
  return { first: rowFirstSlice[laneFirstRow[lane]], end: rowFirstSlice[laneFirstRow[lane + 1]] };
}
