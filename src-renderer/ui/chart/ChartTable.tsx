import { useMemo } from 'react';
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
  const stateKey = `chart-table ${label}`;
  return <DataTable label={label} source={loader} storageKey="chart-table" stateKey={stateKey} variant="compact" />;
}
