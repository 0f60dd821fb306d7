import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EventChoice } from '../../../src-contract';
import { useRevision } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { useShell, useShellState } from '../../session/shell';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { NoRegion } from './scope/NoRegion';
import { useEventScope } from './scope/useEventScope';
import { showRow } from './showRow';

/** Every slice of the chosen lanes, however many there are; each a jump. */
export function EventsPanel() {
  const isShown = useShellState(({ panel }) => panel === 'events');
  const { choice, controls } = useEventScope('view', isShown);
  if (!isShown) return null;
  if (!choice) return <NoRegion controls={controls} />;
  return (
    <div className="table-panel">
      <EventTable choice={choice} controls={controls} />
    </div>
  );
}

const needs = ['rankIndex', 'slice'];
const totals = { startNs: 'none', depth: 'none' } as const;

interface EventTableProps {
  readonly choice: EventChoice;
  readonly controls: ReactNode;
}

function EventTable({ choice, controls }: EventTableProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const source = useTableSource({ table: 'timeline.events', of: choice });
  const open = useCallback(
    (row: TableRow) =>
      void showRow(session, shell, 'events', row.number('rankIndex'), row.number('slice')).catch(shell.reportError),
    [session, shell],
  );
  const rowActions = useMemo(() => [{ label: t('events.jump'), run: open }], [open, t]);
  return (
    <DataTable
      label={t('panels.events')}
      source={source}
      revision={useRevision()}
      storageKey="timeline.events"
      fileName="events"
      columnWords="events.column"
      needs={needs}
      totals={totals}
      onActivate={open}
      rowActions={rowActions}
      toolbar={controls}
      emptyText={t('selection.nothing')}
    />
  );
}
