import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { plural } from '../../host/describeDump';
import { lastLineOf, taskLogs } from '../../scale/lastWords';
import { exitCodes } from './exitCodes';
import type { ScaleJob } from './scaleJob';
import { missingTasks, type RankTask } from './tasks';

/** Ranks that are named; of all others the number. */
const MOST_NAMED = 10;

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
  const logs = taskLogs(runFolder);
  for (const task of missing.slice(0, MOST_NAMED)) {
    const number = numberOf.get(task.name);
    const why = number === undefined ? [] : [stateOf?.(number), logs.lastWords(number)];
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
