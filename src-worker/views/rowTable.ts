import type { TableColumn, TablePage, TableQuery } from '../../src-contract';
import type { DumpContext } from '../model/dumpContext';
import type { ColumnTable } from '../tables/columnTable';
import { csvOf, orderedRows, pageOf, passingRows, type RowChoice, totalsOf, wantedColumns } from '../tables/tableQuery';

/** By which clock instants are: the job's, or that of the rank's own files. */
export type TableClock = 'job' | 'own';

/**
 * A table of millions of rows that stand somewhere else already: columns are made of those that are asked for, and for those rows only
 * that are. Instants count from the context's base.
 */
export interface RowTable {
  readonly rowCount: number;
  readonly columns: readonly TableColumn[];
  /** Columns whose sum is told. */
  readonly summed: readonly string[];
  /** These columns (at least) of these rows, in their order; undefined: of all. */
  at(
    dump: DumpContext,
    rows: Uint32Array | undefined,
    keys: readonly string[],
    clock: TableClock,
  ): ColumnTable | Promise<ColumnTable>;
  /** Of all rows, where that is known without their columns. */
  readonly totals?: TablePage['totals'] | undefined;
}

/** Which rows in which order, and what is told of all of them: worked out once for all pages. */
export interface ChosenRows {
  /** Undefined: all of the table, as they come. */
  readonly rows: Uint32Array | undefined;
  readonly count: number;
  readonly totals: TablePage['totals'];
}

export function isRowTable(table: ColumnTable | RowTable): table is RowTable {
  return 'at' in table;
}

export async function rowsOf(dump: DumpContext, table: RowTable, choice: RowChoice): Promise<ChosenRows> {
  const keys = [...choice.sort, ...choice.filters].map(({ column }) => column);
  if (keys.length === 0 && table.totals) return { rows: undefined, count: table.rowCount, totals: table.totals };
  const stop = () => dump.stopIfUnwanted();
  const own = await table.at(dump, undefined, [...keys, ...table.summed], 'job');
  stop();
  const rows = passingRows(own, choice.filters, dump.offsetNs);
  stop();
  // Before they are sorted: columns are read from the beginning to the end.
  const totals = wantedColumns(own, table.summed).flatMap((column) => {
    const sums = totalsOf(column, rows, dump.offsetNs);
    return sums ? [[column.key, sums] as const] : [];
  });
  return { rows: orderedRows(own, rows, choice.sort, stop), count: rows.length, totals: Object.fromEntries(totals) };
}

/** The rows at the places from `first` to `end` (not included), as far as there are any. */
export function rowNumbers({ rows, count }: ChosenRows, first = 0, end = count): Uint32Array {
  return rows ? rows.slice(first, end) : ascending(first, Math.min(end, count));
}

export async function rowPage(
  dump: DumpContext,
  table: RowTable,
  chosen: ChosenRows,
  query: Pick<TableQuery, 'firstRow' | 'rowCount' | 'columns'>,
): Promise<TablePage> {
  const { firstRow, rowCount, columns = keysOf(table) } = query;
  const rowIds = rowNumbers(chosen, firstRow, firstRow + rowCount);
  const own = await table.at(dump, rowIds, columns, 'job');
  const page = pageOf(
    own,
    ascending(0, rowIds.length),
    { firstRow: 0, rowCount: rowIds.length, columns },
    dump.offsetNs,
  );
  return {
    ...page,
    columns: table.columns,
    firstRow,
    rowIds,
    matchingRows: chosen.count,
    totalRows: table.rowCount,
    totals: Object.fromEntries(Object.entries(chosen.totals).filter(([key]) => columns.includes(key))),
  };
}

export async function rowsCsv(
  dump: DumpContext,
  table: RowTable,
  chosen: ChosenRows,
  query: Pick<TableQuery, 'firstRow' | 'rowCount' | 'columns'>,
): Promise<string> {
  const { firstRow, rowCount, columns = keysOf(table) } = query;
  const wanted = rowNumbers(chosen, firstRow, firstRow + rowCount);
  const own = await table.at(dump, wanted, columns, 'own');
  const window = { firstRow: 0, rowCount: wanted.length, columns };
  return csvOf(own, ascending(0, wanted.length), window, dump.baseNs, firstRow === 0);
}

const keysOf = ({ columns }: RowTable) => columns.map(({ key }) => key);

function ascending(first: number, end: number): Uint32Array {
  const rows = new Uint32Array(Math.max(0, end - first));
  for (let at = 0; at < rows.length; at++) rows[at] = first + at;
  return rows;
}
