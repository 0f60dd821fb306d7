/** The clock that a job of several ranks is shown by. */
import type { RankIndex } from './ids';

/**
 * `clocks`: each rank's clock is set by what the dump tells of it. `steps`: their first common step begins at once.
 * `off`: every rank by its own clock.
 */
export type ClockMode = 'clocks' | 'steps' | 'off';

/** Shown so much later than its clock says (earlier: negative), to stand aligned with another. */
export interface MovedRank {
  readonly rank: RankIndex;
  /** Whole ns. */
  readonly byNs: number;
}

export interface ClockChoice {
  /** Absent: `clocks`, or `steps` where the ranks were not recorded at the same time. */
  readonly mode?: ClockMode;
  /** Absent: the first of those whose clocks are known to each other. */
  readonly reference?: RankIndex;
  /** On top of that, each rank once; absent: no rank is. */
  readonly moved?: readonly MovedRank[];
}

/**
 * What tells how far a rank's clock is ahead, best first. `collectives`: calls of one collective end together.
 * `clock-pair`: ranks of one host have written down its monotonic clock beside their own. `first-step`: nothing; the first
 * step that the rank has in common with the reference is taken to begin at once. `none`: not even that.
 */
export type ClockMethod = 'reference' | 'collectives' | 'clock-pair' | 'first-step' | 'none';

/** What is in force. Of one rank alone there is none. */
export interface DumpClock {
  /** Grows whenever shown times change because of it. */
  readonly revision: number;
  readonly choice: ClockChoice;
  /** `measuring`: every rank by its own clock, until the dump has been looked through. */
  readonly mode: ClockMode | 'measuring';
  /** Absent while nothing is known. */
  readonly reference?: RankIndex;
  /** How many ranks are shown by what. */
  readonly rankCounts: Readonly<Partial<Record<ClockMethod, number>>>;
  /** The largest of the ranks' errors, of those that are known; NaN where none is. */
  readonly errorNs: number;
  /** For one rank at least it is told how its clock drifts. */
  readonly hasDrift: boolean;
  /** The longest time between two recordings of the dump that do not meet; absent where all do. */
  readonly apartNs?: number;
}

/** See `ClockShift` of the worker: subtract `offsetNs + rate * (t − aroundNs)` from the rank's own time `t`. */
export interface RankClock {
  readonly rank: RankIndex;
  readonly label: string;
  readonly method: ClockMethod;
  /** How far the rank's clock is ahead of the reference's at `aroundNs`. NaN: not known. */
  readonly offsetNs: number;
  /** What that grows by, ns per ns. 0 where that is not known. */
  readonly rate: number;
  /** Ns since the dump's reading began, by the rank's own clock. */
  readonly aroundNs: number;
  /** The rate is that, give or take this much; NaN where the dump is too short to tell. */
  readonly rateError: number;
  /** The offset is that all along the recording, give or take this much. NaN: not known. */
  readonly errorNs: number;
  /** Its calls that the offset rests on, and those left out. */
  readonly usedCalls: number;
  readonly rejectedCalls: number;
}

/** How the clocks of the job's ranks stand to each other. */
export interface JobClock {
  /** By `RankIndex`. */
  readonly ranks: readonly RankClock[];
  /** Collectives that the offsets rest on, and those whose ends don't fit: matched wrongly, or not ended together. */
  readonly usedCollectives: number;
  readonly rejectedCollectives: number;
  /** More than one rank, and each aligned by collectives or by its host's clock. */
  readonly isAligned: boolean;
}

/** What is in force, with each rank's part in it. */
export interface ShownClock extends DumpClock, JobClock {}
