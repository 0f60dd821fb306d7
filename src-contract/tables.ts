/**
 * Tables of any length: the window asks for the rows it shows, and a worker sorts, filters and cuts. The same shape for
 * the rows of a csv file and for what an analysis computes.
 */
import type { TableKind } from './dump';
import type { DumpId, RankIndex } from './ids';
import type { ColumnFilter, SortKey } from './tableRows';
import type { CommunicationTables } from './views/communication';
import type { CompareTables } from './views/compare';
import type { MemoryTables } from './views/memory';
import type { OperatorTables } from './views/operator';
import type { PatternTables } from './views/patterns';
import type { RanksTables } from './views/ranks';
import type { SummaryTables } from './views/summary';
import type { TimelineTables } from './views/timeline';

/** Every table there is: its name, and what it has to be told. Each view declares its own. */
export interface Tables
  extends PatternTables,
    OperatorTables,
    MemoryTables,
    SummaryTables,
    CommunicationTables,
    CompareTables,
    RanksTables,
    TimelineTables {}

export type TableName = keyof Tables;

/** Which table: `{ table: 'operator.kernels', of: { ranks: [0] } }`. */
export type TableSource = { readonly [K in TableName]: { readonly table: K; readonly of: Tables[K] } }[TableName];

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

/** Which views the dump has data for, and what is not there. */
export interface ViewSources {
  readonly operator: boolean;
  readonly memory: boolean;
  readonly summary: boolean;
  readonly communication: boolean;
  readonly findings: boolean;
  readonly ranks: boolean;
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
