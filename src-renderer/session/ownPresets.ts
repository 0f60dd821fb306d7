/** The user's own arrangements of lanes, under names, for any dump: by what ranks, groups and lanes are called, not by ids. Pure but for the store. */
import type { StoreApi } from 'zustand/vanilla';
import type { GroupKind, LaneGroup, LaneId, LaneInfo, LaneMergeKind, RankState } from '../../src-contract';
import { createKeptValue, type KeptStorage, type Stored } from '../base/keptValue';
import { LANE_GROUPINGS, type LaneGrouping, orderKey } from './lanes/laneArrangement';
import { kindsInOrder } from './lanes/laneOrder';
import { LANE_PRESETS, type LanePreset, shownKind } from './lanes/lanePresets';
import type { LaneMergeWish } from './lanes/mergedLanes';
import type { Arrangement } from './look';
import { kindsOf, pairs, texts } from './rememberedLanes';
import { MOST_MERGES, readMerges } from './rememberedMerges';
import type { SessionState } from './sessionState';

const laneStates = ['open', 'folded', 'hidden'] as const;
type LaneState = (typeof laneStates)[number];

export interface OwnPreset {
  readonly name: string;
  readonly preset: LanePreset;
  readonly grouping: LaneGrouping;
  readonly foldedKinds: readonly string[];
  /** Of groups of a kind that are of no known name. */
  readonly kinds: readonly (readonly [string, LaneState])[];
  readonly groups: readonly (readonly [string, LaneState])[];
  readonly lanes: readonly (readonly [string, LaneState])[];
  /** '' : groups of a rank; else lanes of a group. */
  readonly order: readonly (readonly [parent: string, children: readonly string[]])[];
  /** Lanes, by number of the rank and name, as `pinName`. */
  readonly pinned: readonly string[];
  readonly merges: readonly PresetMerge[];
}

/** Lanes of a rank that stand together, or are moved in time: by number of the rank and names. */
interface PresetMerge {
  readonly rank: number;
  readonly into: LaneMergeKind;
  readonly byNs: number;
  readonly lanes: readonly string[];
}

export interface OwnPresets {
  readonly presets: readonly OwnPreset[];
}

/** Longer names are cut. */
export const LONGEST_NAME = 60;
const MOST_PRESETS = 50;

export function createOwnPresets(storage: KeptStorage): StoreApi<OwnPresets> {
  return createKeptValue(storage, 'tracelane.lanePresets', readPresets);
}

/** One of the same name is replaced. */
export function withPreset({ presets }: OwnPresets, preset: OwnPreset): OwnPresets {
  return { presets: [...presets.filter(({ name }) => name !== preset.name), preset].slice(-MOST_PRESETS) };
}

export function withoutPreset({ presets }: OwnPresets, name: string): OwnPresets {
  return { presets: presets.filter((preset) => preset.name !== name) };
}

/** Takes the place of one that is called so already. */
export function renamedPreset({ presets }: OwnPresets, from: string, to: string): OwnPresets {
  const name = to.trim().slice(0, LONGEST_NAME);
  if (name === '' || name === from) return { presets };
  return {
    presets: presets
      .filter((preset) => preset.name !== name)
      .map((preset) => (preset.name === from ? { ...preset, name } : preset)),
  };
}

const groupName = (group: LaneGroup) =>
  `${shownKind(group)}\n${group.pid === '' ? group.name : group.name.replace(group.pid, '')}`;
const laneName = (group: LaneGroup, lane: LaneInfo) => `${groupName(group)}\n${lane.kind}\n${lane.name}`;
const pinName = (rank: RankState, group: LaneGroup, lane: LaneInfo) =>
  `${rank.rank ?? rank.index}\n${laneName(group, lane)}`;

type Arranged = Pick<SessionState, 'dump'> & Arrangement;

