/** What the charts of a job that is watched draw. Pure. */
import type { LiveEvent, LiveLight, LiveSeries, LiveThreshold, LiveWork } from '../../../src-contract';
import type { AxisMark, AxisRange, LineSeries } from '../../ui/chart/chartProps';

export type CurveId =
  | 'step'
  | 'score'
  | 'mean'
  | 'median'
  | 'p95'
  | 'most'
  | 'baseline'
  | 'bound'
  | 'alarm'
  | 'crossing';
type NameOf = (id: CurveId) => string;

/** The classes' own colours are those of the job: ranks have other shades, the first of them far from that of the step time. */
const FIRST_RANK_COLOUR = 8;

/** Each step where there is room for each, else what is known of those that share a place; the rule; ranks that were chosen; alarms. */
export function stepCurves(
  series: LiveSeries,
  events: readonly LiveEvent[],
  nameOf: NameOf,
  rankName: (rank: number) => string,
): readonly LineSeries[] {
  const { atMs: x, meanNs, medianNs, p95Ns, maxNs } = series;
  const isEach = series.count.every((own) => own === 1);
  const line = (id: CurveId, y: Float64Array, more: Partial<LineSeries> = {}): LineSeries => ({
    ...{ id, name: nameOf(id), x, y, ...more },
  });
  const steps = isEach
    ? [line('step', meanNs, { colour: 'compute' })]
    : [
        line('most', maxNs, { colour: 'idle' }),
        line('p95', p95Ns, { colour: 'memory', isDashed: true }),
        line('median', medianNs, { colour: 'communication', isDashed: true }),
        line('mean', meanNs, { colour: 'compute' }),
      ];
  const ranks = series.ranks.map(({ rank, atMs, meanNs: y }, at) => ({
    ...{ id: `rank ${rank}`, name: rankName(rank), x: atMs, y, colour: FIRST_RANK_COLOUR + at },
  }));
  return [
    ...steps,
    ...thresholdLines(series, nameOf),
    ...ranks,
    ...eventDots(events, nameOf, ({ durationNs }) => durationNs),
  ];
}

/** In deviations over the baseline, with the limit that holds. */
export function scoreCurves(series: LiveSeries, events: readonly LiveEvent[], nameOf: NameOf): readonly LineSeries[] {
  const { x, pick } = steps(series.thresholds, endOf(series));
  return [
    { id: 'score', name: nameOf('score'), x: series.atMs, y: series.score, colour: 'compute' },
    {
      ...bound(
        nameOf('bound'),
        x,
        pick(({ sigmas }) => sigmas),
      ),
    },
    ...eventDots(events, nameOf, ({ score }) => score),
  ];
}

export type RateId = 'steps' | 'samples' | 'flops' | 'mfu';

/** What can be told of what a step gets done. */
export function ratesOf({ samples, flops, peakFlops }: LiveWork): readonly RateId[] {
  return [
    'steps',
    ...(samples === undefined ? [] : (['samples'] as const)),
    ...(flops === undefined ? [] : (['flops'] as const)),
    ...(flops === undefined || peakFlops === undefined ? [] : (['mfu'] as const)),
  ];
}

/** Of one rate, over time. MFU is in percent. */
export function rateCurves(
  { atMs, meanNs }: LiveSeries,
  rate: RateId,
  work: LiveWork,
  name: string,
): readonly LineSeries[] {
  const ofStep = workOfStep(rate, work);
  const y = meanNs.map((own) => (own > 0 ? (ofStep * 1e9) / own : Number.NaN));
  return [{ id: rate, name, x: atMs, y, colour: 'compute' }];
}

function workOfStep(
  rate: RateId,
  { samples = Number.NaN, flops = Number.NaN, peakFlops = Number.NaN }: LiveWork,
): number {
  switch (rate) {
    case 'steps':
      return 1;
    case 'samples':
      return samples;
    case 'flops':
      return flops;
    case 'mfu':
      return (100 * flops) / peakFlops;
  }
}

