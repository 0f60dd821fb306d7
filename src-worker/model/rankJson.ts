import { TableError } from '../tables/tableError';
import type { DumpContext } from './dumpContext';
import type { TableRank } from './tableRanks';

/** JSON of a rank's own, whatever it is; undefined where the file is missing or broken (then it is noted). */
export function rankJson(dump: DumpContext, rank: TableRank, table: 'metadata' | 'profiler-info'): Promise<unknown> {
  const [path] = dump.paths(rank, table);
  return unlessBroken(dump, path, (own) => dump.json(own));
}

/** What `read` gives; undefined without a path, and where the file can't be read: that is noted. */
export async function unlessBroken<T>(
  dump: DumpContext,
  path: string | undefined,
  read: (path: string) => Promise<T>,
): Promise<T | undefined> {
  if (path === undefined) return undefined;
  try {
    return await read(path);
  } catch (error) {
    if (!(error instanceof TableError)) throw error;
    dump.note(error.notice);
    return undefined;
  }
}

/** A value inside of nested objects; undefined where there is none. */
export function at(value: unknown, ...path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}
