/** What any view, and the command line, may ask of the job itself. */
import type { RankIndex } from '../ids';
import type { ChipFacts, ChipMatch, DeviceFacts } from './operator';

/**
 * How the clocks of the job's ranks stand to each other. Nothing is shifted by it: who compares instants of different
 * ranks does so with `offsetNs`, and only as far as `errorNs` allows.
 */
export interface JobClock {
  /** By `RankIndex`. */
  readonly ranks: readonly RankClock[];
  /** Collectives that the offsets rest on, and those whose ends don't fit: matched wrongly, or not ended together. */
  readonly usedCollectives: number;
  readonly rejectedCollectives: number;
  /** More than one rank, and each aligned by collectives or by its host's clock. */
  readonly isAligned: boolean;
}

/**
 * What tells the offset, best first. `collectives`: calls of one collective end together. `clock-pair`: ranks of one host
 * have written down its monotonic clock beside their own. `first-step`: nothing; the first step that the rank has in
 * common with the reference is taken to begin at once, for drawing only. `none`: not even that.
 */
export type ClockMethod = 'reference' | 'collectives' | 'clock-pair' | 'first-step' | 'none';

export interface RankClock {
  readonly rank: RankIndex;
  readonly label: string;
  readonly method: ClockMethod;
  /** How far the rank's clock is ahead of the reference's: subtract it. NaN: not known. */
  readonly offsetNs: number;
  /** The offset is that, give or take this much. NaN: not known. */
  readonly errorNs: number;
  /** Its calls that the offset rests on, and those left out. */
  readonly usedCalls: number;
  readonly rejectedCalls: number;
}

/** A value that some verdict depends on; ids with a dot: what it is about, and what of it. */
export type ThresholdId =
  | 'clock.outlier'
  | 'clock.end-skew'
  | 'clock.pair-error'
  | 'late.from'
  | 'peers.excess'
  | 'peers.deviations'
  | 'peers.few'
  | 'leak.steps'
  | 'leak.rising-share'
  | 'leak.fit'
  | 'leak.growth-of-peak'
  | 'link.share-of-mean'
  | 'link.deviations'
  | 'link.least-bytes'
  | 'packets.block'
  | 'packets.small-sdma'
  | 'packets.small-rdma'
  | 'packets.small-share';

/** In the unit that the worker's table says: ns, bytes, shares (0.05 is 5 %), counts, deviations. */
export type Thresholds = Readonly<Record<ThresholdId, number>>;

export interface JobChips {
  /** To choose from. */
  readonly chips: readonly ChipFacts[];
  readonly recognised: ChipMatch;
}

export interface JobQuestions {
  /** Known devices, and which of them this one is, as far as the dump tells of it. */
  'job.chips': { readonly question: { readonly device?: DeviceFacts }; readonly answer: JobChips };
  /** What the verdicts depend on, for sentences to quote. */
  'job.thresholds': { readonly question: Readonly<Record<string, never>>; readonly answer: Thresholds };
  'job.clock': { readonly question: Readonly<Record<string, never>>; readonly answer: JobClock };
}
