import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ColumnFilter, CommunicationMatrix, CommunicationScope, SlowLink, Unit } from '../../../src-contract';
import { formatCount } from '../../base/format';
import { FailedAnswer } from '../../session/answers/FailedAnswer';
import { useAnswer, useRevision } from '../../session/answers/useAnswer';
import { useTableSource } from '../../session/answers/useTableSource';
import { Button } from '../../ui/Button';
import { HeatMap } from '../../ui/chart/heat/HeatMap';
import { OptionPicker } from '../../ui/controls/OptionPicker';
import { Card } from '../../ui/layout/Card';
import { Split } from '../../ui/layout/ViewLayout';
import { DataTable } from '../../ui/table/DataTable';
import type { TableRow } from '../../ui/table/tableLoader';
import { type CommunicationState, type MatrixMetric, matrixMetrics } from './communicationState';
import { cellTexts, type MatrixCells, matrixCells } from './matrixCells';
import { hasAllLinks, type PageProps } from './pageProps';
import { useReferences } from './references';

const unitOf: Readonly<Record<MatrixMetric, Unit>> = {
  bandwidth: 'GB/s',
  reference: 'percent',
  size: 'traffic',
  time: 'duration',
  transport: 'none',
};
const defaultSort = [{ column: 'bandwidthGBps', isDescending: false }] as const;
/** Of links of several transports, memory among them, no mean says anything. */
const totals = { bandwidthGBps: 'none' } as const;
const needs = ['source', 'target', 'transport'] as const;
const ALL = '';
const BETWEEN = '-';

/** Who sends to whom. */
export function MatrixPage(props: PageProps) {
  return hasAllLinks(props.overview) ? <WholeMatrix {...props} /> : <SlowestLinks {...props} />;
}

/** Of a job of thousands of ranks, whose file has the slowest links: as a table, since these make no matrix. */
function SlowestLinks({ store, overview }: PageProps) {
  const { t } = useTranslation();
  const { scope, pair } = useStore(store);
  const { pairCount = 0, keptPairCount = 0 } = overview.ofSummaries ?? {};
  return (
    <div className="communication-fill">
      <p className="communication-hint">
        {t('communication.job.slowest', { kept: formatCount(keptPairCount), count: formatCount(pairCount) })}
      </p>
      <LinksTable store={store} scope={scope} pair={pair} />
    </div>
  );
}

function WholeMatrix(props: PageProps) {
  const { t } = useTranslation();
  const { store } = props;
  const { scope, metric, transport, pair } = useStore(store);
  const { references } = useReferences();
  const matrix = useAnswer('communication.matrix', scope);
  // A device's traffic with itself is memory: as fast as ten links, it would take all the colours.
  const chosen = transport ?? (metric === 'bandwidth' || metric === 'reference' ? BETWEEN : ALL);
  const cells = useMemo(
    () =>
      matrix.value ? matrixCells(matrix.value, metric, chosen === ALL ? undefined : chosen, references) : undefined,
    [matrix.value, metric, chosen, references],
  );
  const slow = useAnswer('communication.slowLinks', scope).value;
  if (matrix.error !== undefined) return <FailedAnswer answer={matrix} />;
  const title = t(`communication.matrix.title.${metric}`);
  return (
    <Split
      storageKey="communication.matrix"
      direction="horizontal"
      handleLabel={t('communication.resize')}
      areas={[
        {
          id: 'matrix',
          defaultSize: '56%',
          content: (
            <Card
              title={t('communication.matrix.card')}
              definition={t(`communication.matrix.definition.${metric}`)}
              size="fill"
              tools={
                <>
                  <OptionPicker
                    label={t('communication.matrix.metrics')}
                    value={metric}
                    options={matrixMetrics.map((value) => ({
                      value,
                      label: t(`communication.matrix.metric.${value}`),
                    }))}
                    onChange={(next) => store.setState({ metric: next })}
                  />
                  <OptionPicker
                    label={t('communication.matrix.transport')}
                    value={chosen}
                    options={[
                      { value: BETWEEN, label: t('communication.matrix.withoutLocal') },
                      { value: ALL, label: t('communication.matrix.all') },
                      ...(matrix.value?.transports ?? []).map((value) => ({ value, label: value || '—' })),
                    ]}
                    onChange={(next) => store.setState({ transport: next })}
                  />
                </>
              }
            >
              <div className="communication-fill">
                {matrix.value && !matrix.value.isGlobal && (
                  <p className="communication-hint">{t('communication.matrix.groupLocal')}</p>
                )}
                <Heat
                  title={title}
                  cells={cells}
                  matrix={matrix.value}
                  slow={slow}
                  metric={metric}
                  isLoading={matrix.isAsking}
                  pair={pair}
                  onPair={(next) => store.setState({ pair: next })}
                />
              </div>
            </Card>
          ),
        },
        {
          id: 'links',
          content: <LinksTable store={store} scope={scope} pair={pair} />,
        },
      ]}
    />
  );
}

