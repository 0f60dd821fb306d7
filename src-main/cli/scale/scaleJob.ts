import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ScaleFolder } from '../../../src-worker/discovery/scaleFolder';
import type { TaskLine } from '../../scale/taskList';
import { exitCodes } from './exitCodes';
import type { ScaleArguments } from './scaleArguments';
import { type RankTask, taskLines } from './tasks';

/** What all ways of running tasks have in common. */
export interface ScaleJob {
  readonly wish: ScaleArguments;
  readonly folder: ScaleFolder;
  readonly tasks: readonly RankTask[];
  readonly missing: readonly RankTask[];
  /** The words that call tracelane where the tasks run. */
  readonly program: readonly string[];
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

/** Whether the job is there and made of what is there now. */
export function isReduced({ folder, tasks, missing }: ScaleJob): boolean {
  if (missing.length > 0 || !existsSync(folder.job)) return false;
  const madeMs = statSync(folder.job).mtimeMs;
  return tasks.every(({ name }) => statSync(join(folder.summaries, name)).mtimeMs <= madeMs);
}

export function sayDone({ folder, print }: ScaleJob): number {
  print(`${folder.job} is made of all ranks. tracelane analyze tells what is in it.`);
  return exitCodes.done;
}

/** What there is to do, as lines of a list. */
export function linesOf({ wish, folder, missing }: ScaleJob): readonly TaskLine[] {
  return taskLines(missing, folder, wish);
}
