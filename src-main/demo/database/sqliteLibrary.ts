import type { Database } from 'node-sqlite3-wasm';

/** SQLite as WebAssembly: it writes to a file as it goes and needs neither a compiler nor a download. */
export interface SqliteLibrary {
  readonly Database: typeof Database;
}

/** Loaded when the first database is written: 1.3 MB that nobody else needs. */
export async function loadSqlite(): Promise<SqliteLibrary> {
  const library: { readonly default: SqliteLibrary } = await import('node-sqlite3-wasm');
  return library.default;
}