interface LinksTableProps extends Pick<PageProps, 'store'> {
  readonly scope: CommunicationScope;
  readonly pair: CommunicationState['pair'];
}

function LinksTable({ store, scope, pair }: LinksTableProps) {
  const { t } = useTranslation();
  const { references } = useReferences();
  const slow = useAnswer('communication.slowLinks', scope).value;
  const isSlow = useMemo(() => new Set((slow ?? []).map(linkText)), [slow]);
  const source = useTableSource({ table: 'communication.links', of: { ...scope, ...(references && { references }) } });
  const filters = useMemo((): ColumnFilter[] => (pair ? pairFilters(pair.source, pair.target) : []), [pair]);
  return (
    <DataTable
      label={t('communication.table.links')}
      source={source}
      revision={useRevision()}
      storageKey="communication.links"
      columnWords="communication.column"
      defaultSort={defaultSort}
      needs={needs}
      totals={totals}
      rowClass={(row) => (isSlow.has(linkText(endsOf(row))) ? 'row-warning' : undefined)}
      filters={filters}
      emptyText={t('communication.matrix.empty')}
      onActivate={(row) => store.setState({ pair: { source: row.number('source'), target: row.number('target') } })}
      toolbar={
        pair && (
          <Button variant="quiet" onClick={() => store.setState({ pair: undefined })}>
            {t('communication.matrix.pair', pair)} · {t('communication.matrix.everyPair')}
          </Button>
        )
      }
    />
  );
}

function endsOf(row: TableRow) {
  return { source: row.number('source'), target: row.number('target'), transport: row.text('transport') };
}

function linkText({ source, target, transport }: Pick<SlowLink, 'source' | 'target' | 'transport'>): string {
  return `${source} ${target} ${transport}`;
}

interface HeatProps {
  readonly title: string;
  readonly cells: MatrixCells | undefined;
  readonly matrix: CommunicationMatrix | undefined;
  readonly slow: readonly SlowLink[] | undefined;
  readonly metric: MatrixMetric;
  readonly isLoading: boolean;
  readonly pair: { readonly source: number; readonly target: number } | undefined;
  readonly onPair: (pair: { readonly source: number; readonly target: number }) => void;
}

function Heat({ title, cells, matrix, slow, metric, isLoading, pair, onPair }: HeatProps) {
  const { t } = useTranslation();
  const ranks = useMemo(() => cells?.ranks.map(String) ?? [], [cells]);
  const selected = useMemo(() => {
    if (!pair || !cells) return undefined;
    const [row, column] = [cells.ranks.indexOf(pair.source), cells.ranks.indexOf(pair.target)];
    return row < 0 || column < 0 ? undefined : { row, column };
  }, [pair, cells]);
  const marked = useMemo(() => {
    const place = new Map(cells?.ranks.map((rank, at) => [rank, at]));
    return (slow ?? []).flatMap(({ source, target }) => {
      const [row, column] = [place.get(source), place.get(target)];
      return row === undefined || column === undefined ? [] : [{ row, column }];
    });
  }, [slow, cells]);
  const isSpeed = metric === 'bandwidth' || metric === 'reference';
  const kinds = metric === 'transport' ? matrix?.transports : undefined;
  return (
    <HeatMap
      label={title}
      rows={ranks}
      columns={ranks}
      values={cells?.values ?? new Float64Array(0)}
      unit={unitOf[metric]}
      rowTitle={t('communication.matrix.from')}
      columnTitle={t('communication.matrix.to')}
      worse={isSpeed ? 'low' : 'high'}
      // From nothing on: else the slowest of links that are about as fast would look like a fault.
      {...(isSpeed && { min: 0 })}
      {...(kinds && { kinds, min: 0, max: Math.max(1, kinds.length - 1) })}
      marked={marked}
      isLoading={isLoading}
      emptyText={t('communication.matrix.empty')}
      selected={selected}
      describe={(row, column) =>
        matrix && cells ? cellTexts(matrix, cells.ranks[row] ?? -1, cells.ranks[column] ?? -1) : []
      }
      onCell={(row, column) => {
        const [source, target] = [cells?.ranks[row], cells?.ranks[column]];
        if (source !== undefined && target !== undefined) onPair({ source, target });
      }}
    />
  );
}

function pairFilters(source: number, target: number): ColumnFilter[] {
  return [
    { kind: 'range', column: 'source', min: source, max: source },
    { kind: 'range', column: 'target', min: target, max: target },
  ];
}
