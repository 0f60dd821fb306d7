import type { TableKind } from '../../src-contract';
import { withDatabase } from '../sqlite/database';
import { isOfForm } from './fileMagic';

export type DatabaseKind = Extract<TableKind, 'profiler-db' | 'analysis-db' | 'cluster-db'>;

/** Each holds events of a rank; `STRING_IDS` names them. */
const EVENT_TABLES = /^(TASK|CANN_API|PYTORCH_API|COMMUNICATION_OP|MSTX_EVENTS)$/i;

/**
 * What a SQLite file with another name than its profiler's holds, by its tables. Undefined where they tell nothing: the
 * profilers leave dozens of databases of their own beside what they measured.
 */
export function databaseKind(path: string, roots: readonly string[]): DatabaseKind | undefined {
  if (!isOfForm('sqlite', path, roots)) return undefined;
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
