import type { Database } from '../../sqlite/database';
import { SqliteFormatError } from '../../sqlite/sqliteFormatError';
import { readJsonFile } from '../../tables/jsonFile';
import { TableError } from '../../tables/tableError';
import type { DumpContext } from '../dumpContext';

/** The file's JSON; undefined, and noted, where it can't be read or is none. `prepare`: what to do to its text before. */
export async function readJson(dump: DumpContext, path: string, prepare?: (text: string) => string): Promise<unknown> {
  try {
    return await readJsonFile(path, prepare);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    dump.note({ ...error.notice, severity: 'warning' });
    return undefined;
  }
}

/** What `read` makes of the database; undefined, and noted, where it can't be read. Damage is noted too. */
export function readDatabase<T>(dump: DumpContext, path: string, read: (database: Database) => T): T | undefined {
  try {
    return dump.database(path, read);
  } catch (error) {
    if (!(error instanceof SqliteFormatError)) throw error;
    dump.note(error.notice);
    return undefined;
  }
}
