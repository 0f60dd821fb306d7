/** What the monitor (E1) and the cumulative sum (E2) say of a series of steps: what rules report, and the window draws. */
import type { SeriesCrossing, Thresholds } from '../../src-contract';
import { type ChangePoint, cusum } from '../model/stepSeries/cusum';
import { type Baseline, type KSigmaLimits, type KSigmaReport, kSigma } from '../model/stepSeries/kSigma';
import type { StepSeries } from '../model/stepSeries/series';

export interface SeriesVerdict extends KSigmaReport {
  /** Positions in the series. */
  readonly spikes: readonly number[];
  /** Every step over the bound, in order, and why it asked for a profile, or why not. */
  readonly crossings: readonly SeriesCrossing[];
  /** Time of the spikes above the baseline’s mean, mean over all steps; 0 without spikes, NaN without a baseline. */
  readonly spikesNs: number;
  /** Undefined: none, or spikes say more. */
  readonly shift: ChangePoint | undefined;
  /** What steps take longer from the shift on, mean over all steps; NaN without one. */
  readonly shiftNs: number;
  /** Some step has a score: the series is long enough, and its baseline not flat. */
  readonly isScored: boolean;
}

export function seriesVerdict({ steps }: Pick<StepSeries, 'steps'>, limits: Thresholds): SeriesVerdict {
  const report = kSigma(
    steps.map(({ ns, timeNs }) => ({ durationNs: ns, ...(timeNs !== undefined && { timeNs }) })),
    monitorLimits(limits),
  );
  const { baseline, verdicts, spikeCount } = report;
  const spikes = verdicts.flatMap(({ kind }, at) => (kind === 'spike' ? at : []));
  const meanNs = baseline?.meanNs ?? Number.NaN;
  const shift = baseline && spikeCount === 0 ? shiftOf(steps, baseline, limits) : undefined;
  return {
    ...report,
    spikes,
    crossings: crossingsOf(steps, report, limits),
    spikesNs: spikes.reduce((sum, at) => sum + steps[at].ns - meanNs, 0) / steps.length,
    shift,
    shiftNs: shift ? ((shift.meanNs - meanNs) * (steps.length - shift.from)) / steps.length : Number.NaN,
    isScored: verdicts.some(({ kind }) => kind === 'normal' || kind === 'spike'),
  };
}

/** Steps of before there was a baseline are held against it as well: they are why somebody looks. */
function crossingsOf(
  steps: StepSeries['steps'],
  { verdicts, baseline }: KSigmaReport,
  limits: Thresholds,
): SeriesCrossing[] {
  if (!baseline || baseline.deviationNs === 0) return [];
  const fromNs = boundNs(baseline, limits);
  const found: SeriesCrossing[] = [];
  for (const [at, own] of verdicts.entries()) {
    if ((own.kind === 'skipped' || own.kind === 'baseline') && steps[at].ns >= fromNs)
      found.push({ at, outcome: 'no-baseline', inARow: 0 });
    if (own.kind !== 'spike') continue;
    const { outcome, inARow, sinceNs } = own;
    found.push({ at, outcome, inARow, ...(sinceNs !== undefined && { sinceNs }) });
  }
  return found;
}

/** From here on a step is a spike. */
export function boundNs({ meanNs, deviationNs }: Baseline, limits: Thresholds): number {
  return meanNs + limits['spikes.score'] * deviationNs;
}

function shiftOf(steps: StepSeries['steps'], baseline: Baseline, limits: Thresholds): ChangePoint | undefined {
  const first = Math.ceil(limits['spikes.skip']) + baselineOf(limits);
  const own = { slack: limits['shift.slack'], limit: limits['shift.limit'] };
  return cusum(
    steps.map(({ ns }) => ns),
    baseline,
    first,
    own,
  );
}

/** Steps of the baseline: a deviation takes two. */
export function baselineOf(limits: Thresholds): number {
  return Math.max(2, Math.ceil(limits['spikes.baseline']));
}

export function monitorLimits(limits: Thresholds): KSigmaLimits {
  return {
    skip: limits['spikes.skip'],
    baseline: baselineOf(limits),
    sigmas: limits['spikes.score'],
    inARow: Math.max(1, Math.ceil(limits['spikes.in-a-row'])),
    cooldownNs: limits['spikes.cooldown'],
    mostTriggers: Math.floor(limits['spikes.triggers']),
  };
}
