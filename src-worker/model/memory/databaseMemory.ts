import type { Notice } from '../../../src-contract';
import { numbers, since } from '../../sqlite/columns';
import { type Database, withDatabase } from '../../sqlite/database';
import { readProfilerAllocations, readProfilerMemoryRecords, readProfilerModules } from '../../sqlite/profilerMemory';
import { textsOfIds } from '../../sqlite/stringIds';
import { type ColumnTable, concatTables, numberColumn, textColumn } from '../../tables/columnTable';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';

/** What a profiler's database tells about a rank's memory, with the keys of the csv files. */
export interface DatabaseMemory {
  readonly records: ColumnTable;
  readonly allocations: ColumnTable;
  readonly modules: ColumnTable;
  readonly notices: readonly Notice[];
}

const tables = ['MEMORY_RECORD', 'OP_MEMORY', 'NPU_OP_MEM', 'NPU_MEM', 'NPU_MODULE_MEM'] as const;

/** Undefined where the rank has no such database, or none with tables of memory. Rejects with a `TableError`. */
export function databaseMemory(dump: DumpContext, rank: TableRank): Promise<DatabaseMemory | undefined> {
  return dump.memo(`memory database of rank ${rank.index}`, async () => {
    const paths = dump.paths(rank, 'profiler-db');
    const readOne = (database: Database) => readMemory(database, dump.baseNs);
    const read = paths.map((path) => withDatabase(path, readOne, undefined, dump.device(rank)));
    const found = read.filter(({ records, allocations, modules }) =>
      [records, allocations, modules].some(({ rowCount }) => rowCount > 0),
    );
    if (found.length === 0) return undefined;
    const notices = found.flatMap((own) => own.notices);
    for (const own of notices) dump.note(own);
    return {
      records: concatTables(found.map(({ records }) => records)),
      allocations: concatTables(found.map(({ allocations }) => allocations)),
      modules: concatTables(found.map(({ modules }) => modules)),
      notices,
    };
  });
}

/** Looks only at which tables there are. */
export function hasMemoryTables(dump: DumpContext, rank: TableRank): boolean {
  return dump.paths(rank, 'profiler-db').some((path) =>
    dump.memo(`memory tables of ${path}`, () => {
      try {
        return withDatabase(path, (database) => tables.some((table) => database.has(table)));
      } catch {
        // Whoever opens it for its content says what is wrong with it.
        return false;
      }
    }),
  );
}

function readMemory(database: Database, baseNs: bigint): DatabaseMemory {
  return {
    records: concatTables([readProfilerMemoryRecords(database, baseNs), processRecords(database, baseNs)]),
    allocations: readProfilerAllocations(database, baseNs),
    modules: readProfilerModules(database, baseNs),
    notices: database.notices,
  };
}

/** NPU_MEM: what the process holds of the device, which memory_record.csv has as its component APP. */
function processRecords(database: Database, baseNs: bigint): ColumnTable {
  const { rowCount, columns } = database.readColumns('NPU_MEM', {
    type: numbers('type'),
    ddr: numbers('ddr'),
    hbm: numbers('hbm'),
    timeNs: since(baseNs, 'timestampNs'),
    device: numbers('deviceId'),
  });
  const { type } = textsOfIds(database, { type: columns.type });
  const rows: number[] = [];
  for (let row = 0; row < rowCount; row++) if (type.texts[type.codes[row]] === 'app') rows.push(row);
  const held = (row: number) => (columns.ddr[row] || 0) + (columns.hbm[row] || 0);
  return {
    rowCount: rows.length,
    columns: [
      textColumn(
        'component',
        rows.map(() => 'APP'),
      ),
      numberColumn(
        'timeNs',
        'time',
        rows.map((row) => columns.timeNs[row]),
      ),
      numberColumn('reserved', 'bytes', rows.map(held)),
      textColumn(
        'device',
        rows.map((row) => `NPU:${columns.device[row]}`),
      ),
    ],
  };
}
