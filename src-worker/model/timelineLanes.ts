import type { GroupKind } from '../../src-contract';
import { overlapLaneName } from '../names/overlapLanes';
import { lanesOf } from '../query/laneSlices';
import type { RankView } from '../query/rankView';

/** Positions of the lanes in groups of that kind, with the lane's name; of overlap lanes, as today's profilers name them. */
export function lanesOfKind(view: RankView, kind: GroupKind): { readonly lane: number; readonly name: string }[] {
  const nameOf = (name: string) => (kind === 'overlap' ? overlapLaneName(name) : name);
  return lanesOf(view).flatMap((lane) =>
    lane.kind === kind ? [{ lane: lane.position, name: nameOf(lane.name) }] : [],
  );
}

export function groupKindOfLane(view: RankView, position: number): GroupKind | undefined {
  const { part, lane } = view.laneAt(position);
  return view.groupKind(part.index.lanes[lane].groupLocalId);
}
