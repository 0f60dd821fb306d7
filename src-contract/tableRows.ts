/** Rows of tables as they are asked for and answered, whatever table they are of. */

/**
 * What a number is; decides how it is written. Canonical in the cells: ns for times, bytes for sizes, whatever the file
 * has. A `time` is an instant (ns since the dump's origin), a `duration` a span.
 */
export type Unit =
  | 'time'
  | 'duration'
  | 'bytes'
  /** Bytes that were sent: written in powers of ten, as bandwidths are. */
  | 'traffic'
  | 'GB/s'
  | 'MB/s'
  | 'percent'
  | 'ratio'
  | 'count'
  | 'cycles'
  /** An instant: ms since the epoch by a clock on a wall, as if that were UTC. */
  | 'clock'
  | 'FLOP'
  | 'FLOP/s'
  | 'MHz'
  | 'rank'
  | 'id'
  | 'none';

export interface TableColumn {
  /** Name of the column in queries. Of a column that Tracelane knows, also the key of its title and definition
   *  (`column.<key>.title`, `column.<key>.definition`); of any other, the header as the file has it, with a number where
   *  that is taken or is a name that every object has (`constructor`). */
  readonly key: string;
  /** The header as the file has it, or English words where Tracelane computed the column. */
  readonly label: string;
  readonly kind: 'number' | 'text';
  readonly unit: Unit;
  /** Not shown until the user chooses it. */
  readonly isHidden: boolean;
}

export type ColumnFilter =
  /** Case is ignored. */
  | { readonly kind: 'contains'; readonly column: string; readonly text: string }
  | { readonly kind: 'oneOf'; readonly column: string; readonly values: readonly string[] }
  /** Both ends belong to it. A cell without a value is never in a range. */
  | { readonly kind: 'range'; readonly column: string; readonly min?: number; readonly max?: number };

export interface SortKey {
  readonly column: string;
  readonly isDescending: boolean;
}

export interface TablePage {
  /** Every column of the source, wanted or not, in their order. */
  readonly columns: readonly TableColumn[];
  readonly firstRow: number;
  /** The wanted columns by key, each with one cell a row of the page. */
  readonly cells: Readonly<Record<string, Cells>>;
  /** Position of each row in the source: the same whatever the sorting, as long as the dump is open. */
  readonly rowIds: Uint32Array;
  /** Rows after filtering, and before. */
  readonly matchingRows: number;
  readonly totalRows: number;
  /** Of each wanted number column over all matching rows. */
  readonly totals: Readonly<Record<string, ColumnTotals>>;
}

export type Cells =
  /** NaN: no value ("N/A", empty). */
  | { readonly kind: 'number'; readonly values: Float64Array }
  /** '' : no value. `values[i]` is a position in `texts`. */
  | { readonly kind: 'text'; readonly values: Uint32Array; readonly texts: readonly string[] };

export interface ColumnTotals {
  readonly sum: number;
  /** NaN where there is no value at all. */
  readonly min: number;
  readonly max: number;
  readonly valueCount: number;
}

/** Distinct values of a text column with how many rows have each, most frequent first; for the filter of the column. */
export interface ColumnValues {
  readonly values: readonly { readonly text: string; readonly count: number }[];
  readonly distinctCount: number;
}
