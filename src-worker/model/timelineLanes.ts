import type { GroupKind } from '../../src-contract';
import { lanesOf } from '../query/laneSlices';
import type { RankView } from '../query/rankView';

/** Positions of the lanes in groups of that kind, with the lane's name. */
export function lanesOfKind(view: RankView, kind: GroupKind): { readonly lane: number; readonly name: string }[] {
  return lanesOf(view).flatMap((lane) => (lane.kind === kind ? [{ lane: lane.position, name: lane.name }] : []));
}

export function groupKindOfLane(view: RankView, position: number): GroupKind | undefined {
  const { part, lane } = view.laneAt(position);
  return view.groupKind(part.index.lanes[lane].groupLocalId);
}
