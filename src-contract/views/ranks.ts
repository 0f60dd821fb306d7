/** Ranks of a job made of summaries: thousands of them, without files of their own. */
import type { Unit } from '../tableRows';
import type { ParallelDimension } from './summary';

/** What is told of each rank; durations are means of a step. */
export type RankMetric =
  | 'stepNs'
  | 'computingNs'
  | 'exposedNs'
  | 'movingNs'
  | 'waitingNs'
  | 'freeNs'
  | 'preparingNs'
  | 'bubbleNs'
  | 'frequencyMHz'
  | 'peakBytes'
  | 'growthBytesPerStep'
  | 'hostBusy';

/** What ranks are put together by; a place in the job’s layout, or the host. */
export type RankFold = 'host' | ParallelDimension;

export interface RanksOverview {
  /** '' where nobody has said what the job is called. */
  readonly title: string;
  readonly rankCount: number;
  /** Numbers of those that the job has and no summary tells of. */
  readonly missing: readonly number[];
  readonly leftOutCount: number;
  /** The first of them. */
  readonly leftOut: readonly LeftOutFile[];
  /** Those that any rank has a value of, with their units. */
  readonly metrics: readonly { readonly metric: RankMetric; readonly unit: Unit }[];
  /** Those that part the ranks. */
  readonly folds: readonly RankFold[];
}

/** A file of summaries, or a rank in one, that is not in the job. */
export interface LeftOutFile {
  readonly file: string;
  readonly rank?: number;
  readonly why: 'not-a-summary' | 'damaged' | 'other-version' | 'unreadable' | 'other-job' | 'same-rank';
  readonly detail: string;
}

/** A metric of all ranks: each a cell, those of a fold in a row of their own. */
export interface RankGrid {
  /** Names of the rows; '' where ranks are of none. Without a fold the number of the row’s first rank. */
  readonly rows: readonly string[];
  readonly columnCount: number;
  /** Row by row; NaN: no rank there, or nothing known of it. */
  readonly values: Float64Array;
  /** Numbers of the ranks; −1: none. */
  readonly ranks: Int32Array;
}

/** A rank, where its own dump was, and the ranks whose steps are most unlike its own. */
export interface RankAndUnlike {
  readonly rank: RankPlaceOnDisk;
  readonly unlike: readonly RankPlaceOnDisk[];
}

export interface RankPlaceOnDisk {
  readonly rank: number;
  readonly label: string;
  /** Where its dump was when it was summarised; '' where that is not told. */
  readonly path: string;
}

export interface RanksTables {
  /** A row a rank. */
  'ranks.rows': Record<never, never>;
}

export interface RanksQuestions {
  /** Undefined: no job of summaries is open. */
  'ranks.overview': { readonly question: Record<never, never>; readonly answer: RanksOverview | undefined };
  'ranks.grid': {
    readonly question: { readonly metric: RankMetric; readonly fold?: RankFold };
    readonly answer: RankGrid | undefined;
  };
  'ranks.unlike': { readonly question: { readonly rank: number }; readonly answer: RankAndUnlike | undefined };
}
