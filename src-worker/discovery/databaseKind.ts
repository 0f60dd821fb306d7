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

/** Each holds events of a rank; `STRING_IDS` names them. */
const EVENT_TABLES = /^(TASK|CANN_API|PYTORCH_API|COMMUNICATION_OP|MSTX_EVENTS)$/i;

/**
 * What a SQLite file with another name than its profiler's holds, by its tables. Undefined where they tell nothing: the
 * profilers leave dozens of databases of their own beside what they measured.
 */
export function databaseKind(path: string, roots: readonly string[]): DatabaseKind | undefined {
  if (!isDatabase(path, roots)) return undefined;
  try {
    return withDatabase(path, (database) => {
      const names = [...database.tables.keys()];
      if (names.some((name) => /^Cluster/i.test(name) || /^CommunicationGroup/i.test(name))) return 'cluster-db';
      if (names.some((name) => /^(CommAnalyzer|StepTraceTime)/i.test(name))) return 'analysis-db';
      const hasEvents = names.some((name) => EVENT_TABLES.test(name)) && database.has('STRING_IDS');
      return hasEvents ? 'profiler-db' : undefined;
    });
  } catch {
    // Whoever reads it, if the user has opened it, says why it can't be read.
    return undefined;
  }
}
