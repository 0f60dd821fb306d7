import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HueClass, ParallelDimension, ParallelMap, SummaryOverview } from '../../../src-contract';
import { formatUnit } from '../../base/formatUnit';
import { useChartColours } from '../../ui/chart/chartColours';
import { groupsByPosition, heatOf, metricUnit, parallelDimensions, stageBlocks } from './mapModel';
import type { MapMetric } from './summaryStore';

export interface ParallelGridProps {
  readonly map: ParallelMap;
  readonly overview: SummaryOverview;
  readonly metric: MapMetric;
  readonly values: Float64Array;
  readonly selected: number | undefined;
  readonly onSelect: (position: number) => void;
}

const dimensionColours: Readonly<Record<ParallelDimension, HueClass>> = {
  tensor: 'communication',
  context: 'python',
  expert: 'runtime',
  data: 'memory',
  pipeline: 'wait',
};

/** Up to so many ranks, cells have room for their value. */
const MAX_LARGE = 64;

/** The ranks by their place: a block a stage. The groups of the rank under the pointer (else the chosen one) are framed. */
export function ParallelGrid({ map, overview, metric, values, selected, onSelect }: ParallelGridProps) {
  const { t } = useTranslation();
  const colours = useChartColours();
  const [hovered, setHovered] = useState<number | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  const blocks = useMemo(() => stageBlocks(map), [map]);
  const groups = useMemo(() => groupsByPosition(map, overview.ranks.length), [map, overview]);
  const heat = useMemo(() => heatOf(values), [values]);
  const slow = useMemo(() => new Set(map.slowRanks), [map]);
  const isLarge = overview.ranks.length <= MAX_LARGE;
  const about = hovered ?? selected;
  const shown = parallelDimensions.filter((dimension) => map.sizes[dimension] > 1);
  const frameOf = (position: number): ParallelDimension | undefined => {
    if (about === undefined || position === about) return undefined;
    return shown.find((dimension) => {
      const group = groups[dimension][about]!;
      return group >= 0 && groups[dimension][position] === group;
    });
  };
  const tooltipOf = (position: number): string => {
    const places = shown.map(
      (dimension) => `${t(`summary.short.${dimension}`)} ${map.coordinates[dimension][position]}`,
    );
    const value = `${t(`summary.metric.${metric}`)}: ${formatUnit(values[position]!, metricUnit(metric)) || '—'}`;
    const isSlow = slow.has(position) ? [t('summary.slow')] : [];
    return [overview.ranks[position]?.label, places.join(' · '), value, ...isSlow].filter(Boolean).join('\n');
  };
  const positions = useMemo(() => blocks.flatMap(({ cells }) => cells.filter((cell) => cell !== undefined)), [blocks]);
  const current = selected !== undefined && positions.includes(selected) ? selected : positions[0];

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const columns = blocks[0]?.columnCount ?? 1;
    const moves: Readonly<Record<string, number>> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowUp: -columns,
      ArrowDown: columns,
    };
    const move = moves[event.key];
    if (move === undefined || current === undefined) return;
    event.preventDefault();
    const at = positions.indexOf(current);
    const next = positions[Math.max(0, Math.min(positions.length - 1, at + move))]!;
    onSelect(next);
    box.current?.querySelector<HTMLElement>(`[data-position="${next}"]`)?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the cells in it are buttons; the keys move between them
    <div ref={box} className="parallel-map" onKeyDown={onKeyDown} onPointerLeave={() => setHovered(undefined)}>
      {blocks.map(({ stage, columnCount, cells }) => (
        <section key={stage} className="parallel-stage" aria-label={t('summary.stageNumber', { stage })}>
          {map.sizes.pipeline > 1 && <h4>{t('summary.stageNumber', { stage })}</h4>}
          <div
            className={`parallel-cells ${isLarge ? 'is-large' : ''}`}
            style={{
              gridTemplateColumns: `repeat(${Math.min(columnCount, 64)}, minmax(${isLarge ? '88px' : '30px'}, ${isLarge ? '120px' : '56px'}))`,
            }}
          >
            {cells.map((position, at) => {
              if (position === undefined) {
                // biome-ignore lint/suspicious/noArrayIndexKey: a place without a rank has nothing but its place
                return <span key={`none ${at}`} className="parallel-none" title={t('summary.notInDump')} />;
              }
              const frame = frameOf(position);
              return (
                <Cell
                  key={position}
                  position={position}
                  text={String(overview.ranks[position]?.rank ?? position)}
                  value={isLarge ? formatUnit(values[position]!, metricUnit(metric)) : ''}
                  title={tooltipOf(position)}
                  heat={heat[position]!}
                  frame={frame === undefined ? undefined : colours.line(dimensionColours[frame], 0)}
                  isSlow={slow.has(position)}
                  isSelected={position === selected}
                  isCurrent={position === current}
                  onHover={setHovered}
                  onSelect={onSelect}
                />
              );
            })}
          </div>
        </section>
      ))}
      <ul className="parallel-legend" aria-label={t('summary.groups')}>
        {shown.map((dimension) => (
          <li key={dimension} title={t(`summary.dimensionHint.${dimension}`)}>
            <span className="parallel-swatch" style={{ borderColor: colours.line(dimensionColours[dimension], 0) }} />
            {t(`summary.dimension.${dimension}`)} · {map.sizes[dimension]}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface CellProps {
  readonly position: number;
  readonly text: string;
  /** '' where there is no room for it. */
  readonly value: string;
  readonly title: string;
  readonly heat: number;
  readonly frame: string | undefined;
  readonly isSlow: boolean;
  readonly isSelected: boolean;
  readonly isCurrent: boolean;
  readonly onHover: (position: number) => void;
  readonly onSelect: (position: number) => void;
}

/** The colour goes from the surface to this share of the accent: text stays readable on it. */
const MOST_COLOUR = 58;

const Cell = memo(function Cell(props: CellProps) {
  const { position, text, value, title, heat, frame, isSlow, isSelected, isCurrent, onHover, onSelect } = props;
  const share = Number.isNaN(heat) ? 0 : 4 + heat * (MOST_COLOUR - 4);
  return (
    <button
      type="button"
      data-position={position}
      className={`parallel-cell ${isSlow ? 'is-slow' : ''} ${isSelected ? 'is-selected' : ''}`}
      aria-label={title.replaceAll('\n', ', ')}
      aria-pressed={isSelected}
      title={title}
      tabIndex={isCurrent ? 0 : -1}
      style={{
        background: `color-mix(in oklab, var(--colour-accent) ${share.toFixed(1)}%, var(--colour-surface))`,
        ...(frame !== undefined && { boxShadow: `inset 0 0 0 2px ${frame}` }),
      }}
      onPointerEnter={() => onHover(position)}
      onClick={() => onSelect(position)}
    >
      <span>{text}</span>
      {value !== '' && <span className="parallel-value number">{value}</span>}
    </button>
  );
});
