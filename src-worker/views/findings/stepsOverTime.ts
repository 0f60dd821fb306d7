import type {
  SeriesBaseline,
  SeriesSummary,
  ShownSeries,
  StepsOverTime,
  ThresholdId,
  Thresholds,
} from '../../../src-contract';
import type { JobRecord } from '../../analysis/record/jobRecord';
import { usedThreshold } from '../../analysis/report';
import { boundNs, type SeriesVerdict, seriesVerdict } from '../../analysis/seriesVerdict';
import { toJobNs } from '../../base/clockShift';
import type { DumpContext } from '../../model/dumpContext';
import type { StepSeries } from '../../model/stepSeries/series';

const limitIds: readonly ThresholdId[] = [
  'spikes.skip',
  'spikes.baseline',
  'spikes.score',
  'spikes.in-a-row',
  'spikes.cooldown',
  'spikes.triggers',
  'shift.slack',
  'shift.limit',
];

/** Steps over the bound that are told one by one. */
export const MOST_CROSSINGS = 10_000;

/** E1 and E2 over all series, and one of them step by step. */
export function stepsOverTime(
  dump: Pick<DumpContext, 'shiftOf'>,
  job: Pick<JobRecord, 'series'>,
  limits: Thresholds,
  key: string | undefined,
): StepsOverTime {
  const judged = job.series.map((series) => {
    const verdict = seriesVerdict(series, limits);
    return { series, verdict, summary: summaryOf(series, verdict) };
  });
  const worst = judged.reduce<(typeof judged)[number] | undefined>(
    (most, own) => (most === undefined || own.summary.lostNs > most.summary.lostNs ? own : most),
    undefined,
  );
  const shown = judged.find(({ series }) => series.key === key) ?? worst;
  return {
    series: judged.map(({ summary }) => summary),
    shown: shown && shownOf(dump, shown.series, shown.verdict, shown.summary, limits),
    thresholds: limitIds.map((id) => usedThreshold(id, limits)),
  };
}

function summaryOf({ key, label, rank, steps }: StepSeries, verdict: SeriesVerdict): SeriesSummary {
  const { spikeCount, alarmCount, triggerCount, spikesNs, shiftNs } = verdict;
  const lostNs = (spikesNs || 0) + (shiftNs || 0);
  return { key, label, rank, stepCount: steps.length, spikeCount, alarmCount, triggerCount, lostNs };
}

function shownOf(
  dump: Pick<DumpContext, 'shiftOf'>,
  { steps, parts, file }: StepSeries,
  verdict: SeriesVerdict,
  summary: SeriesSummary,
  limits: Thresholds,
): ShownSeries {
  const spanOf = (side: 'startNs' | 'endNs') =>
    Float64Array.from(steps, ({ span, part }) => {
      const { index } = parts[part];
      return span && index !== undefined ? toJobNs(dump.shiftOf(index), span[side]) : Number.NaN;
    });
  const { shift, crossings } = verdict;
  return {
    ...summary,
    parts,
    ...(file && { file }),
    numbers: Float64Array.from(steps, ({ number }) => number),
    ns: Float64Array.from(steps, ({ ns }) => ns),
    timeNs: Float64Array.from(steps, ({ timeNs = Number.NaN }) => timeNs),
    part: Uint32Array.from(steps, ({ part }) => part),
    startNs: spanOf('startNs'),
    endNs: spanOf('endNs'),
    score: Float64Array.from(verdict.verdicts, (own) => ('score' in own ? own.score : Number.NaN)),
    baseline: baselineOf(verdict, limits),
    shift: shift && { from: shift.from, certainAt: shift.at, meanNs: shift.meanNs },
    crossings: crossings.slice(0, MOST_CROSSINGS),
    crossingCount: crossings.length,
  };
}

function baselineOf({ baseline, verdicts }: SeriesVerdict, limits: Thresholds): SeriesBaseline | undefined {
  if (!baseline) return undefined;
  const from = verdicts.findIndex(({ kind }) => kind === 'baseline');
  const to = verdicts.findLastIndex(({ kind }) => kind === 'baseline') + 1;
  return { ...baseline, boundNs: boundNs(baseline, limits), from, to };
}
