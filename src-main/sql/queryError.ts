import type { SqlFailure, SqlFailureCode } from '../../src-contract';

const sentences: Readonly<Record<SqlFailureCode, string>> = {
  'not-named':
    'Queries need DuckDB, which is not a part of Tracelane: npm install --prefix DIR @duckdb/node-api installs it (70 MB); then name it: --duckdb DIR, TRACELANE_DUCKDB=DIR, or {"duckdb": "DIR"} in {{settings}}.',
  'not-there':
    'There is no DuckDB in {{folder}}: npm install --prefix DIR @duckdb/node-api installs it (70 MB); then name it: --duckdb DIR, TRACELANE_DUCKDB=DIR, or {"duckdb": "DIR"} in {{settings}}.',
  'not-loaded': 'DuckDB in {{folder}} can’t be loaded: {{reason}}',
  'damaged-settings': '{{settings}} has to be {"duckdb": "DIR"}.',
  packaged: 'The packaged desktop program runs no queries: tracelane query and tracelane serve do.',
  'several-statements': 'A query is one statement.',
  'not-reading': 'A query only reads: select, with, from or explain.',
  'no-table': 'There is no table {{table}}; there are {{tables}}.',
  'empty-table': 'The dump has nothing for the table {{table}}.',
  'no-summary': '{{path}} is no summary.',
  'too-long': 'The query was stopped after {{seconds}} s; --seconds N gives it longer.',
  'too-much-memory': 'The query needs more memory than it may have: --memory SIZE.',
  'too-large': 'The file would be too large for the window: tracelane query writes it.',
  cancelled: 'Cancelled.',
  refused: '{{reason}}',
};

/** Why there is no answer to a query; its message is the sentence of the command line, the window has its own. */
export class QueryError extends Error {
  override readonly name = 'QueryError';
  readonly failure: SqlFailure;
  constructor(code: SqlFailureCode, params: Readonly<Record<string, string>> = {}) {
    super(sentences[code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? ''));
    this.failure = { code, params };
  }
}

/** What DuckDB says is for who wrote the query. */
export function sayable(error: unknown): QueryError {
  if (error instanceof QueryError) return error;
  const reason = error instanceof Error ? error.message.trim().replace(/\s*\n\s*/g, ' ') : String(error);
  return new QueryError('refused', { reason });
}
