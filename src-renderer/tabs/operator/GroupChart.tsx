import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { GroupingFacts, KernelGrouping, TablePage } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { useAsked } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { PieChart } from '../../ui/chart/pie/PieChart';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Segmented } from '../../ui/controls/Segmented';
import { Card } from '../../ui/layout/Card';
import { type GroupRow, groupingOf, openGroupOf, tellingKeys } from './groupFilters';
import type { OperatorContext } from './operatorContext';
import { type OpenGroup, operatorState } from './operatorState';

const tops = ['5', '10', '15', '20', '50'] as const;

interface ChartGroup {
  readonly id: string;
  readonly name: string;
  readonly totalNs: number;
  readonly group: OpenGroup | undefined;
}

/** The largest groups as a ring or as bars; a click opens the group. */
export function GroupChart({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const store = operatorState(useSession());
  const { by, chart, chartBy, chartTop, group } = useStore(store);
  const hasCores = context.overview.groupings.some((grouping) => grouping.by === 'core');
  const isCollective = by === 'collective' || by === 'collective-type';
  const shownBy = chartBy === 'core' && hasCores && !isCollective ? 'core' : by;
  const { value, isAsking: isLoading } = useChartGroups(context, shownBy, chartTop);
  const groups = value ?? [];
  const open = (id: string | undefined) => {
    const chosen = groups.find((own) => own.id === id)?.group;
    if (chosen) store.setState({ group: chosen });
  };
  const label = t('operator.chart.label', { by: t(`operator.by.${shownBy}`) });
  return (
    <div className="operator-chart">
      <Card
        size="fill"
        title={t('operator.chart.title')}
        definition={t('operator.chart.definition')}
        tools={
          <>
            {hasCores && by !== 'core' && !isCollective && (
              <Segmented
                label={t('operator.chart.by')}
                value={chartBy}
                options={[
                  { value: 'groups', label: t(`operator.byShort.${by}`) },
                  { value: 'core', label: t('operator.byShort.core') },
                ]}
                onChange={(chosen) => store.setState({ chartBy: chosen })}
              />
            )}
            <Segmented
              label={t('operator.chart.kind')}
              value={chart}
              options={[
                { value: 'bars', label: t('operator.chart.bars') },
                { value: 'pie', label: t('operator.chart.pie') },
              ]}
              onChange={(chosen) => store.setState({ chart: chosen })}
            />
            <OptionPicker
              label={t('operator.chart.top')}
              value={String(chartTop) as (typeof tops)[number]}
              options={tops.map((top) => ({ value: top, label: top }))}
              onChange={(top) => store.setState({ chartTop: Number(top) })}
            />
          </>
        }
      >
        {chart === 'pie' ? (
          <PieChart
            label={label}
            unit="duration"
            isLoading={isLoading}
            maxSlices={chartTop + 1}
            slices={groups.map(({ id, name, totalNs }) => ({ id, name, value: totalNs }))}
            {...(group && { selected: group.id })}
            onSlice={open}
          />
        ) : (
          <BarsOf groups={groups} label={label} isLoading={isLoading} open={open} selected={group?.id} />
        )}
      </Card>
    </div>
  );
}

interface BarsOfProps {
  readonly groups: readonly ChartGroup[];
  readonly label: string;
  readonly isLoading: boolean;
  readonly selected: string | undefined;
  readonly open: (id: string | undefined) => void;
}

function BarsOf({ groups, label, isLoading, selected, open }: BarsOfProps) {
  const { t } = useTranslation();
  const shown = useMemo(() => groups.filter(({ group }) => group), [groups]);
  const parts = useMemo(
    () => [
      {
        id: 'total',
        name: t('operator.column.totalNs.title'),
        values: shown.map(({ totalNs }) => totalNs),
        colour: 'compute' as const,
      },
    ],
    [shown, t],
  );
  const bars = useMemo(() => shown.map(({ name }) => name), [shown]);
  const at = shown.findIndex(({ id }) => id === selected);
  return (
    <StackedBarChart
      label={label}
      bars={bars}
      parts={parts}
      unit="duration"
      barTitle={t('operator.chart.group')}
      // They are the largest ones by time, the only thing there is to order them by.
      hasOrder={false}
      isLoading={isLoading}
      {...(at >= 0 && { selectedBar: at })}
      onBar={(bar) => open(shown[bar]?.id)}
    />
  );
}

function useChartGroups(context: OperatorContext, by: KernelGrouping, top: number) {
  const { t } = useTranslation();
  const { ranks, overview } = context;
  const session = useSession();
  const step = useStore(operatorState(session), (state) => state.step);
  const grouping = groupingOf(overview, by);
  return useAsked(JSON.stringify([ranks, by, top, step, t('operator.noValue')]), async () => {
    const page = await session.engine.table({
      dump: session.dumpId,
      source: {
        table: 'operator.groups',
        of: { ranks, by, isPerRank: false, ...(step !== undefined && { steps: [step] }) },
      },
      sort: [{ column: 'totalNs', isDescending: true }],
      filters: [],
      firstRow: 0,
      rowCount: top,
      columns: [...grouping.keys, 'totalNs'],
    });
    const words = {
      noValue: t('operator.noValue'),
      others: (n: number) => t('ui.chart.others', { n: formatCount(n) }),
    };
    return chartGroups(page, grouping, words);
  });
}

interface ChartWords {
  readonly noValue: string;
  readonly others: (count: number) => string;
}

/** The rows of the page, and behind them one for all that are not in it. */
function chartGroups(page: TablePage, grouping: GroupingFacts, words: ChartWords): readonly ChartGroup[] {
  const total = page.cells.totalNs;
  if (total?.kind !== 'number') return [];
  const text = (column: string, row: number) => {
    const cells = page.cells[column];
    if (cells?.kind === 'text') return cells.texts[cells.values[row]!] ?? '';
    const value = cells?.values[row] ?? Number.NaN;
    return Number.isNaN(value) ? '' : String(value);
  };
  const rows = Array.from(total.values, (_, row): GroupRow => ({ text: (key) => text(key, row) }));
  const naming = { ...grouping, keys: tellingKeys(rows, grouping) };
  const groups = rows.map((row, at): ChartGroup => {
    const group = openGroupOf(row, grouping, false, words.noValue);
    const { title } = openGroupOf(row, naming, false, words.noValue);
    return { id: group.id, name: title, totalNs: total.values[at] || 0, group };
  });
  const shownNs = groups.reduce((sum, { totalNs }) => sum + totalNs, 0);
  const restNs = (page.totals.totalNs?.sum ?? shownNs) - shownNs;
  const restCount = page.matchingRows - groups.length;
  if (restCount <= 0) return groups;
  return [...groups, { id: 'others', name: words.others(restCount), totalNs: restNs, group: undefined }];
}
