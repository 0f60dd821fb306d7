/** For steps that somebody holds to be slow, and the rule of alarm did not. */

import { type Baseline, KSigma, type KSigmaLimits } from '../../src-worker/model/stepSeries/kSigma';
import type { SeriesSample } from '../rule/jobSteps';

/** Limits that would have made an alarm of the steps. */
export interface WouldFire {
  /** `PERF_MIN_SPIKE_CONSEC` … */
  readonly inARow: number;
  /** … with the largest `PERF_KSIGMA` that would have done, rounded down to hundredths. */
  readonly sigmas: number;
  /** The step that would have completed the alarm. */
  readonly atStep: number;
  /** Alarms that the same limits would have made of other steps. */
  readonly falseAlarms: number;
}

export type WhyNoAlarm =
  /** None of the steps is in the series. */
  | { readonly kind: 'unknown-steps' }
  /** The baseline still waits for so many. */
  | { readonly kind: 'no-baseline'; readonly missing: number }
  /** All steps of the baseline took the same time: there are no scores. */
  | { readonly kind: 'flat' }
  /** The steps are those that were skipped, or the baseline itself. */
  | { readonly kind: 'before'; readonly fromStep: number }
  | {
      readonly kind: 'scores';
      readonly baseline: Baseline;
      readonly limits: Pick<KSigmaLimits, 'sigmas' | 'inARow'>;
      readonly highest: number;
      readonly highestStep: number;
      /** Spikes in a row among the steps, by the limits in force. */
      readonly longestRun: number;
      /** Whether they made an alarm as it is. */
      readonly hasFired: boolean;
      /** By `inARow`; those that would take a score of 0 or less are left out. */
      readonly ways: readonly WouldFire[];
    };

/** More in a row are not asked about. */
const MOST_IN_A_ROW = 10;

/**
 * `series`: of one start of the job, in order; `from` and `to` are numbers of steps, both included. Alarms are counted as the rule counts
 * them: an unbroken run is one, told by the step that completes it.
 */
export function whyNoAlarm(
  series: readonly SeriesSample[],
  limits: KSigmaLimits,
  from: number,
  to: number,
): WhyNoAlarm {
  const good = series.filter(({ durationNs }) => durationNs >= 0 && Number.isFinite(durationNs));
  const first = limits.skip + limits.baseline;
  const isAsked = ({ step }: SeriesSample): boolean => step >= from && step <= to;
  if (!good.some(isAsked)) return { kind: 'unknown-steps' };
  const monitor = new KSigma(limits);
  for (const { durationNs } of good.slice(0, first)) monitor.add({ durationNs });
  const { baseline } = monitor;
  if (!baseline) return { kind: 'no-baseline', missing: first - good.length };
  if (baseline.deviationNs === 0) return { kind: 'flat' };
  const scored = good.slice(first).map((own) => ({
    step: own.step,
    score: (own.durationNs - baseline.meanNs) / baseline.deviationNs,
    isAsked: isAsked(own),
  }));
  const asked = scored.filter((own) => own.isAsked);
  if (asked.length === 0) return { kind: 'before', fromStep: good[first]?.step ?? good[good.length - 1].step + 1 };
  const top = asked.reduce((best, own) => (own.score > best.score ? own : best));
  const counts = Array.from({ length: Math.min(MOST_IN_A_ROW, asked.length) }, (_, at) => at + 1);
  return {
    kind: 'scores',
    baseline,
    limits: { sigmas: limits.sigmas, inARow: limits.inARow },
    highest: top.score,
    highestStep: top.step,
    longestRun: longestRun(asked, limits.sigmas),
    hasFired: alarmsOf(scored, limits.sigmas, limits.inARow).some((own) => own.isAsked),
    ways: counts.flatMap((inARow) => wayOf(scored, inARow)),
  };
}

interface Scored {
  readonly step: number;
  readonly score: number;
  readonly isAsked: boolean;
}

/** The best of all stretches of so many steps in a row that were asked about. */
function wayOf(scored: readonly Scored[], inARow: number): WouldFire[] {
  let best = 0;
  for (let end = inARow; end <= scored.length; end++) {
    const window = scored.slice(end - inARow, end);
    if (window.every((own) => own.isAsked)) best = Math.max(best, Math.min(...window.map(({ score }) => score)));
  }
  const sigmas = Math.floor(best * 100) / 100;
  if (sigmas <= 0) return [];
  const alarms = alarmsOf(scored, sigmas, inARow);
  // A run that began before them is one alarm, and that is not theirs.
  const own = alarms.find(({ isAsked }) => isAsked);
  return own ? [{ inARow, sigmas, atStep: own.step, falseAlarms: alarms.filter((one) => !one.isAsked).length }] : [];
}

/** The steps that complete an alarm. */
function alarmsOf(scored: readonly Scored[], sigmas: number, inARow: number): readonly Scored[] {
  let run = 0;
  return scored.filter(({ score }) => {
    run = score >= sigmas ? run + 1 : 0;
    return run === inARow;
  });
}

function longestRun(scored: readonly Scored[], sigmas: number): number {
  let run = 0;
  let longest = 0;
  for (const { score } of scored) {
    run = score >= sigmas ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
