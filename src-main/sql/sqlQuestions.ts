/** Queries of windows: of each dump a database, which gets a table when a query first names it. */
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type {
  DumpId,
  DumpState,
  Engine,
  QuestionId,
  SqlAnswer,
  SqlColumn,
  SqlFileFormat,
  SqlRows,
  SqlSetup,
  SqlTable,
  SqlWish,
} from '../../src-contract';
import { sqlLimits } from '../../src-contract/sql';
import type { FileForm } from '../../src-worker/analysis/summary/summaryFile';
import { temporaryName } from '../base/temporary';
import { duckDbFolder } from './duckdb';
import { dumpTables, knownTable } from './dumpTables';
import { tablesOf } from './factTables';
import { QueryError } from './queryError';
import { SqlDatabase } from './sqlDatabase';
import { formsOf, summaryFiles } from './summaryFiles';

/** What a window can be handed at once. */
const MOST_FILE_BYTES = 256 << 20;

export interface SqlOptions {
  readonly engine: Engine;
  /** The built `sqlProcess.ts`. */
  readonly processPath: string;
  readonly configDir: string;
  readonly cacheDir: string;
  /** Folders that may be read; empty: all. */
  readonly readableRoots: readonly string[];
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What a file of summaries has facts of; undefined where that can't be told. Nothing outside of `roots`, where any are given. */
  readonly formOf: (file: string, roots: readonly string[]) => FileForm | undefined;
}

interface Held {
  /** Another one: what it was made of has changed. */
  readonly key: string;
  readonly database: SqlDatabase;
  readonly ready: Promise<void>;
  readonly folder: string;
  readonly isSummaries: boolean;
  readonly memoryBytes: number;
  /** Queries follow one another: each has the memory for itself. */
  queue: Promise<unknown>;
}

export class SqlQuestions {
  readonly #held = new Map<DumpId, Held>();
  readonly #underWay = new Map<QuestionId, { readonly stopped: AbortController }>();

  constructor(readonly options: SqlOptions) {}

