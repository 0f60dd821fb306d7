import type { Database } from '../../sqlite/database';
import { SqliteFormatError } from '../../sqlite/sqliteFormatError';
import { readJsonEntries } from '../../tables/jsonFile';
import { TableError } from '../../tables/tableError';
import type { DumpContext } from '../dumpContext';

/**
 * The file's JSON; undefined, and noted, where it can't be read or is none. `prepare`: what to do to its text before. Where a
 * member of the outer `entryDepth` objects is damaged, that is noted, and the others are read.
 */
export async function readJson(
  dump: DumpContext,
  path: string,
  entryDepth: number,
  prepare?: (text: string) => string,
): Promise<unknown> {
  try {
    return await readJsonEntries(path, entryDepth, { ...(prepare && { prepare }), note: (own) => dump.note(own) });
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    dump.note({ ...error.notice, severity: 'warning' });
    return undefined;
  }
}

/** What `read` makes of the database; undefined, and noted, where it can't be read. Damage is noted too. */
export function readDatabase<T>(
  dump: DumpContext,
  path: string,
  read: (database: Database) => T,
  device?: number,
): T | undefined {
  try {
    return dump.database(path, read, device);
  } catch (error) {
    if (!(error instanceof SqliteFormatError)) throw error;
    dump.note(error.notice);
    return undefined;
  }
}
