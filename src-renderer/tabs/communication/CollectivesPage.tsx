import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useRevision } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { useShell } from '../../session/shell';
import { showSlice } from '../../session/showSlice';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import type { PageProps } from './pageProps';
import { sliceColumns, sliceOfRow, useSelectedCollective } from './showCollective';

const defaultSort = [{ column: 'elapseNs', isDescending: true }] as const;
const needs = ['rank', ...sliceColumns] as const;

/** Every collective of every rank; each is a jump to the timeline. */
export function CollectivesPage({ store }: PageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const { scope, rank } = useStore(store);
  const source = useTableSource({
    table: 'communication.ops',
    of: rank === undefined ? scope : { ...scope, ranks: [rank] },
  });
  const [said, setSaid] = useState('');
  const selected = useSelectedCollective();
  const show = (row: TableRow) => {
    showSlice(session, shell, sliceOfRow(session, row))
      .then((isShown) => setSaid(isShown ? '' : t('communication.table.noSlice')))
      .catch(shell.reportError);
  };
  return (
    <DataTable
      label={t('communication.table.collectives')}
      source={source}
      revision={useRevision()}
      storageKey="communication.collectives"
      columnWords="communication.column"
      defaultSort={defaultSort}
      needs={needs}
      emptyText={t('communication.bars.empty')}
      rowClass={(row) =>
        selected && row.text('op') === selected.name && row.text('groupKey') === selected.group
          ? 'is-marked'
          : undefined
      }
      onActivate={show}
      rowActions={[{ label: t('communication.table.showTimeline'), run: show }]}
      toolbar={
        <span className="communication-said" role="status">
          {said}
        </span>
      }
    />
  );
}
