import { join } from 'node:path';
import type { DumpId, DumpState, Engine, Notice, RankState } from '../../../src-contract';
import { nextDumpState } from '../../../src-contract/wire/dumpUpdates';
import { chosenGroups, exportTrace, traceFileNames } from '../../../src-report/trace/traceFile';
import { describeDump, number, plural } from '../../host/describeDump';
import type { Installation } from '../../host/installation';
import { pathOfArgument } from '../../host/openArgument';
import { commandEngine } from '../commandEngine';
import { readDump, tenths } from '../readDump';
import { UsageError } from '../usageError';
import type { ExportArguments } from './exportArguments';
import { exportStatistics } from './exportStatistics';
import { exportCsv, exportJson, tableSource } from './exportTable';
import { checkOutside, fileOutput, type Output } from './outputFile';

/** Opens the dump without a window and writes a part of it; resolves with the exit code. All but that goes to `printError`. */
export async function runExport(
  wish: ExportArguments,
  installation: Installation,
  writeOut: (text: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const paths = wish.paths.map((path) => pathOfArgument(path, process.cwd()));
  if (wish.out !== undefined && !wish.mayBeInsideDump) checkOutside(wish.out, paths);
  const { engine, dispose } = commandEngine(installation);
  try {
    const dump = await engine.open(paths);
    const opened = await readDump(engine, dump, wish.what.kind === 'table' ? 'first' : 'all', printError);
    printError(describeDump(opened));
    if (opened.status !== 'ready') return 1;
    const ranks = chosenRanks(opened, wish.ranks);
    const own: Export = { engine, dump, wish, printError, writeOut };
    switch (wish.what.kind) {
      case 'table':
        await writeTable(own, ranks, wish.what);
        sayNew(opened, await nextDumpState(engine, dump), printError);
        return 0;
      case 'statistics': {
        const counts = await to(own, wish.out, (write) => exportStatistics({ engine, dump, ranks, wish, write }));
        printError(`Wrote ${plural(counts.nameCount, 'name')} of ${plural(counts.sliceCount, 'slice')}.`);
        return 0;
      }
      case 'trace':
        await writeTraces(own, ranks);
        return 0;
    }
  } finally {
    await dispose();
  }
}

/** What was wrong with the files that the table was made of: nobody has read them before, so that `info` says nothing of them. */
function sayNew(before: DumpState, now: DumpState, printError: (line: string) => void): void {
  const noticesOf = ({ notices, ranks }: DumpState) => [...notices, ...ranks.flatMap((rank) => rank.notices)];
  const known = new Set(noticesOf(before).map(textOf));
  for (const own of noticesOf(now).filter(({ severity }) => severity !== 'info')) {
    if (!known.has(textOf(own))) printError(textOf(own));
    known.add(textOf(own));
  }
}

function textOf({ severity, message, path, byteOffset }: Notice): string {
  const at = byteOffset === undefined ? '' : ` at byte ${number(byteOffset)}`;
  return `${severity}: ${message}${path === undefined ? '' : ` (${path}${at})`}`;
}

interface Export {
  readonly engine: Engine;
  readonly dump: DumpId;
  readonly wish: ExportArguments;
  readonly writeOut: (text: string) => void;
  readonly printError: (line: string) => void;
}

function chosenRanks({ ranks }: DumpState, wanted: readonly number[] | undefined): readonly RankState[] {
  if (wanted === undefined) return ranks;
  const chosen = ranks.filter(({ rank, index }) => wanted.includes(rank ?? index));
  const missing = wanted.filter((own) => !chosen.some(({ rank, index }) => (rank ?? index) === own));
  if (missing.length > 0) throw new UsageError(`The dump has no rank ${missing.join(', ')}.`);
  return chosen;
}

async function writeTable(
  own: Export,
  ranks: readonly RankState[],
  { table, of }: Extract<ExportArguments['what'], { kind: 'table' }>,
): Promise<void> {
  const { engine, dump, wish, printError } = own;
  const source = tableSource(
    table,
    of,
    ranks.map(({ index }) => index),
  );
  const progress = tenths('Writing', printError);
  const write = wish.format === 'csv' ? exportCsv : exportJson;
  const count = await to(own, wish.out, (text) => write({ engine, dump, source, write: text, progress }));
  printError(`Wrote ${plural(count, 'row')}.`);
}

/** One file; of several ranks a folder with one each, which opens as the job that it is of. */
async function writeTraces(own: Export, ranks: readonly RankState[]): Promise<void> {
  const { engine, dump, wish, printError } = own;
  const read = ranks.filter(({ status }) => status === 'ready');
  if (read.length === 0) throw new Error('None of these ranks has a timeline.');
  if (read.length > 1 && wish.out === undefined)
    throw new UsageError(`--trace of ${plural(read.length, 'rank')} needs --out FOLDER; --ranks chooses one.`);
  const names = traceFileNames(read);
  for (const [at, rank] of read.entries()) {
    const { out, startNs, endNs } = wish;
    const file = out === undefined || read.length === 1 ? out : join(out, names[at]);
    const stretch = { startNs, endNs, groups: chosenGroups(rank, wish.lanes) };
    const counts = await to(own, file, (write) =>
      exportTrace({ engine, dump, rank, wish: stretch, write, progress: tenths(`Writing ${rank.label}`, printError) }),
    );
    printError(`${rank.label}: ${plural(counts.slices, 'slice')}, ${number(counts.arrows)} arrows.`);
  }
}

/** To a file that is there when it is whole, or to standard output. */
async function to<T>(own: Export, file: string | undefined, make: (write: Output['write']) => Promise<T>): Promise<T> {
  if (file === undefined) return make(own.writeOut);
  const output = fileOutput(file);
  try {
    const result = await make(output.write);
    output.finish();
    return result;
  } catch (error) {
    output.abandon();
    throw error;
  }
}
