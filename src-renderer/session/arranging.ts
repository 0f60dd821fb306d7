/** What the user does to the arrangement of the lanes; each is taken back at once. */
import type { StoreApi } from 'zustand/vanilla';
import type { DumpId, Engine, GroupKind, LaneId } from '../../src-contract';
import { type LaneFilter, type LaneGrouping, type LaneHeights, noLaneFilter, orderKey } from './lanes/laneArrangement';
import { shownKind } from './lanes/lanePresets';
import { allMergedWith, type LaneMergeWish, mergedWith, mergeOf, shiftedGroups } from './lanes/mergedLanes';
import type { Arrangement } from './look';
import { appliedPreset, mergesOfPreset, type OwnPreset } from './ownPresets';
import type { SessionState } from './sessionState';

/** A rank, or a lane or group. */
export type LaneItem =
  | { readonly kind: 'rank'; readonly index: number }
  | { readonly kind: 'group' | 'lane'; readonly id: LaneId };

export interface ArrangingActions {
  hideLanes(items: readonly LaneItem[]): void;
  /** All that is hidden is back. */
  showHidden(): void;
  /** Nothing is left out: neither hidden, nor by a filter, nor by what is shown of the lanes. */
  showAllLanes(): void;
  /** Above all others, or back to where it was. */
  togglePin(lane: LaneId): void;
  /** The children of a parent (see `orderKey`) stand in this order: ids, or indices of ranks. */
  orderLanes(parent: string, children: readonly number[]): void;
  /** The lanes stand as in the dump again, and all of them. */
  resetLanes(): void;
  groupLanes(by: LaneGrouping): void;
  toggleKindFold(kind: GroupKind): void;
  filterLanes(change: Partial<LaneFilter>): void;
  /** Nothing else of a filter stays in force. */
  showOnly(filter: Partial<LaneFilter>): void;
  /** The user's own arrangement, as far as its lanes are there by name. Rejects as `Engine.mergeLanes`. */
  applyPreset(preset: OwnPreset): Promise<void>;
  /** Resolves when they stand together, or are moved; false where there are no slices on them. Rejects as `Engine.mergeLanes`. */
  mergeLanes(wish: LaneMergeWish): Promise<boolean>;
  /** Near-empty streams are put together by themselves, once for each rank. Rejects as `Engine.mergeLanes`. */
  packLanes(wishes: readonly LaneMergeWish[]): Promise<void>;
  /** Lanes that are shown at another time are shown at theirs again. Rejects as `Engine.mergeLanes`. */
  moveLanesBack(): Promise<void>;
  /** The lanes that those of the group stand for are back. */
  splitLanes(group: LaneId): void;
  setLaneHeights(heights: LaneHeights): void;
  /** All groups of Python's calls are hidden, or back where all of them are. */
  togglePython(): void;
  /** The lanes that were chosen one by one are no filter any more. */
  dropChosenLanes(): void;
}

