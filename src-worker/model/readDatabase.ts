import type { Database } from '../sqlite/database';
import type { DumpContext } from './dumpContext';

/** Read once; what is damaged is noted. */
export function databaseMemo<T>(
  dump: DumpContext,
  what: string,
  path: string,
  read: (database: Database) => T,
): Promise<T> {
  return dump.memo(`${what} ${path}`, async () => dump.database(path, read));
}
