/** What slices are searched by, and what of them is asked for: how many, in a table, in a picture. Times are ns since the dump's origin. */
import type { ViewportQuery, ViewportResult } from '../drawing';
import type { LaneId, RankIndex } from '../ids';
import type { ColumnFilter, ColumnValues, SortKey, TablePage } from '../tableRows';

/** How a text is looked for: anywhere, as whole words, as a regular expression, or as all there is. */
export type TextMatch = 'part' | 'word' | 'pattern' | 'exact';

/** `isExact`: all of it, not a part. Case is ignored. */
export interface WantedText {
  readonly text: string;
  readonly isExact: boolean;
}

/** All conditions hold together; of a list of texts any one. */
export interface SliceSearch {
  /** In the name. Empty: any name. */
  readonly text: string;
  readonly match: TextMatch;
  readonly isCaseSensitive: boolean;
  /** The text may stand in the slice's args as well: in a key, or in what it stands for. */
  readonly inArgs: boolean;
  /** Both belong to it; whole ns. */
  readonly minNs?: number;
  readonly maxNs?: number;
  readonly categories: readonly WantedText[];
  /** Names of lanes, or of the processes that they belong to. */
  readonly lanes: readonly WantedText[];
  /** Numbers of ranks, both ends of a stretch of them, or parts of their labels. */
  readonly ranks: readonly WantedRanks[];
  /** Only what lies in it, or reaches into it. */
  readonly region?: SearchRegion;
}

export type WantedRanks =
  | { readonly kind: 'numbers'; readonly first: number; readonly last: number }
  | { readonly kind: 'label'; readonly text: string; readonly isExact: boolean };

export interface SearchRegion {
  readonly startNs: number;
  readonly endNs: number;
  /** Absent: all. */
  readonly lanes?: readonly LaneId[];
}

export interface RankCount {
  readonly rank: RankIndex;
  readonly count: number;
}

export interface SearchCount {
  readonly total: number;
  /** Those that have any. */
  readonly ranks: readonly RankCount[];
  /** How far a search in args is: slices whose args have been looked at, and all that are to be, of ranks that have been read. */
  readonly argsRead: number;
  readonly argsTotal: number;
  /** The pattern takes too long for some name, so nothing is looked for. */
  readonly isTooSlow?: true;
}

export interface SearchPage {
  readonly search: SliceSearch;
  readonly sort: readonly SortKey[];
  readonly filters: readonly ColumnFilter[];
  readonly firstRow: number;
  readonly rowCount: number;
  readonly columns?: readonly string[];
}

/** Every slice that is found, by rank, lane and start unless sorted otherwise. Hidden columns `rankIndex`, `slice` and `generation` say which it is. */
export interface SearchQuestions {
  'search.count': { readonly question: { readonly search: SliceSearch }; readonly answer: SearchCount };
  /**
   * Looks through the args of all slices that the conditions leave: the other questions answer with what has been found until
   * then. Answers the count when it is done.
   */
  'search.args': { readonly question: { readonly search: SliceSearch }; readonly answer: SearchCount };
  'search.page': { readonly question: SearchPage; readonly answer: TablePage };
  'search.csv': { readonly question: SearchPage; readonly answer: string };
  'search.values': {
    readonly question: SearchPage & { readonly column: string };
    readonly answer: ColumnValues;
  };
  /** As `Engine.viewport` of nothing but what is found; without counters. */
  'search.picture': {
    readonly question: { readonly search: SliceSearch; readonly window: Omit<ViewportQuery, 'dump'> };
    readonly answer: ViewportResult;
  };
}
