/**
 * How a dump was looked at, by what is the same when it is opened again: instants instead of times since its origin, places
 * and names instead of ids. Pure.
 */
import type {
  ChosenSlice,
  ClockChoice,
  ClockMode,
  DumpState,
  KeptMark,
  LaneId,
  RankState,
  SideChoice,
  Sides,
  SliceDetails,
  SliceSource,
} from '../../src-contract';
import type { SearchOptions } from '../../src-contract/search/parseSearch';
import type { TimeRange } from '../base/timeRange';
import { isAligned } from './alignment';
import { groupKey, laneKey, type RememberedFolds } from './folds';
import type { LanePreset } from './lanes/lanePresets';
import type { RememberedLanes } from './rememberedLanes';
import { type RememberedMerge, rememberedMerges } from './rememberedMerges';
import type { SessionState } from './sessionState';
import type { PanelId } from './shell';

/** By the dump's own clock. */
export interface InstantRange {
  readonly startNs: bigint;
  readonly endNs: bigint;
}

export interface RememberedSlice {
  /** `RankState.place`. */
  readonly place: string;
  readonly source: SliceSource;
}

/** The clock that was chosen; what is absent was chosen by itself. */
export interface RememberedClock {
  readonly mode?: ClockMode;
  /** `RankState.place` of the reference. */
  readonly reference?: string;
  /** `RankState.place` of the ranks that stand aligned with others. */
  readonly moved?: readonly { readonly place: string; readonly byNs: number }[];
}

/** A step that is shown once more beside another of its rank. */
export interface RememberedCopy {
  /** `RankState.place`. */
  readonly place: string;
  readonly step: number;
  readonly byNs: number;
}

export interface RememberedSide {
  /** `RankState.place`. */
  readonly place: string;
  readonly step: SideChoice['step'];
}

export interface RememberedSides {
  readonly a: RememberedSide;
  readonly b: RememberedSide;
}

/** What becomes of slices that are not found. */
export type OtherSlices = 'shown' | 'greyed' | 'hidden';

/** What was searched for. */
export interface RememberedSearch {
  readonly text: string;
  readonly options: SearchOptions;
  readonly others: OtherSlices;
  /** Only in the selected region. */
  readonly isLocked: boolean;
}

/** Which lanes are left out; what is empty or absent leaves nothing out. Plain data: see `rememberedFilter.ts`. */
export interface RememberedFilter {
  readonly text: string;
  /** `RankState.place`. */
  readonly ranks: readonly string[];
  readonly kinds: readonly string[];
  /** Chosen one by one, under a name: see `keysOfLanes`. */
  readonly lanes?: { readonly name: string; readonly keys: readonly string[] };
}

/** Slices of a rank. */
export interface RememberedSlices {
  /** `RankState.place`. */
  readonly place: string;
  readonly sources: readonly SliceSource[];
}

/** What is absent was as it is at first. */
export interface Remembered {
  readonly clock?: RememberedClock;
  readonly view?: InstantRange;
  readonly selection?: RememberedSlice;
  /** Several that were selected at once, that one among them, rank by rank. */
  readonly chosen?: readonly RememberedSlices[];
  readonly selectedRange?: InstantRange;
  /** The lanes of the stretch: see `keysOfLanes`. Absent: all. */
  readonly selectedLanes?: readonly string[];
  readonly comparison?: RememberedSides;
  readonly search?: RememberedSearch;
  readonly copy?: RememberedCopy;
  /** The lanes that an alignment has put above all others: see `laneKey`. */
  readonly aligned?: readonly string[];
  /** Lanes that stood for others: put together, or at another time. */
  readonly merges?: readonly RememberedMerge[];
  readonly folds?: RememberedFolds;
  readonly lanePreset?: LanePreset;
  /** How the lanes stood; folds and preset of their own, where they are absent here. */
  readonly lanes?: RememberedLanes;
  readonly filter?: RememberedFilter;
  /** How far the rows were scrolled, CSS pixels: where they stand as they did, to the same ones. */
  readonly scrollTop?: number;
  /** The panel that was open below the views. */
  readonly panel?: PanelId;
  /** Flow categories drawn whole. */
  readonly shownFlows?: ReadonlySet<string>;
  /** The user's marks: the engine keeps them by what was opened, which may be something else now. */
  readonly marks?: readonly KeptMark[];
}

