/** How the user has arranged the lanes of a dump, by what is the same when it is opened again: places and names instead of ids. Pure. */
import type { DumpState, GroupKind, LaneId, RankState } from '../../src-contract';
import { isAligned } from './alignment';
import { type FirstFolds, groupKey, laneKey, type RememberedFolds } from './folds';
import { LANE_GROUPINGS, LANE_HEIGHTS, type LaneGrouping, type LaneHeights, orderKey } from './lanes/laneArrangement';
import { LANE_PRESETS, type LanePreset } from './lanes/lanePresets';
import type { Arrangement } from './look';
import { MOST_MERGES, type RememberedMerge, readMerges, rememberedMerges } from './rememberedMerges';
import type { SessionState } from './sessionState';

/** Plain data, to be kept as JSON. Ranks are named by their places, groups and lanes as in `folds.ts`. */
export interface RememberedLanes {
  readonly preset: LanePreset;
  readonly grouping: LaneGrouping;
  readonly heights: LaneHeights;
  readonly foldedKinds: readonly string[];
  readonly hiddenRanks: readonly string[];
  readonly hidden: readonly string[];
  readonly pinned: readonly string[];
  /** '' : of the ranks. */
  readonly order: readonly (readonly [parent: string, children: readonly string[]])[];
  /** Whether they are folded: of ranks and rows that are not as at first. */
  readonly foldedRanks: readonly (readonly [string, boolean])[];
  readonly folded: readonly (readonly [string, boolean])[];
  readonly merges: readonly RememberedMerge[];
  /** See `SessionState.packedRanks`. */
  readonly packed: readonly string[];
}

/** More than anybody arranges by hand; what is beyond is forgotten. */
const MOST = 5_000;

/** Undefined where all is as at first. `waiting`: of ranks that are not read yet. `wholeOf`: see `rememberedMerges`. */
export function rememberLanes(
  state: SessionState,
  first: FirstFolds,
  waiting: readonly RememberedMerge[] = [],
  wholeOf?: (group: LaneId) => RememberedMerge | undefined,
): RememberedLanes | undefined {
  const { dump, hidden, hiddenRanks, laneOrder, marks } = state;
  const { ranks } = dump;
  const keys = new Map<LaneId, string>();
  const found: string[] = [];
  const order: [string, readonly string[]][] = [];
  const foldedRanks: [string, boolean][] = [];
  const folded: [string, boolean][] = [];
  const rankOrder = laneOrder.get(orderKey.ranks);
  if (rankOrder) order.push(['', rankOrder.flatMap((index) => ranks[index]?.place ?? [])]);
  for (const rank of ranks) {
    const { place, index } = rank;
    const isRankFolded = state.foldedRanks.has(index);
    if (isRankFolded !== first.rank(rank, ranks)) foldedRanks.push([place, isRankFolded]);
    for (const group of rank.groups) {
      const ownKey = groupKey(place, group);
      keys.set(group.id, ownKey);
      if (hidden.has(group.id)) found.push(ownKey);
      if (state.folded.has(group.id) !== first.group(rank, group)) folded.push([ownKey, state.folded.has(group.id)]);
      const isFirstFolded = first.lane(rank, group);
      for (const lane of group.lanes) {
        const isFolded = state.folded.has(lane.id);
        const isNamed = isFolded !== isFirstFolded || hidden.has(lane.id);
        if (!isNamed && state.pinned.length === 0 && laneOrder.size === 0) continue;
        const key = laneKey(place, group, lane);
        keys.set(lane.id, key);
        if (hidden.has(lane.id)) found.push(key);
        if (isFolded !== isFirstFolded) folded.push([key, isFolded]);
      }
      const lanes = laneOrder.get(orderKey.ofGroup(group.id));
      if (lanes) order.push([ownKey, lanes.flatMap((id) => keys.get(id as LaneId) ?? [])]);
    }
    const groups = laneOrder.get(orderKey.ofRank(index));
    if (groups) order.push([place, groups.flatMap((id) => keys.get(id as LaneId) ?? [])]);
  }
  // Those of an alignment or of evidence are nobody's wish for good.
  const pinned = isAligned(dump) || marks.length > 0 ? [] : state.pinned.flatMap((id) => keys.get(id) ?? []);
  const remembered: RememberedLanes = {
    preset: state.lanePreset,
    grouping: state.laneGrouping,
    heights: state.laneHeights,
    foldedKinds: [...state.foldedKinds],
    hiddenRanks: ranks.flatMap(({ index, place }) => (hiddenRanks.has(index) ? [place] : [])),
    hidden: found.slice(0, MOST),
    pinned,
    order,
    foldedRanks: foldedRanks.slice(0, MOST),
    folded: folded.slice(0, MOST),
    merges: [...rememberedMerges(ranks, state.merged, wholeOf), ...waiting].slice(0, MOST_MERGES),
    packed: [...state.packedRanks].slice(0, MOST),
  };
  const isPlain =
    remembered.preset === 'everything' &&
    remembered.grouping === 'rank' &&
    remembered.heights === 'auto' &&
    Object.values(remembered).every((value) => typeof value === 'string' || value.length === 0);
  return isPlain ? undefined : remembered;
}

