/** One run of tasks through Slurm: submitted, followed, cancelled. What is known of it between commands stands in its folder. */
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { SCALE_NAMES, type ScaleFolder } from '../../../src-worker/discovery/scaleFolder';
import { CommandError } from '../../base/commandError';
import { plural } from '../../host/describeDump';
import {
  cancelJobs,
  DEFAULT_MAX_ARRAY_SIZE,
  endedStates,
  maxArraySize,
  NoSlurmError,
  type Queued,
  queued,
  submit,
} from '../../scale/slurm';
import { idsOf, JOBS_NAME, parseSubmitted, type Submitted, taskId } from '../../scale/submitted';
import { writeWhole } from '../export/outputFile';
import { type TaskArray, taskArrays } from './arrays';
import { CANCELLED, exitCodes } from './exitCodes';
import { progressLine } from './progressLine';
import { sayMissing } from './sayMissing';
import type { SlurmChoice } from './scaleArguments';
import { isReduced, linesOf, type ScaleJob, sayDone } from './scaleJob';
import { shellWords } from './shellText';
import { mapArguments, mapScript, mapScriptName, REDUCE_SCRIPT, reduceArguments, reduceScript } from './slurmScripts';
import { countThere, missingTasks, newRun, nextRunFolder, runFolders } from './tasks';

export async function scaleWithSlurm(job: ScaleJob, choice: SlurmChoice): Promise<number> {
  const { wish, folder, print, printError } = job;
  if (isReduced(job)) return sayDone(job);
  if (wish.isDryRun) return printRun(job, choice);
  const [last] = runFolders(folder);
  const before = last === undefined ? undefined : submittedIn(last);
  if (last !== undefined && before !== undefined) {
    const { running, waiting } = await queued(idsOf(before));
    if (running + waiting > 0) {
      printError(
        `${plural(running + waiting, 'task')} of the run before ${running + waiting === 1 ? 'is' : 'are'} in the queue still: nothing is submitted.`,
      );
      return choice.isLeft ? exitCodes.done : follow(job, last, before);
    }
  }
  const mostTasks = await maxArraySize();
  const lines = linesOf(job);
  const runFolder = newRun(folder, lines);
  const arrays = taskArrays(lines.length, mostTasks, wish.needs.limit);
  const submitted = await submitAll(job, choice, runFolder, arrays);
  print(`Submitted jobs ${idsOf(submitted).join(', ')}.`);
  return choice.isLeft ? exitCodes.done : follow(job, runFolder, submitted);
}

function submittedIn(runFolder: string): Submitted | undefined {
  const path = join(runFolder, JOBS_NAME);
  // Begun, and nothing submitted.
  if (!existsSync(path)) return undefined;
  const submitted = parseSubmitted(readFileSync(path, 'utf8'));
  if (!submitted)
    throw new CommandError(`${path} is damaged. Look with squeue whether the run is over, and delete it.`);
  return submitted;
}

/**
 * Where Slurm takes some arrays and no more, as where a user's jobs are limited, these run, and the next run does the rest. Throws
 * where it takes none, or not the reduce; what it has taken is cancelled then.
 */
async function submitAll(
  { wish: { needs }, program, printError }: ScaleJob,
  choice: SlurmChoice,
  runFolder: string,
  arrays: readonly TaskArray[],
): Promise<Submitted> {
  const wish = { choice, needs, runFolder };
  const taken: { id: string; from: number }[] = [];
  for (const array of arrays) {
    writeScript(join(runFolder, mapScriptName(array.from)), mapScript(program, array.from));
    try {
      const after = array.isAfterPrevious ? taken.slice(-1).map(({ id }) => id) : [];
      taken.push({ id: await submit(mapArguments(wish, array, after), runFolder), from: array.from });
    } catch (error) {
      if (taken.length === 0 || !(error instanceof CommandError)) throw error;
      printError(`${taken.length} of ${arrays.length} arrays are submitted. ${error.message}`);
      break;
    }
  }
  writeScript(join(runFolder, REDUCE_SCRIPT), reduceScript(program));
  const ids = taken.map(({ id }) => id);
  try {
    const submitted = { arrays: taken, reduce: await submit(reduceArguments(wish, ids), runFolder) };
    writeWhole(join(runFolder, JOBS_NAME), Buffer.from(`${JSON.stringify(submitted)}\n`));
    return submitted;
  } catch (error) {
    // Without its note nobody would know of it.
    await cancelJobs(ids);
    throw error;
  }
}

function writeScript(path: string, text: string): void {
  writeWhole(path, Buffer.from(text));
  chmodSync(path, 0o755);
}

