import { useMemo } from 'react';
import { formatExactUnit, formatUnit } from '../formatUnit';
import { arrayLoader } from '../table/arrayLoader';
import { DataTable } from '../table/DataTable';
import type { ChartData } from './chartProps';

interface ChartTableProps {
  readonly label: string;
  readonly data: ChartData;
}

/** The numbers of a chart as a table. */
export function ChartTable({ label, data }: ChartTableProps) {
  const loader = useMemo(
    () =>
      arrayLoader(
        Array.from({ length: data.rowCount }, (_, row) => row),
        data.columns.map(({ title, unit }, column) => ({
          key: `${column + 1}. ${title}`,
          label: title,
          unit,
          valueOf: (row: number) => data.cell(row, column),
        })),
      ),
    [data],
  );
  return <DataTable label={label} source={loader} storageKey="chart-table" variant="compact" />;
}

/** Tab-separated, with a header line; exact values as they are written. */
export function chartTsv(data: ChartData): string {
  const lines = [data.columns.map(({ title }) => title)];
  for (let row = 0; row < data.rowCount; row++) {
    lines.push(
      data.columns.map(({ unit }, column) => {
        const value = data.cell(row, column);
        return typeof value === 'number' ? formatExactUnit(value, unit) || formatUnit(value, unit) : value;
      }),
    );
  }
  return lines.map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
}
