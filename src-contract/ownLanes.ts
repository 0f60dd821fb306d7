/** Lanes that the user makes: out of what the dump has, or of a file beside it. */
import type { Notice, SkippedEvents } from './notices';
import type { SliceSearch } from './views/search';

/** Of a dump. */
export const MOST_OWN_LANES = 50;
export const MOST_OWN_LANE_NAME = 500;
/** Lanes and counters that one file makes of a rank. */
export const MOST_FILE_LANES = 256;

/** `union`: slices, the time in which any slice runs that is found. `count`: a counter, how many of them run at each time. */
export type SearchLaneKind = 'union' | 'count';

/** As it is kept; made once for each rank. */
export type OwnLane = SearchLane | FileLanes;

export interface SearchLane {
  readonly id: string;
  readonly name: string;
  readonly kind: SearchLaneKind;
  /** A region is left out of account. */
  readonly search: SliceSearch;
}

/** Events and counters of a csv or JSON-lines file: a log, a hardware monitor. */
export interface FileLanes {
  readonly id: string;
  readonly name: string;
  readonly kind: 'file';
  readonly path: string;
  readonly reading: LaneFileReading;
}

export const LANE_FILE_UNITS = ['ns', 'us', 'ms', 's'] as const;
export type LaneFileUnit = (typeof LANE_FILE_UNITS)[number];

/** `clock`: as the rank's own clock has it, mostly since 1970. `start`: since the beginning of the dump. */
export type LaneFileOrigin = 'clock' | 'start';

/** How a file's times are understood, where it does not say itself. */
export interface LaneFileReading {
  /** Of times and durations whose columns name none; absent: there are none such. */
  readonly unit?: LaneFileUnit;
  readonly origin: LaneFileOrigin;
  /** So much later than the file has them. */
  readonly byNs: number;
  /** `RankState.place` of the rank whose lines those are that name none; absent: the first rank with a timeline. */
  readonly place?: string;
}

/** What a column of a file of lanes is for; `arg`: of the slice, shown when it is selected. */
export type LaneColumnRole = 'time' | 'end' | 'duration' | 'name' | 'value' | 'lane' | 'rank' | 'counter' | 'arg';

/** What reading a file has come to. */
export interface LaneFileReport {
  readonly columns: readonly { readonly header: string; readonly role: LaneColumnRole }[];
  /** Times and durations without a unit of their own are in the file: a `LaneFileReading.unit` is needed. */
  readonly needsUnit: boolean;
  /** By how large the first number is; undefined: it does not tell. */
  readonly likelyUnit?: LaneFileUnit;
  readonly likelyOrigin: LaneFileOrigin;
  /** Its lines name their ranks. */
  readonly hasRanks: boolean;
  readonly rowCount: number;
  readonly sliceCount: number;
  readonly sampleCount: number;
  readonly laneCount: number;
  /** Slices and samples that lie within the dump's time. */
  readonly withinCount: number;
  /** What is wrong with the file as a whole. */
  readonly notices: readonly Notice[];
  readonly skipped: readonly SkippedEvents[];
}

/** What is to be said of an own lane of a rank. */
export interface OwnLaneNote {
  /** `OwnLane.id` */
  readonly lane: string;
  readonly notices: readonly Notice[];
  /** Lines of its file that are not shown. */
  readonly skipped: readonly SkippedEvents[];
}

export interface ShownOwnLanes {
  readonly lanes: readonly OwnLane[];
  readonly notes: readonly OwnLaneNote[];
}
