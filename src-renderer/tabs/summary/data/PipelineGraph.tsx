import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOperator, DataPipeline } from '../../../../src-contract';
import { formatUnit } from '../../../base/formatUnit';
import { Card } from '../../../ui/layout/Card';
import { BOX, type PipelinePlaces, pipelineLayout } from './pipelineLayout';

interface PipelineGraphProps {
  readonly pipeline: DataPipeline;
  readonly selected: number | undefined;
  readonly onSelect: (operator: number) => void;
}

/** The operators as boxes, between them the queues and how full they are. */
export function PipelineGraph({ pipeline, selected, onSelect }: PipelineGraphProps) {
  const { t } = useTranslation();
  const places = useMemo(() => pipelineLayout(pipeline.operators), [pipeline]);
  const slow = new Set(pipeline.bottlenecks.map(({ operator }) => operator));
  return (
    <Card title={t('summary.data.pipeline')} definition={t('summary.data.pipelineDefinition')} size="fill">
      <div className="summary-scroll">
        <div className="data-graph" style={{ width: places.width, height: places.height }}>
          <Links places={places} />
          {places.boxes.map(({ operator, left, top }) => (
            <button
              key={operator.id}
              type="button"
              className={`data-operator ${slow.has(operator.id) ? 'is-slow' : ''}`}
              style={{ left, top, width: BOX.width, height: BOX.height }}
              aria-pressed={operator.id === selected}
              title={tooltipOf(operator, slow.has(operator.id) ? t('summary.data.isBottleneck') : undefined, t)}
              onClick={() => onSelect(operator.id)}
            >
              <span className="data-operator-name">
                {operator.type} <span className="summary-muted">({operator.id})</span>
              </span>
              <span className="summary-muted">
                {Number.isNaN(operator.workers)
                  ? ''
                  : t('summary.data.workers', { count: operator.workers, n: operator.workers })}
              </span>
            </button>
          ))}
        </div>
      </div>
    </Card>
  );
}

function tooltipOf(
  { type, id, queue }: DataOperator,
  also: string | undefined,
  t: ReturnType<typeof useTranslation>['t'],
): string {
  const lines = [`${type} (${id})`];
  if (queue) {
    lines.push(
      t('summary.data.queueFacts', {
        mean: formatUnit(Number(queue.meanSize.toFixed(2)), 'none'),
        capacity: Number.isNaN(queue.capacity) ? '—' : formatUnit(queue.capacity, 'count'),
        empty: formatUnit(Math.round(100 * queue.emptyShare), 'count'),
      }),
    );
  } else lines.push(t('summary.data.noQueue'));
  if (also !== undefined) lines.push(also);
  return lines.join('\n');
}

const BAR = { width: 52, height: 8 } as const;

function Links({ places }: { readonly places: PipelinePlaces }) {
  return (
    <svg className="data-links" width={places.width} height={places.height} aria-hidden="true">
      {places.links.map(({ from, to }) => {
        const [x1, y1] = [from.left + BOX.width, from.top + BOX.height / 2];
        const [x2, y2] = [to.left, to.top + BOX.height / 2];
        const middle = x1 + BOX.columnGap / 2;
        const usage = from.operator.queue?.usage ?? Number.NaN;
        const barLeft = middle - BAR.width / 2;
        return (
          <g key={`${from.operator.id} ${to.operator.id}`}>
            <path className="data-link" d={`M${x1} ${y1} H${x2 - 10} V${y2} H${x2}`} />
            {!Number.isNaN(usage) && (
              <>
                <rect className="data-bar" x={barLeft} y={y1 - BAR.height / 2} {...BAR} rx={2} />
                <rect
                  className="data-bar-filled"
                  x={barLeft}
                  y={y1 - BAR.height / 2}
                  width={BAR.width * Math.min(1, usage)}
                  height={BAR.height}
                  rx={2}
                />
                <text className="data-usage" x={middle} y={y1 - BAR.height} textAnchor="middle">
                  {formatUnit(Math.round(100 * usage), 'count')} %
                </text>
              </>
            )}
          </g>
        );
      })}
    </svg>
  );
}
