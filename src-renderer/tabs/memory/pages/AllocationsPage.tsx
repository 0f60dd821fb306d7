import { X } from 'lucide-react';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MemoryComponent, RankMemory } from '../../../../src-contract';
import { formatExactTime } from '../../../base/format';
import { useRevision } from '../../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useTableSource } from '../../../session/answers/useTableSource';
import { useShell } from '../../../session/shell';
import { Button } from '../../../ui/Button';
import { Segmented } from '../../../ui/controls/Segmented';
import { DataTable } from '../../../ui/table/DataTable';
import type { TableRow } from '../../../ui/table/tableLoader';
import { instantOf } from '../instant';
import { type AllocationChoice, memoryStore, useMemoryState } from '../memoryState';
import { allocationQuery } from '../presets';
import { showOp } from '../timelineLinks';

interface AllocationsPageProps {
  readonly facts: RankMemory;
  readonly component: MemoryComponent | undefined;
}

const needs = ['name', 'allocatedNs', 'releasedNs', 'aliveFromNs'] as const;
const totals = {
  lifetimeNs: 'mean',
  activeLifetimeNs: 'mean',
  allocatedThen: 'none',
  reservedThen: 'none',
  activeThen: 'none',
  allocatedAfter: 'none',
  reservedAfter: 'none',
  activeAfter: 'none',
  aliveFromNs: 'none',
  aliveUntilNs: 'none',
} as const;
const firstFirst = [{ column: 'allocatedNs', isDescending: false }] as const;

export function AllocationsPage({ facts, component }: AllocationsPageProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const state = useMemoryState();
  const change = memoryStore(session).setState;
  const range = useSessionState(({ selectedRange }) => selectedRange);
  const slice = useSessionState(({ selectedDetails }) => selectedDetails);
  const instantNs = instantOf(state, component);
  const choice = state.allocations;
  const { op } = state;
  const { of, filters } = useMemo(
    () => allocationQuery({ rank: facts.rank, choice, instantNs, selectedRange: range, op }),
    [facts.rank, choice, instantNs, range, op],
  );
  const source = useTableSource({ table: 'memory.allocations', of });
  const opOf = (row: TableRow) => ({ rank: facts.rank, name: row.text('name'), atNs: row.number('allocatedNs') });
  const hasTime = (row: TableRow) => !Number.isNaN(row.number('allocatedNs'));
  const sliceStart = slice?.ref.rank === facts.rank ? slice.startNs : Number.NaN;
  const sliceEnd = slice ? slice.startNs + slice.durationNs : Number.NaN;
  const rowClass = useCallback(
    (row: TableRow) => {
      const ns = row.number('allocatedNs');
      return ns >= sliceStart && ns <= sliceEnd ? 'memory-row-selected' : undefined;
    },
    [sliceStart, sliceEnd],
  );
  return (
    <DataTable
      label={t('memory.page.allocations')}
      source={source}
      revision={useRevision()}
      storageKey="memory-allocations"
      columnWords="memory.column"
      defaultSort={firstFirst}
      filters={filters}
      needs={needs}
      totals={totals}
      rowClass={rowClass}
      emptyText={t('memory.allocations.none')}
      onActivate={(row) => hasTime(row) && void showOp(session, shell, opOf(row))}
      rowActions={[
        {
          label: t('memory.allocations.showOp'),
          isAvailable: hasTime,
          run: (row) => void showOp(session, shell, opOf(row)),
        },
        {
          label: t('memory.allocations.liveThen'),
          isAvailable: hasTime,
          run: (row) => change({ instantNs: row.number('allocatedNs'), page: 'live' }),
        },
        {
          label: t('memory.allocations.sameOp'),
          run: (row) => change({ op: row.text('name') }),
        },
      ]}
      toolbar={
        <>
          <Segmented
            label={t('memory.allocations.which')}
            value={choice.kind}
            options={presetOptions(t, choice, instantNs, range !== undefined)}
            onChange={(kind) => change({ allocations: kind === 'made' ? choice : { kind } })}
          />
          {op !== undefined && (
            <Button icon={X} variant="quiet" onClick={() => change({ op: undefined })}>
              {op}
            </Button>
          )}
        </>
      }
    />
  );
}

function presetOptions(
  t: ReturnType<typeof useTranslation>['t'],
  choice: AllocationChoice,
  instantNs: number | undefined,
  hasRange: boolean,
) {
  const option = (kind: AllocationChoice['kind'], label: string) => ({
    value: kind,
    label,
    title: t(`memory.allocations.${kind}Definition`),
  });
  return [
    option('all', t('memory.allocations.all')),
    ...(instantNs === undefined
      ? []
      : [option('alive', t('memory.allocations.alive', { time: formatExactTime(instantNs) }))]),
    ...(hasRange || choice.kind === 'changed' ? [option('changed', t('memory.allocations.changed'))] : []),
    option('never-freed', t('memory.allocations.never-freed')),
    ...(choice.kind === 'made' ? [option('made', t('memory.allocations.made', { name: choice.name }))] : []),
  ];
}
