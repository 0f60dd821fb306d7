import type { ColumnWish } from './columns';
import type { TableSchema } from './schema';
import type { TableRow } from './tableRow';

/** What of a `Database` those need who read tables of it. */
export interface TableReader {
  /** Its name in any case. */
  table(name: string): TableSchema | undefined;
  /**
   * Every row of the table in the order of row ids; answers how many. The row is good only until `onRow` returns, and
   * knows the columns by their place in `columns`; one that the table lacks is NULL, `rowid` is always there. Throws
   * `SqliteFormatError` where the disk fails; damage is passed over and noted.
   */
  scan(table: string, columns: readonly string[], onRow: (row: TableRow) => void): number;
  /** Columns of the table as arrays, made with `numbers`, `texts` and so on. Throws as `scan` does. */
  readColumns<W extends Wishes>(table: string, wishes: W): TableColumns<W>;
}

/** What `readColumns` answers: every column has `rowCount` values, those that the table lacks too. */
export interface TableColumns<W extends Wishes> {
  readonly rowCount: number;
  readonly columns: { readonly [K in keyof W]: W[K] extends ColumnWish<infer T> ? T : never };
  /** Wishes that the table has no column for: all their values are NULL. */
  readonly missing: ReadonlySet<keyof W>;
}

export type Wishes = Readonly<Record<string, ColumnWish<unknown>>>;
