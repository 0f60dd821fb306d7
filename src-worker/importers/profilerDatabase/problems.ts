import type { Notice } from '../../../src-contract';
import { notice } from '../../files/notices';
import { unreadable } from '../../files/unreadable';
import { SqliteFormatError } from '../../sqlite/sqliteFormatError';

export function sentenceOf(path: string, error: unknown): Notice {
  return error instanceof SqliteFormatError ? error.notice : unreadable(path, error);
}

/** What is damaged in a table, or in some of its pages. */
export interface TableDamage {
  readonly said: Notice;
  /** Of pages that nobody else reads. */
  readonly isShare: boolean;
}

const MOST_ROWS_NAMED = 5;

/** Each table's damage once, however many segments have come by it. */
export function joinedDamage(damage: readonly TableDamage[]): Notice[] {
  const joined = new Map<string, TableDamage>();
  for (const own of damage) {
    const { code, params } = own.said;
    const key = `${code} ${params.table} ${params.column}`;
    const known = joined.get(key);
    joined.set(key, known ? both(known, own) : own);
  }
  return [...joined.values()].map(({ said }) => said);
}

function both(known: TableDamage, other: TableDamage): TableDamage {
  const [one, two] = [Number(known.said.params.count), Number(other.said.params.count)];
  // Who has read the whole table knows of all of it.
  if (!known.isShare || !other.isShare) return one >= two ? known : other;
  const { rows } = known.said.params;
  const params = { ...known.said.params, count: one + two };
  const more = rows === undefined ? {} : { rows: bothRows(String(rows), String(other.said.params.rows)) };
  return { ...known, said: { ...known.said, params: { ...params, ...more } } };
}

function bothRows(one: string, two: string): string {
  const named = [...one.split(', '), ...two.split(', ')].filter((row) => row !== '…');
  const isCut = named.length > MOST_ROWS_NAMED || one.endsWith('…') || two.endsWith('…');
  return [...named.slice(0, MOST_ROWS_NAMED), ...(isCut ? ['…'] : [])].join(', ');
}

/** Names whose texts are not there. */
export function namesMissing(path: string, ids: Iterable<number>): Notice[] {
  const count = new Set(ids).size;
  return count === 0 ? [] : [notice('database-names-missing', 'warning', { count }, { path })];
}
