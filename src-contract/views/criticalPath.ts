/** A6: what a step took so long for, from its end back over what each thing waited for longest. Times are ns. */
import type { OfJob } from '../dump';
import type { LaneId, RankIndex } from '../ids';
import type { PathComponent } from '../pathComponents';
import type { SliceRef } from '../slices';

export interface CriticalPath {
  /** Number in the job of the rank whose step it is. */
  readonly rank: number;
  readonly index: RankIndex;
  readonly label: string;
  /** The profiler's number; undefined: the recording has no steps and is taken as one. */
  readonly step: number | undefined;
  /** Positions of the ranks' steps that can be asked for, with their numbers. */
  readonly steps: readonly { readonly position: number; readonly number: number | undefined; readonly ns: number }[];
  readonly position: number;
  /** Since the dump's origin. */
  readonly startNs: number;
  readonly endNs: number;
  /** Ranks meet in their collectives: the path goes over to the ranks that others waited for. */
  readonly isJoined: boolean;
  /** Ranks in it; those whose timelines are not there are not. */
  readonly ranksJoined: number;
  /** Ranks that are not in it, nor in any replay, because all together would be too much. */
  readonly ranksLeftOut: number;
  /** They sum to the step. Most first. */
  readonly components: readonly { readonly component: PathComponent; readonly ns: number; readonly share: number }[];
  /** On which ranks the path is; they sum to the step. Most first. */
  readonly ranks: readonly { readonly rank: number; readonly label: string; readonly ns: number }[];
  /** What is on it, by name; with `others` they sum to the step. Most first. */
  readonly ops: readonly PathOp[];
  /** What is too little for `ops`, by component and rank. Most first. */
  readonly others: readonly OtherOps[];
}

export type OtherOps = Pick<PathOp, 'component' | 'rank' | 'label' | 'count' | 'ns' | 'share'>;

export interface PathOp {
  readonly component: PathComponent;
  readonly rank: number;
  readonly label: string;
  readonly name: string;
  /** It waits for the rank at this place in the group, and which that is the dump does not tell; the name is "#" with it. */
  readonly place?: number;
  /** Stretches of the path. */
  readonly count: number;
  readonly ns: number;
  readonly share: number;
  /** Of the calls of that name on the rank that are not on the path: how much later the nearest of them could end; NaN: all are on it. */
  readonly slackNs: number;
  /** The longest of them; undefined: no slice stands for it. */
  readonly longest: PathSlice | undefined;
}

export interface PathSlice {
  readonly ref: SliceRef;
  readonly lane: LaneId;
  readonly startNs: number;
  readonly durationNs: number;
}

/** Where the path lies on the timeline. Times are since the dump's origin, by the clock that the user has chosen. */
export interface PathMarks {
  /** Of the rank whose step it is. */
  readonly label: string;
  /** See `CriticalPath`. */
  readonly step: number | undefined;
  readonly startNs: number;
  readonly endNs: number;
  /** Of the step, what the marks cover; the rest has no slice that stands for it, or is in stretches too many to mark. */
  readonly markedShare: number;
  /** In the path's order: by time on each rank, and over all of them as far as the chosen clock agrees with the collectives. */
  readonly marks: readonly PathMark[];
  /** All lanes that it is on; the one it is on longest first. */
  readonly lanes: readonly LaneId[];
}

export interface PathMark {
  readonly lane: LaneId;
  readonly row: number;
  readonly startNs: number;
  readonly endNs: number;
}

export interface PathQuestion extends OfJob {
  /** Number in the job; else the rank that takes longest, of all jobs where none is told. */
  readonly rank?: number;
  /** The same where several dumps are open, and each may have a rank of the number. */
  readonly index?: RankIndex;
  /** Position among the rank's steps; else the one nearest to their median. */
  readonly step?: number;
}