export function foldsOf({ foldedRanks, folded }: RememberedLanes): RememberedFolds {
  return { ranks: new Map(foldedRanks), rows: new Map(folded) };
}

export interface LaneReturn {
  /** What of it is there by now and was not before. */
  withNew(
    dump: Pick<DumpState, 'ranks'>,
    now: Pick<Arrangement, 'hidden' | 'hiddenRanks' | 'pinned' | 'laneOrder'>,
  ): Partial<Arrangement>;
}

/** Follows a dump as it grows: what was hidden, pinned and put in an order is so again, once, when it is there. */
export function createLaneReturn(remembered: RememberedLanes | undefined): LaneReturn {
  if (remembered === undefined) return { withNew: () => ({}) };
  const seenRanks = new Map<number, RankState>();
  const seen = new Set<LaneId>();
  const [hiddenKeys, hiddenPlaces] = [new Set(remembered.hidden), new Set(remembered.hiddenRanks)];
  const pinnedKeys = new Map(remembered.pinned.map((key, place) => [key, place]));
  const places = new Map<LaneId, number>();
  const orders = new Map(remembered.order);
  const ids = new Map<string, number>();
  const idsOf = (keys: readonly string[]) => keys.flatMap((key) => ids.get(key) ?? []);
  return {
    withNew({ ranks }, now) {
      const hidden: LaneId[] = [];
      const hiddenRanks: number[] = [];
      const pinned: LaneId[] = [];
      const laneOrder = new Map(now.laneOrder);
      let orderCount = 0;
      const order = (key: string, parent: string) => {
        const children = orders.get(key);
        if (!children) return;
        laneOrder.set(parent, idsOf(children));
        orderCount++;
      };
      for (const rank of ranks) {
        const before = seenRanks.get(rank.index);
        if (before === rank) continue;
        seenRanks.set(rank.index, rank);
        ids.set(rank.place, rank.index);
        if (!before && hiddenPlaces.has(rank.place)) hiddenRanks.push(rank.index);
        if (!before) order('', orderKey.ranks);
        let hasNew = false;
        for (const group of rank.groups) {
          const ownKey = groupKey(rank.place, group);
          let hasNewLanes = false;
          if (!seen.has(group.id)) {
            seen.add(group.id);
            ids.set(ownKey, group.id);
            hasNew = true;
            if (hiddenKeys.has(ownKey)) hidden.push(group.id);
          }
          for (const lane of group.lanes) {
            if (seen.has(lane.id)) continue;
            seen.add(lane.id);
            const key = laneKey(rank.place, group, lane);
            ids.set(key, lane.id);
            hasNewLanes = true;
            if (hiddenKeys.has(key)) hidden.push(lane.id);
            const place = pinnedKeys.get(key);
            if (place === undefined) continue;
            places.set(lane.id, place);
            pinned.push(lane.id);
          }
          if (hasNewLanes) order(ownKey, orderKey.ofGroup(group.id));
        }
        if (hasNew) order(rank.place, orderKey.ofRank(rank.index));
      }
      const inOrder = pinned
        .filter((id) => !now.pinned.includes(id))
        .sort((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
      return {
        ...(hidden.length > 0 && { hidden: new Set([...now.hidden, ...hidden]) }),
        ...(hiddenRanks.length > 0 && { hiddenRanks: new Set([...now.hiddenRanks, ...hiddenRanks]) }),
        ...(pinned.length > 0 && { pinned: [...now.pinned, ...inOrder] }),
        ...(orderCount > 0 && { laneOrder }),
      };
    },
  };
}

/** What was kept, whoever wrote it; undefined where it is none of ours. */
export function readRememberedLanes(kept: unknown): RememberedLanes | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const own = kept as Readonly<Record<string, unknown>>;
  return {
    preset: LANE_PRESETS.find((preset) => preset === own.preset) ?? 'everything',
    grouping: LANE_GROUPINGS.find((grouping) => grouping === own.grouping) ?? 'rank',
    heights: LANE_HEIGHTS.find((heights) => heights === own.heights) ?? 'auto',
    foldedKinds: texts(own.foldedKinds),
    hiddenRanks: texts(own.hiddenRanks),
    hidden: texts(own.hidden),
    pinned: texts(own.pinned),
    order: pairs(own.order, (value) => texts(value)),
    foldedRanks: pairs(own.foldedRanks, (value) => value === true),
    folded: pairs(own.folded, (value) => value === true),
    merges: readMerges(own.merges),
    packed: texts(own.packed),
  };
}

export function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string').slice(0, MOST) : [];
}

export function pairs<T>(value: unknown, read: (value: unknown) => T): readonly (readonly [string, T])[] {
  if (!Array.isArray(value)) return [];
  return value
    .slice(0, MOST)
    .flatMap((pair: unknown) =>
      Array.isArray(pair) && typeof pair[0] === 'string' ? [[pair[0], read(pair[1])] as const] : [],
    );
}

/** Kinds that there are no more are left out. */
export function kindsOf(names: readonly string[], kinds: readonly GroupKind[]): ReadonlySet<GroupKind> {
  return new Set(kinds.filter((kind) => names.includes(kind)));
}
