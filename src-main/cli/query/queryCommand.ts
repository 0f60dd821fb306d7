import { renameSync, rmSync, writeSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { terminalLine } from '../../../src-contract/cells/terminalLine';
import { CommandError } from '../../base/commandError';
import { userDirs } from '../../engine/user/userDirs';
import { describeDump, plural } from '../../host/describeDump';
import type { Installation } from '../../host/installation';
import { addSummaries, Database } from '../../sql/database';
import { duckDbFolder, loadDuckDb } from '../../sql/duckdb';
import { dumpTables, knownTable } from '../../sql/dumpTables';
import { QueryError } from '../../sql/queryError';
import { writeResult } from '../../sql/resultText';
import { summaryFiles } from '../../sql/summaryFiles';
import { commandEngine } from '../commandEngine';
import { existingPaths } from '../existingPaths';
import { checkOutside, fileOutput } from '../export/outputFile';
import { readDump } from '../readDump';
import type { QueryArguments } from './queryArguments';

/** Ctrl+C, as shells have it. */
const CANCELLED = 130;

/** Asks a dump, or summaries, in SQL; resolves with the exit code. Progress goes to `printError`. */
export async function runQuery(...of: Parameters<typeof answered>): Promise<number> {
  try {
    return await answered(...of);
  } catch (error) {
    throw error instanceof QueryError ? new CommandError(error.message) : error;
  }
}

async function answered(
  wish: QueryArguments,
  installation: Installation,
  writeOut: (text: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const paths = existingPaths(wish.paths);
  const out = wish.out === undefined ? undefined : resolve(wish.out);
  if (out !== undefined && !wish.isInsideDump) checkOutside(out, paths);
  const settings = join(userDirs(process.platform, process.env, homedir()).configDir, 'query.json');
  const duckdb = await loadDuckDb(duckDbFolder(wish.duckdb, process.env, settings));
  const files = summaryFiles(paths);
  const partial = out === undefined ? undefined : `${out}.part`;
  const isCopied = wish.format === 'parquet' && partial !== undefined;
  const database = await Database.open(duckdb, [...files, ...(isCopied ? [partial] : [])], wish, endNow);
  const cancelled = new AbortController();
  const cancel = () => cancelled.abort();
  process.on('SIGINT', cancel);
  try {
    const asked = database.tablesOf(wish.sql);
    if (files.length > 0) await addSummaries(database, files);
    else await addDump(database, asked, paths, installation, printError);
    if (isCopied) {
      await database.copyToParquet(wish.sql, partial, cancelled.signal);
      renameSync(partial, out as string);
      return 0;
    }
    const format = wish.format === 'parquet' ? 'csv' : wish.format;
    const output = out === undefined ? undefined : fileOutput(out);
    try {
      const write = output ? (text: string) => output.write(text) : writeOut;
      const count = await database.ask(wish.sql, cancelled.signal, (result) => writeResult(result, format, write));
      output?.finish();
      if (output) printError(`Wrote ${plural(count, 'row')}.`);
    } catch (error) {
      output?.abandon();
      throw error;
    }
    return 0;
  } catch (error) {
    if (isCopied) rmSync(partial, { force: true });
    if (!cancelled.signal.aborted) throw error;
    printError('Cancelled.');
    return CANCELLED;
  } finally {
    process.off('SIGINT', cancel);
    database.close();
  }
}

function endNow(reason: QueryError): never {
  writeSync(2, `${terminalLine(reason.message)}\n`);
  process.kill(process.pid, 'SIGKILL');
  throw reason;
}

/** Of the tables that are asked for, none of the others: some are large. */
async function addDump(
  database: Database,
  asked: readonly string[],
  paths: readonly string[],
  installation: Installation,
  printError: (line: string) => void,
): Promise<void> {
  for (const name of asked) knownTable(name);
  if (asked.length === 0) return;
  const { engine, dispose } = commandEngine(installation);
  try {
    const dump = await engine.open(paths);
    const state = await readDump(engine, dump, 'all', printError);
    printError(describeDump(state));
    if (state.status !== 'ready') throw new CommandError('The dump could not be opened.');
    for (const name of asked) {
      const table = await dumpTables[name]?.({ engine, dump, state });
      if (!table || table.columns.length === 0) throw new QueryError('empty-table', { table: name });
      await database.add(name, table);
    }
  } finally {
    await dispose();
  }
}
