import { LoaderCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { KernelGrouping, OperatorOverview, StatisticsKind } from '../../../src-contract';
import { formatDuration } from '../../base/format';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { Button } from '../../ui/Button';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { RankPicker } from '../../ui/controls/RankPicker';
import { Segmented } from '../../ui/controls/Segmented';
import { StepPicker } from '../../ui/controls/StepPicker';
import { ToolbarSpace } from '../../ui/layout/ViewLayout';
import { ChipDialog } from './ChipDialog';
import type { OperatorContext } from './operatorContext';
import { otherNameOf } from './operatorModes';
import { operatorState, type RankLayout, regroup, type TableChoice } from './operatorState';

interface OperatorToolbarProps {
  readonly context: OperatorContext;
  readonly isLoading: boolean;
}

export function OperatorToolbar({ context, isLoading }: OperatorToolbarProps) {
  const { t } = useTranslation();
  const { ranks, overview, modes, mode, statistics } = context;
  const session = useSession();
  const store = operatorState(session);
  const { by, layout } = useStore(store);
  const dumpRanks = useSessionState(({ dump }) => dump.ranks);
  const layouts: readonly RankLayout[] = ['together', 'perRank', 'compare'];
  return (
    <>
      <Segmented
        label={t('operator.mode.label')}
        value={mode}
        options={modes.map((value) => ({
          value,
          label: t(`operator.mode.${value}`),
          title: t(`operator.modeText.${value}`),
        }))}
        onChange={(value) => store.setState({ mode: value })}
      />
      {dumpRanks.length > 1 && (
        <RankPicker ranks={dumpRanks} value={ranks} onChange={(value) => store.setState(regroup({ ranks: value }))} />
      )}
      {mode === 'statistics' && (
        <OptionPicker<TableChoice>
          label={t('operator.statistics.label')}
          value={statistics.kind}
          options={statistics.kinds.map((value) => ({
            value,
            label: otherNameOf(value) ?? t(`operator.statistics.kind.${value as StatisticsKind}`),
          }))}
          onChange={(value) => store.setState({ statistics: value })}
        />
      )}
      {(mode === 'groups' || mode === 'kernels') && <StepChooser context={context} />}
      {(mode === 'groups' || mode === 'steps') && (
        <OptionPicker<KernelGrouping>
          label={t('operator.by.label')}
          value={by}
          options={overview.groupings.map(({ by: value }) => ({ value, label: t(`operator.by.${value}`) }))}
          onChange={(value) => store.setState(regroup({ by: value, chartBy: 'groups' }))}
        />
      )}
      {mode === 'groups' && ranks.length > 1 && (
        <Segmented
          label={t('operator.layout.label')}
          value={layout}
          options={layouts.map((value) => ({
            value,
            label: t(`operator.layout.${value}`),
            title: t(`operator.layoutText.${value}`),
          }))}
          onChange={(value) => store.setState(regroup({ layout: value }))}
        />
      )}
      {isLoading && <LoaderCircle size={15} className="spinning" aria-label={t('operator.loading')} />}
      <ToolbarSpace />
      <ChipButton context={context} />
    </>
  );
}

function StepChooser({ context }: { readonly context: OperatorContext }) {
  const store = operatorState(useSession());
  const step = useStore(store, (state) => state.step);
  const steps = numberedSteps(context.overview);
  if (steps.length < 2) return null;
  const isThere = steps.some(({ text }) => text === step);
  return (
    <StepPicker
      steps={steps.map(({ number }) => number)}
      value={isThere ? Number(step) : 'all'}
      onChange={(value) =>
        store.setState(regroup({ step: typeof value === 'number' ? textOf(steps, value) : undefined }))
      }
      detailOf={(number) => {
        const own = steps.find((other) => other.number === number);
        return own && formatDuration(own.computeNs);
      }}
    />
  );
}

interface NumberedStep {
  readonly text: string;
  readonly number: number;
  readonly computeNs: number;
}

function numberedSteps({ steps }: OperatorOverview): readonly NumberedStep[] {
  return steps
    .filter(({ step }) => step !== '' && Number.isFinite(Number(step)))
    .map(({ step, computeNs }) => ({ text: step, number: Number(step), computeNs }));
}

const textOf = (steps: readonly NumberedStep[], number: number) => steps.find((step) => step.number === number)?.text;

function ChipButton({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const { chip } = context;
  return (
    <>
      <Button variant="quiet" title={t('operator.chip.hint')} onClick={() => setIsOpen(true)}>
        {chip ? t('operator.chip.against', { name: chip.chip.name }) : t('operator.chip.choose')}
      </Button>
      {isOpen && <ChipDialog context={context} onClose={() => setIsOpen(false)} />}
    </>
  );
}
