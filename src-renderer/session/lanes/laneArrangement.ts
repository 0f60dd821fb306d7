/** How the user has arranged the lanes, besides folding: what is hidden, in which order, together with what, which of them. Pure. */
import type { GroupKind, LaneGroup, LaneId, LaneInfo, RankState } from '../../../src-contract';
import { shownKind } from './lanePresets';

export const LANE_GROUPINGS = ['rank', 'kind'] as const;
/** `kind`: lanes of one kind of all ranks stand together, those of one name one below the other. */
export type LaneGrouping = (typeof LANE_GROUPINGS)[number];

export const LANE_HEIGHTS = ['auto', 'fixed'] as const;
/** `fixed`: all lanes are as high as one another, however many rows they have. */
export type LaneHeights = (typeof LANE_HEIGHTS)[number];

/** Rows of slices that lanes of one height show. */
export const FIXED_ROWS = 2;

/** What is empty or absent leaves nothing out. */
export interface LaneFilter {
  /** Each of its words is in the name of the rank, the group or the lane; upper or lower case. */
  readonly text: string;
  /** By `RankState.index`. */
  readonly ranks: ReadonlySet<number>;
  readonly kinds: ReadonlySet<GroupKind>;
  /** Chosen one by one, under a name. */
  readonly lanes?: { readonly name: string; readonly ids: ReadonlySet<LaneId> };
}

export const noLaneFilter: LaneFilter = { text: '', ranks: new Set(), kinds: new Set() };

/** Whose children have been put in an order (`orderKey`): 'ranks', `rank-<index>` or `group-<id>` → ids of the children, or indices of ranks. */
export type LaneOrder = ReadonlyMap<string, readonly number[]>;

export interface LaneArrangement {
  /** Lanes and groups. */
  readonly hidden: ReadonlySet<LaneId>;
  /** By `RankState.index`. */
  readonly hiddenRanks: ReadonlySet<number>;
  readonly laneOrder: LaneOrder;
  readonly laneGrouping: LaneGrouping;
  /** Folded headings where lanes stand by kind. */
  readonly foldedKinds: ReadonlySet<GroupKind>;
  readonly laneFilter: LaneFilter;
  readonly laneHeights: LaneHeights;
  /** Groups whose lanes stand for others (`LaneGroup.merge`), which are not shown then; those that are not here are none. */
  readonly merged: ReadonlySet<LaneId>;
}

export const plainArrangement: LaneArrangement = {
  hidden: new Set(),
  hiddenRanks: new Set(),
  laneOrder: new Map(),
  laneGrouping: 'rank',
  foldedKinds: new Set(),
  laneFilter: noLaneFilter,
  laneHeights: 'auto',
  merged: new Set(),
};

export function laneArrangementOf(state: LaneArrangement): LaneArrangement {
  const { hidden, hiddenRanks, laneOrder, laneGrouping, foldedKinds, laneFilter, laneHeights, merged } = state;
  return { hidden, hiddenRanks, laneOrder, laneGrouping, foldedKinds, laneFilter, laneHeights, merged };
}

const arrangementKeys = Object.keys(plainArrangement) as readonly (keyof LaneArrangement)[];

export function isArrangedOtherwise(a: LaneArrangement, b: LaneArrangement): boolean {
  return arrangementKeys.some((key) => a[key] !== b[key]);
}

export const orderKey = {
  ranks: 'ranks',
  pinned: 'pinned',
  ofRank: (index: number): string => `rank-${index}`,
  ofGroup: (id: LaneId): string => `group-${id}`,
} as const;

/** The items as they were put; those that are not in `order` come after, as they were. */
export function ordered<T>(
  items: readonly T[],
  order: readonly number[] | undefined,
  idOf: (item: T) => number,
): readonly T[] {
  if (order === undefined) return items;
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = (item: T) => places.get(idOf(item)) ?? order.length;
  return [...items].sort((a, b) => placeOf(a) - placeOf(b));
}

