/** In which order groups of lanes are shown. Pure. */
import type { GroupKind, LaneGroup } from '../../../src-contract';
import { shownKind } from './lanePresets';

/** What is paid for first, then what feeds it, then what was measured beside. */
const groupOrder: Readonly<Record<GroupKind, number>> = {
  hardware: 0,
  communication: 1,
  overlap: 2,
  python: 3,
  cann: 4,
  other: 5,
  counters: 6,
};

export const kindsInOrder = (Object.keys(groupOrder) as GroupKind[]).sort((a, b) => groupOrder[a] - groupOrder[b]);

/** What one has asked for, a critical path or a copy, stands above all; groups of one kind stay in the dump's order. */
export function deviceFirst(groups: readonly LaneGroup[]): readonly LaneGroup[] {
  const placeOf = (group: LaneGroup) => (group.path || group.copy || group.isOwn ? -1 : groupOrder[shownKind(group)]);
  return [...groups].sort((a, b) => placeOf(a) - placeOf(b));
}
