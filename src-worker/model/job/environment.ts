/** Environment variables that the profiler recorded. The table of those that cost time is resources/environment.json. */
import environmentTable from '../../../resources/environment.json';
import type { FindingClass } from '../../../src-contract';
import { jsonOf } from '../../tables/jsonText';
import type { DumpContext } from '../dumpContext';
import { at, rankJson, unlessBroken } from '../rankJson';
import type { TableRank } from '../tableRanks';
import { readSession } from './jobDatabases';

/** One line of the table. */
export interface KnownVariable {
  readonly name: string;
  readonly class: FindingClass;
  /** What holds where it is not set. */
  readonly usual: string;
  readonly worse: WorseValue;
  /** When that costs time: `dynamic`, `dispatch` and the rest by what else is known of the job. */
  readonly matters: 'always' | 'dispatch' | 'dynamic' | 'allocator' | 'rdma';
}

/** One of these values; a number, at most so large; a text without that in it; any other than the usual. */
export type WorseValue =
  | { readonly values: readonly string[] }
  | { readonly atMost: number }
  | { readonly lacks: string }
  | { readonly other: true };

export const knownVariables = environmentTable as readonly KnownVariable[];

/** Name → value as recorded ('' was not set), whatever its type; undefined where nothing recorded the rank's environment. */
export async function recordedEnvironment(
  dump: DumpContext,
  rank: TableRank,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const inMetadata = at(await rankJson(dump, rank, 'metadata'), 'ENV_VARIABLES');
  if (inMetadata !== undefined) return asEntries(inMetadata);
  const [database] = dump.paths(rank, 'profiler-db');
  const session = await unlessBroken(dump, database, (path) => readSession(dump, path));
  return asEntries(jsonOf(session?.metadata.get('ENV_VARIABLES')));
}

/** Of these the ones of the table, as texts. */
export async function knownEnvironment(
  dump: DumpContext,
  rank: TableRank,
): Promise<Readonly<Record<string, string>> | undefined> {
  const recorded = await recordedEnvironment(dump, rank);
  if (!recorded) return undefined;
  const told = knownVariables.flatMap(({ name }): [string, string][] => {
    const value = Object.hasOwn(recorded, name) ? recorded[name] : undefined;
    return typeof value === 'string' || typeof value === 'number' ? [[name, String(value).trim()]] : [];
  });
  return Object.fromEntries(told);
}

/** Whether a variable that is so, as recorded, had better be something else. */
export function isWorse({ usual, worse }: KnownVariable, recorded: string): boolean {
  const value = recorded === '' ? usual : recorded;
  if ('values' in worse) return worse.values.includes(value);
  if ('atMost' in worse) return value !== '' && Number(value) <= worse.atMost;
  if ('lacks' in worse) return !value.includes(worse.lacks);
  return value !== usual;
}

function asEntries(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;
}
