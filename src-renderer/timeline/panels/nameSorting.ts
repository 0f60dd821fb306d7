/** Orders of the table of names. Pure. */
import type { NameStatistics } from '../../../src-contract';

const columns = {
  name: (row: NameStatistics) => row.name,
  count: (row: NameStatistics) => row.count,
  total: (row: NameStatistics) => row.totalNs,
  mean: (row: NameStatistics) => row.totalNs / row.count,
  min: (row: NameStatistics) => row.minNs,
  max: (row: NameStatistics) => row.maxNs,
} as const;
export type NameColumn = keyof typeof columns;

/** In the order they stand. */
export const nameColumns = Object.keys(columns) as readonly NameColumn[];

export interface Sorting {
  readonly column: NameColumn;
  readonly isAscending: boolean;
}

/** Rows in another order; equal ones keep theirs. */
export function sortedRows(
  rows: readonly NameStatistics[],
  { column, isAscending }: Sorting,
): readonly NameStatistics[] {
  const value = columns[column];
  const sign = isAscending ? 1 : -1;
  return rows.toSorted((one, other) => {
    const [a, b] = [value(one), value(other)];
    return sign * (typeof a === 'string' ? a.localeCompare(String(b)) : a - Number(b));
  });
}