/** `isViewWhole`: the view is nobody's choice. `wholeOf`: see `rememberedMerges`. */
export function rememberedOf(
  {
    dump,
    view,
    selectedDetails,
    chosenSlices,
    selectedRange,
    selectedLanes,
    comparison,
    pinned,
    merged,
  }: Pick<
    SessionState,
    | 'dump'
    | 'view'
    | 'selectedDetails'
    | 'chosenSlices'
    | 'selectedRange'
    | 'selectedLanes'
    | 'comparison'
    | 'pinned'
    | 'merged'
  >,
  isViewWhole: boolean,
  wholeOf?: (group: LaneId) => RememberedMerge | undefined,
): Remembered {
  const sides = comparison && rememberedSides(comparison, dump);
  const clock = rememberedClock(dump);
  const copy = rememberedCopy(dump);
  const aligned = isAligned(dump) ? rememberedLanes(pinned, dump) : [];
  const merges = rememberedMerges(dump.ranks, merged, wholeOf);
  const selection = selectedDetails && rememberedSlice(selectedDetails, dump.ranks);
  return {
    ...(clock && { clock }),
    ...(!isViewWhole && { view: instantsOf(view, dump) }),
    ...(selection && { selection }),
    ...(selection && chosenSlices.length > 1 && { chosen: rememberedSlices(chosenSlices, dump.ranks) }),
    ...(selectedRange && { selectedRange: instantsOf(selectedRange, dump) }),
    ...(selectedRange && selectedLanes && { selectedLanes: keysOfLanes(selectedLanes, dump) }),
    ...(sides && { comparison: sides }),
    ...(copy && { copy }),
    ...(aligned.length > 0 && { aligned }),
    ...(merges.length > 0 && { merges }),
  };
}

type Clock = Pick<DumpState, 'originNs'>;

function instantsOf({ startNs, endNs }: TimeRange, { originNs }: Clock): InstantRange {
  // A view lies between whole ns when it is moved.
  return { startNs: originNs + BigInt(Math.round(startNs)), endNs: originNs + BigInt(Math.round(endNs)) };
}

export function rangeOf({ startNs, endNs }: InstantRange, { originNs }: Clock): TimeRange {
  return { startNs: Number(startNs - originNs), endNs: Number(endNs - originNs) };
}

/** Undefined where nothing was chosen. */
function rememberedClock({ clock, ranks }: DumpState): RememberedClock | undefined {
  const { mode, reference, moved = [] } = clock?.choice ?? {};
  const place = reference === undefined ? undefined : ranks[reference]?.place;
  const placed = moved.flatMap(({ rank, byNs }) => (ranks[rank] ? [{ place: ranks[rank].place, byNs }] : []));
  if (mode === undefined && place === undefined && placed.length === 0) return undefined;
  return {
    ...(mode && { mode }),
    ...(place !== undefined && { reference: place }),
    ...(placed.length > 0 && { moved: placed }),
  };
}

/** Ranks that are not in the dump any more are left out. */
export function clockOf({ mode, reference, moved = [] }: RememberedClock, { ranks }: DumpState): ClockChoice {
  const rankAt = (wanted: string | undefined) =>
    wanted === undefined ? undefined : ranks.find(({ place }) => place === wanted);
  const rank = rankAt(reference);
  const found = moved.flatMap(({ place, byNs }) => {
    const own = rankAt(place);
    return own ? [{ rank: own.index, byNs }] : [];
  });
  return {
    ...(mode && { mode }),
    ...(rank && { reference: rank.index }),
    ...(found.length > 0 && { moved: found }),
  };
}

function rememberedCopy({ ranks }: Pick<DumpState, 'ranks'>): RememberedCopy | undefined {
  for (const { place, groups } of ranks) {
    const copy = groups.find((group) => group.copy)?.copy;
    if (copy) return { place, step: copy.step, byNs: copy.byNs };
  }
  return undefined;
}

function rememberedLanes(lanes: readonly LaneId[], { ranks }: Pick<DumpState, 'ranks'>): readonly string[] {
  const keys = new Map<LaneId, string>();
  for (const { place, groups } of ranks)
    for (const group of groups)
      for (const lane of group.lanes) if (lanes.includes(lane.id)) keys.set(lane.id, laneKey(place, group, lane));
  return lanes.flatMap((lane) => keys.get(lane) ?? []);
}

