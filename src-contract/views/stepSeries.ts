/** Steps over time (E1, E2): each series with what the monitor says of it. */
import type { RankIndex } from '../ids';
import type { FindingsQuestion, UsedThreshold } from './findings';

export interface SeriesQuestion extends FindingsQuestion {
  /** `SeriesSummary.key` of the series whose steps are wanted; absent, or gone: the one that loses most, else the first. */
  readonly key?: string;
}

export interface StepsOverTime {
  /** Of ranks, then of files. */
  readonly series: readonly SeriesSummary[];
  /** Undefined: nothing tells steps one after another. */
  readonly shown: ShownSeries | undefined;
  /** What the verdicts go by; each may be changed. */
  readonly thresholds: readonly UsedThreshold[];
}

export interface StepSeriesQuestions {
  /** Series of steps with what the monitor says of them, one of them step by step. Goes over the ranks as the report does. */
  'findings.steps': { readonly question: SeriesQuestion; readonly answer: StepsOverTime };
}

export interface SeriesSummary {
  /** The same for the same series of the same dump. */
  readonly key: string;
  readonly label: string;
  /** Number in the job; undefined: the file does not tell. */
  readonly rank: number | undefined;
  readonly stepCount: number;
  readonly spikeCount: number;
  readonly alarmCount: number;
  readonly triggerCount: number;
  /** Time of spikes, or of a shift, above the baseline’s mean, mean over all steps; 0 without either. */
  readonly lostNs: number;
}

export interface ShownSeries extends SeriesSummary {
  /** What it is put together from, in the order of time: dumps, or a file. */
  readonly parts: readonly SeriesSource[];
  /** Of a file: what the lengths are made of. */
  readonly file?: SeriesOrigin;
  /** One of each a step, in the order of time. */
  readonly numbers: Float64Array;
  /** By the throughput: of one sample. */
  readonly ns: Float64Array;
  /** When it ended, counted from the end of the first; NaN: not known. */
  readonly timeNs: Float64Array;
  /** Position in `parts`. */
  readonly part: Uint32Array;
  /** Where it stands in the timeline; NaN: nowhere. */
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** Deviations over the baseline’s mean; NaN: none. */
  readonly score: Float64Array;
  /** Undefined: too few steps. */
  readonly baseline: SeriesBaseline | undefined;
  /** Undefined: none, or spikes say more. */
  readonly shift: { readonly from: number; readonly certainAt: number; readonly meanNs: number } | undefined;
  /** Steps over the bound, in their order, the first `MOST_CROSSINGS`. */
  readonly crossings: readonly SeriesCrossing[];
  /** Of all of them. */
  readonly crossingCount: number;
}

export interface SeriesSource {
  readonly label: string;
  readonly index: RankIndex | undefined;
}

export interface SeriesOrigin {
  readonly path: string;
  readonly measure: 'duration' | 'time' | 'throughput';
  /** Header of the column that it is made of. */
  readonly column: string;
  /** False: the header has no unit; its numbers are taken as seconds. */
  readonly isUnitTold: boolean;
}

export interface SeriesBaseline {
  readonly meanNs: number;
  /** 0: it is flat, nothing is scored. */
  readonly deviationNs: number;
  /** From here on a step is a spike. */
  readonly boundNs: number;
  /** Positions: its first step, and the first behind it. */
  readonly from: number;
  readonly to: number;
}

/** Of a step over the bound, why it asked for a profile, or why not. */
export interface SeriesCrossing {
  /** Position of the step. */
  readonly at: number;
  readonly outcome: CrossingOutcome;
  /** Spikes in a row, with this one; 0 where nothing is scored yet. */
  readonly inARow: number;
  /** `cooldown`: how long after the last profile. */
  readonly sinceNs?: number;
}

/**
 * `triggered`: an alarm, and a profile is asked for. `cooldown`, `at-limit`: an alarm without one. `goes-on`: of the alarm that has
 * been raised. `too-few`: not enough in a row yet. `no-baseline`: left out, or taken for the baseline.
 */
export type CrossingOutcome = 'triggered' | 'cooldown' | 'at-limit' | 'goes-on' | 'too-few' | 'no-baseline';
