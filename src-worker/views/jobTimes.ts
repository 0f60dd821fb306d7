import type { DumpContext } from '../model/dumpContext';
import { type ColumnTable, numbersOf } from '../tables/columnTable';

/**
 * The table with its instants by the clock that the job is shown by, still counted from the dump's base: what is sorted,
 * filtered and shown. A row's rank stands in its column `rankIndex`, else it is the one that the table is about.
 */
export function inJobTimes(dump: DumpContext, table: ColumnTable, ofRank: number | undefined): ColumnTable {
  const ranks = numbersOf(table, 'rankIndex');
  const { offsetNs } = dump;
  const columns = table.columns.map((column) => {
    if (column.kind !== 'number' || column.unit !== 'time') return column;
    const values = column.values.map((ns, row) => {
      const rank = ranks ? ranks[row] : ofRank;
      return dump.toJobNs(Number.isNaN(rank) ? undefined : rank, ns) - offsetNs;
    });
    return { ...column, values };
  });
  return { rowCount: table.rowCount, columns };
}
