import { memo, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveEvent, LiveJob, LiveJobId, LiveSeries, LiveWork, RankIndex } from '../../../src-contract';
import { formatCount, formatDuration } from '../../base/format';
import type { AxisRange } from '../../ui/chart/chartProps';
import { LineChart } from '../../ui/chart/lines/LineChart';
import { RankPicker } from '../../ui/controls/RankPicker';
import { Segmented } from '../../ui/controls/Segmented';
import { Reading } from '../../ui/Reading';
import { useLive, useLiveState } from './live';
import {
  type CurveId,
  eventMarks,
  lightCurves,
  type RateId,
  rateCurves,
  ratesOf,
  scoreCurves,
  stepCurves,
} from './liveCurves';
import { useLiveSeries } from './useLiveData';
import { WhyNoAlarm, WhyNoData } from './WhyParts';
import { WorkRow } from './WorkRow';

interface LiveChartsProps {
  readonly job: LiveJob;
  readonly events: readonly LiveEvent[];
}

const STRETCHES = ['all', 'hour', 'minutes'] as const;

/** Step time, coefficient and throughput over the same stretch of time. */
export function LiveCharts({ job, events }: LiveChartsProps) {
  const { t } = useTranslation();
  const live = useLive();
  const shown = useLiveState(({ windowOf }) => windowOf(job.id));
  const [ranks, setRanks] = useState<readonly number[]>([]);
  const { series, view, isOfView } = useLiveSeries(job, shown, ranks);
  const { stretch } = shown;
  const zoomTo = useCallback(
    (zoomed: AxisRange | undefined) => live.showWindow({ stretch: zoomed ? stretch : 'all', zoomed }),
    [live, stretch],
  );
  if (!series) return <Reading text={t('live.reading')} />;
  return (
    <div className="live-charts">
      <div className="live-chart-tools">
        <Segmented
          label={t('live.stretch.label')}
          value={stretch}
          options={STRETCHES.map((value) => ({ value, label: t(`live.stretch.${value}`) }))}
          onChange={(next) => live.showWindow({ stretch: next, zoomed: undefined })}
        />
        <WhyNoAlarm job={job} series={series} isZoomed={view !== undefined} isOfView={isOfView} />
        <WhyNoData job={job} />
        {series.allRanks.length > 1 && (
          <Slowest slowest={series.slowest} allRanks={series.allRanks} ranks={ranks} onChange={setRanks} />
        )}
      </div>
      {series.extent ? (
        <Curves jobId={job.id} work={job.work} series={series} events={events} view={view} onView={zoomTo} />
      ) : (
        <p className="live-empty">{t('live.noStep')}</p>
      )}
    </div>
  );
}

/** As many curves as are told apart; as the host allows. */
const MOST_RANKS = 16;

interface SlowestProps {
  readonly slowest: LiveSeries['slowest'];
  readonly allRanks: LiveSeries['allRanks'];
  readonly ranks: readonly number[];
  readonly onChange: (ranks: readonly number[]) => void;
}