export function createArranging(
  { engine, dumpId }: { readonly engine: Pick<Engine, 'mergeLanes'>; readonly dumpId: DumpId },
  store: StoreApi<SessionState>,
  arrange: (change: Partial<Arrangement>) => void,
): ArrangingActions {
  /** Once their groups are there: what they stand for would be back for a moment. What is taken back meanwhile stays so. */
  const mergeTo = async (before: ReadonlySet<LaneId>, merged: ReadonlySet<LaneId>) => {
    await whenThere(store, merged);
    arrange({ merged: turnedTo(store.getState().merged, before, merged) });
  };
  /** From the first of what is left on: it may be above what was on screen. */
  const filter = (laneFilter: LaneFilter, beside: Partial<Arrangement> = {}) => {
    arrange({ laneFilter, ...beside });
    store.setState({ scrollTop: 0 });
  };
  return {
    hideLanes(items) {
      const { hidden, hiddenRanks, pinned } = store.getState();
      const ids = items.flatMap((item) => (item.kind === 'rank' ? [] : [item.id]));
      const ranks = items.flatMap((item) => (item.kind === 'rank' ? [item.index] : []));
      arrange({
        hidden: ids.length > 0 ? new Set([...hidden, ...ids]) : hidden,
        hiddenRanks: ranks.length > 0 ? new Set([...hiddenRanks, ...ranks]) : hiddenRanks,
        pinned: pinned.some((id) => ids.includes(id)) ? pinned.filter((id) => !ids.includes(id)) : pinned,
      });
    },
    showHidden() {
      arrange({ hidden: new Set(), hiddenRanks: new Set() });
    },
    showAllLanes() {
      arrange({ hidden: new Set(), hiddenRanks: new Set(), laneFilter: noLaneFilter, lanePreset: 'everything' });
    },
    togglePin(lane) {
      const { pinned, folded } = store.getState();
      if (pinned.includes(lane)) arrange({ pinned: pinned.filter((id) => id !== lane) });
      else arrange({ pinned: [...pinned, lane], folded: new Set([...folded].filter((id) => id !== lane)) });
    },
    orderLanes(parent, children) {
      if (parent === orderKey.pinned) arrange({ pinned: children as readonly LaneId[] });
      else arrange({ laneOrder: new Map(store.getState().laneOrder).set(parent, children) });
    },
    resetLanes() {
      arrange({
        hidden: new Set(),
        hiddenRanks: new Set(),
        laneOrder: new Map(),
        laneGrouping: 'rank',
        foldedKinds: new Set(),
        laneFilter: noLaneFilter,
        lanePreset: 'everything',
        laneHeights: 'auto',
        merged: new Set(),
        pinned: [],
      });
    },
    groupLanes(laneGrouping) {
      arrange({ laneGrouping });
    },
    toggleKindFold(kind) {
      const foldedKinds = new Set(store.getState().foldedKinds);
      if (!foldedKinds.delete(kind)) foldedKinds.add(kind);
      arrange({ foldedKinds });
    },
    filterLanes(change) {
      filter({ ...store.getState().laneFilter, ...change });
    },
    showOnly(only) {
      const { foldedRanks } = store.getState();
      const own = only.ranks ?? noLaneFilter.ranks;
      const folded = [...foldedRanks].filter((rank) => !own.has(rank));
      // Of a rank alone its lanes are wanted, not its strip.
      const unfolding = folded.length < foldedRanks.size ? { foldedRanks: new Set(folded) } : {};
      filter({ ...noLaneFilter, ...only }, unfolding);
    },
    async applyPreset(preset) {
      const { dump, merged: before } = store.getState();
      const wishes = mergesOfPreset(preset, dump.ranks);
      if (wishes.length === 0) {
        arrange({ ...appliedPreset(preset, store.getState()), merged: new Set() });
        return;
      }
      const merged = await allMergedWith(engine, dumpId, wishes, new Set());
      await whenThere(store, merged);
      const { merged: now } = store.getState();
      arrange({ ...appliedPreset(preset, store.getState()), merged: turnedTo(now, before, merged) });
    },
    async mergeLanes(wish) {
      const before = store.getState().merged;
      const merged = await mergedWith(engine, dumpId, mergeOf(wish, before), before);
      if (merged) await mergeTo(before, merged);
      return merged !== undefined;
    },
    async packLanes(wishes) {
      const before = store.getState().merged;
      const merged = await allMergedWith(engine, dumpId, wishes, before);
      const { packedRanks } = store.getState();
      store.setState({ packedRanks: new Set([...packedRanks, ...wishes.map(({ rank }) => rank.place)]) });
      await mergeTo(before, merged);
    },
    async moveLanesBack() {
      const { dump, merged: before } = store.getState();
      const wishes = shiftedGroups(dump.ranks, before).map(({ rank, group }) => {
        const lanes = group.lanes.map(({ id }) => id);
        return { rank, lanes, into: group.merge?.into ?? 'one', byNs: 0 };
      });
      if (wishes.length > 0) await mergeTo(before, await allMergedWith(engine, dumpId, wishes, before));
    },
    splitLanes(group) {
      arrange({ merged: new Set([...store.getState().merged].filter((id) => id !== group)) });
    },
    setLaneHeights(laneHeights) {
      arrange({ laneHeights });
    },
    togglePython() {
      const { dump, hidden } = store.getState();
      const stacks = dump.ranks.flatMap(({ groups }) =>
        groups.filter((group) => shownKind(group) === 'python').map(({ id }) => id),
      );
      const others = [...hidden].filter((id) => !stacks.includes(id));
      const areHidden = stacks.every((id) => hidden.has(id));
      arrange({ hidden: new Set(areHidden ? others : [...others, ...stacks]) });
    },
    dropChosenLanes() {
      const { lanes: _lanes, ...laneFilter } = store.getState().laneFilter;
      arrange({ laneFilter });
    },
  };
}

/** A group that is asked for is in the next state of the dump, unless its rank has been read again meanwhile. */
const LONGEST_WAIT_MS = 2_000;

/** Resolves when all these groups are in the dump's state. */
export function whenThere(store: StoreApi<SessionState>, merged: ReadonlySet<LaneId>): Promise<void> {
  const areThere = ({ dump }: SessionState) => {
    const missing = new Set(merged);
    for (const { groups } of dump.ranks) for (const { id } of groups) missing.delete(id);
    return missing.size === 0;
  };
  if (areThere(store.getState())) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(done, LONGEST_WAIT_MS);
    const stop = store.subscribe((state, before) => {
      if (state.dump !== before.dump && areThere(state)) done();
    });
  });
}

/** `now`, with what differs between `before` and `after` as it is in `after`. */
function turnedTo(
  now: ReadonlySet<LaneId>,
  before: ReadonlySet<LaneId>,
  after: ReadonlySet<LaneId>,
): ReadonlySet<LaneId> {
  const kept = [...now].filter((id) => after.has(id) || !before.has(id));
  return new Set([...kept, ...[...after].filter((id) => !before.has(id))]);
}
