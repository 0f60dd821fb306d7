import type { RankIndex } from '../../../src-contract';
import type { ColumnTable } from '../../tables/columnTable';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import { allocationsOf, readAllocations, recordsOfAllocations } from './allocations';
import { databaseMemory, hasMemoryTables } from './databaseMemory';
import type { Allocations, MemoryData } from './memoryData';
import { componentRecords, readRecords, type TimedTable } from './records';
import { hasMemoryEvents, traceMemory } from './traceMemory';

/** All about a rank's memory; undefined where it has none. Read when first asked for, and kept. */
export async function memoryOf(dump: DumpContext, rank: TableRank): Promise<MemoryData | undefined> {
  const read = await dump.memo(ofFiles(rank.index), () => readBeside(dump, rank));
  if (read) return read;
  return dump.ofTimeline('memory', rank.index, (view) => traceMemory(view, (ns) => dump.fromOwnNs(ns + view.offsetNs)));
}

/** `ask` of what is kept of the rank's memory alone; what is read for it is let go of again. */
export async function withoutKeeping<T>(dump: DumpContext, index: RankIndex, ask: () => Promise<T>): Promise<T> {
  const wasKept = dump.isKept(ofFiles(index));
  try {
    return await ask();
  } finally {
    if (!wasKept) dump.letGo(ofFiles(index));
  }
}

const ofFiles = (index: RankIndex) => `memory of rank ${index}`;

/** From the csv files; where there are none, from the profiler's database. */
async function readBeside(dump: DumpContext, rank: TableRank): Promise<MemoryData | undefined> {
  if (hasFiles(dump, rank)) return readFiles(dump, rank);
  const database = await databaseMemory(dump, rank);
  if (!database || database.records.rowCount + database.allocations.rowCount === 0) return undefined;
  return together('database', timed(database.records), timed(database.allocations), database.notices);
}

const timed = (table: ColumnTable) => ({ table, isTimeLost: false });

function hasFiles(dump: DumpContext, rank: TableRank): boolean {
  return dump.paths(rank, 'memory-record').length > 0 || dump.paths(rank, 'operator-memory').length > 0;
}

const kinds = ['memory-record', 'operator-memory', 'module-memory', 'static-memory', 'memory-usage'] as const;

/** Looks at files and at the timelines in memory, never waits. */
export function hasMemory(dump: DumpContext): boolean {
  return dump.ranks.some(hasOwnMemory(dump));
}

/** In the order of the dump; never waits either. */
export function ranksWithMemory(dump: DumpContext): readonly RankIndex[] {
  return dump.ranks.filter(hasOwnMemory(dump)).map(({ index }) => index);
}

function hasOwnMemory(dump: DumpContext): (rank: TableRank) => boolean {
  const views = new Map(dump.loadedTimelines().map((view) => [view.rank, view]));
  return (rank) => {
    if (kinds.some((kind) => dump.paths(rank, kind).length > 0) || hasMemoryTables(dump, rank)) return true;
    const view = views.get(rank.index);
    return view !== undefined && dump.ofView('memory events', view, hasMemoryEvents);
  };
}

async function readFiles(dump: DumpContext, rank: TableRank): Promise<MemoryData> {
  const [recorded, allocated] = await Promise.all([readRecords(dump, rank), readAllocations(dump, rank)]);
  const notices = [...recorded.notices, ...allocated.notices];
  for (const own of notices) dump.note(own);
  const error = recorded.error ?? allocated.error;
  if (error && recorded.table.rowCount + allocated.table.rowCount === 0) throw error;
  return together('csv', recorded, allocated, notices);
}

function together(
  source: MemoryData['source'],
  recorded: Pick<TimedTable, 'table' | 'isTimeLost'>,
  allocated: Pick<TimedTable, 'table' | 'isTimeLost'>,
  notices: MemoryData['notices'],
): MemoryData {
  const records = componentRecords(recorded);
  const allocations = allocationsOf(allocated, records);
  return { source, components: [...records, ...fallback(records, allocations)], allocations, notices };
}

/** Where no record of an allocator can be drawn, the totals beside its allocations can. */
function fallback(records: MemoryData['components'], allocations: Allocations): MemoryData['components'] {
  const drawn = new Set(
    records.filter(({ isTimeLost }) => !isTimeLost).flatMap(({ component }) => component.split('+')),
  );
  const ids = new Set(records.map(({ id }) => id));
  return recordsOfAllocations(allocations, ids, drawn);
}