/** What would be written and called. */
async function printRun(job: ScaleJob, choice: SlurmChoice): Promise<number> {
  const { wish, folder, program, print, printError } = job;
  const runFolder = nextRunFolder(folder);
  const mostTasks = await maxArraySize().catch((error: unknown) => {
    if (!(error instanceof NoSlurmError)) throw error;
    printError(`${error.message} Arrays are divided as where MaxArraySize is ${DEFAULT_MAX_ARRAY_SIZE}.`);
    return DEFAULT_MAX_ARRAY_SIZE;
  });
  const lines = linesOf(job);
  const show = (name: string, text: string) => {
    print(`# ${shellWords([join(runFolder, name)])}`);
    for (const line of text.trimEnd().split('\n')) print(line);
    print('');
  };
  show('tasks.jsonl', lines.map((line) => JSON.stringify(line)).join('\n'));
  const asked = { choice, needs: wish.needs, runFolder };
  const names: string[] = [];
  for (const array of taskArrays(lines.length, mostTasks, wish.needs.limit)) {
    show(mapScriptName(array.from), mapScript(program, array.from));
    const name = `MAP_${array.from}`;
    print(`${name}=$(${sbatchLine(mapArguments(asked, array, []), array.isAfterPrevious ? names.slice(-1) : [])})`);
    print('');
    names.push(name);
  }
  show(REDUCE_SCRIPT, reduceScript(program));
  print(sbatchLine(reduceArguments(asked, []), names));
  return exitCodes.done;
}

/** `after`: variables of the shell that have the ids of jobs. */
function sbatchLine(args: readonly string[], after: readonly string[]): string {
  const dependency = after.length === 0 ? '' : ` --dependency="afterany:${after.map((name) => `$${name}`).join(':')}"`;
  return `sbatch${dependency} ${shellWords(args)}`;
}

const FIRST_POLL_MS = 1000;
const LAST_POLL_MS = 15_000;
/** Slurm's controller may be started anew meanwhile; jobs go on without it. */
const MOST_SILENT_MS = 15 * 60_000;
/** Network file systems show what other machines have written after a while. */
const SETTLING_MS = 3000;

async function follow(job: ScaleJob, runFolder: string, submitted: Submitted): Promise<number> {
  const { folder, tasks, printError } = job;
  const ids = idsOf(submitted);
  const cancelled = new AbortController();
  const cancel = () => cancelled.abort();
  process.on('SIGINT', cancel);
  const line = progressLine(process.stderr);
  try {
    let answeredMs = Date.now();
    for (let pollMs = FIRST_POLL_MS; ; pollMs = Math.min(LAST_POLL_MS, pollMs * 1.3)) {
      try {
        const left = await queued(ids);
        answeredMs = Date.now();
        line.show(progressText(countThere(tasks, folder), tasks.length, left));
        if (left.running + left.waiting === 0) break;
      } catch (error) {
        if (!(error instanceof CommandError) || Date.now() - answeredMs > MOST_SILENT_MS) throw error;
        line.show(`${error.message} The jobs go on.`);
      }
      await setTimeout(pollMs, undefined, { signal: cancelled.signal }).catch(() => undefined);
      if (cancelled.signal.aborted) break;
    }
    line.end();
    if (cancelled.signal.aborted) {
      await cancelJobs(ids);
      printError('Cancelled. What is done stays; the same command goes on with the rest.');
      return CANCELLED;
    }
    await settled(job, runFolder);
    const states = await endedStates(submitted.arrays.map(({ id }) => id));
    return sayMissing(job, runFolder, wasReduced(folder, runFolder), (task) => {
      const id = taskId(submitted, task);
      return id === undefined ? undefined : states?.get(id);
    });
  } finally {
    process.off('SIGINT', cancel);
  }
}

async function settled({ folder, tasks }: ScaleJob, runFolder: string): Promise<void> {
  const untilMs = Date.now() + SETTLING_MS;
  while (Date.now() < untilMs && (missingTasks(tasks, folder).length > 0 || !wasReduced(folder, runFolder)))
    await setTimeout(SETTLING_MS / 10);
}

/** Whether the job is of this run, or later: its list was written first. */
function wasReduced({ job }: ScaleFolder, runFolder: string): boolean {
  const made = statSync(job, { throwIfNoEntry: false });
  return made !== undefined && made.mtimeMs >= statSync(join(runFolder, SCALE_NAMES.list)).mtimeMs;
}

function progressText(done: number, total: number, { running, waiting }: Queued): string {
  return `${done} of ${plural(total, 'rank')} done; tasks: ${running} running, ${waiting} waiting`;
}
