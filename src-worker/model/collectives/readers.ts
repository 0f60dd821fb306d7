import { notice } from '../../files/notices';
import { readTextFile } from '../../files/readable';
import type { Database } from '../../sqlite/database';
import { SqliteFormatError } from '../../sqlite/sqliteFormatError';
import type { DumpContext } from '../dumpContext';

/** The file's JSON; undefined, and noted, where it can't be read or is none. `prepare`: what to do to its text before. */
export async function readJson(
  dump: DumpContext,
  path: string,
  prepare: (text: string) => string = (text) => text,
): Promise<unknown> {
  let text: string;
  try {
    text = await readTextFile(path);
  } catch (error) {
    dump.note(notice('file-unreadable', 'warning', { reason: reasonOf(error) }, { path }));
    return undefined;
  }
  if (text.length === 0) {
    dump.note(notice('empty-file', 'warning', {}, { path }));
    return undefined;
  }
  try {
    return JSON.parse(prepare(text));
  } catch (error) {
    dump.note(notice('table-not-json', 'warning', { reason: reasonOf(error) }, { path }));
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

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
