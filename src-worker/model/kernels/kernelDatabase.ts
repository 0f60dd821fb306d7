import type { Notice } from '../../../src-contract';
import { type Database, withDatabase } from '../../sqlite/database';
import { readProfilerSession } from '../../sqlite/profilerDb';
import { readProfilerKernels } from '../../sqlite/profilerKernels';
import { type ColumnTable, concatTables } from '../../tables/columnTable';
import { TableError } from '../../tables/tableError';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';

export interface DatabaseKernels {
  /** Columns with the keys of `kernelCsv`. */
  readonly table: ColumnTable;
  readonly notices: readonly Notice[];
}

/** Kernels and collectives in the profiler's databases of the rank. Throws a `TableError`. */
export function databaseKernels(dump: DumpContext, rank: TableRank): DatabaseKernels {
  const read = (database: Database) => ({
    table: readProfilerKernels(database, dump.baseNs),
    notices: database.notices,
  });
  const parts = dump.paths(rank, 'profiler-db').map((path) => dump.database(path, read, dump.device(rank)));
  const tables = parts.map(({ table }) => table).filter(({ rowCount }) => rowCount > 0);
  return {
    table: concatTables(tables.length > 0 ? tables : [{ rowCount: 0, columns: [] }]),
    notices: parts.flatMap(({ notices }) => notices),
  };
}

/** True if one of the databases has a table of kernels. Those that can't be read are said to be when they are asked for. */
export function hasDatabaseKernels(dump: DumpContext): boolean {
  return dump.ranks.some((rank) =>
    dump.paths(rank, 'profiler-db').some((path) =>
      dump.memo(`kernels in ${path}`, () => {
        try {
          return withDatabase(path, (database) => database.has('COMPUTE_TASK_INFO'));
        } catch (error) {
          if (error instanceof TableError) return false;
          throw error;
        }
      }),
    ),
  );
}

/** Name of the device, as far as the database tells. */
export function databaseDevice(path: string): string | undefined {
  try {
    return withDatabase(path, (database) => [...readProfilerSession(database).deviceNames.values()][0]);
  } catch (error) {
    if (error instanceof TableError) return undefined;
    throw error;
  }
}
