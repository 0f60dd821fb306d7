import type { GroupKind } from '../../src-contract';
import type { RankView } from '../query/rankView';

/** Calls `visit` for each slice of the lane, row after row; within a row by start. */
export function eachSlice(view: RankView, lane: number, visit: (slice: number) => void): void {
  const { laneFirstRow, rowFirstSlice } = view.index;
  // The slices of a lane's rows stand one behind the other.
  const end = rowFirstSlice[laneFirstRow[lane + 1]];
  for (let slice = rowFirstSlice[laneFirstRow[lane]]; slice < end; slice++) visit(slice);
}

/** Positions of the lanes in groups of that kind, with the lane's name. */
export function lanesOfKind(view: RankView, kind: GroupKind): { readonly lane: number; readonly name: string }[] {
  const groups = new Set(view.index.groups.filter((group) => group.kind === kind).map(({ localId }) => localId));
  return view.index.lanes.flatMap(({ groupLocalId, name }, lane) => (groups.has(groupLocalId) ? [{ lane, name }] : []));
}

export function groupKindOfLane(view: RankView, lane: number): GroupKind | undefined {
  const { groupLocalId } = view.index.lanes[lane];
  return view.index.groups.find(({ localId }) => localId === groupLocalId)?.kind;
}
