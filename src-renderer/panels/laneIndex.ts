/** Finding the lane of a slice by its id, for lists that name it. Pure. */
import type { DumpState, LaneGroup, LaneId, LaneInfo, RankState } from '../../src-worker/api';

export interface LanePlace {
  readonly rank: RankState;
  readonly group: LaneGroup;
  readonly lane: LaneInfo;
}

export function laneIndex(dump: Pick<DumpState, 'ranks'>): ReadonlyMap<LaneId, LanePlace> {
  const places = new Map<LaneId, LanePlace>();
  for (const rank of dump.ranks) {
    for (const group of rank.groups) {
      for (const lane of group.lanes) places.set(lane.id, { rank, group, lane });
    }
  }
  return places;
}

/** "Rank 0 · Python · Thread 12", without the rank when there is only one. */
export function placeText(place: LanePlace | undefined, rankCount: number): string {
  if (!place) return '';
  return [...(rankCount > 1 ? [place.rank.label] : []), place.group.name, place.lane.name].join(' · ');
}
