import type { ReactNode } from 'react';
import type { ColumnFilter, SortKey, TableColumn } from '../../../src-contract';
import type { TableLoader, TableRow } from './tableLoader';
import type { TotalKind } from './totals';

export interface DataTableProps {
  /** Its name for those who hear the window. */
  readonly label: string;
  readonly source: TableLoader;
  /** Another value: the same table may have other rows now. What is shown stays until they are there. */
  readonly revision?: string | number;
  /** Chosen columns and widths are kept under it, for all tables with the same key. */
  readonly storageKey: string;
  /**
   * The user's sorting and filters are kept under it for as long as `TableMemory` lasts. Default: `storageKey`; another one
   * where tables of one `storageKey` are not about the same rows.
   */
  readonly stateKey?: string;
  /** Without extension; of the csv file one may download. Default: `storageKey`. */
  readonly fileName?: string;
  /**
   * Where the view has its own titles and definitions of columns: `<columnWords>.<key>.title` and `….definition` go before
   * `column.<key>.…`, which all views share. "Name" is not the same thing in each of them.
   */
  readonly columnWords?: string;
  /** Until the user sorts. */
  readonly defaultSort?: readonly SortKey[];
  /** Filters of the view itself, on top of the user's; the view shows them. */
  readonly filters?: readonly ColumnFilter[];
  /** CSS pixels; default: the token's. */
  readonly rowHeight?: number;
  /** The column of sentences, by key: as wide as they are, rather than cut. */
  readonly sentences?: string;
  /** Of columns, by key: a text as long as those of rows that come later may be. Must be stable between renderings. */
  readonly room?: Readonly<Record<string, string>>;
  /** Columns that callbacks read although they may not be shown. */
  readonly needs?: readonly string[];
  /** Columns shown until the user chooses, by key in this order; default: those the source does not hide. */
  readonly defaultColumns?: readonly string[];
  /** `TableRow.id` of the row that the rest of the window is about. */
  readonly selectedRow?: number;
  /** Position of a row that comes into sight whenever this is another one. */
  readonly shownRow?: number;
  /** Enter or a double click. */
  readonly onActivate?: (row: TableRow) => void;
  /** The row with the cursor; undefined when it is not in any. */
  readonly onSelect?: (row: TableRow | undefined) => void;
  /** Further items of the context menu. */
  readonly rowActions?: readonly RowAction[];
  /** Added to the row's element: "row-warning", "row-error" and "row-muted" have a look. */
  readonly rowClass?: (row: TableRow) => string | undefined;
  /**
   * What the last line says of a column, by key, where its unit does not tell: the sum of medians is nothing. Must be stable
   * between renderings. `none`: there is no such line.
   */
  readonly totals?: Readonly<Record<string, TotalKind | 'none'>> | 'none';
  /** Of a table of which only its header is known: the sums of its columns say nothing where their titles tell of means and the like. */
  readonly isHeaderOnly?: boolean;
  /** How the cells of a column are drawn; the default text comes with it. By key. Must be stable between renderings. */
  readonly renderCell?: Readonly<Record<string, (row: TableRow, text: string) => ReactNode>>;
  /** Shown when the source has no rows at all. */
  readonly emptyText?: string;
  /** Stands at the left of the table's own tools. */
  readonly toolbar?: ReactNode;
  /** `compact`: no toolbar, no totals, no filters; for small tables in cards. */
  readonly variant?: 'full' | 'compact';
}

export interface RowAction {
  readonly label: string;
  readonly run: (row: TableRow) => void;
  /** Default: always. */
  readonly isAvailable?: (row: TableRow) => boolean;
}

/** Title and definition of a column in the user's language. */
export interface ColumnText {
  readonly column: TableColumn;
  readonly title: string;
  readonly definition: string | undefined;
}
