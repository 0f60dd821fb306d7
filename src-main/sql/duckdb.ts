/**
 * DuckDB, which no package of Tracelane's brings: the user installs it and names its folder. The only module that is looked for outside
 * the program; nothing but that folder is looked into, and only a command line, its environment and its user's own file can name it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { QueryError } from './queryError';

/** What is used of `@duckdb/node-api`. */
export interface DuckDb {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Readonly<Record<string, string>>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
  readonly DuckDBDataChunk: { create(types: readonly unknown[], rowCount: number): DataChunk };
  readonly DOUBLE: unknown;
  readonly VARCHAR: unknown;
  readonly StatementType: { readonly SELECT: number; readonly EXPLAIN: number };
}

export interface Connection {
  run(sql: string): Promise<unknown>;
  createAppender(
    table: string,
  ): Promise<{ appendDataChunk(chunk: DataChunk): void; flushSync(): void; closeSync(): void }>;
  getTableNames(sql: string, qualified: boolean): readonly string[];
  extractStatements(sql: string): Promise<{ readonly count: number; prepare(index: number): Promise<Statement> }>;
  interrupt(): void;
}

interface Statement {
  readonly statementType: number;
  stream(): Promise<Result>;
}

export interface Result {
  columnNames(): readonly string[];
  fetchChunk(): Promise<DataChunk | null>;
}

export interface DataChunk {
  readonly rowCount: number;
  setColumns(columns: readonly (readonly (number | string | null)[])[]): void;
  getRows(): readonly (readonly unknown[])[];
}

const PACKAGE = '@duckdb/node-api';
const namedSchema = z.object({ duckdb: z.string() });
const packageSchema = z.object({ name: z.literal(PACKAGE), main: z.string() });

/** `settings`: the user's own file. Throws a `QueryError` that says how to get it. */
export function duckDbFolder(
  named: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  settings: string,
): string {
  const folder = named ?? env.TRACELANE_DUCKDB ?? namedIn(settings);
  if (folder === undefined) throw new QueryError('not-named', { settings });
  if (!existsSync(join(placeIn(folder), 'package.json'))) throw new QueryError('not-there', { folder, settings });
  return folder;
}

/** Throws a `QueryError` where it can't be loaded. */
export async function loadDuckDb(folder: string): Promise<DuckDb> {
  const own = placeIn(folder);
  try {
    const { main } = packageSchema.parse(JSON.parse(readFileSync(join(own, 'package.json'), 'utf8')));
    const loaded = (await import(/* @vite-ignore */ pathToFileURL(join(own, main)).href)) as {
      readonly default: DuckDb;
    };
    return loaded.default;
  } catch (error) {
    throw new QueryError('not-loaded', { folder, reason: error instanceof Error ? error.message : String(error) });
  }
}

function placeIn(folder: string): string {
  return join(resolve(folder), 'node_modules', PACKAGE);
}

function namedIn(settings: string): string | undefined {
  if (!existsSync(settings)) return undefined;
  try {
    return namedSchema.parse(JSON.parse(readFileSync(settings, 'utf8'))).duckdb;
  } catch {
    throw new QueryError('damaged-settings', { settings });
  }
}
