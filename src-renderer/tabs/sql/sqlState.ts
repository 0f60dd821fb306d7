/** What is in the SQL tab. Lives with the session: the tab is taken away when another is in front, and its query goes on. */
import { createStore, type StoreApi } from 'zustand';
import type { SqlFailure, SqlFileFormat, SqlRows } from '../../../src-contract';
import { sqlLimits } from '../../../src-contract/sql';
import type { DumpSession } from '../../session/session';

export interface SqlState {
  readonly sql: string;
  readonly seconds: number;
  readonly memoryBytes: number;
  /** A query is under way, or its file. */
  readonly running: AbortController | undefined;
  readonly result: ShownResult | undefined;
  readonly failure: SqlFailure | undefined;
  /** What went wrong otherwise. */
  readonly error: unknown;
}

export interface ShownResult {
  /** Counts the results: a table of another one begins anew. */
  readonly number: number;
  readonly sql: string;
  readonly rows: SqlRows;
}

export function sqlStore(session: DumpSession): StoreApi<SqlState> {
  return session.viewState('sql', () =>
    createStore<SqlState>()(() => ({
      sql: '',
      seconds: sqlLimits.seconds.usual,
      memoryBytes: sqlLimits.memoryBytes.usual,
      running: undefined,
      result: undefined,
      failure: undefined,
      error: undefined,
    })),
  );
}

/** One at a time: nothing where one is under way. */
export async function runQuery(session: DumpSession, store: StoreApi<SqlState>): Promise<void> {
  const { sql, running } = store.getState();
  if (running || sql.trim() === '') return;
  await underWay(store, async (signal) => {
    const answer = await session.questions.follow(
      (id) => session.engine.sqlRows(session.dumpId, wishOf(store, sql), id),
      signal,
    );
    if (answer.kind === 'failed') store.setState({ failure: answer.failure });
    else
      store.setState(({ result }) => ({
        failure: undefined,
        result: { number: (result?.number ?? 0) + 1, sql, rows: answer.value },
      }));
  });
}

/** All rows of the result that is shown, asked for once more; undefined where that failed. */
export async function resultFile(
  session: DumpSession,
  store: StoreApi<SqlState>,
  format: SqlFileFormat,
): Promise<Uint8Array | undefined> {
  const { result, running } = store.getState();
  if (running || !result) return undefined;
  let bytes: Uint8Array | undefined;
  await underWay(store, async (signal) => {
    const answer = await session.questions.follow(
      (id) => session.engine.sqlFile(session.dumpId, wishOf(store, result.sql), format, id),
      signal,
    );
    if (answer.kind === 'failed') store.setState({ failure: answer.failure });
    else bytes = answer.value;
  });
  return bytes;
}

function wishOf(store: StoreApi<SqlState>, sql: string) {
  const { seconds, memoryBytes } = store.getState();
  return { sql, seconds, memoryBytes };
}

async function underWay(store: StoreApi<SqlState>, work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const running = new AbortController();
  store.setState({ running, failure: undefined, error: undefined });
  try {
    await work(running.signal);
  } catch (error) {
    store.setState({ error });
  } finally {
    store.setState({ running: undefined });
  }
}
