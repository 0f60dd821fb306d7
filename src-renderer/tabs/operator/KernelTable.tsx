import { X } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ColumnFilter, RankIndex } from '../../../src-contract';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { useShell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { Button } from '../../ui/Button';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import type { OperatorContext } from './operatorContext';
import { useMarkedKernel } from './useMarkedKernel';

interface KernelTableProps {
  readonly context: OperatorContext;
  readonly filters: readonly ColumnFilter[];
  readonly withLaunch?: boolean;
  /** See `DataTableProps.stateKey`. */
  readonly stateKey: string;
  readonly title: string;
  readonly definition?: string;
  /** Takes the filters away. */
  readonly onShowAll?: (() => void) | undefined;
}

const needs = ['rankIndex'];
const sortByDuration = [{ column: 'durationNs', isDescending: true }] as const;
const noKeys: readonly string[] = [];
/** Of rates and shares of single kernels no mean says anything: a short one would count as much as a long one. */
const totals = { flopRate: 'none', utilisation: 'none', blockDim: 'none' } as const;

/** Single kernels; each goes to its slice of the timeline, and the one selected there is marked. */
export function KernelTable(props: KernelTableProps) {
  const session = useSession();
  const { context, filters, withLaunch = false, stateKey, title, definition, onShowAll } = props;
  const { t } = useTranslation();
  const { ranks, chip } = context;
  const shell = useShell();
  const [said, setSaid] = useState('');
  const dumpRanks = useSessionState(({ dump }) => dump.ranks);
  const source = useTableSource({
    table: 'operator.kernels',
    of: { ranks, ...(chip && { peaks: chip.peaks }), ...(withLaunch && { withLaunch }) },
  });
  const marked = useMarkedKernel(context, noKeys);
  const jump = useCallback(
    async (row: TableRow) => {
      const rank = row.number('rankIndex') as RankIndex;
      const ref = await session.engine.ask(session.dumpId, 'operator.sliceOfKernel', { ranks, rowId: row.id });
      const found = ref ? session.engine.slice(session.dumpId, ref) : Promise.resolve(undefined);
      const isShown = await showSlice(session, shell, found);
      const label = dumpRanks.find(({ index }) => index === rank)?.label ?? '';
      setSaid(isShown ? '' : t('operator.kernels.notInTimeline', { rank: label }));
    },
    [session, shell, ranks, dumpRanks, t],
  );
  const open = useCallback((row: TableRow) => void jump(row).catch(shell.reportError), [jump, shell]);
  const rowActions = useMemo(() => [{ label: t('operator.kernels.jump'), run: open }], [open, t]);
  const defaultColumns = useMemo(() => columnsOf(context, withLaunch), [context, withLaunch]);
  return (
    <DataTable
      label={t('operator.kernels.label')}
      source={source}
      revision={context.revision}
      storageKey={withLaunch ? 'operator.kernels.launch' : 'operator.kernels'}
      stateKey={stateKey}
      fileName="kernels"
      columnWords="operator.column"
      defaultSort={sortByDuration}
      defaultColumns={defaultColumns}
      filters={filters}
      needs={needs}
      onActivate={open}
      rowActions={rowActions}
      {...(marked && { selectedRow: marked.rowId })}
      totals={totals}
      toolbar={
        <>
          <h3 className={`card-title ${definition ? 'has-definition' : ''}`} title={definition ?? title}>
            {title}
          </h3>
          {onShowAll && (
            <Button variant="quiet" icon={X} onClick={onShowAll}>
              {t('operator.kernels.close')}
            </Button>
          )}
          {said && (
            <span className="operator-said" role="status">
              {said}
            </span>
          )}
        </>
      }
      emptyText={t('operator.kernels.empty')}
    />
  );
}

/** What is worth the room until the user chooses: no column that says the same in every row. */
function columnsOf({ ranks, overview }: OperatorContext, withLaunch: boolean): readonly string[] {
  return [
    ...(ranks.length > 1 ? ['rank'] : []),
    ...(overview.steps.length > 1 ? ['step'] : []),
    'name',
    'type',
    ...(overview.groupings.some(({ by }) => by === 'core') ? ['core'] : []),
    ...(withLaunch ? ['launchedBy', 'scope'] : []),
    'startNs',
    'durationNs',
    'waitNs',
    'inputShapes',
    'outputShapes',
    'flopRate',
    'utilisation',
    'blockDim',
    'cube_utilization(%)',
    'aic_mac_ratio',
    'aiv_vec_ratio',
    'lane',
    'opState',
  ];
}
