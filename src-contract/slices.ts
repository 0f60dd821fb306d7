/** One slice, and slices found: by name, by place, by statistics. */
import type { GroupKind } from './dump';
import type { DumpId, LaneId, RankIndex, SliceIndex, SliceSource } from './ids';
import type { Notice } from './notices';
import type { PathComponent } from './pathComponents';

export interface SliceRef {
  readonly rank: RankIndex;
  readonly slice: SliceIndex;
  /** The rank's generation that `slice` belongs to. */
  readonly generation: number;
}

/** A JSON value without loss: numbers keep the digits of the file (ids exceed 2^53). */
export type ArgValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'literal'; readonly text: 'true' | 'false' | 'null' }
  | { readonly kind: 'list'; readonly items: readonly ArgValue[] }
  | { readonly kind: 'object'; readonly entries: readonly ArgEntry[] };

export interface ArgEntry {
  readonly key: string;
  readonly value: ArgValue;
}

export interface SliceSummary {
  readonly ref: SliceRef;
  readonly lane: LaneId;
  readonly row: number;
  readonly name: string;
  readonly category: string;
  readonly startNs: number;
  readonly durationNs: number;
  readonly colour: number;
  /** An instant event (ph i, I, R, …): a moment, not a span of length zero. */
  readonly isInstant: boolean;
  /** Begun and never ended in the file: drawn to the end of its lane. */
  readonly isUnfinished: boolean;
}

export interface SliceDetails extends SliceSummary {
  readonly rankLabel: string;
  readonly groupName: string;
  readonly laneName: string;
  /** Start as the rank's own clock has it: what stands in its file, from where the file says that its times count. */
  readonly epochStartNs: bigint;
  /** Duration less the union of the slices nested in it. */
  readonly selfNs: number;
  /** `args` of the event as written; of B/E pairs those of B, then of E. Empty for computed slices. */
  readonly args: readonly ArgEntry[];
  /** Set when the event could not be read again. */
  readonly argsNotice?: Notice;
  /** Finds the slice again when its rank's index is replaced: see `Engine.sliceAtSource`. */
  readonly source: SliceSource;
  /** Where its event stands; a computed slice has none. */
  readonly place?: SourcePlace;
  /** Of a stretch of a critical path: what it is. */
  readonly onPath?: { readonly component: PathComponent };
  /** Of a lane that was made on demand (a critical path, a copy): the slice that it is of, on this rank or another. */
  readonly standsFor?: SliceRef;
  readonly parent?: SliceSummary;
  readonly links: readonly SliceLink[];
}

/** Where something stands in the files. */
export interface SourcePlace {
  readonly path: string;
  readonly byteOffset: number;
}

/** A flow arrow between the slice asked about and `other`. */
export interface SliceLink {
  readonly direction: 'incoming' | 'outgoing';
  readonly category: string;
  /** Id as the bytes in the file. */
  readonly flowId: string;
  readonly other: SliceSummary;
  readonly otherRankLabel: string;
  readonly otherLaneName: string;
  /** Arrow's end minus its start; negative where the clocks disagree. */
  readonly delayNs: number;
  /** Where the arrow begins and ends. */
  readonly fromNs: number;
  readonly toNs: number;
}

export type NeighbourDirection = 'previous' | 'next' | 'parent' | 'child';

export interface SearchQuery {
  readonly dump: DumpId;
  /** Substring of the name; case is ignored. */
  readonly text: string;
  readonly maxResults: number;
}

export interface SearchResult {
  /** By rank, lane, start; at most `maxResults`. */
  readonly slices: readonly SliceSummary[];
  readonly totalCount: number;
}

export interface FindSliceQuery {
  readonly dump: DumpId;
  readonly rank: RankIndex;
  /** When it starts: the slice that starts within `toleranceNs` of it, nearest first. */
  readonly startNs: number;
  readonly toleranceNs: number;
  /** Its name, where more than one slice starts then; the slice that has it is preferred. */
  readonly name?: string;
  /** Only lanes of these groups; all where it is not given. */
  readonly groups?: readonly GroupKind[];
}

/** What happens in a region: in a stretch of time on some lanes. */
export interface StatisticsQuery {
  readonly dump: DumpId;
  readonly startNs: number;
  readonly endNs: number;
  /** Of slices and of counters. */
  readonly lanes: readonly LaneId[];
  readonly maxRows: number;
}

/**
 * The slices of one name. Times are clipped to the region, but for `wholeNs`. A slice that only touches the region's border
 * doesn't count, unless it has no length.
 */
export interface NameStatistics {
  readonly name: string;
  readonly count: number;
  readonly totalNs: number;
  /** Without what lies within them on their lanes. NaN where too many of them cross others to tell. */
  readonly selfNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  /** As they are, beyond the region too. */
  readonly wholeNs: number;
  /** `totalNs` of each of `StatisticsResult.ranks`. */
  readonly rankNs: readonly number[];
  readonly colour: number;
  /** The one that has `maxNs`. */
  readonly longest: SliceRef;
}

/** One series of a counter within the region. A value holds until the next sample. */
export interface RegionCounter {
  readonly lane: LaneId;
  readonly counter: string;
  /** Number of its series in the lane. */
  readonly series: number;
  readonly min: number;
  readonly max: number;
  /** By time, while it has a value: from its first sample to its last one. */
  readonly mean: number;
  /** Value times seconds. */
  readonly integral: number;
}

export interface StatisticsResult {
  /** By total time, longest first. */
  readonly rows: readonly NameStatistics[];
  readonly sliceCount: number;
  readonly nameCount: number;
  /** Of all names, also those that have no row; where too many slices cross to know what is within what, their whole time. */
  readonly allSelfNs: number;
  /** That the lanes are of, however many. */
  readonly rankCount: number;
  /** Those of the lanes, in order; empty where there are more than `MOST_STATISTICS_RANKS`. */
  readonly ranks: readonly RankIndex[];
  /** Those that have a value in the region. */
  readonly counters: readonly RegionCounter[];
}

/** Of more ranks than these no times are told apart. */
export const MOST_STATISTICS_RANKS = 64;