/** `moved` stands before or after `beside`; what is not there moves nothing. */
export function movedBeside(
  ids: readonly number[],
  moved: number,
  beside: number,
  side: 'before' | 'after',
): readonly number[] {
  if (moved === beside || !ids.includes(moved) || !ids.includes(beside)) return ids;
  const others = ids.filter((id) => id !== moved);
  const at = others.indexOf(beside) + (side === 'after' ? 1 : 0);
  return [...others.slice(0, at), moved, ...others.slice(at)];
}

export interface LaneMatcher {
  rank(rank: RankState): boolean;
  group(group: Pick<LaneGroup, 'kind' | 'labels'>): boolean;
  lane(rank: RankState, group: LaneGroup, lane: LaneInfo): boolean;
  /** It looks at each lane: what has none that match is left out, and what has one is open. */
  readonly isByLane: boolean;
}

export function isFiltering({ text, ranks, kinds, lanes }: LaneFilter): boolean {
  return text.trim() !== '' || ranks.size > 0 || kinds.size > 0 || lanes !== undefined;
}

/** Undefined where nothing is left out. `groupNames`: what lanes of communication are found by, too. */
export function laneMatcher(
  filter: LaneFilter,
  groupNames: ReadonlyMap<LaneId, string> | undefined,
): LaneMatcher | undefined {
  if (!isFiltering(filter)) return undefined;
  const { ranks, kinds, lanes } = filter;
  const words = filter.text.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return {
    rank: ({ index }) => ranks.size === 0 || ranks.has(index),
    group: (group) => kinds.size === 0 || kinds.has(shownKind(group)),
    lane(rank, group, lane) {
      if (lanes && !lanes.ids.has(lane.id)) return false;
      // What stands for lanes that are not shown one by one.
      if (words.length === 0 || (lane.kind === 'slices' && lane.isFolded)) return true;
      const text = `${rank.label}\n${group.name}\n${lane.name}\n${groupNames?.get(lane.id) ?? ''}`.toLowerCase();
      return words.every((word) => text.includes(word));
    },
    isByLane: words.length > 0 || lanes !== undefined,
  };
}

/** How many lanes, groups and ranks are hidden that would be there. */
export function hiddenCount(
  { hidden, hiddenRanks }: Pick<LaneArrangement, 'hidden' | 'hiddenRanks'>,
  ranks: readonly RankState[],
): number {
  if (hidden.size === 0 && hiddenRanks.size === 0) return 0;
  let count = 0;
  for (const rank of ranks) {
    if (hiddenRanks.has(rank.index)) {
      count++;
      continue;
    }
    if (hidden.size === 0) continue;
    for (const group of rank.groups) {
      if (hidden.has(group.id)) count++;
      else for (const { id } of group.lanes) if (hidden.has(id)) count++;
    }
  }
  return count;
}

/** What is to change so that nothing of the arrangement covers a lane or group. */
export function uncovered(
  arrangement: LaneArrangement & { readonly groupNames: ReadonlyMap<LaneId, string> },
  rank: RankState,
  group: LaneGroup,
  id: LaneId,
): Partial<LaneArrangement> {
  const { hidden, hiddenRanks, foldedKinds, laneGrouping, laneFilter } = arrangement;
  const lane = group.lanes.find((own) => own.id === id);
  const matcher = laneMatcher(laneFilter, arrangement.groupNames);
  const isOut =
    matcher !== undefined &&
    !(matcher.rank(rank) && matcher.group(group) && (lane === undefined || matcher.lane(rank, group, lane)));
  const kind = shownKind(group);
  return {
    ...((hidden.has(id) || hidden.has(group.id)) && {
      hidden: new Set([...hidden].filter((other) => other !== id && other !== group.id)),
    }),
    ...(hiddenRanks.has(rank.index) && {
      hiddenRanks: new Set([...hiddenRanks].filter((other) => other !== rank.index)),
    }),
    ...(laneGrouping === 'kind' &&
      foldedKinds.has(kind) && { foldedKinds: new Set([...foldedKinds].filter((other) => other !== kind)) }),
    ...(isOut && { laneFilter: noLaneFilter }),
  };
}
