import { closeSync, readSync } from 'node:fs';
import type { TableKind } from '../../src-contract';
import { openFile } from '../files/readable';
import { withDatabase } from '../sqlite/database';

const MAGIC = 'SQLite format 3\0';

export type DatabaseKind = Extract<TableKind, 'profiler-db' | 'analysis-db' | 'cluster-db'>;

/** True for a SQLite file, whatever it is called; false where that can't be told. */
export function isDatabase(path: string, roots: readonly string[]): boolean {
  try {
    const fd = openFile(path, roots);
    try {
      const head = Buffer.alloc(MAGIC.length);
      return readSync(fd, head, 0, head.length, 0) === head.length && head.toString('latin1') === MAGIC;
    } finally {
      closeSync(fd);
    }
  } catch {
    return false;
  }
}

/** What a SQLite file with another name than its profiler's holds, by its tables. What tells nothing may be a timeline. */
export function databaseKind(path: string, roots: readonly string[]): DatabaseKind | undefined {
  if (!isDatabase(path, roots)) return undefined;
  try {
    return withDatabase(path, ({ tables }) => {
      const names = [...tables.keys()];
      if (names.some((name) => /^Cluster/i.test(name) || /^CommunicationGroup/i.test(name))) return 'cluster-db';
      return names.some((name) => /^(CommAnalyzer|StepTraceTime)/i.test(name)) ? 'analysis-db' : 'profiler-db';
    });
  } catch {
    // Whoever reads it whole says why it can't be read.
    return 'profiler-db';
  }
}
