import { wholeNumber } from '../numbers';
import { UsageError } from '../usageError';

export const queryFormats = ['table', 'csv', 'json', 'parquet'] as const;
export type QueryFormat = (typeof queryFormats)[number];

export interface QueryArguments {
  readonly paths: readonly string[];
  readonly sql: string;
  readonly format: QueryFormat;
  readonly out: string | undefined;
  /** Of DuckDB: its tables and what a query works with. */
  readonly memoryBytes: number;
  readonly seconds: number;
  /** The folder in which DuckDB was installed, where it is named here. */
  readonly duckdb: string | undefined;
  readonly isInsideDump: boolean;
}

export const queryOptions = {
  format: { type: 'string' },
  out: { type: 'string' },
  memory: { type: 'string' },
  seconds: { type: 'string' },
  duckdb: { type: 'string' },
  'inside-dump': { type: 'boolean' },
} as const;

const DEFAULT_MEMORY = '2G';
const DEFAULT_SECONDS = 60;
const MOST_SECONDS = 86_400;

type Values = Readonly<Record<string, unknown>>;

/** The last word is the query. Throws a `UsageError` for what is missing, or is none. */
export function queryArguments(words: readonly string[], values: Values): QueryArguments {
  const sql = words.at(-1);
  if (sql === undefined || words.length < 2)
    throw new UsageError('query needs the path of a dump, and behind it the query, such as "select * from findings".');
  const out = typeof values.out === 'string' ? values.out : undefined;
  const format = formatOf(values.format, out);
  if (format === 'parquet' && out === undefined) throw new UsageError('Parquet needs --out FILE.');
  return {
    paths: words.slice(0, -1),
    sql,
    format,
    out,
    memoryBytes: bytesOf(values.memory ?? DEFAULT_MEMORY),
    seconds: wholeNumber('--seconds', values.seconds, DEFAULT_SECONDS, 1, MOST_SECONDS),
    duckdb: typeof values.duckdb === 'string' ? values.duckdb : undefined,
    isInsideDump: values['inside-dump'] === true,
  };
}

function formatOf(value: unknown, out: string | undefined): QueryFormat {
  const wanted = value ?? (out === undefined ? 'table' : (/\.(csv|json|parquet)$/.exec(out)?.[1] ?? 'csv'));
  const format = queryFormats.find((own) => own === wanted);
  if (format === undefined)
    throw new UsageError(`--format is one of ${queryFormats.join(', ')}, not "${String(value)}".`);
  return format;
}

function bytesOf(value: unknown): number {
  const [, digits, unit] = /^(\d{1,6})([MG])$/.exec(String(value)) ?? [];
  const bytes = Number(digits) * (unit === 'G' ? 1 << 30 : 1 << 20);
  if (bytes > 0) return bytes;
  throw new UsageError(`--memory is a size such as 500M or 4G, not "${String(value)}".`);
}
