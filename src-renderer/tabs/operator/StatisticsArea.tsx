import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SortKey, StatisticsKind } from '../../../src-contract';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { useShell } from '../../session/shell';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import type { OperatorContext } from './operatorContext';
import { kernelsWith, operatorState } from './operatorState';

interface StatisticsAreaProps {
  readonly context: OperatorContext;
  readonly kind: StatisticsKind;
}

const descending = (column: string): readonly SortKey[] => [{ column, isDescending: true }];
const ascending = (column: string): readonly SortKey[] => [{ column, isDescending: false }];

const firstSort: { readonly [K in StatisticsKind]: readonly SortKey[] } = {
  'op-statistic': descending('totalNs'),
  'api-statistic': descending('totalNs'),
  // Hit rates are "N/A" on some devices.
  'l2-cache': [...ascending('hitRate'), ...descending('victimRate')],
  'ai-cpu': descending('totalNs'),
  nic: ascending('sampledNs'),
  roce: ascending('sampledNs'),
  'task-time': ascending('startNs'),
  'communication-statistic': descending('totalNs'),
  'op-times': descending('durationNs'),
  'op-type-times': descending('totalNs'),
  'framework-ops': [],
  'op-flops': [],
  'scope-flops': descending('FLOPs'),
  'flops-summary': [],
  'dynamic-shapes': ascending('step'),
  'parallel-strategy': [],
  'ai-cpu-times': descending('totalNs'),
};

/** Of what is a mean, a least or a share of its own rank already, no sum says anything. */
const totals = {
  averageNs: 'none',
  minNs: 'none',
  maxNs: 'none',
  variance: 'none',
  share: 'none',
  hitRate: 'none',
  victimRate: 'none',
  bandwidth: 'mean',
  rxPacketRate: 'mean',
  txPacketRate: 'mean',
  shareOfAll: 'none',
  FLOPs: 'none',
} as const;
const needs = ['rank', 'type', 'core', 'name', 'api'];

/** One of the profiler's own tables; a row leads to the kernels, the host's calls or the counters that it speaks of. */
export function StatisticsArea({ context, kind }: StatisticsAreaProps) {
  const { t } = useTranslation();
  const [said, setSaid] = useState('');
  const source = useTableSource({ table: 'operator.statistics', of: { kind, ranks: context.ranks } });
  const lead = useLead(kind, setSaid);
  const rowActions = useMemo(
    () =>
      kind === 'scope-flops' || kind === 'flops-summary'
        ? []
        : [{ label: t(`operator.statistics.lead.${kind}`), run: lead }],
    [lead, kind, t],
  );
  const title = t(`operator.statistics.kind.${kind}`);
  return (
    <DataTable
      key={kind}
      label={title}
      source={source}
      revision={context.revision}
      storageKey={`operator.statistics.${kind}`}
      fileName={kind}
      columnWords="operator.statisticsColumn"
      defaultSort={firstSort[kind]}
      needs={needs}
      onActivate={lead}
      rowActions={rowActions}
      totals={totals}
      toolbar={
        <>
          <h3 className="card-title has-definition" title={t(`operator.statistics.text.${kind}`)}>
            {title}
          </h3>
          {said && (
            <span className="operator-said" role="status">
              {said}
            </span>
          )}
        </>
      }
      emptyText={t('operator.statistics.empty')}
    />
  );
}

/** Where a row leads to. `say`: why it leads nowhere, or ''. */
function useLead(kind: StatisticsKind, say: (text: string) => void): (row: TableRow) => void {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const ranks = useSessionState(({ dump }) => dump.ranks);
  return useCallback(
    (row) => {
      say('');
      const rank = row.text('rank');
      const showKernels = (values: Readonly<Record<string, string>>) =>
        operatorState(session).setState({ mode: 'kernels', step: undefined, only: kernelsWith(values) });
      switch (kind) {
        case 'op-statistic':
          return showKernels({ type: row.text('type'), core: row.text('core'), rank });
        case 'communication-statistic':
        case 'op-type-times':
        case 'ai-cpu-times':
          return showKernels({ type: row.text('type'), rank });
        case 'l2-cache':
        case 'ai-cpu':
        case 'task-time':
        case 'op-times':
        case 'framework-ops':
        case 'op-flops':
        case 'dynamic-shapes':
        case 'parallel-strategy':
          return showKernels({ name: row.text('name'), rank });
        // A scope is no kernel, nor is a graph.
        case 'scope-flops':
        case 'flops-summary':
          return;
        case 'api-statistic':
          return shell.findInTimeline(row.text('api'));
        case 'nic':
        case 'roce': {
          const groups = ranks.find(({ label }) => label === rank)?.groups ?? [];
          const group = groups.find(({ name }) => name.toLowerCase() === kind);
          if (!group) return say(t('operator.statistics.noLanes', { rank }));
          shell.showTab('timeline');
          return session.actions.scrollTo(group.id);
        }
      }
    },
    [kind, say, session, shell, ranks, t],
  );
}
