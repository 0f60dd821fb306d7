import { ChartLine, RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SeriesCrossing, ShownSeries, StepsOverTime, Thresholds, UsedThreshold } from '../../../src-contract';
import { formatCount, formatDuration } from '../../base/format';
import { formatUnit } from '../../base/formatUnit';
import { viewAround } from '../../base/timeRange';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useFindings } from '../../session/findings/useFindings';
import { useShell } from '../../session/shell';
import { IconButton } from '../../ui/Button';
import { LineChart } from '../../ui/chart/lines/LineChart';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { EmptyState } from '../../ui/EmptyState';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { Reading } from '../../ui/Reading';
import { type ArrayColumn, arrayLoader } from '../../ui/table/arrayLoader';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { functionsStore } from './functionsState';
import { LimitField } from './LimitField';
import { keyOf } from './limitText';
import { crossingKind, partStarts, stepAt, stepAxis, stepBands, stepLines } from './stepLines';

/** E1 and E2: steps one after another, where ModelArts’ monitor would have asked for a profile, and why not elsewhere. */
export function StepsPage() {
  const { t } = useTranslation();
  const store = functionsStore(useSession());
  const key = useStore(store, ({ series }) => series);
  const { limits } = useFindings();
  const answer = useAnswer('findings.steps', { limits, ...(key !== undefined && { key }) });
  if (answer.error !== undefined) return <FailedAnswer answer={answer} size="panel" />;
  const { value } = answer;
  if (!value) return <Reading text={t('findings.working')} />;
  if (!value.shown)
    return (
      <EmptyState
        icon={ChartLine}
        size="panel"
        title={t('findings.steps.none.title')}
        text={t('findings.steps.none.text')}
      />
    );
  return <Series value={value} shown={value.shown} isAsking={answer.isAsking} />;
}

interface SeriesProps {
  readonly value: StepsOverTime;
  readonly shown: ShownSeries;
  readonly isAsking: boolean;
}

function Series({ value, shown, isAsking }: SeriesProps) {
  const { t } = useTranslation();
  const store = functionsStore(useSession());
  const { show, said } = useShowStep(shown);
  return (
    <Split
      storageKey="findings.steps"
      direction="vertical"
      handleLabel={t('findings.steps.resize')}
      areas={[
        {
          id: 'series',
          defaultSize: '62%',
          content: (
            <Card
              size="fill"
              title={t('findings.steps.title')}
              definition={t('findings.steps.definition')}
              tools={
                <OptionPicker
                  label={t('findings.steps.series')}
                  value={shown.key}
                  options={value.series.map((own) => ({
                    value: own.key,
                    label: own.label,
                    detail: t('findings.steps.seriesDetail', {
                      steps: formatCount(own.stepCount),
                      alarms: formatCount(own.alarmCount),
                    }),
                  }))}
                  onChange={(next) => store.setState({ series: next })}
                />
              }
            >
              <div className="findings-series">
                <Limits thresholds={value.thresholds} />
                <Verdict shown={shown} />
                <StepsChart shown={shown} thresholds={value.thresholds} isAsking={isAsking} onStep={show} />
              </div>
            </Card>
          ),
        },
        {
          id: 'crossings',
          content: <Crossings shown={shown} thresholds={value.thresholds} onStep={show} said={said} />,
        },
      ]}
    />
  );
}

/** The monitor’s limits by the names that ModelArts gives them, changed in place. */
function Limits({ thresholds }: { readonly thresholds: readonly UsedThreshold[] }) {
  const { t } = useTranslation();
  const shell = useShell();
  const { findings } = useFindings();
  const changed = thresholds.filter(({ value, usual }) => value !== usual);
  const reset = async () => {
    for (const { id } of changed) await findings.setLimit(id, undefined);
  };
  return (
    <ul className="findings-monitor" aria-label={t('findings.steps.limits')}>
      {thresholds.map((own) => (
        <li key={own.id} title={t(`findings.threshold.${keyOf(own.id)}`)}>
          <span>{t(`findings.steps.limit.${keyOf(own.id)}`)}</span>
          <LimitField threshold={own} />
        </li>
      ))}
      {changed.length > 1 && (
        <li>
          <IconButton
            icon={RotateCcw}
            iconSize={12}
            label={t('findings.limit.resetAll')}
            onClick={() => void reset().catch(shell.reportError)}
          />
        </li>
      )}
    </ul>
  );
}

