import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { RankFold, RankMetric, RanksOverview } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { joinSentences } from '../../base/joinSentences';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer, useRevision } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { useTableSource } from '../../session/answers/useTableSource';
import { useFindings } from '../../session/findings/useFindings';
import { HeatMap } from '../../ui/chart/heat/HeatMap';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Card } from '../../ui/layout/Card';
import { Split, ViewFrame } from '../../ui/layout/ViewLayout';
import { Reading } from '../../ui/Reading';
import { DataTable } from '../../ui/table/DataTable';
import { LeftOutCard } from './LeftOutCard';
import { OneRankCard } from './OneRankCard';
import { ranksStore } from './ranksState';
import { ScaleCard } from './ScaleCard';
import { isOver, type ScaleShown, useScaleProgress } from './useScaleProgress';
import './ranks.css';

const defaultSort = [{ column: 'rank', isDescending: false }] as const;
const needs = ['rank'] as const;
/** Of ranks that run at the same time sums are nothing. */
const totals: Readonly<Record<RankMetric | 'stepCount', 'mean' | 'none'>> = {
  stepNs: 'mean',
  computingNs: 'mean',
  exposedNs: 'mean',
  movingNs: 'mean',
  waitingNs: 'mean',
  freeNs: 'mean',
  preparingNs: 'mean',
  bubbleNs: 'mean',
  frequencyMHz: 'mean',
  peakBytes: 'mean',
  growthBytesPerStep: 'mean',
  hostBusy: 'mean',
  stepCount: 'none',
};
const BY_NUMBER = '';

/** Ranks of a job made of summaries: which is unlike the others, and where its own dump is. */
export function RanksView() {
  const { t } = useTranslation();
  const scale = useScaleProgress();
  const isMade = useSessionState(({ dump }) => dump.clusterFiles.some(({ table }) => table === 'job-summary'));
  const overview = useAnswer('ranks.overview', isMade ? {} : undefined);
  if (!isMade)
    return (
      <ViewFrame label={t('ranks.title')}>
        <div className="ranks-facts">
          <ScaleCard shown={scale} />
        </div>
      </ViewFrame>
    );
  if (overview.error !== undefined) return <FailedAnswer answer={overview} />;
  if (!overview.value) return <Reading text={t('ui.table.loading')} />;
  return <Ranks overview={overview.value} scale={scale} />;
}

function Ranks({ overview, scale }: { readonly overview: RanksOverview; readonly scale: ScaleShown }) {
  const { t } = useTranslation();
  const store = ranksStore(useSession());
  const { rank } = useStore(store);
  const { missing, leftOutCount } = overview;
  return (
    <ViewFrame
      label={t('ranks.title')}
      toolbar={
        <p className="ranks-said">
          {joinSentences([
            t('ranks.said', { count: formatCount(overview.rankCount) }),
            ...(missing.length > 0 ? [t('ranks.missing', { count: formatCount(missing.length) })] : []),
            ...(leftOutCount > 0 ? [t('ranks.leftOut', { count: formatCount(leftOutCount) })] : []),
          ])}
        </p>
      }
    >
      <Split
        storageKey="ranks"
        direction="horizontal"
        handleLabel={t('ranks.resize')}
        areas={[
          {
            id: 'ranks',
            defaultSize: '70%',
            content: (
              <Split
                storageKey="ranks.table"
                direction="vertical"
                handleLabel={t('ranks.resize')}
                areas={[
                  { id: 'grid', defaultSize: '50%', content: <Grid overview={overview} /> },
                  { id: 'table', content: <Table /> },
                ]}
              />
            ),
          },
          {
            id: 'rank',
            minSize: '240px',
            content: (
              <div className="ranks-facts">
                <OneRankCard rank={rank} onRank={(next) => store.setState({ rank: next })} />
                {isGoingOn(scale) && <ScaleCard shown={scale} />}
                <LeftOutCard overview={overview} />
              </div>
            ),
          },
        ]}
      />
    </ViewFrame>
  );
}

