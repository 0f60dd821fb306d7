/** Steps of a job that is watched, as columns; and what has happened. */
import type { LiveJobId } from '../ids';
import type { LiveText } from './text';

export interface LiveSeriesQuery {
  readonly job: LiveJobId;
  /** Undefined: from the first step, to the last. */
  readonly range?: { readonly startMs: number; readonly endMs: number };
  /** At most so many rows. */
  readonly rows: number;
  /** Whose own curves are wanted, besides that of the job. */
  readonly ranks: readonly number[];
}

/** Columns of the same length; each row some steps one behind the other, or one. */
export interface LiveCurve {
  /** When the last step of the row ended. */
  readonly atMs: Float64Array;
  readonly firstStep: Float64Array;
  readonly lastStep: Float64Array;
  readonly count: Float64Array;
  readonly meanNs: Float64Array;
  readonly minNs: Float64Array;
  readonly maxNs: Float64Array;
  readonly medianNs: Float64Array;
  /** The 95th percentile. */
  readonly p95Ns: Float64Array;
  /** The highest of its steps, in deviations over the baseline; NaN: there was none yet. */
  readonly score: Float64Array;
}

/** The steps of a job, and what there is to say of them. */
export interface LiveSeries extends LiveCurve {
  /** Of all that is known of the job; undefined: no step yet. */
  readonly extent: { readonly startMs: number; readonly endMs: number } | undefined;
  /** What was in force from when on, up to the next of them; not before the first. */
  readonly thresholds: readonly LiveThreshold[];
  /** Ranks that the job has, ascending; empty: none are told apart. */
  readonly allRanks: Int32Array;
  /** Over the last steps, those that took longest; the slowest first. */
  readonly slowest: readonly { readonly rank: number; readonly meanNs: number }[];
  readonly ranks: readonly LiveRankCurve[];
  /** What steps were made of, as msMonitor tells; undefined: nothing does. */
  readonly light: LiveLight | undefined;
}

/** Columns of the same length, each row some steps; means of all ranks that told. */
export interface LiveLight {
  readonly atMs: Float64Array;
  readonly lastStep: Float64Array;
  /** Kernels of a step, added up. */
  readonly computeNs: Float64Array;
  /** Its collectives, with what they waited. */
  readonly communicationNs: Float64Array;
  /** What a rank handed to its collectives, over their time; NaN: sizes are not told. */
  readonly bytesPerS: Float64Array;
}

export interface LiveThreshold {
  readonly fromMs: number;
  readonly meanNs: number;
  readonly deviationNs: number;
  /** PERF_KSIGMA then. */
  readonly sigmas: number;
}

export interface LiveRankCurve {
  readonly rank: number;
  readonly atMs: Float64Array;
  readonly meanNs: Float64Array;
}

export const LIVE_EVENT_KINDS = [
  ...(['baseline', 'early', 'crossing', 'alarm', 'drift', 'change', 'slow-rank', 'slow-rank-over'] as const),
  ...(['ended', 'stall', 'resumed', 'restart', 'file', 'trigger', 'limits', 'problem', 'report', 'webhook'] as const),
] as const;
export type LiveEventKind = (typeof LIVE_EVENT_KINDS)[number];

export interface LiveEvent {
  /** From 1; never twice. */
  readonly number: number;
  /** When its step ended, or when it was told. */
  readonly atMs: number;
  readonly kind: LiveEventKind;
  /** Undefined: it is of none. */
  readonly step: number | undefined;
  readonly durationNs: number | undefined;
  readonly score: number | undefined;
  /** Of what stood in the files when they were read first: nobody waits for it any more. */
  readonly isPast: boolean;
  /** Of an alarm: whether it asked for a profile. Of a trigger: whether one was asked for. */
  readonly isProfile: boolean;
  readonly text: LiveText;
}
