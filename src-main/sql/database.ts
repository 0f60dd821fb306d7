/** A database in memory that can read nothing but what it is given, and a query in it that is stopped in any case. */
import type { SqlColumn } from '../../src-contract';
import type { Connection, DuckDb, Result } from './duckdb';
import { factTables, factView } from './factTables';
import { QueryError, sayable } from './queryError';

/** Columns of a table, and its rows a part after another. */
export interface QueriedTable {
  readonly columns: readonly SqlColumn[];
  readonly parts: AsyncIterable<QueriedRows>;
}

export interface QueriedRows {
  readonly count: number;
  /** In the order of the columns. NaN and '' are no values. */
  readonly columns: readonly { at(row: number): number | string | undefined }[];
}

export interface Limits {
  readonly memoryBytes: number;
  readonly seconds: number;
}

/** DuckDB takes rows in vectors of so many. */
const CHUNK_ROWS = 2048;
/** A function that looks at no clock, such as one over a huge text, ends with the process. */
const GRACE_MS = 3000;
const LOOK_MS = 200;
/** The program itself, and what DuckDB does not count. */
const UNCOUNTED_BYTES = 1 << 30;

export class Database {
  constructor(
    readonly duckdb: DuckDb,
    readonly connection: Connection,
    readonly limits: Limits,
    /** Says why, and ends the process at once: nothing else stops what does not listen, and at a usual end it would be waited for. */
    readonly endNow: (reason: QueryError) => never,
    readonly close: () => void,
  ) {}

  /** `files`: all that it may read and write, and nobody can change that. */
  static async open(
    duckdb: DuckDb,
    files: readonly string[],
    limits: Limits,
    endNow: (reason: QueryError) => never,
  ): Promise<Database> {
    const instance = await duckdb.DuckDBInstance.create(':memory:', {
      memory_limit: `${Math.floor(limits.memoryBytes / (1 << 20))}MiB`,
      temp_directory: '',
      autoinstall_known_extensions: 'false',
      autoload_known_extensions: 'false',
      allow_community_extensions: 'false',
    });
    const connection = await instance.connect();
    // In this order: nothing is allowed any more behind the second.
    if (files.length > 0) await connection.run(`set allowed_paths = [${files.map(quoted).join()}]`);
    await connection.run('set enable_external_access = false');
    await connection.run('set lock_configuration = true');
    return new Database(duckdb, connection, limits, endNow, () => instance.closeSync());
  }

  /** Tables that the query reads. */
  tablesOf(sql: string): readonly string[] {
    return said(() => this.connection.getTableNames(sql, false)).map((name) => name.toLowerCase());
  }

  async add(name: string, { columns, parts }: QueriedTable): Promise<void> {
    const table = await this.begin(name, columns);
    try {
      for await (const rows of parts) table.append(rows);
    } finally {
      table.end();
    }
  }

  /** A new table, for rows that come a part after another. */
  async begin(name: string, columns: readonly SqlColumn[]): Promise<NewTable> {
    const types = columns.map(({ kind }) => (kind === 'number' ? this.duckdb.DOUBLE : this.duckdb.VARCHAR));
    const list = columns.map((own) => `${identifier(own.name)} ${own.kind === 'number' ? 'double' : 'varchar'}`);
    await this.connection.run(`create table ${identifier(name)} (${list.join(', ')})`);
    const appender = await this.connection.createAppender(name);
    return {
      append: (rows) =>
        said(() => {
          for (let from = 0; from < rows.count; from += CHUNK_ROWS) {
            const count = Math.min(CHUNK_ROWS, rows.count - from);
            const chunk = this.duckdb.DuckDBDataChunk.create(types, count);
            chunk.setColumns(
              rows.columns.map((own) => Array.from({ length: count }, (_, row) => cell(own.at(from + row)))),
            );
            appender.appendDataChunk(chunk);
          }
          appender.flushSync();
        }),
      end: () => appender.closeSync(),
    };
  }

  /** Of one statement that reads. Rejects with a `QueryError` for any other, for what is wrong with it, and at its limits. */
  async ask<T>(
    sql: string,
    signal: AbortSignal,
    take: (result: Result) => Promise<T>,
    seconds = this.limits.seconds,
  ): Promise<T> {
    return this.#limited(signal, seconds, async () => {
      const statements = await this.connection.extractStatements(sql);
      if (statements.count !== 1) throw new QueryError('several-statements');
      const statement = await statements.prepare(0);
      const { SELECT, EXPLAIN } = this.duckdb.StatementType;
      if (statement.statementType !== SELECT && statement.statementType !== EXPLAIN)
        throw new QueryError('not-reading');
      return take(await statement.stream());
    });
  }

  /** Asked first whether it only reads: what is copied is put together with it. */
  async copyToParquet(sql: string, file: string, signal: AbortSignal, seconds = this.limits.seconds): Promise<void> {
    const plain = sql.trim().replace(/;\s*$/, '');
    await this.ask(`select * from (${plain}\n) limit 0`, signal, async () => {}, seconds);
    const copy = `copy (${plain}\n) to ${quoted(file)} (format parquet)`;
    await this.#limited(signal, seconds, () => this.connection.run(copy));
  }

  async #limited<T>(signal: AbortSignal, seconds: number, work: () => Promise<T>): Promise<T> {
    let why: QueryError | undefined;
    let ending: NodeJS.Timeout | undefined;
    const stop = (reason: QueryError) => {
      if (why !== undefined) return;
      why = reason;
      this.connection.interrupt();
      ending = setTimeout(() => this.endNow(reason), GRACE_MS);
    };
    const timer = setTimeout(() => stop(new QueryError('too-long', { seconds: String(seconds) })), seconds * 1000);
    const before = process.memoryUsage.rss();
    const watch = setInterval(() => {
      const usedBytes = process.memoryUsage.rss() - before;
      if (usedBytes > this.limits.memoryBytes + UNCOUNTED_BYTES) this.endNow(new QueryError('too-much-memory'));
    }, LOOK_MS);
    const cancel = () => stop(new QueryError('cancelled'));
    signal.addEventListener('abort', cancel, { once: true });
    if (signal.aborted) cancel();
    try {
      return await work();
    } catch (error) {
      throw why ?? sayable(error);
    } finally {
      clearTimeout(timer);
      clearTimeout(ending);
      clearInterval(watch);
      signal.removeEventListener('abort', cancel);
    }
  }
}

export interface NewTable {
  append(rows: QueriedRows): void;
  end(): void;
}

function cell(value: number | string | undefined): number | string | null {
  return value === undefined || value === '' || (typeof value === 'number' && Number.isNaN(value)) ? null : value;
}

function identifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

function said<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw sayable(error);
  }
}

/** The facts of summaries, as they are, and by kind. */
export async function addSummaries({ connection }: Database, files: readonly string[]): Promise<void> {
  try {
    await connection.run(
      `create table facts as select * from read_parquet([${files.map(quoted).join()}], union_by_name = true)`,
    );
  } catch (error) {
    throw sayable(error);
  }
  for (const [name, table] of Object.entries(factTables)) {
    try {
      await connection.run(factView(name, table));
    } catch (error) {
      // A Parquet file of something else has no such columns: it has no such table, and a query that names it hears so.
      if (!isUnknownColumn(error)) throw sayable(error);
    }
  }
}

/** DuckDB's own words of a name that it does not find in the table; the second form where a column is made under that name. */
function isUnknownColumn(error: unknown): boolean {
  return error instanceof Error && /^Binder Error: (Referenced column |Column "[^"]*" referenced )/.test(error.message);
}
