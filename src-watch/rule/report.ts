/** What `tracelane watch --once --json` prints: all that the rule says to a series, as one document. */

import type { KSigmaLimits } from '../../src-worker/model/stepSeries/kSigma';
import type { JobRestart, JobStep, SeriesSample } from './jobSteps';
import { type CrossingReason, SeriesWatch, type WatchEvent } from './seriesWatch';

export interface WatchReport {
  /** Of the last start of the job; null: too few steps yet. */
  readonly baseline: {
    readonly meanMs: number;
    /** Of the population. 0: the baseline is flat, and no step has a score. */
    readonly deviationMs: number;
    readonly thresholdMs: number;
    readonly fromStep: number;
    readonly toStep: number;
  } | null;
  readonly alarms: readonly {
    /** The one that completed it. */
    readonly step: number;
    readonly fromStep: number;
    readonly ms: number;
    readonly score: number;
    readonly timeMs: number;
    readonly slowestRank?: number;
    readonly trigger: 'triggered' | 'cooldown' | 'at-limit' | 'past';
  }[];
  readonly triggers: readonly { readonly step: number; readonly timeMs: number }[];
  /** Steps over the threshold that asked for no profile, in their order. */
  readonly crossings: readonly {
    readonly step: number;
    readonly ms: number;
    readonly score: number;
    readonly inARow: number;
    readonly reason: CrossingReason;
  }[];
  readonly drift: readonly { readonly fromStep: number; readonly atStep: number; readonly meanMs: number }[];
  /** Where steps took longer, or shorter, from one step on. */
  readonly changes: readonly {
    readonly fromStep: number;
    readonly atStep: number;
    readonly beforeMs: number;
    readonly afterMs: number;
  }[];
  readonly restarts: readonly { readonly step: number; readonly before: number }[];
  readonly steps: number;
  readonly limits: Readonly<Record<string, number>>;
}

/** A whole series at once, through the same watch that follows a job. */
export class ReportMaker {
  readonly #watch: SeriesWatch;
  readonly #events: (WatchEvent | JobRestart)[] = [];
  #steps = 0;
  #series: SeriesSample[] = [];

  constructor(limits: KSigmaLimits) {
    this.#watch = new SeriesWatch(limits);
  }

  add(told: JobStep | JobRestart): void {
    if (told.kind === 'restart') {
      this.#events.push(told);
      this.#watch.begin();
      this.#series = [];
      return;
    }
    this.#steps++;
    this.#series.push({ step: told.step, durationNs: told.durationNs });
    this.#events.push(...this.#watch.add(told));
  }

  /** In their order. */
  get events(): readonly (WatchEvent | JobRestart)[] {
    return this.#events;
  }

  /** Steps since the job was last started. */
  get series(): readonly SeriesSample[] {
    return this.#series;
  }

  /** Steps that the baseline still waits for. */
  get missingSamples(): number {
    return this.#watch.missingSamples;
  }

  report(): WatchReport {
    const events = this.#events;
    const { limits } = this.#watch;
    const begun = events.findLast((own) => own.kind === 'baseline');
    const isNow = begun && this.#watch.baseline === begun.baseline;
    const alarms = events.filter((own) => own.kind === 'alarm');
    return {
      baseline: isNow ? baselineOf(begun, limits) : null,
      alarms: alarms.map(({ step, fromStep, durationNs, score, timeNs, slowestRank, outcome }) => ({
        step,
        fromStep,
        ms: durationNs / 1e6,
        score,
        timeMs: timeNs / 1e6,
        ...(slowestRank !== undefined && { slowestRank }),
        trigger: outcome,
      })),
      triggers: alarms
        .filter(({ outcome }) => outcome === 'triggered')
        .map(({ step, timeNs }) => ({ step, timeMs: timeNs / 1e6 })),
      crossings: events.flatMap(crossingsOf),
      drift: events
        .filter((own) => own.kind === 'drift')
        .map(({ fromStep, atStep, meanNs }) => ({ fromStep, atStep, meanMs: meanNs / 1e6 })),
      changes: events
        .filter((own) => own.kind === 'change')
        .map(({ fromStep, atStep, beforeNs, afterNs }) => ({
          ...{ fromStep, atStep, beforeMs: beforeNs / 1e6, afterMs: afterNs / 1e6 },
        })),
      restarts: events.filter((own) => own.kind === 'restart').map(({ step, before }) => ({ step, before })),
      steps: this.#steps,
      limits: {
        skip: limits.skip,
        baseline: limits.baseline,
        ksigma: limits.sigmas,
        minSpikeConsec: limits.inARow,
        cooldownMs: limits.cooldownNs / 1e6,
        maxTriggers: limits.mostTriggers,
      },
    };
  }
}

function baselineOf(
  { baseline, fromStep, toStep }: Extract<WatchEvent, { readonly kind: 'baseline' }>,
  { sigmas }: KSigmaLimits,
): WatchReport['baseline'] {
  const { meanNs, deviationNs } = baseline;
  const thresholdNs = meanNs + sigmas * deviationNs;
  return { meanMs: meanNs / 1e6, deviationMs: deviationNs / 1e6, thresholdMs: thresholdNs / 1e6, fromStep, toStep };
}

/** An alarm that asked for no profile is one as well. */
function crossingsOf(own: WatchEvent | JobRestart): WatchReport['crossings'] {
  if (own.kind === 'early')
    return own.crossings.map(({ step, durationNs, score }) => ({
      ...{ step, ms: durationNs / 1e6, score },
      ...{ inARow: 0, reason: 'no-baseline' as const },
    }));
  if (own.kind === 'crossing') {
    const { step, durationNs, score, inARow, reason } = own;
    return [{ step, ms: durationNs / 1e6, score, inARow, reason }];
  }
  if (own.kind !== 'alarm' || own.outcome === 'triggered') return [];
  const { step, durationNs, score, inARow, outcome } = own;
  return [{ step, ms: durationNs / 1e6, score, inARow, reason: outcome }];
}
