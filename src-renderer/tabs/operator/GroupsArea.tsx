import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ColumnFilter, TableSource } from '../../../src-contract';
import { useAsked } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { GroupChart } from './GroupChart';
import { groupFilters, groupingOf, openGroupOf, stepFilters } from './groupFilters';
import { KernelTable } from './KernelTable';
import type { OperatorContext } from './operatorContext';
import { operatorState } from './operatorState';
import { ShareBar } from './ShareBar';
import { useMarkedKernel } from './useMarkedKernel';

/** Kernels by what they share: chart and table of the groups, below them the kernels of the one that is open. */
export function GroupsArea({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  return (
    <Split
      storageKey="operator.groups"
      direction="vertical"
      handleLabel={t('operator.resizeKernels')}
      areas={[
        {
          id: 'groups',
          defaultSize: '58%',
          minSize: '140px',
          content: (
            <Split
              storageKey="operator.chart"
              direction="horizontal"
              handleLabel={t('operator.resizeChart')}
              areas={[
                { id: 'chart', defaultSize: '32%', minSize: '220px', content: <GroupChart context={context} /> },
                { id: 'table', minSize: '300px', content: <GroupTable context={context} /> },
              ]}
            />
          ),
        },
        { id: 'kernels', minSize: '110px', content: <GroupKernels context={context} /> },
      ]}
    />
  );
}

const sortByTotal = [{ column: 'totalNs', isDescending: true }] as const;
/** Sums of amounts; of what is a mean, a least or a rate already, nothing. */
const totals = {
  share: 'sum',
  averageNs: 'none',
  minNs: 'none',
  p50Ns: 'none',
  p90Ns: 'none',
  p99Ns: 'none',
  maxNs: 'none',
  flopRate: 'none',
  utilisation: 'none',
  peerExcess: 'none',
} as const;
const sortByMean = [{ column: 'meanNs', isDescending: true }] as const;

function GroupTable({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const { overview } = context;
  const session = useSession();
  const store = operatorState(session);
  const { by, layout } = useStore(store);
  const source = useTableSource(useGroupSource(context));
  const grouping = groupingOf(overview, by);
  const needs = useMemo(() => [...grouping.keys, 'rank', 'share'], [grouping]);
  const marked = useMarkedGroup(context, source);
  const renderCell = useMemo(
    () => ({
      share: (row: TableRow, text: string) => <ShareBar percent={row.number('share')} text={text} />,
      peerExcess: (row: TableRow, text: string) => <ShareBar percent={row.number('peerExcess')} text={text} />,
    }),
    [],
  );
  const onSelect = useCallback(
    (row: TableRow | undefined) => {
      if (!row) return;
      const group = openGroupOf(row, grouping, layout === 'perRank', t('operator.noValue'));
      if (group.id !== store.getState().group?.id) store.setState({ group });
    },
    [store, grouping, layout, t],
  );
  const isComparison = layout === 'compare' && context.ranks.length > 1;
  return (
    <DataTable
      key={`${by} ${isComparison}`}
      label={t('operator.groups.label')}
      source={source}
      revision={context.revision}
      storageKey={`operator.groups.${isComparison ? 'compare' : by}`}
      fileName={`operators-by-${by}`}
      columnWords="operator.column"
      defaultSort={isComparison ? sortByMean : sortByTotal}
      needs={needs}
      renderCell={renderCell}
      totals={totals}
      onSelect={onSelect}
      {...(marked !== undefined && { selectedRow: marked })}
      emptyText={t('operator.groups.empty')}
    />
  );
}

function useGroupSource(context: OperatorContext): TableSource {
  const { by, layout, step } = useStore(operatorState(useSession()));
  const of = {
    ranks: context.ranks,
    by,
    ...(step !== undefined && { steps: [step] }),
    ...(context.chip && { peaks: context.chip.peaks }),
  };
  const isComparison = layout === 'compare' && context.ranks.length > 1;
  return isComparison
    ? { table: 'operator.comparison', of: { ranks: of.ranks, by, ...(step !== undefined && { steps: [step] }) } }
    : { table: 'operator.groups', of: { ...of, isPerRank: layout === 'perRank' } };
}

/** The group of the kernel that is selected in the timeline. */
function useMarkedGroup(context: OperatorContext, source: ReturnType<typeof useTableSource>): number | undefined {
  const { by, layout } = useStore(operatorState(useSession()));
  const grouping = groupingOf(context.overview, by);
  const kernel = useMarkedKernel(context, grouping.keys);
  const key = kernel && JSON.stringify([kernel.values, by, layout, context.ranks]);
  const { value } = useAsked(key, async () => {
    if (!kernel || !grouping.kinds.some((kind) => kind === kernel.kind)) return undefined;
    const keys = layout === 'perRank' ? [...grouping.keys, 'rank'] : grouping.keys;
    const filters = keys.map(
      (column): ColumnFilter => ({ kind: 'oneOf', column, values: [kernel.values[column] ?? ''] }),
    );
    const page = await source.load({ sort: [], filters, firstRow: 0, rowCount: 1, columns: [] });
    return page.rowIds[0];
  });
  return kernel ? value : undefined;
}

function GroupKernels({ context }: { readonly context: OperatorContext }) {
  const { t } = useTranslation();
  const store = operatorState(useSession());
  const { group, by, step } = useStore(store);
  const grouping = groupingOf(context.overview, by);
  const filters = useMemo(() => [...groupFilters(group, grouping), ...stepFilters(step)], [group, grouping, step]);
  return (
    <KernelTable
      context={context}
      filters={filters}
      withLaunch={by === 'scope' || by === 'launched-by'}
      stateKey="operator.kernels of groups"
      title={group ? t('operator.kernels.of', { title: group.title }) : t('operator.kernels.all')}
      definition={group?.title ?? t('operator.kernels.allText')}
      onShowAll={group && (() => store.setState({ group: undefined }))}
    />
  );
}
