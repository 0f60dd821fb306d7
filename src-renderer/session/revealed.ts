/** What is to change so that a lane or group is seen. Pure. */
import type { LaneGroup, LaneId } from '../../src-contract';
import { FIXED_ROWS, uncovered } from './lanes/laneArrangement';
import { isInPreset } from './lanes/lanePresets';
import type { Arrangement } from './look';
import type { SessionState } from './sessionState';

/** Undefined where the lane or group is not there. `row`: that is to be seen of it. */
export function revealed(state: SessionState, id: LaneId, row: number): Partial<Arrangement> | undefined {
  const { dump, folded, foldedRanks, lanePreset, laneHeights } = state;
  const rank = dump.ranks.find(({ groups }) => groups.some((group) => groupHas(group, id)));
  const group = rank?.groups.find((candidate) => groupHas(candidate, id));
  if (!rank || !group) return undefined;
  return {
    ...uncovered(state, rank, group, id),
    folded: group.id === id ? folded : without(folded, [group.id]),
    foldedRanks: without(foldedRanks, [rank.index]),
    lanePreset: isInPreset(group, lanePreset) ? lanePreset : 'everything',
    // A row that lanes of one height do not show.
    laneHeights: row < FIXED_ROWS ? laneHeights : 'auto',
  };
}

function groupHas(group: LaneGroup, id: LaneId): boolean {
  return group.id === id || group.lanes.some((lane) => lane.id === id);
}

/** The same set when it holds none of the items, so that nobody who watches it is woken. */
export function without<T>(set: ReadonlySet<T>, items: readonly T[]): ReadonlySet<T> {
  return items.some((item) => set.has(item)) ? new Set([...set].filter((item) => !items.includes(item))) : set;
}
