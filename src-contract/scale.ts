/** How far `tracelane scale` is with the job whose folder is open. */
export interface ScaleProgress {
  /** What `--out` named. */
  readonly folder: string;
  /** Ranks that its runs were to do, all of them together. */
  readonly rankCount: number;
  /** Those that have their summary. */
  readonly doneCount: number;
  /** Tasks of the last run; absent where it was not given to Slurm. */
  readonly queue?: ScaleQueue;
  /** The job is made, and of the last run. */
  readonly isReduced: boolean;
  /** What the reduce said last, where it ended without a job; else ''. */
  readonly reduceWords: string;
  readonly missingCount: number;
  /** The first of them. */
  readonly missing: readonly MissingSummary[];
}

/** `silent`: a sentence, why Slurm does not tell. */
export type ScaleQueue = { readonly running: number; readonly waiting: number } | { readonly silent: string };

export interface MissingSummary {
  /** Absent where its number is not known. */
  readonly rank?: number;
  /** What opens the rank. */
  readonly place: string;
  /** How its task ended, in Slurm's word; '' where that is not told. */
  readonly state: string;
  /** The last line of its task's log; '' where it has said nothing. */
  readonly lastWords: string;
}