/** In a sentence: what the baseline is, and what the monitor has found. */
function Verdict({ shown }: { readonly shown: ShownSeries }) {
  const { t } = useTranslation();
  const { baseline, shift, file, stepCount, spikeCount, alarmCount, triggerCount, numbers } = shown;
  const first = baseline
    ? t(baseline.deviationNs === 0 ? 'findings.steps.flat' : 'findings.steps.found', {
        mean: formatDuration(baseline.meanNs),
        deviation: formatDuration(baseline.deviationNs),
        bound: formatDuration(baseline.boundNs),
        steps: formatCount(stepCount),
        spikes: formatCount(spikeCount),
        alarms: formatCount(alarmCount),
        triggers: formatCount(triggerCount),
      })
    : t('findings.steps.tooFew', { steps: formatCount(stepCount) });
  return (
    <p className="findings-verdict" role="status">
      {first}{' '}
      {shift && t('findings.steps.shifted', { step: String(numbers[shift.from]), mean: formatDuration(shift.meanNs) })}{' '}
      {file && (
        <span className="findings-muted">
          {t(`findings.steps.from.${file.measure}${file.isUnitTold ? '' : 'Guessed'}`, { column: file.column })}
        </span>
      )}
    </p>
  );
}

interface ChartProps {
  readonly shown: ShownSeries;
  readonly thresholds: readonly UsedThreshold[];
  readonly isAsking: boolean;
  readonly onStep: (at: number) => void;
}

function StepsChart({ shown, thresholds, isAsking, onStep }: ChartProps) {
  const { t } = useTranslation();
  const reasonOf = useReason(thresholds);
  const { x, isNumber } = useMemo(() => stepAxis(shown), [shown]);
  const series = useMemo(() => stepLines(shown, x, (id) => t(`findings.steps.line.${id}`)), [shown, x, t]);
  const bands = useMemo(() => stepBands(shown, x, t('findings.steps.baseline')), [shown, x, t]);
  const marks = useMemo(() => partStarts(shown, x), [shown, x]);
  const crossings = useMemo(() => new Map(shown.crossings.map((own) => [own.at, own])), [shown]);
  return (
    <LineChart
      label={t('findings.steps.title')}
      series={series}
      xUnit="id"
      xTitle={t(isNumber ? 'ui.picker.step' : 'findings.steps.place')}
      yUnit="duration"
      yFrom="fit"
      bands={bands}
      marks={marks}
      isLoading={isAsking}
      describe={(place) => {
        const at = stepAt(x, place);
        const crossing = crossings.get(at);
        const score = shown.score[at] ?? Number.NaN;
        const from = shown.parts.length > 1 ? shown.parts[shown.part[at] ?? 0]?.label : undefined;
        return {
          title: t('ui.picker.stepNumber', { step: String(shown.numbers[at]) }),
          lines: [
            ...(Number.isNaN(score)
              ? []
              : [{ label: t('findings.steps.column.score.title'), value: formatUnit(score, 'ratio') }]),
            ...(crossing ? [{ label: t('findings.steps.column.outcome.title'), value: reasonOf(crossing) }] : []),
            ...(from ? [{ label: t('findings.steps.column.part.title'), value: from }] : []),
          ],
        };
      }}
      onPoint={(place) => onStep(stepAt(x, place))}
    />
  );
}

interface CrossingsProps {
  readonly shown: ShownSeries;
  readonly thresholds: readonly UsedThreshold[];
  readonly onStep: (at: number) => void;
  readonly said: string;
}

const noTotals = { step: 'none', ns: 'none', score: 'none', inARow: 'none', timeNs: 'none' } as const;
const needs = ['kind'] as const;
const rowClass = (row: TableRow) =>
  row.text('kind') === 'triggered' ? 'row-error' : row.text('kind') === 'held' ? 'row-warning' : undefined;

