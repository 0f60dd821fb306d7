import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowCategory, RankIndex } from '../../../../src-contract';
import { useRevision } from '../../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useTableSource } from '../../../session/answers/useTableSource';
import { useShell } from '../../../session/shell';
import { OptionPicker } from '../../../ui/controls/OptionPicker';
import { RankPicker } from '../../../ui/controls/RankPicker';
import { DataTable } from '../../../ui/table/DataTable';
import type { TableRow } from '../../../ui/table/tableLoader';
import { RegionLock, useRegionLock } from '../scope/RegionLock';
import { showRow } from '../showRow';

const needs = ['rankIndex', 'fromSlice', 'toSlice', 'waits'];
const totals = { delayNs: 'none', fromNs: 'none', toNs: 'none' } as const;
/** All ranks of a job of so many are chosen at first; of a larger one the first. */
const MOST_FIRST_RANKS = 8;

interface ArrowTableProps {
  readonly categories: readonly FlowCategory[];
  readonly controls: ReactNode;
}

/** Every arrow of a category, with its delay: a jump to either end. */
export function ArrowTable({ categories, controls }: ArrowTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const dumpRanks = useSessionState(({ dump }) => dump.ranks);
  const revision = useRevision();
  const [wanted, setWanted] = useState<string | undefined>();
  const category = categories.find(({ name }) => name === wanted)?.name ?? categories[0]?.name;
  const [chosen, setChosen] = useState<readonly RankIndex[] | undefined>();
  const all = dumpRanks.map(({ index }) => index);
  const ranks = chosen ?? (all.length <= MOST_FIRST_RANKS ? all : all.slice(0, 1));
  const { region } = useRegionLock();
  const source = useTableSource({
    table: 'timeline.arrows',
    of: { ranks, ...(category !== undefined && { category }), ...region },
  });
  const go = useCallback(
    (row: TableRow, end: 'fromSlice' | 'toSlice') =>
      void showRow(session, shell, 'flows', row.number('rankIndex'), row.number(end)).catch(shell.reportError),
    [session, shell],
  );
  const rowActions = useMemo(
    () => [
      { label: t('arrows.goTo'), run: (row: TableRow) => go(row, 'toSlice') },
      { label: t('arrows.goFrom'), run: (row: TableRow) => go(row, 'fromSlice') },
    ],
    [go, t],
  );
  const renderCell = useMemo(
    () => ({
      waits: (row: TableRow) => (row.number('waits') === 1 ? t('arrows.waits') : ''),
    }),
    [t],
  );
  return (
    <DataTable
      label={t('flowParts.table')}
      source={source}
      revision={revision}
      storageKey="timeline.arrows"
      fileName="flows"
      columnWords="arrows.column"
      needs={needs}
      totals={totals}
      renderCell={renderCell}
      onActivate={(row) => go(row, 'toSlice')}
      rowActions={rowActions}
      toolbar={
        <>
          {controls}
          <OptionPicker
            label={t('arrows.category')}
            value={category}
            options={categories.map(({ name }) => ({ value: name, label: name }))}
            onChange={setWanted}
          />
          <RegionLock />
          {dumpRanks.length > 1 && <RankPicker ranks={dumpRanks} value={ranks} onChange={setChosen} />}
        </>
      }
      emptyText={t('arrows.none')}
    />
  );
}
