import type { KernelChoice, KernelSource, Notice, RankIndex } from '../../../src-contract';
import { isSystemError } from '../../files/systemReason';
import { unreadable } from '../../files/unreadable';
import type { RankView } from '../../query/rankView';
import { type ColumnTable, concatTables } from '../../tables/columnTable';
import type { CsvTable } from '../../tables/csvTable';
import { TableError } from '../../tables/tableError';
import { hasDeviceTasks } from '../deviceTasks';
import type { DumpContext } from '../dumpContext';
import { stepsOfView } from '../steps/steps';
import type { TableRank } from '../tableRanks';
import { launchColumns } from './callers';
import { finishKernels, kernelCsv, utilisationColumn } from './kernelColumns';
import { databaseKernels } from './kernelDatabase';
import { slicesOfKernels } from './kernelSlices';
import { hasGpuTasks, timelineKernels } from './kernelTimeline';
import { withLaunchShapes } from './launchShapes';

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
  const ranks = await kernelsOf(dump, choice.ranks, choice);
  const joined = joinTables(
    dump,
    ranks.map(({ table }) => table),
  );
  const utilisation = choice.peaks && utilisationColumn(joined, choice.peaks);
  return utilisation ? { ...joined, columns: [...joined.columns, utilisation] } : joined;
}

export async function kernelsOf(
  dump: DumpContext,
  indexes: readonly RankIndex[],
  { withLaunch = false }: Pick<KernelChoice, 'withLaunch'> = {},
): Promise<readonly RankKernelTable[]> {
  const known = indexes.flatMap((index) => dump.rankAt(index) ?? []);
  const found = await dump.overRanks(known, async (rank): Promise<Found> => {
    const { kernels, error } = await rankKernels(dump, rank);
    const table = withLaunch ? await launched(dump, kernels) : kernels.table;
    return { kernels: { ...kernels, table }, ...(error && { error }) };
  });
  const ranks = found.map(({ kernels }) => kernels);
  const errors = found.flatMap(({ error }) => error ?? []);
  if (errors.length > 0 && ranks.every(({ source }) => source === undefined)) throw errors[0];
  return ranks;
}

/** They are the most that is kept of a rank: for who has found out of them all that it is asked for. Read anew when they are wanted again. */
export function letGoKernels(dump: DumpContext, index: RankIndex): void {
  dump.letGo(ofFiles(index));
  dump.letGoOfTimeline(OF_TIMELINE, index);
}

const OF_TIMELINE = 'kernels of the timeline';
const ofFiles = (index: RankIndex) => `kernels of rank ${index}`;

interface Found {
  readonly kernels: RankKernelTable;
  readonly error?: TableError;
}

async function rankKernels(dump: DumpContext, rank: TableRank): Promise<Found> {
  const files = await fileKernels(dump, rank);
  if (files?.kernels.source) return files;
  const fromTimeline = await dump.ofTimeline(OF_TIMELINE, rank.index, async (view) => {
    if (!hasDeviceTasks(view)) return undefined;
    const kernels = timelineKernels(view, stepsOfView(dump, view), (ns) => dump.fromOwnNs(ns));
    return finishKernels(await withShapes(dump, view, kernels), rank);
  });
  if (!fromTimeline) return files ?? { kernels: { rank, source: undefined, table: NO_ROWS, notices: [] } };
  const notices = files?.kernels.notices ?? [];
  const source = hasGpuTasks(fromTimeline) ? 'gpu-trace' : 'timeline';
  return { kernels: { rank, source, table: fromTimeline, notices } };
}

/** The kernels are in memory, their shapes in the file: where that can't be read any more, they are shown without. */
async function withShapes(dump: DumpContext, view: RankView, kernels: ColumnTable): Promise<ColumnTable> {
  try {
    return await withLaunchShapes(view, kernels);
  } catch (error) {
    if (!isSystemError(error)) throw error;
    dump.note(unreadable(view.index.files.paths[0], error));
    return kernels;
  }
}

/** From text, else from the database. Undefined: the rank has neither. With an error: nothing can be read of them. */
function fileKernels(dump: DumpContext, rank: TableRank): Promise<Found | undefined> {
  return dump.memo(ofFiles(rank.index), async (): Promise<Found | undefined> => {
    const files = await readAs('kernel-table', dump, rank);
    if (files?.kernels.source) return files;
    const database = await readAs('database', dump, rank);
    if (!database || !files) return database ?? files;
    const notices = [...files.kernels.notices, ...database.kernels.notices];
    return { ...database, kernels: { ...database.kernels, notices } };
  });
}

async function readAs(
  source: 'kernel-table' | 'database',
  dump: DumpContext,
  rank: TableRank,
): Promise<Found | undefined> {
  const paths = dump.paths(rank, source === 'database' ? 'profiler-db' : 'kernels');
  if (paths.length === 0) return undefined;
  try {
    const read = source === 'database' ? databaseKernels(dump, rank) : await csvKernels(dump, paths);
    for (const own of read.notices) dump.note(own);
    // A database without kernels is no source; a file with a header and nothing below it says that there were none.
    if (source === 'database' && read.table.rowCount === 0) return undefined;
    return { kernels: { rank, source, table: finishKernels(read.table, rank), notices: read.notices } };
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    dump.note(error.notice);
    return { kernels: { rank, source: undefined, table: NO_ROWS, notices: [error.notice] }, error };
  }
}

/** The rows of the files one after another, with the notices of all. Rejects with a `TableError`. */
async function csvKernels(dump: DumpContext, paths: readonly string[]) {
  const tables: CsvTable[] = [];
  for (const path of paths) tables.push(await dump.csv(path, kernelCsv));
  return { table: concatTables(tables), notices: tables.flatMap(({ notices }) => notices) };
}

/** What launched each kernel. Without a timeline, the table as it is. */
async function launched(dump: DumpContext, kernels: RankKernelTable): Promise<ColumnTable> {
  const { rank, table } = kernels;
  const columns = await dump.ofTimeline('launches of kernels', rank.index, (view) =>
    launchColumns(view, slicesIn(dump, view, kernels)),
  );
  return columns ? { ...table, columns: [...table.columns, ...columns] } : table;
}

/** Of each row of the rank's table its slice, or `NO_SLICE`; undefined where the rank has no timeline (yet). */
export function slicesOfRank(dump: DumpContext, kernels: RankKernelTable): Promise<Float64Array | undefined> {
  return dump.ofTimeline('slices of kernels asked for', kernels.rank.index, (view) => slicesIn(dump, view, kernels));
}

function slicesIn(dump: DumpContext, view: RankView, { table }: RankKernelTable): Float64Array {
  return dump.ofView('slices of kernels', view, () =>
    slicesOfKernels(table, view, (ns) => dump.toOwnNs(ns) - view.offsetNs),
  );
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
