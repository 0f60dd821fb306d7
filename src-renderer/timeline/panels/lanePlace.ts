/** Finding the lane of a slice by its id, for lists that name it. Pure. */
import type { LaneGroup, LaneId, LaneInfo, RankState } from '../../../src-contract';
import { groupTitle, laneTitle, type Translate } from '../../session/lanes/laneTitles';

export interface LanePlace {
  readonly rank: RankState;
  readonly group: LaneGroup;
  readonly lane: LaneInfo;
}

/** Looks through the one rank: a map of all lanes of a large job would be made anew with each of its changes. */
export function lanePlace(rank: RankState | undefined, id: LaneId): LanePlace | undefined {
  for (const group of rank?.groups ?? []) {
    const lane = group.lanes.find((candidate) => candidate.id === id);
    if (rank && lane) return { rank, group, lane };
  }
  return undefined;
}

/** "Rank 0 · Python · Thread 12", without the rank when there is only one. */
export function placeText(place: LanePlace | undefined, rankCount: number, translate: Translate): string {
  if (!place) return '';
  const { rank, group, lane } = place;
  const titles = [groupTitle(group, translate), laneTitle(group, lane.name, translate)];
  return [...(rankCount > 1 ? [rank.label] : []), ...titles].join(' · ');
}