  setup(): SqlSetup {
    const { settingsFile } = this;
    try {
      return { folder: this.#folder(), settingsFile };
    } catch (error) {
      if (error instanceof QueryError) return { failure: error.failure, settingsFile };
      throw error;
    }
  }

  get settingsFile(): string {
    return join(this.options.configDir, 'query.json');
  }

  /** Of summaries those that their files can have rows of; the others are there too, and empty. */
  async tables(state: DumpState): Promise<readonly SqlTable[]> {
    const { readableRoots, formOf } = this.options;
    const files = summaryFiles(state.paths, readableRoots);
    if (files.length === 0) return Object.keys(dumpTables).map((name) => ({ name, kind: 'dump' }));
    const forms = await formsOf(files, (file) => formOf(file, readableRoots));
    const names = ['facts', ...tablesOf(forms)];
    return names.map((name) => ({ name, kind: 'summaries' }));
  }

  columns(state: DumpState, table: string): Promise<SqlAnswer<readonly SqlColumn[]>> {
    return this.#answer(undefined, async () => {
      const files = summaryFiles(state.paths, this.options.readableRoots);
      if (files.length === 0)
        return (await knownTable(table)({ engine: this.options.engine, dump: state.id, state })).columns;
      // With the memory that the last query had: none is made anew for it.
      const held = this.#of(state, this.#held.get(state.id)?.memoryBytes ?? sqlLimits.memoryBytes.usual);
      await held.ready;
      return inTurn(held, () => held.database.call('columnsOf', table));
    });
  }

  rows(state: DumpState, wish: SqlWish, id?: QuestionId): Promise<SqlAnswer<SqlRows>> {
    return this.#query(state, wish, id, async ({ database }) => {
      const startMs = performance.now();
      const rows = await database.call('rows', wish.sql, wish.seconds);
      return { ...rows, milliseconds: performance.now() - startMs };
    });
  }

  file(state: DumpState, wish: SqlWish, format: SqlFileFormat, id?: QuestionId): Promise<SqlAnswer<Uint8Array>> {
    return this.#query(state, wish, id, async ({ database, folder }) => {
      const path = join(folder, `result.${format}`);
      try {
        await database.call(format === 'csv' ? 'writeCsv' : 'writeParquet', wish.sql, wish.seconds, path);
        if (statSync(path).size > MOST_FILE_BYTES) throw new QueryError('too-large');
        return new Uint8Array(readFileSync(path));
      } finally {
        rmSync(path, { force: true });
      }
    });
  }

  cancel(id: QuestionId): void {
    this.#underWay.get(id)?.stopped.abort();
  }

  /** The dump has been closed. */
  forget(dump: DumpId): void {
    const held = this.#held.get(dump);
    if (!held) return;
    this.#held.delete(dump);
    held.database.end();
    rmSync(held.folder, { recursive: true, force: true });
  }

  end(): void {
    for (const dump of [...this.#held.keys()]) this.forget(dump);
  }

  #query<T>(
    state: DumpState,
    { sql, memoryBytes }: SqlWish,
    id: QuestionId | undefined,
    ask: (held: Held) => Promise<T>,
  ): Promise<SqlAnswer<T>> {
    return this.#answer(id, async (signal) => {
      const held = this.#of(state, memoryBytes);
      await held.ready;
      return inTurn(held, async () => {
        if (signal.aborted) throw new QueryError('cancelled');
        const stop = () => void held.database.call('stop').catch(() => {});
        signal.addEventListener('abort', stop, { once: true });
        try {
          const asked = await held.database.call('tablesOf', sql);
          if (!held.isSummaries) for (const name of asked) await this.#give(held, state, name);
          if (signal.aborted) throw new QueryError('cancelled');
          return await ask(held);
        } finally {
          signal.removeEventListener('abort', stop);
        }
      });
    });
  }

  async #answer<T>(id: QuestionId | undefined, work: (signal: AbortSignal) => Promise<T>): Promise<SqlAnswer<T>> {
    const stopped = new AbortController();
    if (id !== undefined) this.#underWay.set(id, { stopped });
    try {
      return { kind: 'done', value: await work(stopped.signal) };
    } catch (error) {
      if (error instanceof QueryError) return { kind: 'failed', failure: error.failure };
      throw error;
    } finally {
      if (id !== undefined) this.#underWay.delete(id);
    }
  }

  /** One table that could not be given whole makes the database useless: the next query begins with another. */
  async #give(held: Held, state: DumpState, name: string): Promise<void> {
    const { engine } = this.options;
    const { tables } = held.database;
    const given =
      tables.get(name) ??
      (async () => {
        const table = await knownTable(name)({ engine, dump: state.id, state });
        if (table.columns.length === 0) throw new QueryError('empty-table', { table: name });
        try {
          await held.database.add(name, table);
        } catch (error) {
          this.forget(state.id);
          throw error;
        }
      })();
    tables.set(name, given);
    try {
      await given;
    } catch (error) {
      tables.delete(name);
      throw error;
    }
  }

  #folder(): string {
    if (isPackaged(this.options.processPath)) throw new QueryError('packaged');
    return duckDbFolder(undefined, this.options.environment, this.settingsFile);
  }

  /** The one that it has, where nothing has changed that it is made of. Throws a `QueryError` where there is no DuckDB. */
  #of(state: DumpState, memoryBytes: number): Held {
    const duckdb = this.#folder();
    const files = summaryFiles(state.paths, this.options.readableRoots);
    const ranks = state.ranks.map(({ status, generation }) => `${status} ${generation}`);
    const key = JSON.stringify([duckdb, memoryBytes, files, ranks, state.clock?.revision]);
    const before = this.#held.get(state.id);
    if (before?.key === key && !before.database.isOver) return before;
    this.forget(state.id);
    const folder = join(this.options.cacheDir, temporaryName('sql'));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const database = new SqlDatabase(this.options.processPath);
    const fileOut = join(folder, 'result.parquet');
    const ready = database.call('open', { folder: duckdb, files, fileOut, memoryBytes });
    const isSummaries = files.length > 0;
    const held: Held = { key, database, ready, folder, isSummaries, memoryBytes, queue: ready.catch(() => {}) };
    this.#held.set(state.id, held);
    // One that could not be opened is tried again by the next query.
    ready.catch(() => this.#held.get(state.id) === held && this.forget(state.id));
    return held;
  }
}

function inTurn<T>(held: Held, work: () => Promise<T>): Promise<T> {
  const own = held.queue.then(work);
  held.queue = own.catch(() => {});
  return own;
}

/** Its program runs nobody's code but its own: not even ours in a process of its own. */
function isPackaged(path: string): boolean {
  return path.includes('app.asar');
}