/** The ranks that took longest lately, by name, and any other that is looked for; one that is chosen has a curve of its own. */
const Slowest = memo(function Slowest({ slowest, allRanks, ranks, onChange }: SlowestProps) {
  const { t } = useTranslation();
  const named = slowest.map(({ rank }) => rank);
  const pickable = useMemo(
    () =>
      Array.from(allRanks, (rank) => ({
        ...{ index: rank as RankIndex, rank, label: t('live.rank', { rank: String(rank) }) },
      })),
    [allRanks, t],
  );
  const all = [
    ...slowest,
    ...ranks.filter((rank) => !named.includes(rank)).map((rank) => ({ rank, meanNs: undefined })),
  ];
  return (
    <div className="live-slowest">
      {pickable.length > named.length && (
        <RankPicker
          ranks={pickable}
          value={ranks as readonly RankIndex[]}
          onChange={(next) => onChange(next.slice(0, MOST_RANKS))}
          label={t('live.ranks')}
        />
      )}
      <ul className="fading-row live-ranks" aria-label={t('live.slowest')}>
        <li className="live-muted">{t('live.slowest')}</li>
        {all.map(({ rank, meanNs }) => (
          <li key={rank}>
            <button
              type="button"
              className="live-rank"
              aria-pressed={ranks.includes(rank)}
              onClick={() =>
                onChange(
                  ranks.includes(rank) ? ranks.filter((own) => own !== rank) : [...ranks, rank].slice(-MOST_RANKS),
                )
              }
            >
              {t('live.rank', { rank: String(rank) })}
              {meanNs !== undefined && <span className="live-muted"> {formatDuration(meanNs)}</span>}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
});

const rateUnits = { steps: 'ratio', samples: 'ratio', flops: 'FLOP/s', mfu: 'percent' } as const;

interface CurvesProps {
  readonly jobId: LiveJobId;
  readonly work: LiveWork;
  readonly series: LiveSeries;
  readonly events: readonly LiveEvent[];
  readonly view: AxisRange | undefined;
  readonly onView: (view: AxisRange | undefined) => void;
}

/** Drawn anew with each answer, and not with all news of the job: these come several times as often. */
const Curves = memo(function Curves({ jobId, work, series, events, view, onView }: CurvesProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<RateId>('steps');
  const rates = ratesOf(work);
  const measure = rates.includes(wanted) ? wanted : 'steps';
  const names = useMemo(() => (id: CurveId) => t(`live.curve.${id}`), [t]);
  const step = useMemo(
    () => stepCurves(series, events, names, (rank) => t('live.rank', { rank: String(rank) })),
    [series, events, names, t],
  );
  const score = useMemo(() => scoreCurves(series, events, names), [series, events, names]);
  const rate = useMemo(() => rateCurves(series, measure, work, t(`live.rate.${measure}`)), [series, measure, work, t]);
  const { light } = series;
  const made = useMemo(() => light && lightCurves(light, (id) => t(`live.light.${id}`)), [light, t]);
  const marks = useMemo(() => eventMarks(events, (kind) => t(`live.mark.${kind}`)), [events, t]);
  const { startMs, endMs } = series.extent ?? {};
  const extent = useMemo(
    () => (startMs === undefined || endMs === undefined ? undefined : { start: startMs, end: endMs }),
    [startMs, endMs],
  );
  const shared = {
    xUnit: 'clock' as const,
    ...{ xTitle: t('live.time'), extent, view, onViewChange: onView, marks },
    emptyText: t('live.empty'),
  };
  return (
    <>
      <div className="live-chart is-main">
        <LineChart
          {...shared}
          label={t('live.chart.step')}
          series={step}
          yUnit="duration"
          describe={(x) => placeText(series, x, t)}
        />
      </div>
      <div className="live-chart">
        <LineChart {...shared} label={t('live.chart.score')} series={score} yUnit="ratio" />
      </div>
      {made && (
        <div className="live-chart">
          <LineChart {...shared} label={t('live.chart.light')} series={made} yUnit="duration" rightUnit="GB/s" />
        </div>
      )}
      <div className="live-rates">
        {rates.length > 1 && (
          <Segmented
            label={t('live.rate.label')}
            value={measure}
            options={rates.map((value) => ({ value, label: t(`live.rate.${value}`) }))}
            onChange={setWanted}
          />
        )}
        <WorkRow jobId={jobId} work={work} />
      </div>
      <div className="live-chart">
        <LineChart {...shared} label={t('live.chart.rate')} series={rate} yUnit={rateUnits[measure]} />
      </div>
    </>
  );
});

function placeText(series: LiveSeries, x: number, t: (key: string, values: Record<string, string>) => string) {
  const at = series.atMs.indexOf(x);
  const title = new Date(x).toISOString().replace('T', ' ').slice(0, 23);
  if (at < 0) return { title, lines: [] };
  const [first, last] = [series.firstStep[at]!, series.lastStep[at]!];
  const value = first === last ? String(first) : `${first} – ${last} (${formatCount(series.count[at]!)})`;
  return { title, lines: [{ label: t('live.step', {}), value }] };
}