/** Every step over the bound, and why it asked for a profile, or why not. */
function Crossings({ shown, thresholds, onStep, said }: CrossingsProps) {
  const { t } = useTranslation();
  const reasonOf = useReason(thresholds);
  const source = useMemo(() => {
    const columns: readonly ArrayColumn<SeriesCrossing>[] = [
      { key: 'step', label: 'Step', unit: 'id', valueOf: ({ at }) => shown.numbers[at] ?? Number.NaN },
      { key: 'ns', label: 'Took', unit: 'duration', valueOf: ({ at }) => shown.ns[at] ?? Number.NaN },
      { key: 'score', label: 'Deviations', unit: 'ratio', valueOf: ({ at }) => shown.score[at] ?? Number.NaN },
      { key: 'inARow', label: 'In a row', unit: 'count', valueOf: ({ inARow }) => inARow },
      { key: 'outcome', label: 'Profile', valueOf: (own) => t(`findings.steps.outcome.${own.outcome}`) },
      { key: 'reason', label: 'Why', valueOf: reasonOf },
      {
        key: 'timeNs',
        label: 'After the first',
        unit: 'duration',
        valueOf: ({ at }) => shown.timeNs[at] ?? Number.NaN,
      },
      { key: 'part', label: 'Of', valueOf: ({ at }) => shown.parts[shown.part[at] ?? 0]?.label ?? '' },
      { key: 'kind', label: 'Kind', isHidden: true, valueOf: ({ outcome }) => crossingKind(outcome) },
    ];
    return arrayLoader(shown.crossings, columns);
  }, [shown, reasonOf, t]);
  const activate = (row: TableRow) => onStep(shown.crossings[row.id]?.at ?? 0);
  return (
    <DataTable
      label={t('findings.steps.table')}
      source={source}
      storageKey="findings.steps"
      stateKey={`findings.steps ${shown.key}`}
      fileName="steps-over-time"
      columnWords="findings.steps.column"
      totals={noTotals}
      needs={needs}
      rowClass={rowClass}
      onActivate={activate}
      rowActions={[{ label: t('findings.steps.show'), run: activate }]}
      toolbar={
        <>
          <h3 className="card-title">{t('findings.steps.table')}</h3>
          <span className="findings-muted" role="status">
            {said ||
              (shown.crossingCount > shown.crossings.length
                ? t('findings.steps.first', {
                    n: formatCount(shown.crossings.length),
                    total: formatCount(shown.crossingCount),
                  })
                : '')}
          </span>
        </>
      }
      emptyText={t('findings.steps.noCrossings')}
    />
  );
}

/** Why a step asked for a profile, or why not. */
function useReason(thresholds: readonly UsedThreshold[]): (own: SeriesCrossing) => string {
  const { t } = useTranslation();
  return useMemo(() => {
    const limits = Object.fromEntries(thresholds.map(({ id, value }) => [id, value])) as Partial<Thresholds>;
    const row = limits['spikes.in-a-row'] ?? Number.NaN;
    return ({ outcome, inARow, sinceNs = Number.NaN }) =>
      t(`findings.steps.reason.${outcome}`, {
        count: inARow,
        n: formatCount(inARow),
        row: formatCount(row),
        since: formatDuration(sinceNs),
        cooldown: formatCount((limits['spikes.cooldown'] ?? Number.NaN) / 3_600e9),
        most: formatCount(limits['spikes.triggers'] ?? Number.NaN),
      });
  }, [thresholds, t]);
}

/** From a step to its place in the timeline; `said`: why there is none. */
function useShowStep(shown: ShownSeries) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const [said, setSaid] = useState('');
  const show = (at: number) => {
    const range = { startNs: shown.startNs[at] ?? Number.NaN, endNs: shown.endNs[at] ?? Number.NaN };
    if (Number.isNaN(range.startNs)) {
      setSaid(t('findings.steps.noTimeline', { step: String(shown.numbers[at]) }));
      return;
    }
    setSaid('');
    session.actions.setView(viewAround(range, AIR), { isJump: true, from: 'findings' });
    session.actions.selectRange(range);
    shell.showTab('timeline');
  };
  return { show, said };
}

/** At both ends, as a share of the step. */
const AIR = 0.25;