/** What steps were made of, and how fast their collectives were. */
export function lightCurves(
  light: LiveLight,
  nameOf: (id: 'compute' | 'communication' | 'bandwidth') => string,
): readonly LineSeries[] {
  const { atMs: x, computeNs, communicationNs, bytesPerS } = light;
  const curves: LineSeries[] = [
    { id: 'compute', name: nameOf('compute'), x, y: computeNs, colour: 'compute' },
    { id: 'communication', name: nameOf('communication'), x, y: communicationNs, colour: 'communication' },
  ];
  if (bytesPerS.every((own) => Number.isNaN(own))) return curves;
  const y = bytesPerS.map((own) => own / 1e9);
  return [
    ...curves,
    { id: 'bandwidth', name: nameOf('bandwidth'), x, y, colour: 'memory', axis: 'right', unit: 'GB/s' },
  ];
}

function thresholdLines(series: LiveSeries, nameOf: NameOf): readonly LineSeries[] {
  const { x, pick } = steps(series.thresholds, endOf(series));
  if (x.length === 0) return [];
  const mean = pick(({ meanNs }) => meanNs);
  return [
    { id: 'baseline', name: nameOf('baseline'), x, y: mean, colour: 'host', isStep: true, isDashed: true },
    bound(
      nameOf('bound'),
      x,
      // A flat baseline has no bound.
      pick(({ meanNs, deviationNs, sigmas }) => (deviationNs === 0 ? Number.NaN : meanNs + sigmas * deviationNs)),
    ),
  ];
}

const bound = (name: string, x: Float64Array, y: Float64Array): LineSeries => ({
  ...{ id: 'bound', name, x, y, colour: 'runtime', isStep: true, isDashed: true },
});

const endOf = (series: LiveSeries) => series.extent?.endMs ?? Number.NEGATIVE_INFINITY;

/** Each holds until the next, the last one until now. */
function steps(thresholds: readonly LiveThreshold[], endMs: number) {
  const last = thresholds.at(-1);
  const all = last && endMs > last.fromMs ? [...thresholds, { ...last, fromMs: endMs }] : thresholds;
  return {
    x: Float64Array.from(all, ({ fromMs }) => fromMs),
    pick: (of: (own: LiveThreshold) => number) => Float64Array.from(all, of),
  };
}

function eventDots(
  events: readonly LiveEvent[],
  nameOf: NameOf,
  pick: (event: LiveEvent) => number | undefined,
): readonly LineSeries[] {
  return (['crossing', 'alarm'] as const).flatMap((kind) => {
    const own = events
      .filter((event) => event.kind === kind && pick(event) !== undefined)
      .sort((a, b) => a.atMs - b.atMs);
    if (own.length === 0) return [];
    return [
      {
        ...{
          id: kind,
          name: nameOf(kind),
          isDots: true,
          colour: kind === 'alarm' ? ('wait' as const) : ('python' as const),
        },
        x: Float64Array.from(own, ({ atMs }) => atMs),
        y: Float64Array.from(own, (event) => pick(event) ?? Number.NaN),
      },
    ];
  });
}

/** Where limits were changed, a profile was asked for, the job began anew or stood still. */
export function eventMarks(
  events: readonly LiveEvent[],
  nameOf: (kind: LiveEvent['kind']) => string,
): readonly AxisMark[] {
  return events
    .filter(
      ({ kind, isProfile }) =>
        kind === 'limits' || kind === 'restart' || kind === 'stall' || (kind === 'trigger' && isProfile),
    )
    .map(({ kind, atMs }) => ({ at: atMs, label: nameOf(kind) }));
}

export type Stretch = 'all' | 'hour' | 'minutes';

const LENGTH_MS: Readonly<Record<Exclude<Stretch, 'all'>, number>> = { hour: 3_600_000, minutes: 600_000 };

/** The last hour or ten minutes of what there is; undefined: everything. */
export function stretchView(stretch: Stretch, extent: LiveSeries['extent']): AxisRange | undefined {
  if (stretch === 'all' || !extent) return undefined;
  const start = extent.endMs - LENGTH_MS[stretch];
  return start <= extent.startMs ? undefined : { start, end: extent.endMs };
}
