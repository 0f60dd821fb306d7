import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RankIndex, SliceRef } from '../../src-worker/api';
import { useAppServices } from '../app/appServices';
import { useTableSource } from '../app/tables/useTableSource';
import { useRevision } from '../app/useAnswer';
import { DataTable } from '../ui/table/DataTable';
import type { TableRow } from '../ui/table/tableLoader';
import type { PageProps } from './pageProps';
import { showSlice, sliceByRef } from './showCollective';

const defaultSort = [{ column: 'afterNs', isDescending: true }] as const;
const needs = ['rankIndex', 'slice', 'generation', 'isProfiled'] as const;
/** A peer that comes this much later than the rank that waits for it is worth seeing. */
const LATE_NS = 1_000_000;

/** When every peer came to every collective, as the ranks with a timeline saw it. */
export function ArrivalsPage({ session, store }: PageProps) {
  const { t } = useTranslation();
  const { controller } = useAppServices();
  const { scope, rank } = useStore(store);
  const source = useTableSource(session, {
    table: 'communication.arrivals',
    of: rank === undefined ? scope : { ...scope, ranks: [rank] },
  });
  const show = (row: TableRow) => {
    const ref = {
      rank: row.number('rankIndex') as RankIndex,
      slice: row.number('slice') as SliceRef['slice'],
      generation: row.number('generation'),
    };
    showSlice(session, controller, sliceByRef(session, ref)).catch(controller.reportError);
  };
  return (
    <DataTable
      label={t('communication.table.arrivals')}
      source={source}
      revision={useRevision(session)}
      storageKey="communication.arrivals"
      columnWords="communication.column"
      defaultSort={defaultSort}
      needs={needs}
      emptyText={t('communication.arrivals.none')}
      rowClass={(row) => (row.number('afterNs') > LATE_NS ? 'row-warning' : undefined)}
      onActivate={show}
      rowActions={[{ label: t('communication.late.show'), run: show }]}
    />
  );
}
