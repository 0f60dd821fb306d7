/** Queries in SQL: what a window asks of a dump, and what it gets. */

/** Whether there is what answers queries: a module that the user installs, and names. */
export interface SqlSetup {
  /** Where it was found. */
  readonly folder?: string;
  /** What is in the way. */
  readonly failure?: SqlFailure;
  /** What the user writes its folder into: {"duckdb": "DIR"}. */
  readonly settingsFile: string;
}

export type SqlFailureCode =
  /** Nobody has named its folder; `settings`. */
  | 'not-named'
  /** `folder`, `settings`. */
  | 'not-there'
  /** `folder`, `reason`. */
  | 'not-loaded'
  /** `settings`. */
  | 'damaged-settings'
  /** The packaged desktop program starts no process of its own. */
  | 'packaged'
  | 'several-statements'
  | 'not-reading'
  /** `table`, `tables`. */
  | 'no-table'
  /** `table`. */
  | 'empty-table'
  /** `path`. */
  | 'no-summary'
  /** `seconds`. */
  | 'too-long'
  | 'too-much-memory'
  | 'too-large'
  | 'cancelled'
  /** What the database says of the query; `reason`. */
  | 'refused';

export interface SqlFailure {
  readonly code: SqlFailureCode;
  readonly params: Readonly<Record<string, string>>;
}

export interface SqlTable {
  readonly name: string;
  /** Its columns have to be asked for: `Engine.sqlColumns`. */
  readonly kind: 'dump' | 'summaries';
}

export interface SqlColumn {
  readonly name: string;
  readonly kind: 'number' | 'text';
}

export interface SqlWish {
  readonly sql: string;
  /** 1 to 3600. */
  readonly seconds: number;
  /** Of the database: its tables and what a query works with. 64 MB to 64 GB. */
  readonly memoryBytes: number;
}

export interface SqlRows {
  readonly columns: readonly SqlResultColumn[];
  readonly rowCount: number;
  /** There are more rows, or longer texts: a file has all. */
  readonly isCut: boolean;
  readonly milliseconds: number;
}

/** NaN and '' are no values. */
export type SqlResultColumn = { readonly name: string } & (
  | { readonly kind: 'number'; readonly values: Float64Array }
  | { readonly kind: 'text'; readonly values: readonly string[] }
);

export type SqlAnswer<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: SqlFailure };

export const sqlFileFormats = ['csv', 'parquet'] as const;
export type SqlFileFormat = (typeof sqlFileFormats)[number];

export const sqlLimits = {
  seconds: { least: 1, most: 3600, usual: 60 },
  memoryBytes: { least: 64 << 20, most: 64 * 2 ** 30, usual: 2 ** 31 },
} as const;
