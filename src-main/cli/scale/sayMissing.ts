import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { plural } from '../../host/describeDump';
import { exitCodes } from './exitCodes';
import type { ScaleJob } from './scaleJob';
import { missingTasks, type RankTask } from './tasks';

/** Ranks that are named; of all others the number. */
const MOST_NAMED = 10;
const TAIL_BYTES = 4096;

/**
 * What has come of a run: the exit code. `stateOf`: how the task with this number in the run's list ended, where the scheduler
 * tells.
 */
export function sayMissing(
  { folder, tasks, wish, missing: before, print, printError }: ScaleJob,
  runFolder: string,
  isReduced: boolean,
  stateOf: ((task: number) => string | undefined) | undefined,
): number {
  const missing = missingTasks(tasks, folder);
  const numberOf = new Map(before.map(({ name }, at) => [name, Math.floor(at / wish.ranksPerTask)]));
  for (const task of missing.slice(0, MOST_NAMED)) {
    const number = numberOf.get(task.name);
    const why = number === undefined ? [] : [stateOf?.(number), lastWords(runFolder, number)];
    const told = why.filter((own) => own !== undefined && own !== '').join(': ');
    printError(`${nameOf(task)} is missing${told === '' ? '.' : `: ${told}`}`);
  }
  if (missing.length > MOST_NAMED) printError(`… and ${missing.length - MOST_NAMED} more.`);
  if (missing.length > 0)
    printError(`${missing.length} of ${plural(tasks.length, 'rank')} missing. The same command does them again.`);
  if (!isReduced || !existsSync(folder.job)) {
    printError(`The job was not made: ${lastLineOf(join(runFolder, 'logs', 'reduce.log')) || 'its log is empty'}`);
    return exitCodes.failed;
  }
  print(`${folder.job}: ${plural(tasks.length - missing.length, 'rank')}. tracelane analyze tells what is in it.`);
  return missing.length > 0 ? exitCodes.incomplete : exitCodes.done;
}

function nameOf({ rank, place }: RankTask): string {
  return rank === undefined ? place : `Rank ${rank} (${place})`;
}

/** The last line of a task's log, which says why it failed. */
function lastWords(runFolder: string, task: number): string {
  const logs = join(runFolder, 'logs');
  const from = readdirSync(logs)
    .flatMap((name) => /^map-(\d+)-\d+\.log$/.exec(name)?.slice(1, 2) ?? [])
    .map(Number)
    .filter((first) => first <= task)
    .reduce((most, first) => Math.max(most, first), 0);
  return lastLineOf(join(logs, `map-${from}-${task - from}.log`));
}

function lastLineOf(path: string): string {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return '';
  const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
  const handle = openSync(path, 'r');
  try {
    readSync(handle, bytes, 0, bytes.length, size - bytes.length);
  } finally {
    closeSync(handle);
  }
  return bytes.toString('utf8').trim().split('\n').at(-1) ?? '';
}
