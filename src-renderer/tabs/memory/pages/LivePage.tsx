import { MemoryStick } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { LiveGrouping, LiveTotals, MemoryComponent, RankMemory, StackJoin } from '../../../../src-contract';
import { formatCount, formatExactTime } from '../../../base/format';
import { formatExactUnit } from '../../../base/formatUnit';
import { FailedAnswerLine } from '../../../session/answers/FailedAnswer';
import { useAsked, useRevision } from '../../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../../session/answers/useSession';
import { useTableSource } from '../../../session/answers/useTableSource';
import { Button } from '../../../ui/Button';
import { Segmented } from '../../../ui/controls/Segmented';
import { EmptyState } from '../../../ui/EmptyState';
import { DataTable } from '../../../ui/table/DataTable';
import { hasStreams } from '../curveChoices';
import { formatMegabytes } from '../format';
import { atPeak, instantOf, peakNs } from '../instant';
import { memoryStore, useMemoryState } from '../memoryState';
import { FRAME_BREAK, shortStack } from '../stackText';

interface LivePageProps {
  readonly facts: RankMemory;
  readonly component: MemoryComponent;
}

/** What is alive at an instant: at the peak until another one is chosen. */
export function LivePage(props: LivePageProps) {
  const { t } = useTranslation();
  const atNs = instantOf(useMemoryState(), props.component);
  if (atNs === undefined) return <EmptyState size="panel" icon={MemoryStick} title={t('memory.live.noInstant')} />;
  return <LiveAt {...props} atNs={atNs} />;
}

function LiveAt({ facts, component, atNs }: LivePageProps & { readonly atNs: number }) {
  const { t } = useTranslation();
  const session = useSession();
  const { grouping } = useMemoryState();
  const change = memoryStore(session).setState;
  const revision = useRevision();
  const of = useMemo(() => ({ rank: facts.rank, component: component.id, atNs }), [facts.rank, component.id, atNs]);
  // With the instant that it is of: while another is awaited, it is not that of the instant that is asked about.
  const live = useAsked(`live totals ${JSON.stringify(of)}`, async (id) => {
    return { atNs, totals: await session.engine.ask(session.dumpId, 'memory.liveTotals', of, id) };
  });
  const answer = live.value;
  const source = useTableSource({ table: 'memory.live', of: { ...of, by: grouping } });
  const groupings: readonly LiveGrouping[] = hasStreams(facts) ? ['op', 'stack', 'stream'] : ['op', 'stack'];
  return (
    <div className="memory-live">
      <div className="memory-live-bar" aria-busy={live.isAsking}>
        <InstantButtons component={component} atNs={atNs} />
        {answer && <LiveSum {...answer} />}
        {live.error !== undefined && <FailedAnswerLine answer={live} />}
        {grouping === 'stack' && answer && <JoinNote totals={answer.totals} />}
      </div>
      <DataTable
        label={t('memory.page.live')}
        source={source}
        revision={revision}
        storageKey={`memory-live-${grouping}`}
        columnWords="memory.liveColumn"
        needs={opNeeds[grouping]}
        emptyText={t('memory.live.none')}
        renderCell={cells}
        totals={totals}
        onActivate={(row) =>
          grouping === 'op' &&
          change({ page: 'allocations', allocations: { kind: 'alive' }, instantNs: atNs, op: row.text('name') })
        }
        toolbar={
          <Segmented
            label={t('memory.live.by')}
            value={grouping}
            options={groupings.map((by) => ({ value: by, label: t(`memory.live.${by}`) }))}
            onChange={(by) => change({ grouping: by })}
          />
        }
      />
    </div>
  );
}

const totals = { liveShare: 'sum', largestBytes: 'none', oldestNs: 'none' } as const;

const opNeeds: Readonly<Record<LiveGrouping, readonly string[]>> = {
  op: ['name'],
  stack: ['stack'],
  stream: ['stream'],
};

