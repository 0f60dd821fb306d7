import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemoryComponent, MemoryCurve, RankMemory } from '../../../src-contract';
import { formatExactTime } from '../../base/format';
import { FailedAnswerLine } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import type { AxisBand, LineSeries, PlaceText, SeriesColour } from '../../ui/chart/chartProps';
import { LineChart } from '../../ui/chart/lines/LineChart';
import { pointAt } from '../../ui/chart/lines/linePoints';
import { capacityLine } from './capacityLine';
import { isSameTime, union } from './clocks';
import { curveChoices, curveId } from './curveChoices';
import { formatChange, formatMegabytes } from './format';
import { memoryStore, useMemoryState } from './memoryState';
import { showAround } from './timelineLinks';

/** More than a screen is wide: at most 4 points a pixel. */
const BUCKETS = 1_500;
const ZOOM_PAUSE_MS = 80;

interface MemoryChartProps {
  /** The rank in front, then those compared with it. */
  readonly ranks: readonly RankMemory[];
  readonly component: MemoryComponent;
  readonly isReading: boolean;
}

/** The curves. A click asks what is alive then and takes the timeline there; a brushed stretch is the timeline's selection. */
export function MemoryChart({ ranks, component, isReading }: MemoryChartProps) {
  const { t } = useTranslation();
  const session = useSession();
  const state = useMemoryState();
  const change = memoryStore(session).setState;
  const [facts] = ranks;
  const together = useMemo(
    () => ranks.filter((other) => !facts?.extent || !other.extent || isSameTime(facts.extent, other.extent)),
    [ranks, facts],
  );
  const { mode, metric, view } = state;
  const question = useMemo(() => {
    const curves = curveChoices({ mode, metric, component, ranks: together });
    if (curves.length === 0) return undefined;
    return { curves, buckets: BUCKETS, ...(view && { window: { startNs: view.start, endNs: view.end } }) };
  }, [mode, metric, view, component, together]);
  const curves = useAnswer('memory.curves', question, { delayMs: ZOOM_PAUSE_MS });
  const drawn = useSeries(curves.value, together, mode);
  const capacity = useCapacity(drawn, component, mode);
  const series = useMemo(() => [...drawn, ...(capacity ? [capacity] : [])], [drawn, capacity]);
  const extent = useMemo(() => union(together.flatMap((own) => own.extent ?? [])), [together]);
  const bands = useBands(facts);
  const range = useSessionState(({ selectedRange }) => selectedRange);
  const marks = useMemo(
    () => (state.instantNs === undefined ? [] : [{ at: state.instantNs, label: t('memory.instant') }]),
    [state.instantNs, t],
  );
  return (
    <div className="memory-chart">
      {curves.error !== undefined && <FailedAnswerLine answer={curves} />}
      <LineChart
        label={t('memory.chart')}
        series={question ? series : []}
        yUnit="bytes"
        describe={(x) => placeText(x, curves.value ?? [], capacity ? undefined : component.capacityBytes, t)}
        emptyText={component.isTimeLost ? t('memory.noTimes') : t('memory.noCurves')}
        isLoading={curves.isAsking || isReading}
        extent={extent && { start: extent.startNs, end: extent.endNs }}
        view={view}
        onViewChange={(next) => change({ view: next })}
        bands={bands}
        marks={marks}
        brush={range && { start: range.startNs, end: range.endNs }}
        onBrush={(brushed) =>
          session.actions.selectRange(brushed && { startNs: Math.round(brushed.start), endNs: Math.round(brushed.end) })
        }
        onPoint={(x) => {
          const instantNs = Math.round(x);
          change({ instantNs, page: 'live' });
          showAround(session, instantNs);
        }}
      />
    </div>
  );
}

function useSeries(
  curves: readonly MemoryCurve[] | undefined,
  ranks: readonly RankMemory[],
  mode: ReturnType<typeof useMemoryState>['mode'],
): readonly LineSeries[] {
  const { t } = useTranslation();
  const states = useSessionState(({ dump }) => dump.ranks);
  return useMemo(
    () =>
      (curves ?? []).map(({ choice, timeNs, bytes }): LineSeries => {
        const rankLabel = states[choice.rank]?.label ?? String(choice.rank);
        const common = { id: curveId(choice), x: timeNs, y: bytes, isStep: true };
        if (choice.kind === 'stream') {
          const { stream, component } = choice;
          return { ...common, name: t(stream ? 'memory.streamName' : 'memory.noStream', { stream, component }) };
        }
        if (choice.kind === 'module') return { ...common, name: choice.module };
        const component = ranks.flatMap((rank) => rank.components).find(({ id }) => id === choice.component)?.component;
        const name = component ?? choice.component;
        if (mode === 'ranks') return { ...common, name: rankLabel };
        if (mode === 'components') return { ...common, name };
        const isProcess = name === 'APP' && choice.metric === 'reserved';
        return {
          ...common,
          name: isProcess ? t('memory.metric.process') : t(`memory.metric.${choice.metric}`),
          isArea: choice.metric === 'allocated',
          isDashed: choice.metric === 'unused',
          colour: metricColours[isProcess ? 'process' : choice.metric],
        };
      }),
    [curves, states, ranks, mode, t],
  );
}

/** Of one device alone: others that it is compared with may have more. */
function useCapacity(
  drawn: readonly LineSeries[],
  { capacityBytes, metrics }: MemoryComponent,
  mode: ReturnType<typeof useMemoryState>['mode'],
): LineSeries | undefined {
  const { t } = useTranslation();
  return useMemo(() => {
    const [first] = drawn;
    if (!first || mode === 'ranks' || mode === 'components') return undefined;
    const peakBytes = Math.max(...metrics.map((own) => own.peakBytes));
    return capacityLine(Float64Array.from(first.x), peakBytes, capacityBytes, t('memory.execution.capacity'));
  }, [drawn, capacityBytes, metrics, mode, t]);
}

/** When, how much the first curve changed there (where no sample is left out), and the capacity where it has no line. */
function placeText(
  x: number,
  [first]: readonly MemoryCurve[],
  capacityBytes: number | undefined,
  t: TFunction,
): PlaceText {
  const at = first && !first.isReduced ? pointAt({ x: first.timeNs, isStep: true }, x) : -1;
  const changeBytes = (first?.bytes[at] ?? Number.NaN) - (first?.bytes[at - 1] ?? Number.NaN);
  return {
    title: formatExactTime(x),
    lines: [
      ...(Number.isNaN(changeBytes) ? [] : [{ label: t('memory.change'), value: formatChange(changeBytes) }]),
      ...(capacityBytes === undefined
        ? []
        : [{ label: t('memory.execution.capacity'), value: formatMegabytes(capacityBytes) }]),
    ],
  };
}

const metricColours: Readonly<Record<string, SeriesColour>> = {
  allocated: 0,
  reserved: 1,
  active: 2,
  unused: 3,
  process: 4,
};

/** The selected slice, where it is of this rank. */
function useBands(facts: RankMemory | undefined): readonly AxisBand[] {
  const slice = useSessionState(({ selectedDetails }) => selectedDetails);
  return useMemo(
    () =>
      slice && slice.ref.rank === facts?.rank
        ? [
            {
              start: slice.startNs,
              end: slice.startNs + slice.durationNs,
              label: slice.name,
              tone: 'selection' as const,
            },
          ]
        : [],
    [slice, facts?.rank],
  );
}