/** Those that are there, in the same order. */
export function lanesOf(keys: readonly string[], { ranks }: Pick<DumpState, 'ranks'>): readonly LaneId[] {
  const found = new Map<string, LaneId>();
  for (const { place, groups } of ranks) {
    if (!keys.some((key) => key.startsWith(`${place}\n`))) continue;
    for (const group of groups) for (const lane of group.lanes) found.set(laneKey(place, group, lane), lane.id);
  }
  return keys.flatMap((key) => found.get(key) ?? []);
}

/** Many lanes in few words: a rank's place where all of its lanes are meant, a group's key, and the keys of single lanes. */
export function keysOfLanes(lanes: ReadonlySet<LaneId>, { ranks }: Pick<DumpState, 'ranks'>): readonly string[] {
  const isMeant = ({ id }: { readonly id: LaneId }) => lanes.has(id);
  return ranks.flatMap(({ place, groups }) => {
    const all = groups.flatMap((group) => group.lanes);
    if (!all.some(isMeant)) return [];
    if (all.every(isMeant)) return [place];
    return groups.flatMap((group) => {
      if (group.lanes.length > 1 && group.lanes.every(isMeant)) return [groupKey(place, group)];
      return group.lanes.filter(isMeant).map((lane) => laneKey(place, group, lane));
    });
  });
}

/** What is there of them, and whether all of it is. */
export function lanesOfKeys(
  keys: readonly string[],
  { ranks }: Pick<DumpState, 'ranks'>,
): { readonly lanes: readonly LaneId[]; readonly areAll: boolean } {
  const wanted = new Set(keys);
  const lanes: LaneId[] = [];
  for (const { place, groups, status } of ranks) {
    // Before it is read there is no telling what all of it is.
    if (status === 'ready' && wanted.delete(place)) {
      lanes.push(...groups.flatMap((group) => group.lanes.map(({ id }) => id)));
      continue;
    }
    if (wanted.size === 0 || ![...wanted].some((key) => key.startsWith(`${place}\n`))) continue;
    for (const group of groups) {
      const isWhole = status === 'ready' && wanted.delete(groupKey(place, group));
      for (const lane of group.lanes) if (isWhole || wanted.delete(laneKey(place, group, lane))) lanes.push(lane.id);
    }
  }
  return { lanes, areAll: wanted.size === 0 };
}

function rememberedSlice(
  details: Pick<SliceDetails, 'ref' | 'source'>,
  ranks: readonly RankState[],
): RememberedSlice | undefined {
  const place = ranks[details.ref.rank]?.place;
  return place === undefined ? undefined : { place, source: details.source };
}

function rememberedSlices(slices: readonly ChosenSlice[], ranks: readonly RankState[]): readonly RememberedSlices[] {
  return ranks.flatMap(({ index, place }) => {
    const sources = slices.filter(({ ref }) => ref.rank === index).map(({ source }) => source);
    return sources.length > 0 ? [{ place, sources }] : [];
  });
}

/** The rank it is in, once all of it is read. */
export function rankOfSlice({ place }: RememberedSlice, ranks: readonly RankState[]): RankState | undefined {
  return ranks.find((rank) => rank.place === place && rank.status === 'ready');
}

function rememberedSides({ a, b }: Sides, { ranks }: Pick<DumpState, 'ranks'>): RememberedSides | undefined {
  const own = ({ rank, step }: SideChoice) => {
    const place = ranks[rank]?.place;
    return place === undefined ? undefined : { place, step };
  };
  const [ofA, ofB] = [own(a), own(b)];
  return ofA && ofB && { a: ofA, b: ofB };
}

/** Undefined while one of the ranks is not there. */
export function sidesOf({ a, b }: RememberedSides, { ranks }: Pick<DumpState, 'ranks'>): Sides | undefined {
  const own = ({ place, step }: RememberedSide): SideChoice | undefined => {
    const rank = ranks.find((one) => one.place === place);
    return rank && { rank: rank.index, step };
  };
  const [ofA, ofB] = [own(a), own(b)];
  return ofA && ofB && { a: ofA, b: ofB };
}