const cells = {
  stack: (_: unknown, text: string) => (
    <span className="memory-stack-text" title={text.replaceAll(FRAME_BREAK, '\n')}>
      {shortStack(text)}
    </span>
  ),
  stackJoin: (_: unknown, text: string) => <JoinNames joins={text} />,
};

/** "forward+slice": the same place, found in more than one way. */
function JoinNames({ joins }: { readonly joins: string }) {
  const { t } = useTranslation();
  const own = joins.split('+');
  const title = own.map((join) => t(`memory.join.${join}Definition`)).join('\n');
  return <span title={title}>{own.map((join) => t(`memory.join.${join}`)).join(', ')}</span>;
}

interface InstantButtonsProps {
  readonly component: MemoryComponent;
  readonly atNs: number;
}

function InstantButtons({ component, atNs }: InstantButtonsProps) {
  const { t } = useTranslation();
  const session = useSession();
  const slice = useSessionState(({ selectedDetails }) => selectedDetails);
  const instants = [
    { key: 'peakAllocated', metric: 'allocated', ns: peakNs(component, 'allocated') },
    { key: 'peakReserved', metric: 'reserved', ns: peakNs(component, 'reserved') },
    { key: 'slice', metric: undefined, ns: slice?.startNs },
  ] as const;
  return (
    <span className="button-row">
      {instants.map(
        ({ key, metric, ns }) =>
          ns !== undefined && (
            <Button
              key={key}
              variant="quiet"
              aria-pressed={ns === atNs}
              title={formatExactTime(ns)}
              onClick={() => memoryStore(session).setState(metric ? atPeak(component, metric, ns) : { instantNs: ns })}
            >
              {t(`memory.live.${key}`)}
            </Button>
          ),
      )}
    </span>
  );
}

/** "At 190 ms: 1,187.98 MB allocated = 486.56 MB in 41 allocations + 701.42 MB from before the recording". */
function LiveSum({ totals, atNs }: { readonly totals: LiveTotals; readonly atNs: number }) {
  const { t } = useTranslation();
  const { allocatedBytes, liveBytes, liveCount, unrecordedBytes } = totals;
  return (
    <p className="memory-live-sum">
      {t('memory.at', { time: formatExactTime(atNs) })}
      {': '}
      {allocatedBytes !== undefined && (
        <>
          <b
            className="number"
            title={`${t('memory.live.totalDefinition')}\n${formatExactUnit(allocatedBytes, 'bytes')}`}
          >
            {formatMegabytes(allocatedBytes)}
          </b>
          {' = '}
        </>
      )}
      <b className="number" title={`${t('memory.live.liveDefinition')}\n${formatExactUnit(liveBytes, 'bytes')}`}>
        {formatMegabytes(liveBytes)}
      </b>{' '}
      {t('memory.live.inAllocations', { count: liveCount, n: formatCount(liveCount) })}
      {unrecordedBytes !== undefined && (
        <>
          {unrecordedBytes < 0 ? ' − ' : ' + '}
          <b
            className="number"
            title={`${t('memory.live.unrecordedDefinition')}\n${formatExactUnit(unrecordedBytes, 'bytes')}`}
          >
            {formatMegabytes(Math.abs(unrecordedBytes))}
          </b>{' '}
          {t(unrecordedBytes < 0 ? 'memory.live.overcounted' : 'memory.live.unrecorded')}
        </>
      )}
    </p>
  );
}

const joinOrder: readonly StackJoin[] = ['slice', 'forward', 'enclosing', 'only-stack', 'ambiguous', 'none'];

function JoinNote({ totals: { joins } }: { readonly totals: LiveTotals }) {
  const { t } = useTranslation();
  const parts = joinOrder.filter((join) => joins[join] > 0);
  if (parts.length === 0) return null;
  return (
    <p className="memory-join" title={parts.map((join) => t(`memory.join.${join}Definition`)).join('\n')}>
      {t('memory.join.title')}{' '}
      {parts.map((join) => `${t(`memory.join.${join}`)} ${formatCount(joins[join])}`).join(' · ')}
    </p>
  );
}
