/**
 * How a dump was looked at, by what is the same when it is opened again: instants instead of times since its origin, places
 * and names instead of ids. Pure.
 */
import type {
  ClockChoice,
  ClockMode,
  DumpState,
  RankState,
  SideChoice,
  Sides,
  SliceDetails,
  SliceSource,
} from '../../src-contract';
import type { TimeRange } from '../base/timeRange';
import type { RememberedFolds } from './folds';
import type { LanePreset } from './lanePresets';

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
  readonly folds?: RememberedFolds;
  readonly lanePreset?: LanePreset;
  /** Flow categories drawn whole. */
  readonly shownFlows?: ReadonlySet<string>;
}

type Clock = Pick<DumpState, 'originNs'>;

export function instantsOf({ startNs, endNs }: TimeRange, { originNs }: Clock): InstantRange {
  // A view lies between whole ns when it is moved.
  return { startNs: originNs + BigInt(Math.round(startNs)), endNs: originNs + BigInt(Math.round(endNs)) };
}

export function rangeOf({ startNs, endNs }: InstantRange, { originNs }: Clock): TimeRange {
  return { startNs: Number(startNs - originNs), endNs: Number(endNs - originNs) };
}

/** Undefined where nothing was chosen. */
export function rememberedClock({ clock, ranks }: DumpState): RememberedClock | undefined {
  const { mode, reference } = clock?.choice ?? {};
  const place = reference === undefined ? undefined : ranks[reference]?.place;
  if (mode === undefined && place === undefined) return undefined;
  return { ...(mode && { mode }), ...(place !== undefined && { reference: place }) };
}

/** A reference that is not in the dump any more is left out. */
export function clockOf({ mode, reference }: RememberedClock, { ranks }: DumpState): ClockChoice {
  const rank = reference === undefined ? undefined : ranks.find(({ place }) => place === reference);
  return { ...(mode && { mode }), ...(rank && { reference: rank.index }) };
}

export function rememberedSlice(
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

export function rememberedSides({ a, b }: Sides, { ranks }: Pick<DumpState, 'ranks'>): RememberedSides | undefined {
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
