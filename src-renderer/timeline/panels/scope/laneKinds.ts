import type { GroupKind, LaneId, RankIndex, RankState } from '../../../../src-contract';

import { isUnmerged } from '../../../session/lanes/mergedLanes';

/** `lane`: that of the selected slice alone; `asked`: those that were asked for from elsewhere (`AskedLanes`). */
export type LaneKindChoice = GroupKind | 'all' | 'lane' | 'asked';

const ORDER: readonly GroupKind[] = ['hardware', 'communication', 'overlap', 'python', 'cann', 'other', 'counters'];

/** Kinds that lanes with slices are of, the device first. Pure. */
export function laneKinds(ranks: readonly Pick<RankState, 'groups'>[]): readonly GroupKind[] {
  const found = new Set<GroupKind>();
  for (const { groups } of ranks)
    for (const { kind, lanes } of groups) if (lanes.some((lane) => lane.kind === 'slices')) found.add(kind);
  return ORDER.filter((kind) => found.has(kind));
}

/** The lanes of a choice, as the window knows them. */
export function chosenLaneIds(
  ranks: readonly Pick<RankState, 'index' | 'groups'>[],
  choice: {
    readonly ranks: readonly RankIndex[];
    readonly kinds?: readonly GroupKind[];
    readonly lanes?: readonly LaneId[];
  },
): readonly LaneId[] {
  const named = choice.lanes && new Set(choice.lanes);
  return (
    ranks
      .filter(({ index }) => choice.ranks.includes(index))
      .flatMap(({ groups }) => groups)
      // What lanes stand for is counted once.
      .filter((group) => named !== undefined || isUnmerged(group))
      .filter(({ kind }) => choice.kinds === undefined || choice.kinds.includes(kind))
      .flatMap(({ lanes }) => lanes)
      .filter(({ id, kind }) => kind === 'slices' && (named === undefined || named.has(id)))
      .map(({ id }) => id)
  );
}
