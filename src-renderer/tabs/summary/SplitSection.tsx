import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { StepSplit, SummaryRank } from '../../../src-contract';
import { FailedAnswer } from '../../session/FailedAnswer';
import { useAnswer, useRevision } from '../../session/useAnswer';
import { useTableSource } from '../../session/useTableSource';
import { StackedBarChart } from '../../ui/chart/StackedBarChart';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Segmented } from '../../ui/controls/Segmented';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import { RankCard } from './RankCard';
import type { SectionProps } from './sectionParts';
import { shareOfStep, stackParts, stackValues, stepTimes } from './splitParts';

const tops = [8, 16, 32, 64] as const;

/** Where the step went on each rank: bars, the same as a table, and what can be done with a rank. */
export function SplitSection(props: SectionProps) {
  const { t } = useTranslation();
  const split = useAnswer('summary.split', { step: props.step });
  const parallel = useAnswer('summary.parallel', { step: props.step });
  if (split.error !== undefined) return <FailedAnswer answer={split} />;
  const bars = <SplitBars {...props} split={split.value} slowRanks={parallel.value?.slowRanks ?? none} />;
  return (
    <Split
      storageKey="summary.split"
      direction="horizontal"
      handleLabel={t('summary.resize')}
      areas={[
        {
          id: 'ranks',
          defaultSize: '72%',
          content: (
            <Split
              storageKey="summary.split.ranks"
              direction="vertical"
              handleLabel={t('summary.resize')}
              areas={[
                { id: 'bars', defaultSize: '56%', content: bars },
                { id: 'table', content: <SplitTable {...props} /> },
              ]}
            />
          ),
        },
        {
          id: 'rank',
          minSize: '260px',
          content: <RankCard {...props} split={split.value} parallel={parallel.value} />,
        },
      ]}
    />
  );
}

const none: readonly number[] = [];

interface BarsProps extends SectionProps {
  readonly split: StepSplit | undefined;
  readonly slowRanks: readonly number[];
}

function SplitBars({ store, overview, split, slowRanks }: BarsProps) {
  const { t } = useTranslation();
  const { rank: selected, orderBy, top } = useStore(store);
  const [mode, setMode] = useState<'value' | 'share'>('value');
  const shown = useMemo(() => shownRanks(overview.ranks.length, split, orderBy, top), [overview, split, orderBy, top]);
  const chart = useMemo(() => {
    const pick = (values: Float64Array) => Float64Array.from(shown, (position) => values[position] ?? Number.NaN);
    if (!split) return { bars: [], parts: [], lines: [] };
    return {
      bars: shown.map((position) => barName(overview.ranks[position])),
      parts: stackParts.map(({ id, colour }) => ({
        id,
        name: t(`summary.part.${id}`),
        values: pick(stackValues(split, id)),
        colour,
      })),
      lines: (['computing', 'notOverlapped'] as const).map((part) => ({
        id: `${part}Share`,
        name: t(`summary.share.${part}`),
        values: pick(shareOfStep(split, part)),
      })),
    };
  }, [split, shown, overview, t]);
  const orders = ['given', 'total', ...stackParts.map(({ id }) => id), 'computingShare', 'notOverlappedShare'];
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
        lineUnit="percent"
        barTitle={t('summary.rank')}
        mode={mode}
        hasOrder={false}
        selectedBar={selected === undefined ? undefined : nonNegative(shown.indexOf(selected))}
        markedBars={slowRanks.map((position) => shown.indexOf(position)).filter((bar) => bar >= 0)}
        onBar={(bar) => store.setState({ rank: shown[bar] })}
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

/** Positions of the ranks in the order wanted, longest first, and no more than wanted. */
export function shownRanks(
  count: number,
  split: StepSplit | undefined,
  orderBy: string,
  top: number | undefined,
): readonly number[] {
  const positions = Array.from({ length: count }, (_, at) => at);
  const values = split && orderValues(split, orderBy);
  if (values) positions.sort((a, b) => sortable(values[b]) - sortable(values[a]) || a - b);
  return top === undefined ? positions : positions.slice(0, top);
}

const sortable = (value: number | undefined) => (value === undefined || Number.isNaN(value) ? -1 : value);

function orderValues(split: StepSplit, orderBy: string): Float64Array | undefined {
  const part = stackParts.find(({ id }) => id === orderBy);
  if (part) return stackValues(split, part.id);
  if (orderBy === 'total') return stepTimes(split);
  if (orderBy === 'computingShare') return shareOfStep(split, 'computing');
  return orderBy === 'notOverlappedShare' ? shareOfStep(split, 'notOverlapped') : undefined;
}

/** A sum over ranks that run at the same time is no time. */
const totals = Object.fromEntries(
  [
    'splitStep',
    'splitComputing',
    'splitNotOverlapped',
    'splitOverlapped',
    'splitCommunication',
    'splitFree',
    'splitStage',
    'splitBubble',
    'splitExceptReceive',
    'splitPreparing',
  ].map((key) => [key, 'mean' as const]),
);

function SplitTable({ store, overview, step }: SectionProps) {
  const { t } = useTranslation();
  const source = useTableSource({ table: 'summary.split', of: { step } });
  const selected = useStore(store, ({ rank }) => rank);
  const renderCell = useMemo(
    () => ({ splitSource: (_: unknown, text: string) => (text === '' ? '' : t(`summary.source.${text}`)) }),
    [t],
  );
  return (
    <DataTable
      label={t('summary.split.table')}
      source={source}
      revision={useRevision()}
      storageKey="summary.split"
      columnWords="summary.column"
      renderCell={renderCell}
      totals={totals}
      {...(selected !== undefined && selected < overview.ranks.length && { selectedRow: selected })}
      onSelect={(row) => row && store.setState({ rank: row.id })}
      onActivate={(row) => store.setState({ rank: row.id })}
    />
  );
}
