import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SliceSearch } from '../../../../src-contract';
import { useSession } from '../../../session/answers/useSession';
import { byStart, foundColumns, foundSlice } from '../../../session/search/search';
import { useSearch, useSearchState } from '../../../session/search/useSearch';
import { useShell } from '../../../session/shell';
import { showSlice } from '../../../session/showSlice';
import { DataTable } from '../../../ui/table/DataTable';
import type { TableRow } from '../../../ui/table/tableLoader';
import { foundLoader } from './foundLoader';

interface FoundTableProps {
  readonly search: SliceSearch;
  readonly version: string;
  readonly toolbar: ReactNode;
}

const totals = { start: 'none' } as const;

/** Every slice that is found, of all ranks; a double click, or Enter, goes to it. */
export function FoundTable({ search, version, toolbar }: FoundTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const model = useSearch();
  const current = useSearchState((state) => state.current);
  const source = useMemo(() => foundLoader(session, search, model), [session, search, model]);
  const jump = useCallback(
    (row: TableRow) => {
      model.setCurrent({ position: row.position, rowId: row.id });
      // The list stays where it is, so that one can go on to the next.
      showSlice(session, shell, foundSlice(session, row.number, row.text('name')), 'find').catch(shell.reportError);
    },
    [session, shell, model],
  );
  return (
    <DataTable
      label={t('panels.find')}
      source={source}
      revision={version}
      storageKey="find.slices"
      fileName="slices"
      columnWords="find.column"
      needs={foundColumns}
      totals={totals}
      defaultSort={byStart}
      toolbar={toolbar}
      {...(current && { shownRow: current.position, selectedRow: current.rowId })}
      onActivate={jump}
      rowActions={[{ label: t('find.jump'), run: jump }]}
      emptyText={t('find.nothing')}
    />
  );
}
