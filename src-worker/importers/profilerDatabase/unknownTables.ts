import type { Notice } from '../../../src-contract';
import { notice } from '../../files/notices';
import type { Database } from '../../sqlite/database';
import { COUNTER_TABLES } from './counterTables';
import { EVENT_TABLES } from './rowPlaces';

/** Read by views, or parts of the events of other tables. */
const OTHERS = [
  'COMPUTE_TASK_INFO',
  'MEMORY_RECORD',
  'NPU_MODULE_MEM',
  'NPU_OP_MEM',
  'OP_MEMORY',
  'SESSION_TIME_INFO',
  'STEP_TIME',
];
const KNOWN: ReadonlySet<string> = new Set([...EVENT_TABLES, ...COUNTER_TABLES, ...OTHERS]);
const NAMED = 5;

/** Says which tables have times and are not shown: those of other versions, or of other programs. */
export function unknownTables({ tables, path }: Database): Notice[] {
  const unknown = [...tables.values()].filter(
    ({ name, columns }) =>
      !KNOWN.has(name.toUpperCase()) &&
      columns.some((column) => /^(start|end)?time(stamp)?(Ns)?$|^(start|end)Ns$/i.test(column.name)),
  );
  if (unknown.length === 0) return [];
  const names = unknown.map(({ name }) => name);
  const named = names.slice(0, NAMED).join(', ') + (names.length > NAMED ? ', …' : '');
  return [notice('database-tables-not-shown', 'info', { count: names.length, names: named }, { path })];
}
