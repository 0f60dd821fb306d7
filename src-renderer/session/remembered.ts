/**
 * How a dump was looked at, by what is the same when it is opened again: instants instead of times since its origin, places
 * and names instead of ids. Pure.
 */
import type {
  ClockChoice,
  ClockMode,
  DumpState,
  LaneId,
  RankState,
  SideChoice,
  Sides,
  SliceDetails,
  SliceSource,
} from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import { isAligned } from './alignment';
import { laneKey, type RememberedFolds } from './folds';
import type { LanePreset } from './lanePresets';
import type { SessionState } from './session';

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
  /** `RankState.place` of the rank that stands aligned with another. */
  readonly moved?: { readonly place: string; readonly byNs: number };
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

/** What is absent was as it is at first. */
export interface Remembered {
  readonly clock?: RememberedClock;
  readonly view?: InstantRange;
  readonly selection?: RememberedSlice;
  readonly selectedRange?: InstantRange;
  readonly comparison?: RememberedSides;
  readonly copy?: RememberedCopy;
  /** The lanes that an alignment has put above all others: see `laneKey`. */
  readonly aligned?: readonly string[];
  readonly folds?: RememberedFolds;
  readonly lanePreset?: LanePreset;
  /** Flow categories drawn whole. */
  readonly shownFlows?: ReadonlySet<string>;
}

/** `isViewWhole`: the view is nobody's choice. */
export function rememberedOf(
  {
    dump,
    view,
    selectedDetails,
    selectedRange,
    comparison,
    pinned,
  }: Pick<SessionState, 'dump' | 'view' | 'selectedDetails' | 'selectedRange' | 'comparison' | 'pinned'>,
  isViewWhole: boolean,
): Remembered {
  const sides = comparison && rememberedSides(comparison, dump);
  const clock = rememberedClock(dump);
  const copy = rememberedCopy(dump);
  const aligned = isAligned(dump) ? rememberedLanes(pinned, dump) : [];
  const selection = selectedDetails && rememberedSlice(selectedDetails, dump.ranks);
  return {
    ...(clock && { clock }),
    ...(!isViewWhole && { view: instantsOf(view, dump) }),
    ...(selection && { selection }),
    ...(selectedRange && { selectedRange: instantsOf(selectedRange, dump) }),
    ...(sides && { comparison: sides }),
    ...(copy && { copy }),
    ...(aligned.length > 0 && { aligned }),
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
  const { mode, reference, moved } = clock?.choice ?? {};
  const place = reference === undefined ? undefined : ranks[reference]?.place;
  const placeOfMoved = moved && ranks[moved.rank]?.place;
  if (mode === undefined && place === undefined && placeOfMoved === undefined) return undefined;
  return {
    ...(mode && { mode }),
    ...(place !== undefined && { reference: place }),
    ...(moved && placeOfMoved !== undefined && { moved: { place: placeOfMoved, byNs: moved.byNs } }),
  };
}

/** Ranks that are not in the dump any more are left out. */
export function clockOf({ mode, reference, moved }: RememberedClock, { ranks }: DumpState): ClockChoice {
  const rankAt = (wanted: string | undefined) =>
    wanted === undefined ? undefined : ranks.find(({ place }) => place === wanted);
  const [rank, movedRank] = [rankAt(reference), rankAt(moved?.place)];
  return {
    ...(mode && { mode }),
    ...(rank && { reference: rank.index }),
    ...(moved && movedRank && { moved: { rank: movedRank.index, byNs: moved.byNs } }),
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

function rememberedSlice(
  details: Pick<SliceDetails, 'ref' | 'source'>,
  ranks: readonly RankState[],
): RememberedSlice | undefined {
  const place = ranks[details.ref.rank]?.place;
  return place === undefined ? undefined : { place, source: details.source };
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
