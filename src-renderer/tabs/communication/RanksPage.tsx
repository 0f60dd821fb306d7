import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { CommunicationOverview, CommunicationRank, CommunicationScope } from '../../../src-contract';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useRevision } from '../../session/answers/useAnswer';
import { useSession } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { useShell } from '../../session/shell';
import { StackedBarChart } from '../../ui/chart/bars/StackedBarChart';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { ContentionCard } from './ContentionCard';
import { ExposedCard } from './ExposedCard';
import { JobRankCard, useOpenRank } from './JobRankCard';
import { LateCard } from './LateCard';
import { PacketsCard } from './PacketsCard';
import { hasTraffic, type PageProps } from './pageProps';
import { SlowLinksCard } from './SlowLinksCard';
import { TransportsCard } from './TransportsCard';
import { type TableColumns, useTableColumns } from './useTableColumns';

const defaultSort = [{ column: 'elapseNs', isDescending: true }] as const;
const needs = ['rank', 'rankIndex'] as const;
/** So few bars need less than half of the height: CSS pixels of each, and of the title, the legend and the axis. */
const FEW_RANKS = 6;
const BAR_HEIGHT = 26;
const AROUND_BARS = 132;

/** Times of each rank, and what stands out: late ranks, slow links, small packets. */
export function RanksPage(props: PageProps) {
  const { t } = useTranslation();
  const { store } = props;
  const { scope, rank } = useStore(store);
  const rankCount = props.overview.ranks.length;
  return (
    <Split
      storageKey="communication.ranks"
      direction="horizontal"
      handleLabel={t('communication.resize')}
      areas={[
        {
          id: 'ranks',
          defaultSize: '68%',
          content: (
            <Split
              storageKey="communication.ranks.table"
              direction="vertical"
              handleLabel={t('communication.resize')}
              areas={[
                {
                  id: 'bars',
                  defaultSize: rankCount > FEW_RANKS ? '45%' : `${AROUND_BARS + rankCount * BAR_HEIGHT}px`,
                  content: <RankBars {...props} scope={scope} selected={rank} />,
                },
                { id: 'table', content: <RankTable {...props} scope={scope} /> },
              ]}
            />
          ),
        },
        {
          id: 'facts',
          minSize: '240px',
          content: (
            <div className="communication-facts">
              <LateCard {...props} />
              {hasTraffic(props.overview) && <SlowLinksCard {...props} />}
              {hasTraffic(props.overview) && <TransportsCard {...props} />}
              {isElsewhere(props.overview, rank) ? (
                <JobRankCard rank={rank} />
              ) : (
                <ExposedCard ranks={props.overview.ranks} rank={rank} />
              )}
              {hasTraffic(props.overview) && <ContentionCard {...props} />}
              {hasTraffic(props.overview) && props.overview.ofSummaries === undefined && <PacketsCard {...props} />}
            </div>
          ),
        },
      ]}
    />
  );
}

/** Of a job of summaries, unless the rank's own dump is open beside it. */
function isElsewhere({ ofSummaries, ranks }: CommunicationOverview, rank: number | undefined): boolean {
  return ofSummaries !== undefined && ranks.find((own) => own.rank === rank)?.index === undefined;
}

interface ScopedProps extends PageProps {
  readonly scope: CommunicationScope;
}

const parts = [
  { id: 'transit', key: 'transitNs', colour: 'communication' },
  { id: 'wait', key: 'waitNs', colour: 'wait' },
  { id: 'idle', key: 'idleNs', colour: 'idle' },
] as const;

/** Where nothing tells what a collective's time went to, as on a GPU. */
const whole = [{ id: 'elapsed', key: 'elapseNs', colour: 'communication' }] as const;

const timeColumns = ['rank', 'elapseNs', ...parts.map(({ key }) => key)];
const byRank = [{ column: 'rank', isDescending: false }];

function RankBars({ store, scope, selected }: ScopedProps & { readonly selected: number | undefined }) {
  const { t } = useTranslation();
  const times = useTableColumns({ table: 'communication.ranks', of: scope }, timeColumns, byRank);
  const ranks = useMemo(() => Array.from(times.value?.numbers('rank') ?? []), [times.value]);
  const chart = useMemo(() => {
    const value = times.value;
    if (!value) return { bars: [], parts: [] };
    return {
      bars: ranks.map(String),
      parts: (isSplit(value) ? parts : whole).map(({ id, key, colour }) => ({
        id,
        name: t(`communication.part.${id}`),
        values: value.numbers(key),
        colour,
      })),
    };
  }, [times.value, ranks, t]);
  if (times.error !== undefined) return <FailedAnswer answer={times} />;
  const position = ranks.indexOf(selected ?? -1);
  return (
    <Card title={t('communication.bars.title')} definition={t('communication.bars.definition')} size="fill">
      <StackedBarChart
        label={t('communication.bars.title')}
        {...chart}
        unit="duration"
        barTitle={t('communication.scope.rank')}
        emptyText={t('communication.bars.empty')}
        isLoading={times.isAsking}
        selectedBar={position < 0 ? undefined : position}
        onBar={(bar) => store.setState({ rank: ranks[bar] })}
      />
    </Card>
  );
}

function isSplit(times: TableColumns): boolean {
  return parts.some(({ key }) => times.numbers(key).some((ns) => !Number.isNaN(ns)));
}

function RankTable({ store, overview, scope }: ScopedProps) {
  const { t } = useTranslation();
  const session = useSession();
  const shell = useShell();
  const source = useTableSource({ table: 'communication.ranks', of: scope });
  const openRank = useOpenRank();
  const { ofSummaries } = overview;
  const indexOf = (rank: number) => overview.ranks.find((own: CommunicationRank) => own.rank === rank)?.index;
  const isOpen = (row: TableRow) => ofSummaries === undefined || indexOf(row.number('rank')) !== undefined;
  const showCollectives = (row: TableRow) => {
    const rank = row.number('rank');
    store.setState(isOpen(row) ? { rank, page: 'collectives' } : { rank });
  };
  return (
    <DataTable
      label={t('communication.table.ranks')}
      source={source}
      revision={useRevision()}
      storageKey="communication.ranks"
      columnWords="communication.column"
      defaultSort={defaultSort}
      needs={needs}
      emptyText={t('communication.bars.empty')}
      onSelect={(row) => row && store.setState({ rank: row.number('rank') })}
      onActivate={showCollectives}
      rowActions={[
        { label: t('communication.table.showCollectives'), isAvailable: isOpen, run: showCollectives },
        {
          label: t('communication.job.open'),
          isAvailable: (row) => !isOpen(row),
          run: (row) => openRank(row.number('rank')),
        },
        {
          label: t('communication.table.showTimeline'),
          isAvailable: (row) => indexOf(row.number('rank')) !== undefined,
          run: (row) => {
            const index = indexOf(row.number('rank'));
            if (index === undefined) return;
            session.actions.focusRanks([index]);
            shell.showTab('timeline');
          },
        },
      ]}
    />
  );
}
