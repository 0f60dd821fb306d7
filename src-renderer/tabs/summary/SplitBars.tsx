import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ParallelMap, StepSplit, SummaryRank } from '../../../src-contract';
import { useAnswer } from '../../session/answers/useAnswer';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Segmented } from '../../ui/controls/Segmented';
import { Card } from '../../ui/layout/Card';
import type { SectionProps } from './sectionParts';
import { type SplitBar, splitBars } from './splitOrder';
import { stackParts, stackValues } from './splitParts';

const tops = [8, 16, 32, 64] as const;
const orders = ['given', 'total', ...stackParts.map(({ id }) => id), 'preparing'];

interface BarsProps extends SectionProps {
  /** Position of the rank that is looked at. */
  readonly selected: number | undefined;
  readonly split: StepSplit | undefined;
  readonly parallel: ParallelMap | undefined;
}

/** One bar a rank, as long as its step on the device, by pipeline stage. */
export function SplitBars({ store, overview, of: ofJob, step, selected, split, parallel }: BarsProps) {
  const { t } = useTranslation();
  const { orderBy, top } = useStore(store);
  const [mode, setMode] = useState<'value' | 'share'>('value');
  // Takes the timelines: the bars don't wait for it.
  const inNextStep = useAnswer('summary.freeInNextStep', { ...ofJob, step }).value;
  const stages = parallel && parallel.stages.length > 1 ? parallel.coordinates.pipeline : undefined;
  const shown = useMemo(
    () => splitBars(overview.ranks.length, { split, inNextStep, stages, orderBy, top }),
    [overview, split, inNextStep, stages, orderBy, top],
  );
  const chart = useMemo(() => {
    if (!split) return { bars: [], parts: [] };
    const name = (bar: SplitBar) =>
      bar.kind === 'stage' ? t('summary.stageNumber', { stage: bar.stage }) : barName(overview.ranks[bar.rank]);
    const parts = stackParts.map(({ id, colour }) => {
      const values = stackValues(split, id, inNextStep);
      const of = (bar: SplitBar) => (bar.kind === 'stage' ? Number.NaN : (values[bar.rank] ?? Number.NaN));
      return { id, name: t(`summary.part.${id}`), values: Float64Array.from(shown, of), colour };
    });
    // A recording of one step has no next one, and most tables come without a timeline.
    const hasNext = (values: Float64Array) => values.some((ns) => ns > 0);
    // Summaries of ranks do not say what computing hides.
    const isTold = (values: Float64Array) => !values.every(Number.isNaN);
    return {
      bars: shown.map(name),
      parts: parts.filter(({ id, values }) => (id === 'inNextStep' ? hasNext(values) : isTold(values))),
    };
  }, [split, inNextStep, shown, overview, t]);
  const barOf = (position: number) => shown.findIndex((bar) => bar.kind === 'rank' && bar.rank === position);
  return (
    <Card
      title={t('summary.split.title')}
      definition={t('summary.split.definition')}
      size="fill"
      tools={
        <>
          <OptionPicker
            label={t('summary.split.order')}
            value={orderBy}
            options={orders.map((id) => ({ value: id, label: t(`summary.order.${id}`) }))}
            onChange={(next) => store.setState({ orderBy: next })}
          />
          {overview.ranks.length > tops[0] && (
            <OptionPicker
              label={t('summary.split.top')}
              value={String(top ?? 0)}
              options={[
                { value: '0', label: t('ui.picker.all') },
                ...tops
                  .filter((count) => count < overview.ranks.length)
                  .map((count) => ({ value: String(count), label: String(count) })),
              ]}
              onChange={(next) => store.setState({ top: Number(next) || undefined })}
            />
          )}
          <Segmented
            label={t('summary.split.mode')}
            value={mode}
            options={(['value', 'share'] as const).map((value) => ({ value, label: t(`summary.mode.${value}`) }))}
            onChange={setMode}
          />
        </>
      }
    >
      <StackedBarChart
        label={t('summary.split.title')}
        {...chart}
        unit="duration"
        barTitle={t('summary.rank')}
        mode={mode}
        hasOrder={false}
        selectedBar={selected === undefined ? undefined : nonNegative(barOf(selected))}
        markedBars={(parallel?.slowRanks ?? []).map(barOf).filter((bar) => bar >= 0)}
        onBar={(at) => {
          const bar = shown[at];
          if (bar?.kind === 'rank') store.setState({ rank: bar.rank });
        }}
        isLoading={split === undefined}
      />
    </Card>
  );
}

/** The number alone where the label says no more: the axis has its title. */
function barName(rank: SummaryRank | undefined): string {
  return rank === undefined || rank.label !== `Rank ${rank.rank}` ? (rank?.label ?? '') : String(rank.rank);
}

const nonNegative = (at: number) => (at < 0 ? undefined : at);
