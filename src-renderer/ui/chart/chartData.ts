/** The numbers behind each chart as a plain table. Pure. */
import type { Unit } from '../../../src-contract';
import type { ChartData, HeatMapProps, LineChartProps, PieSlice, RoofPoint, StackedBarChartProps } from './chartProps';

interface ColumnTitles {
  readonly x: string;
  readonly value: string;
}

/**
 * One row an x and a column a series where all series have the same x values (as of one table); else one row a point, with
 * the series' name.
 */
export function lineData(
  { series, xUnit = 'time', yUnit }: Pick<LineChartProps, 'series' | 'xUnit' | 'yUnit'>,
  titles: ColumnTitles & { readonly series: string },
): ChartData {
  const [first] = series;
  if (first === undefined) return { columns: [], rowCount: 0, cell: () => '' };
  if (
    series.every(({ x }) => x === first.x || (x.length === first.x.length && x.every((at, i) => at === first.x[i])))
  ) {
    return {
      columns: [
        { title: titles.x, unit: xUnit },
        ...series.map(({ name, unit }) => ({ title: name, unit: unit ?? yUnit })),
      ],
      rowCount: first.x.length,
      cell: (row, column) => (column === 0 ? first.x[row]! : series[column - 1]!.y[row]!),
    };
  }
  const starts: number[] = [];
  let rowCount = 0;
  for (const { x } of series) {
    starts.push(rowCount);
    rowCount += x.length;
  }
  const seriesAt = (row: number) => starts.findLastIndex((start) => start <= row);
  return {
    columns: [
      { title: titles.series, unit: 'none' },
      { title: titles.x, unit: xUnit },
      { title: titles.value, unit: yUnit },
    ],
    rowCount,
    cell: (row, column) => {
      const which = seriesAt(row);
      const { name, x, y } = series[which]!;
      const at = row - starts[which]!;
      return column === 0 ? name : column === 1 ? x[at]! : y[at]!;
    },
  };
}

export function barData(
  props: Pick<StackedBarChartProps, 'bars' | 'parts' | 'unit' | 'lines' | 'lineUnit' | 'barTitle'>,
  order: readonly number[],
): ChartData {
  const { bars, parts, unit, lines = [], lineUnit = 'ratio', barTitle } = props;
  const values = [...parts, ...lines];
  return {
    columns: [
      { title: barTitle, unit: 'none' },
      ...parts.map(({ name }) => ({ title: name, unit })),
      ...lines.map(({ name }) => ({ title: name, unit: lineUnit })),
    ],
    rowCount: order.length,
    cell: (row, column) => (column === 0 ? bars[order[row]!]! : values[column - 1]!.values[order[row]!]!),
  };
}

export function pieData(
  slices: readonly PieSlice[],
  unit: Unit,
  titles: { readonly name: string; readonly value: string; readonly share: string },
): ChartData {
  const total = slices.reduce((sum, { value }) => sum + value, 0);
  return {
    columns: [
      { title: titles.name, unit: 'none' },
      { title: titles.value, unit },
      { title: titles.share, unit: 'percent' },
    ],
    rowCount: slices.length,
    cell: (row, column) => {
      const { name, value } = slices[row]!;
      return column === 0 ? name : column === 1 ? value : (100 * value) / total;
    },
  };
}

/** One row a cell that has a value: a matrix of a thousand columns is no table to read. */
export function heatMapData(
  { rows, columns, values, unit, rowTitle, columnTitle, kinds }: HeatMapProps,
  valueTitle: string,
): ChartData {
  const filled: number[] = [];
  for (let at = 0; at < values.length; at++) if (!Number.isNaN(values[at])) filled.push(at);
  return {
    columns: [
      { title: rowTitle, unit: 'none' },
      { title: columnTitle, unit: 'none' },
      { title: valueTitle, unit },
    ],
    rowCount: filled.length,
    cell: (row, column) => {
      const at = filled[row]!;
      if (column === 0) return rows[Math.floor(at / columns.length)]!;
      if (column === 1) return columns[at % columns.length]!;
      return kinds ? (kinds[values[at]!] ?? '') : values[at]!;
    },
  };
}

/** One row a point, in the given order. */
export function rooflineData(
  points: readonly RoofPoint[],
  titles: Readonly<Record<'name' | 'flopPerByte' | 'flopPerSecond' | 'share', string>>,
): ChartData {
  return {
    columns: [
      { title: titles.name, unit: 'none' },
      { title: titles.flopPerByte, unit: 'ratio' },
      { title: titles.flopPerSecond, unit: 'FLOP/s' },
      { title: titles.share, unit: 'percent' },
    ],
    rowCount: points.length,
    cell: (row, column) => {
      const { name, flopPerByte, flopPerSecond, share } = points[row]!;
      return [name, flopPerByte, flopPerSecond, 100 * share][column]!;
    },
  };
}