export function presetOf(name: string, state: Arranged): OwnPreset {
  const { dump, folded, foldedRanks, hidden, hiddenRanks, laneOrder } = state;
  const groups = new Map<string, LaneState>();
  const lanes = new Map<string, LaneState>();
  const ofKind = new Map<GroupKind, Set<LaneState>>();
  const order = new Map<string, readonly string[]>();
  const pinned = new Map<LaneId, string>();
  const stateOf = (id: LaneId): LaneState => (hidden.has(id) ? 'hidden' : folded.has(id) ? 'folded' : 'open');
  // What is open and shown tells most of how the lanes are wanted.
  const isAway = ({ index }: RankState) => Number(hiddenRanks.has(index) || foldedRanks.has(index));
  for (const rank of [...dump.ranks].sort((a, b) => isAway(a) - isAway(b))) {
    const names = new Map<number, string>();
    for (const group of rank.groups) {
      const own = groupName(group);
      names.set(group.id, own);
      if (!groups.has(own)) {
        groups.set(own, stateOf(group.id));
        const states = ofKind.get(shownKind(group)) ?? new Set();
        ofKind.set(shownKind(group), states.add(stateOf(group.id)));
      }
      for (const lane of group.lanes) {
        const key = laneName(group, lane);
        names.set(lane.id, key);
        if (!lanes.has(key)) lanes.set(key, stateOf(lane.id));
        if (state.pinned.includes(lane.id)) pinned.set(lane.id, pinName(rank, group, lane));
      }
      const ids = laneOrder.get(orderKey.ofGroup(group.id));
      if (ids && !order.has(own))
        order.set(
          own,
          ids.flatMap((id) => names.get(id) ?? []),
        );
    }
    const ids = laneOrder.get(orderKey.ofRank(rank.index));
    if (ids && !order.has(''))
      order.set(
        '',
        ids.flatMap((id) => names.get(id) ?? []),
      );
  }
  return {
    name: name.trim().slice(0, LONGEST_NAME),
    preset: state.lanePreset,
    grouping: state.laneGrouping,
    foldedKinds: [...state.foldedKinds],
    kinds: [...ofKind].flatMap(([kind, [only, ...others]]) =>
      only && others.length === 0 ? [[kind, only] as const] : [],
    ),
    groups: [...groups],
    lanes: [...lanes],
    order: [...order],
    pinned: state.pinned.flatMap((id) => pinned.get(id) ?? []),
    merges: dump.ranks.flatMap((rank) => mergesOfRank(rank, state.merged)),
  };
}

const rankNumber = ({ rank, index }: RankState): number => rank ?? index;
const plainGroups = ({ groups }: RankState) => groups.filter(({ merge }) => merge === undefined);

function mergesOfRank(rank: RankState, merged: ReadonlySet<LaneId>): readonly PresetMerge[] {
  return rank.groups.flatMap(({ id, merge }) => {
    if (!merge || !merged.has(id)) return [];
    const of = new Set(merge.of);
    const lanes = plainGroups(rank).flatMap((group) =>
      group.lanes.filter((lane) => of.has(lane.id)).map((lane) => laneName(group, lane)),
    );
    return [{ rank: rankNumber(rank), into: merge.into, byNs: merge.byNs, lanes }];
  });
}

/** Those of ranks that are read, as far as their lanes are there by name. */
export function mergesOfPreset({ merges }: OwnPreset, ranks: readonly RankState[]): readonly LaneMergeWish[] {
  return merges.flatMap(({ rank: number, into, byNs, lanes: names }) => {
    const wanted = new Set(names);
    return ranks
      .filter((rank) => rankNumber(rank) === number && rank.status === 'ready')
      .flatMap((rank): LaneMergeWish[] => {
        const lanes = plainGroups(rank).flatMap((group) =>
          group.lanes.filter((lane) => wanted.has(laneName(group, lane))).map(({ id }) => id),
        );
        return lanes.length > 0 ? [{ rank, lanes, into, byNs }] : [];
      });
  });
}

