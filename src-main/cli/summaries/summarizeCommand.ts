import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { QuestionId } from '../../../src-contract';
import type { EngineHost } from '../../engine/engine';
import { describeDump, plural } from '../../host/describeDump';
import type { Installation } from '../../host/installation';
import { pathOfArgument } from '../../host/openArgument';
import { commandEngine } from '../commandEngine';
import { checkOutside, writeWhole } from '../export/outputFile';
import { readDump } from '../readDump';
import { readTask } from '../scale/tasks';
import { keepGarbageSmall } from './littleGarbage';
import type { SummarizeArguments, TaskArguments } from './summaryArguments';

/** Writes what the ranks at the paths come to; resolves with the exit code. Progress goes to `printError`. */
export async function runSummarize(
  wish: SummarizeArguments,
  installation: Installation,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  keepGarbageSmall();
  return summarize(wish, commandEngine(installation, { isSparing: true }), print, printError);
}

/**
 * A task of `tracelane scale`: each of its ranks to a file, whatever becomes of the others. Where it runs nothing else is left:
 * homes of clusters are small and shared.
 */
export async function runTask(
  { list, task }: TaskArguments,
  installation: Installation,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  keepGarbageSmall();
  const { job, folder, ranks } = readTask(pathOfArgument(list, process.cwd()), task);
  let code = 0;
  for (const { place, name } of ranks) {
    const wish = { paths: [place], out: join(folder, name), jobName: job, isInsideDump: true };
    const own = await summarize(
      wish,
      commandEngine(installation, { leavesNothing: true, isSparing: true }),
      print,
      printError,
    ).catch((error: unknown) => {
      if (ranks.length === 1) throw error;
      printError(`${place}: ${error instanceof Error ? error.message : String(error)}`);
      return 1;
    });
    code = Math.max(code, own);
  }
  return code;
}

async function summarize(
  { paths, out, jobName, isInsideDump }: SummarizeArguments,
  { engine, dispose }: EngineHost,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  try {
    const own = paths.map((path) => pathOfArgument(path, process.cwd()));
    if (!isInsideDump) checkOutside(out, own);
    const dump = await engine.open(own);
    const state = await readDump(engine, dump, 'all', printError);
    printError(describeDump(state));
    if (state.status !== 'ready' || state.ranks.length === 0) return 1;
    const id = randomUUID() as string as QuestionId;
    const bytes = await engine.ask(dump, 'findings.summaries', { jobName }, id);
    writeWhole(out, bytes);
    print(`${out}: ${plural(state.ranks.length, 'rank', 'ranks')}, ${(bytes.length / 1000).toFixed(1)} kB`);
    return 0;
  } finally {
    await dispose();
  }
}
