/**
 * Tables of any length: the window asks for the rows it shows, and a worker sorts, filters and cuts. The same shape for
 * the rows of a csv file and for what an analysis computes.
 */
import type { TableKind } from './dump';
import type { DumpId, RankIndex } from './ids';
import type { CommunicationTables } from './views/communication';
import type { CompareTables } from './views/compare';
import type { MemoryTables } from './views/memory';
import type { OperatorTables } from './views/operator';
import type { PatternTables } from './views/patterns';
import type { SummaryTables } from './views/summary';

/** Every table there is: its name, and what it has to be told. Each view declares its own. */
export interface Tables
  extends PatternTables,
    OperatorTables,
    MemoryTables,
    SummaryTables,
    CommunicationTables,
    CompareTables {}

export type TableName = keyof Tables;

/** Which table: `{ table: 'operator.kernels', of: { ranks: [0] } }`. */
export type TableSource = { readonly [K in TableName]: { readonly table: K; readonly of: Tables[K] } }[TableName];

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

export interface TableQuery {
  readonly dump: DumpId;
  readonly source: TableSource;
  /** Most important first; rows that are equal keep the order of the source. Cells without a value come last. */
  readonly sort: readonly SortKey[];
  readonly filters: readonly ColumnFilter[];
  /** Rows wanted, after sorting and filtering. */
  readonly firstRow: number;
  readonly rowCount: number;
  /** Columns wanted; all of them where it is not given. */
  readonly columns?: readonly string[];
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

/** Which views the dump has data for, and what is not there. */
export interface ViewSources {
  readonly operator: boolean;
  readonly memory: boolean;
  readonly summary: boolean;
  readonly communication: boolean;
  readonly findings: boolean;
  /** Of the kinds that any rank of the dump has: which ranks lack them. Empty for a dump that is whole. */
  readonly missing: readonly MissingTable[];
  /** What no rank has, though the profiler that wrote the dump has an option for it. */
  readonly unrecorded: readonly Unrecorded[];
  /** What that profiler fills columns with, whether they are there or not. */
  readonly columnOptions: Readonly<Partial<Record<RecordedColumn, Recording>>>;
}

export interface MissingTable {
  readonly table: TableKind | 'timeline';
  readonly ranks: readonly RankIndex[];
  /** Absent: the profiler always writes it, or it is not known which profiler it was. */
  readonly recording?: Recording;
}

/** How something comes into a dump. */
export interface Recording {
  /** As it is written in the profiler's call or on its command line ("profile_memory=True"). */
  readonly option?: string;
  /** The option names a level, and higher ones record it as well. */
  readonly orHigher?: boolean;
  /** What has to be the case besides. */
  readonly condition?: RecordingCondition;
}

export type RecordingCondition = 'several-devices' | 'several-gpus' | 'graph-mode' | 'not-heterogeneous' | 'ai-cpu-ops';

export type RecordedColumn = 'kernel-shapes' | 'op-shapes' | 'call-stacks';

/** `what`: id of a view, a `TableKind` or "timeline", or the name of a process in the timeline. */
export interface Unrecorded {
  readonly kind: 'view' | 'file' | 'lanes';
  readonly what: string;
  readonly recording: Recording;
}