/** Of a job that is made of all its ranks there is nothing to say. */
function isGoingOn({ progress, error }: ScaleShown): boolean {
  return error !== undefined || (progress !== undefined && !(isOver(progress) && progress.missingCount === 0));
}

/** One metric, each rank a cell. */
function Grid({ overview: { metrics, folds } }: { readonly overview: RanksOverview }) {
  const { t } = useTranslation();
  const store = ranksStore(useSession());
  const { metric: wanted, fold, rank } = useStore(store);
  const { metric, unit } = metrics.find((own) => own.metric === wanted) ??
    metrics[0] ?? { metric: wanted, unit: 'none' };
  const grid = useAnswer('ranks.grid', { metric, ...(fold !== undefined && { fold }) });
  const { rows, columnCount, values, ranks } = grid.value ?? noGrid;
  const columns = useMemo(() => Array.from({ length: columnCount }, (_, at) => String(at)), [columnCount]);
  const names = useMemo(() => rows.map((name) => name || '—'), [rows]);
  const { shown } = useFindings();
  const cellOf = useMemo(() => {
    const places = new Map(Array.from(ranks, (own, at) => [own, at] as const));
    return (own: number | undefined) => {
      const at = own === undefined ? undefined : places.get(own);
      return at === undefined ? [] : [{ row: Math.floor(at / columnCount), column: at % columnCount }];
    };
  }, [ranks, columnCount]);
  // Those that a finding names.
  const marked = useMemo(() => (shown ?? []).flatMap((own) => cellOf(own.rank)), [shown, cellOf]);
  if (grid.error !== undefined) return <FailedAnswer answer={grid} />;
  const metricName = (own: RankMetric) => t(`ranks.column.${own}.title`);
  return (
    <Card
      title={t('ranks.grid.title', { metric: metricName(metric) })}
      definition={t('ranks.grid.definition')}
      size="fill"
      tools={
        <>
          <OptionPicker
            label={t('ranks.grid.metric')}
            value={metric}
            options={metrics.map((own) => ({ value: own.metric, label: metricName(own.metric) }))}
            onChange={(next) => store.setState({ metric: next })}
          />
          {folds.length > 0 && (
            <OptionPicker<RankFold | typeof BY_NUMBER>
              label={t('ranks.grid.fold')}
              value={fold ?? BY_NUMBER}
              options={[
                { value: BY_NUMBER, label: t('ranks.fold.number') },
                ...folds.map((value) => ({ value, label: t(`ranks.fold.${value}`) })),
              ]}
              onChange={(next) => store.setState({ fold: next === BY_NUMBER ? undefined : next })}
            />
          )}
        </>
      }
    >
      <HeatMap
        label={metricName(metric)}
        rows={names}
        columns={columns}
        values={values}
        unit={unit}
        rowTitle={t(`ranks.fold.${fold ?? 'number'}`)}
        columnTitle={t('ranks.grid.place')}
        isLoading={grid.isAsking}
        describe={(row, column) => {
          const own = ranks[row * columnCount + column] ?? -1;
          return own < 0 ? [] : [t('ranks.one', { rank: own })];
        }}
        onCell={(row, column) => {
          const own = ranks[row * columnCount + column] ?? -1;
          if (own >= 0) store.setState({ rank: own });
        }}
        selected={cellOf(rank)[0]}
        marked={marked}
      />
    </Card>
  );
}

const noGrid = { rows: [], columnCount: 0, values: new Float64Array(0), ranks: new Int32Array(0) } as const;

function Table() {
  const { t } = useTranslation();
  const store = ranksStore(useSession());
  const source = useTableSource({ table: 'ranks.rows', of: {} });
  const revision = useRevision();
  return (
    <DataTable
      label={t('ranks.table')}
      source={source}
      revision={revision}
      storageKey="ranks.rows"
      fileName="ranks"
      columnWords="ranks.column"
      defaultSort={defaultSort}
      needs={needs}
      totals={totals}
      onActivate={(row) => store.setState({ rank: row.number('rank') })}
      emptyText={t('ranks.empty')}
    />
  );
}
