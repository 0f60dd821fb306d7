import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RankIndex, SplitOverSteps, StepPhases } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useShell } from '../../session/shell';
import { useShownRanks } from '../../session/shownJob';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import type { LineSeries } from '../../ui/chart/chartProps';
import { LineChart } from '../../ui/chart/lines/LineChart';
import { OneRankPicker } from '../../ui/controls/RankPicker';
import { Segmented } from '../../ui/controls/Segmented';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { NothingHere, type SectionProps } from './sectionParts';
import { stepTimes } from './splitParts';

/** How the steps change: the median rank's parts, and the phases of one rank. */
export function StepsSection(props: SectionProps) {
  const { t } = useTranslation();
  // One step makes no curve.
  if (props.overview.steps.length < 2) return <Phases {...props} />;
  return (
    <Split
      storageKey="summary.steps"
      direction="vertical"
      handleLabel={t('summary.resize')}
      areas={[
        { id: 'split', content: <PartsOverSteps {...props} /> },
        { id: 'phases', content: <Phases {...props} /> },
      ]}
    />
  );
}

const shownParts = [
  { part: 'computing', colour: 'compute' },
  { part: 'notOverlapped', colour: 'communication' },
  { part: 'free', colour: 'idle' },
  { part: 'preparing', colour: 'wait' },
] as const;

function PartsOverSteps({ store, overview, of }: SectionProps) {
  const { t } = useTranslation();
  const answer = useAnswer('summary.overSteps', of);
  const [which, setWhich] = useState<keyof SplitOverSteps>('median');
  const series = useMemo((): readonly LineSeries[] => {
    const split = answer.value?.[which];
    if (!split) return [];
    const x = Float64Array.from(overview.steps);
    return [
      { id: 'step', name: t('summary.column.splitStep.title'), x, y: stepTimes(split), colour: 'host' },
      ...shownParts.map(({ part, colour }) => ({
        id: part,
        name: t(`summary.partName.${part}`),
        x,
        y: split[part],
        colour,
      })),
    ];
  }, [answer.value, which, overview, t]);
  if (answer.error !== undefined) return <FailedAnswer answer={answer} />;
  return (
    <Card
      title={t('summary.steps.title')}
      definition={t('summary.steps.definition')}
      size="fill"
      tools={
        <Segmented
          label={t('summary.steps.of')}
          value={which}
          options={(['min', 'median', 'max'] as const).map((value) => ({ value, label: t(`summary.over.${value}`) }))}
          onChange={setWhich}
        />
      }
    >
      <LineChart
        label={t('summary.steps.title')}
        series={series}
        xUnit="id"
        xTitle={t('ui.picker.step')}
        yUnit="duration"
        isLoading={answer.isAsking}
        onPoint={(step) => store.setState({ step: nearest(overview.steps, step), section: 'split' })}
      />
    </Card>
  );
}

function nearest(steps: readonly number[], wanted: number): number | undefined {
  return steps.reduce<number | undefined>(
    (best, step) => (best === undefined || Math.abs(step - wanted) < Math.abs(best - wanted) ? step : best),
    undefined,
  );
}

const phases = [
  { id: 'preparing', colour: 'wait' },
  { id: 'forward', colour: 'compute' },
  { id: 'backward', colour: 'runtime' },
  { id: 'tail', colour: 'communication' },
] as const;

/** More steps than these are curves, fewer bars. */
const MAX_BARS = 3;

function Phases({ store, overview }: SectionProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const position = useStore(store, ({ rank }) => rank);
  const ranks = useShownRanks();
  const withTimeline = useMemo(() => ranks.filter(({ generation }) => generation > 0), [ranks]);
  const wanted = position === undefined ? undefined : overview.ranks[position]?.index;
  const rank = withTimeline.find(({ index }) => index === wanted)?.index ?? withTimeline[0]?.index;
  const answer = useAnswer('summary.phases', rank === undefined ? undefined : { rank });
  const showStep = (step: number) => {
    const at = answer.value?.steps.indexOf(step) ?? -1;
    if (!answer.value || at < 0) return;
    const range = { startNs: answer.value.startNs[at]!, endNs: answer.value.endNs[at]! };
    session.actions.selectRange(range);
    session.actions.setView(range, { isJump: true });
    shell.showTab('timeline');
  };
  return (
    <Card
      title={t('summary.phases.title')}
      definition={t('summary.phases.definition')}
      size="fill"
      tools={
        withTimeline.length > 0 && (
          <OneRankPicker
            ranks={withTimeline}
            value={rank}
            onChange={(index) => store.setState({ rank: positionOf(overview.ranks, index) })}
          />
        )
      }
    >
      {answer.error !== undefined ? (
        <FailedAnswer answer={answer} />
      ) : rank === undefined || (!answer.isAsking && !answer.value) ? (
        <NothingHere text={t(rank === undefined ? 'summary.phases.noTimeline' : 'summary.phases.none')} />
      ) : (
        <PhasesChart value={answer.value} isLoading={answer.isAsking} onStep={showStep} />
      )}
    </Card>
  );
}

function positionOf(ranks: SectionProps['overview']['ranks'], index: RankIndex): number | undefined {
  const at = ranks.findIndex((rank) => rank.index === index);
  return at < 0 ? undefined : at;
}

interface PhasesChartProps {
  readonly value: StepPhases | undefined;
  readonly isLoading: boolean;
  readonly onStep: (step: number) => void;
}

function PhasesChart({ value, isLoading, onStep }: PhasesChartProps) {
  const { t } = useTranslation();
  const nameOf = (id: string) => t(`summary.phase.${id}`);
  if (value && value.steps.length > MAX_BARS) {
    const x = Float64Array.from(value.steps);
    return (
      <LineChart
        label={t('summary.phases.title')}
        series={phases.map(({ id, colour }) => ({ id, name: nameOf(id), x, y: value[id], colour }))}
        xUnit="id"
        xTitle={t('ui.picker.step')}
        yUnit="duration"
        isLoading={isLoading}
        onPoint={(step) => onStep(Math.round(step))}
      />
    );
  }
  return (
    <StackedBarChart
      label={t('summary.phases.title')}
      bars={(value?.steps ?? []).map((step) =>
        Number.isNaN(step) ? t('summary.wholeRecording') : t('ui.picker.stepNumber', { step: String(step) }),
      )}
      parts={phases.map(({ id, colour }) => ({ id, name: nameOf(id), values: value?.[id] ?? [], colour }))}
      unit="duration"
      barTitle={t('ui.picker.step')}
      hasOrder={false}
      isLoading={isLoading}
      onBar={(bar) => value && onStep(value.steps[bar]!)}
    />
  );
}
