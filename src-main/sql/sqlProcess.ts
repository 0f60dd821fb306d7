/**
 * The program of the process that has the database of one dump for a window: what does not listen to an interrupt, or takes more memory than
 * it may, ends with it, and the host goes on. It is told what to do one thing at a time (`sqlCalls.ts`), and ends when nobody is there to tell it.
 */
import { closeSync, openSync, writeSync } from 'node:fs';
import type { SqlColumn } from '../../src-contract';
import { addSummaries, Database, type NewTable } from './database';
import { loadDuckDb } from './duckdb';
import { type QueryError, sayable } from './queryError';
import { writeResult } from './resultText';
import { shownRows } from './shownRows';
import type { SqlCalls, SqlMessage, SqlReply } from './sqlCalls';

const BATCH_CHARACTERS = 1 << 20;

function endNow(reason: QueryError): never {
  // Nothing that takes its time is heard any more: what started this process reads why from its output for errors.
  writeSync(2, `\n${JSON.stringify(reason.failure)}\n`);
  process.kill(process.pid, 'SIGKILL');
  throw reason;
}

function answering(): SqlCalls {
  let opened: Database | undefined;
  let table: NewTable | undefined;
  let underWay = new AbortController();
  const database = () => {
    if (!opened) throw new Error('There is no database yet');
    return opened;
  };
  const begin = () => {
    underWay = new AbortController();
    return underWay.signal;
  };
  return {
    open: async ({ folder, files, fileOut, memoryBytes }) => {
      const duckdb = await loadDuckDb(folder);
      opened = await Database.open(duckdb, [...files, fileOut], { memoryBytes, seconds: 0 }, endNow);
      if (files.length > 0) await addSummaries(opened, files);
    },
    tablesOf: async (sql) => database().tablesOf(sql),
    columnsOf: async (name) => {
      const described = await database().ask(
        `select column_name, column_type from (describe from "${name.replaceAll('"', '""')}")`,
        begin(),
        shownRows,
        60,
      );
      const [names, types] = described.columns.map((own) => (own.kind === 'text' ? own.values : []));
      return (names ?? []).map(
        (own, at): SqlColumn => ({ name: own, kind: types?.[at] === 'VARCHAR' ? 'text' : 'number' }),
      );
    },
    beginTable: async (name, columns) => {
      table = await database().begin(name, columns);
    },
    addRows: async (count, columns) =>
      table?.append({ count, columns: columns.map((own) => ({ at: (row) => own[row] })) }),
    endTable: async () => table?.end(),
    rows: (sql, seconds) => database().ask(sql, begin(), shownRows, seconds),
    writeCsv: async (sql, seconds, file) => {
      const fd = openSync(file, 'w', 0o600);
      let batch = '';
      const flush = () => {
        writeSync(fd, batch);
        batch = '';
      };
      try {
        const write = (text: string) => {
          batch += text;
          if (batch.length > BATCH_CHARACTERS) flush();
        };
        await database().ask(sql, begin(), (result) => writeResult(result, 'csv', write), seconds);
        flush();
      } finally {
        closeSync(fd);
      }
    },
    writeParquet: (sql, seconds, file) => database().copyToParquet(sql, file, begin(), seconds),
    stop: async () => underWay.abort(),
  };
}

const calls = answering();

async function answer({ id, name, args }: SqlMessage): Promise<SqlReply> {
  try {
    return { id, value: await (calls[name] as (...of: readonly unknown[]) => Promise<unknown>)(...args) };
  } catch (error) {
    return { id, failure: sayable(error).failure };
  }
}

process.on('message', (message: SqlMessage) => {
  void answer(message).then((reply) => process.send?.(reply));
});
// It may be deep in a query that knows no end.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.send?.({ id: 0, value: undefined } satisfies SqlReply);
