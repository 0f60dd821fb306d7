import type { ColumnValues, TablePage, TableQuery } from '../../../src-contract';

/** What a table asks for; which dump and which of its tables the loader knows. */
export type TableRequest = Omit<TableQuery, 'dump' | 'source'>;

/**
 * Where a table's rows come from. Another object is another table: it starts from the top; the user's sorting and filters
 * stay where it has the columns. If both know their rows by keys, it is the same table with its next rows: cursor and selection
 * stay with the rows that are there again. The methods may be called again at any time and answer in any order.
 */
export interface TableLoader {
  /** `signal` is aborted when nobody waits for the rows any more. */
  load(request: TableRequest, signal?: AbortSignal): Promise<TablePage>;
  /** RFC 4180; with a header line if the rows begin at row 0. */
  loadCsv(request: TableRequest): Promise<string>;
  loadValues(request: TableRequest, column: string): Promise<ColumnValues>;
  /** Of rows in memory; without it, rows of another source are others. */
  readonly lasting?: LastingRows;
}

/** Rows that are known by keys in the next answer too. */
export interface LastingRows {
  /** `id`: `TableRow.id`. */
  keyOf(id: number): string;
  /** Ids of all rows in the order that is asked for. */
  ids(request: Pick<TableRequest, 'sort' | 'filters'>): readonly number[];
}

/** One row as a view sees it. */
export interface TableRow {
  /** Position in the source: the same however the table is sorted. */
  readonly id: number;
  /** Position in the table as it is sorted and filtered now. */
  readonly position: number;
  /** The cell of a number column in its canonical unit; NaN where there is no value or no such column. */
  number(key: string): number;
  /** The cell of a text column; '' where there is no value or no such column. Numbers come as their digits. */
  text(key: string): string;
}
