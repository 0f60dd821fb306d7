/** What the panels below the timeline may ask, beside what is drawn. */

import type { GroupKind } from '../dump';
import type { LaneId, RankIndex, SliceSource } from '../ids';
import type { SliceRef, SliceSummary } from '../slices';
import type { SearchRegion } from './search';

/** Lanes of ranks, and a stretch of time. */
export interface EventChoice {
  readonly ranks: readonly RankIndex[];
  /** Absent: of all kinds. */
  readonly kinds?: readonly GroupKind[];
  /** Of these only; absent: all. */
  readonly lanes?: readonly LaneId[];
  /** Absent: from the beginning, to the end. A slice that only touches a border counts if it has no length. */
  readonly startNs?: number;
  readonly endNs?: number;
}

export interface TimelineTables {
  /** Every slice, lane by lane, as it is (not clipped). Hidden columns `rankIndex` and `slice` are its `SliceRef`. */
  'timeline.events': EventChoice;
  /**
   * Every arrow of the ranks' files, of one category or of all. Hidden columns `rankIndex`, `fromSlice` and `toSlice` are its ends;
   * `waits`: 1 where the device starts the task within `walk.near-vertical` of its launch, so that it waits for the host.
   */
  'timeline.arrows': ArrowChoice;
}

/** In a region: arrows of which an end is in it. */
export interface ArrowChoice extends Partial<SearchRegion> {
  readonly ranks: readonly RankIndex[];
  readonly category?: string;
}

export interface TimelineQuestions {
  /** Undefined here and below: the reference is stale. */
  'timeline.around': { readonly question: OfSlice; readonly answer: SliceAround | undefined };
  'timeline.alike': { readonly question: OfSlice; readonly answer: SlicesAlike | undefined };
  'timeline.sameCall': { readonly question: OfSlice; readonly answer: SameCalls | undefined };
  'timeline.chain': { readonly question: OfSlice; readonly answer: SliceChain | undefined };
  'timeline.stacks': { readonly question: StacksQuestion; readonly answer: StackTree };
  /** Undefined: the rank has no timeline (yet). */
  /** Undefined: they are not on one row of one lane. */
  'timeline.run': { readonly question: RunQuestion; readonly answer: SliceRun | undefined };
  /** One for each source, in their order; undefined where there is no such slice. */
  'timeline.bySource': { readonly question: BySourceQuestion; readonly answer: readonly (ChosenSlice | undefined)[] };
  'timeline.overview': { readonly question: OverviewQuestion; readonly answer: RankOverview | undefined };
}

/** The slices of a row from one to another, both included, whichever is first. */
export interface RunQuestion {
  readonly from: SliceRef;
  readonly to: SliceRef;
  /** None are listed where there are more. */
  readonly mostSlices: number;
}

export interface SliceRun {
  readonly count: number;
  /** By start. */
  readonly slices: readonly ChosenSlice[];
}

/** One of several selected slices: it is found again when its rank's index is replaced. */
export interface ChosenSlice extends SliceSummary {
  readonly source: SliceSource;
}

export interface BySourceQuestion {
  readonly rank: RankIndex;
  readonly sources: readonly SliceSource[];
}

export interface OverviewQuestion {
  readonly rank: RankIndex;
  readonly startNs: number;
  readonly endNs: number;
  /** The stretch is cut into so many of one width. */
  readonly columns: number;
}

export interface RankOverview {
  /** By start, as they are on the device; none where the timeline marks none. */
  readonly steps: readonly { readonly number: number; readonly startNs: number; readonly endNs: number }[];
  /**
   * Of each column the share, 0…255: `computing`; `communication` that no computing overlaps; `memory` beside both; `idle`, the
   * rest from the device's first task to its last. What is more than nothing is at least 1. `host`: of a rank without a device,
   * the outermost calls of the lane that is busiest there.
   */
  readonly busy: Readonly<Record<'computing' | 'communication' | 'memory' | 'idle' | 'host', Uint8Array>>;
}

export interface OfSlice {
  readonly slice: SliceRef;
}

/** What is around a slice on its lane, and directly inside it. */
export interface SliceAround {
  /** Outermost first. */
  readonly parents: readonly SliceSummary[];
  /** By start; the first few. */
  readonly children: readonly SliceSummary[];
  /** Absent: there are more than are shown, and where slices cross nobody has counted them. */
  readonly childCount?: number;
}

/** Slices of the same name, on lanes of the same kind of the same rank. */
export interface SlicesAlike {
  /** With itself. */
  readonly count: number;
  /** So many are shorter than it, and so many longer. */
  readonly shorterCount: number;
  readonly longerCount: number;
  readonly totalNs: number;
  readonly minNs: number;
  readonly medianNs: number;
  readonly maxNs: number;
  readonly shortest: SliceSummary;
  readonly longest: SliceSummary;
}

/** The same call on all ranks: of its step the nth of its name, on lanes of its kind. */
export interface SameCalls {
  /** From 1. */
  readonly nth: number;
  /** The profiler's number; absent: no steps are marked, or it is in none. */
  readonly step?: number;
  readonly ranks: readonly SameCall[];
}

export interface SameCall {
  readonly rank: RankIndex;
  /** So many of the name it has there (in the step). */
  readonly count: number;
  /** Absent: it has no nth. */
  readonly slice?: SliceSummary;
}

/**
 * Where a slice comes from and what comes of it. `around`: what encloses it, or the calls before it, on the host. `before`, `after`: along
 * arrows. `tasks`: of a collective on planes and streams; `collective`: of such a task. `partner`: the backward op of a
 * forward one, or the other way round; `partner-after`: what that put on the device.
 */
export type ChainRole = 'around' | 'before' | 'self' | 'after' | 'collective' | 'tasks' | 'partner' | 'partner-after';

export interface ChainItem {
  readonly role: ChainRole;
  readonly slice: SliceSummary;
  readonly groupName: string;
  readonly laneName: string;
  /** Of the arrow that leads there, with its delay. */
  readonly category?: string;
  readonly delayNs?: number;
}

export interface SliceChain {
  /** By role in the order of `ChainRole`, then by start. */
  readonly items: readonly ChainItem[];
  /** There is more than is answered. */
  readonly isCut: boolean;
}

export interface StacksQuestion extends EventChoice {
  /** So many nodes are answered at most: those that take the longest. */
  readonly mostNodes: number;
}

/**
 * Slices put together by their stacks: those of one name within the same node are one node. Times are clipped to the stretch.
 * Nodes stand behind the nodes that they are in. Where slices cross, a slice is in the nearest one above it that encloses it.
 */
export interface StackTree {
  readonly names: readonly string[];
  /** By node; -1: it is in none. */
  readonly parent: Int32Array;
  /** Position in `names`. */
  readonly name: Uint32Array;
  readonly colour: Uint8Array;
  readonly count: Float64Array;
  readonly totalNs: Float64Array;
  /** Without the union of what is directly in it. */
  readonly selfNs: Float64Array;
  /** When the first slice of the node begins. */
  readonly firstNs: Float64Array;
  /** Of each name, all stacks together: total time counts a name within itself once. */
  readonly functions: StackFunctions;
  readonly sliceCount: number;
  /** Nodes that are not answered. */
  readonly cutCount: number;
}

export interface StackFunctions {
  /** Position in `names`. */
  readonly name: Uint32Array;
  readonly colour: Uint8Array;
  readonly count: Float64Array;
  readonly totalNs: Float64Array;
  readonly selfNs: Float64Array;
}
