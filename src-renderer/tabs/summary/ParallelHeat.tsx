import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { HeatMap } from '../../ui/chart/heat/HeatMap';
import { metricUnit, parallelDimensions, placeGrid } from './mapModel';
import type { ParallelGridProps } from './ParallelGrid';

/** The ranks of a large job by their place: one picture, those that are slow for their place framed. */
export function ParallelHeat({ map, overview, metric, values, selected, onSelect }: ParallelGridProps) {
  const { t } = useTranslation();
  const { rows, columnCount, cells } = useMemo(() => placeGrid(map), [map]);
  const shown = parallelDimensions.filter((dimension) => map.sizes[dimension] > 1);
  const ofRow = useMemo(
    () => (['pipeline', 'context', 'tensor'] as const).filter((dimension) => map.sizes[dimension] > 1),
    [map],
  );
  const names = useMemo(() => rows.map((row) => ofRow.map((own) => row[own]).join(' · ')), [rows, ofRow]);
  const columns = useMemo(() => Array.from({ length: columnCount }, (_, at) => String(at)), [columnCount]);
  const colours = useMemo(
    () => Float64Array.from(cells, (position) => (position < 0 ? Number.NaN : values[position]!)),
    [cells, values],
  );
  const cellOf = useMemo(() => {
    const places = new Map(Array.from(cells, (position, at) => [position, at]));
    return (position: number | undefined) => {
      const at = position === undefined ? undefined : places.get(position);
      return at === undefined ? [] : [{ row: Math.floor(at / columnCount), column: at % columnCount }];
    };
  }, [cells, columnCount]);
  const marked = useMemo(() => map.slowRanks.flatMap(cellOf), [map, cellOf]);
  const positionAt = (row: number, column: number) => cells[row * columnCount + column] ?? -1;
  return (
    <HeatMap
      label={t(`summary.metric.${metric}`)}
      rows={names}
      columns={columns}
      values={colours}
      unit={metricUnit(metric)}
      rowTitle={ofRow.map((own) => t(`summary.short.${own}`)).join(' · ')}
      columnTitle={t('summary.dimension.data')}
      describe={(row, column) => {
        const position = positionAt(row, column);
        if (position < 0) return [t('summary.notInDump')];
        const places = shown.map((own) => `${t(`summary.short.${own}`)} ${map.coordinates[own][position]}`);
        return [overview.ranks[position]?.label ?? '', places.join(' · ')].filter(Boolean);
      }}
      onCell={(row, column) => {
        const position = positionAt(row, column);
        if (position >= 0) onSelect(position);
      }}
      selected={cellOf(selected)[0]}
      marked={marked}
    />
  );
}