/** The arrangement of the same names here; what the preset does not know stays as it is. Ranks stay open or folded. */
export function appliedPreset(preset: OwnPreset, state: Arranged): Partial<Arrangement> {
  const [kinds, groups, lanes] = [new Map(preset.kinds), new Map(preset.groups), new Map(preset.lanes)];
  const orders = new Map(preset.order);
  const hidden = new Set<LaneId>();
  const folded = new Set<LaneId>();
  const laneOrder = new Map<string, readonly number[]>();
  const pins = new Map<string, LaneId>();
  const put = (id: LaneId, wanted: LaneState | undefined) => {
    if (wanted === 'hidden') hidden.add(id);
    if (wanted === undefined ? state.folded.has(id) : wanted === 'folded') folded.add(id);
  };
  for (const rank of state.dump.ranks) {
    const ids = new Map<string, number>();
    const idsOf = (names: readonly string[]) => names.flatMap((name) => ids.get(name) ?? []);
    for (const group of rank.groups) {
      const own = groupName(group);
      ids.set(own, group.id);
      put(group.id, groups.get(own) ?? kinds.get(shownKind(group)));
      for (const lane of group.lanes) {
        const key = laneName(group, lane);
        ids.set(key, lane.id);
        put(lane.id, lanes.get(key));
        if (preset.pinned.length > 0) pins.set(pinName(rank, group, lane), lane.id);
      }
      const order = orders.get(own);
      if (order) laneOrder.set(orderKey.ofGroup(group.id), idsOf(order));
    }
    const order = orders.get('');
    if (order) laneOrder.set(orderKey.ofRank(rank.index), idsOf(order));
  }
  const rankOrder = state.laneOrder.get(orderKey.ranks);
  if (rankOrder) laneOrder.set(orderKey.ranks, rankOrder);
  return {
    lanePreset: preset.preset,
    laneGrouping: preset.grouping,
    foldedKinds: kindsOf(preset.foldedKinds, kindsInOrder),
    hidden,
    folded,
    laneOrder,
    pinned: preset.pinned.flatMap((name) => pins.get(name) ?? []),
  };
}

function readPresets({ presets }: Stored): OwnPresets {
  if (!Array.isArray(presets)) return { presets: [] };
  return { presets: presets.slice(0, MOST_PRESETS).flatMap((preset: unknown) => readPreset(preset) ?? []) };
}

function readPreset(kept: unknown): OwnPreset | undefined {
  if (typeof kept !== 'object' || kept === null) return undefined;
  const own = kept as Readonly<Record<string, unknown>>;
  const { name } = own;
  if (typeof name !== 'string' || name === '') return undefined;
  const state = (value: unknown): LaneState => laneStates.find((one) => one === value) ?? 'open';
  return {
    name: name.slice(0, LONGEST_NAME),
    preset: LANE_PRESETS.find((preset) => preset === own.preset) ?? 'everything',
    grouping: LANE_GROUPINGS.find((grouping) => grouping === own.grouping) ?? 'rank',
    foldedKinds: texts(own.foldedKinds),
    kinds: pairs(own.kinds, state),
    groups: pairs(own.groups, state),
    lanes: pairs(own.lanes, state),
    order: pairs(own.order, texts),
    pinned: texts(own.pinned),
    merges: readPresetMerges(own.merges),
  };
}

/** As merges of a dump are kept, with the rank's number in the place of its place. */
function readPresetMerges(kept: unknown): readonly PresetMerge[] {
  if (!Array.isArray(kept)) return [];
  return kept.slice(0, MOST_MERGES).flatMap((own: unknown) => {
    const rank: unknown = typeof own === 'object' && own !== null && 'rank' in own ? own.rank : undefined;
    if (typeof rank !== 'number') return [];
    return readMerges([{ ...(own as object), place: '' }]).map(({ into, byNs, lanes }) => ({
      rank,
      into,
      byNs,
      lanes,
    }));
  });
}
