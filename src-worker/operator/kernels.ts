import type { KernelChoice, KernelSource, Notice, RankIndex } from '../api';
import { type ColumnTable, concatTables, numbersOf } from '../tables/columnTable';
import type { DumpContext, TableRank } from '../tables/dumpContext';
import { TableError } from '../tables/tableError';
import { finishKernels, utilisationColumn } from './kernelColumns';
import { readKernelFiles } from './kernelFiles';
import { hasTimelineKernels, timelineKernels } from './kernelTimeline';
import { launchColumns } from './launches';

/** A rank's kernels, from the best of what it has. */
export interface RankKernelTable {
  readonly rank: TableRank;
  /** Undefined: the rank has none. */
  readonly source: KernelSource | undefined;
  readonly table: ColumnTable;
  /** What could not be read, or not wholly. */
  readonly notices: readonly Notice[];
}

const NO_ROWS: ColumnTable = { rowCount: 0, columns: [] };

/** Throws a `TableError` only where nothing can be had of any of the ranks, and one of them can't be read. */
export async function kernelTable(dump: DumpContext, choice: KernelChoice): Promise<ColumnTable> {
  const ranks = await kernelsOf(dump, choice.ranks);
  const tables: ColumnTable[] = [];
  for (const { rank, table } of ranks) {
    tables.push(choice.withLaunch ? withLaunch(dump, rank, table) : table);
  }
  const joined = joinTables(dump, tables);
  const utilisation = choice.peaks && utilisationColumn(joined, choice.peaks);
  return utilisation ? { ...joined, columns: [...joined.columns, utilisation] } : joined;
}

export async function kernelsOf(dump: DumpContext, indexes: readonly RankIndex[]): Promise<readonly RankKernelTable[]> {
  const ranks: RankKernelTable[] = [];
  const errors: TableError[] = [];
  for (const index of indexes) {
    const rank = dump.ranks[index];
    if (!rank) continue;
    const { kernels, error } = await rankKernels(dump, rank);
    ranks.push(kernels);
    if (error) errors.push(error);
  }
  if (errors.length > 0 && ranks.every(({ source }) => source === undefined)) throw errors[0];
  return ranks;
}

interface Found {
  readonly kernels: RankKernelTable;
  readonly error?: TableError;
}

async function rankKernels(dump: DumpContext, rank: TableRank): Promise<Found> {
  const files = await fileKernels(dump, rank);
  if (files?.kernels.source) return files;
  const fromTimeline = dump.timelineMemo('kernels of the timeline', rank.index, (view) =>
    hasTimelineKernels(view)
      ? finishKernels(
          timelineKernels(view, (ns) => dump.fromDumpNs(ns)),
          rank,
        )
      : undefined,
  );
  if (!fromTimeline) return files ?? { kernels: { rank, source: undefined, table: NO_ROWS, notices: [] } };
  const notices = files?.kernels.notices ?? [];
  return { kernels: { rank, source: 'timeline', table: fromTimeline, notices } };
}

/** Undefined: the rank has no such file. With an error: it has, but nothing can be read of it. */
function fileKernels(dump: DumpContext, rank: TableRank): Promise<Found | undefined> {
  return dump.memo(`kernels of rank ${rank.index}`, async (): Promise<Found | undefined> => {
    const paths = dump.paths(rank, 'kernels');
    if (paths.length === 0) return undefined;
    try {
      const read = await readKernelFiles(dump, paths);
      for (const own of read.notices) dump.note(own);
      const table = finishKernels(read, rank);
      return { kernels: { rank, source: 'kernel-table', table, notices: read.notices } };
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      return { kernels: { rank, source: undefined, table: NO_ROWS, notices: [error.notice] }, error };
    }
  });
}

function withLaunch(dump: DumpContext, rank: TableRank, table: ColumnTable): ColumnTable {
  const start = numbersOf(table, 'startNs');
  if (!start) return table;
  const columns = dump.timelineMemo('launches of kernels', rank.index, (view) =>
    launchColumns(view, start, (ns) => dump.toDumpNs(ns)),
  );
  return columns ? { ...table, columns: [...table.columns, ...columns] } : table;
}

/**
 * The tables one after another. The last join is kept: the same ranks are asked for again with other groupings and peaks,
 * and a million rows of forty columns are not copied each time.
 */
function joinTables(dump: DumpContext, tables: readonly ColumnTable[]): ColumnTable {
  if (tables.length === 0) return NO_ROWS;
  if (tables.length === 1) return tables[0];
  const last = dump.memo('joined kernels', (): { parts: readonly ColumnTable[]; whole: ColumnTable } => ({
    parts: [],
    whole: NO_ROWS,
  }));
  const isSame = last.parts.length === tables.length && tables.every((table, at) => isSameTable(table, last.parts[at]));
  if (!isSame) {
    last.parts = tables;
    last.whole = concatTables(tables);
  }
  return last.whole;
}

function isSameTable(a: ColumnTable, b: ColumnTable): boolean {
  return a.columns.length === b.columns.length && a.columns.every((column, at) => column === b.columns[at]);
}
