/** How far a run of `tracelane scale` is, for windows: from its folder, and from Slurm where it runs there. */
import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { MissingSummary, ScaleProgress, ScaleQueue } from '../../src-contract/scale';
import { runsAmong, SCALE_NAMES, scaleFolderOf } from '../../src-worker/discovery/scaleFolder';
import { readTextFile } from '../../src-worker/files/readable';
import { CommandError } from '../base/commandError';
import { lastLineOf, namesIn, taskLogs } from './lastWords';
import { endedStates, queued } from './slurm';
import { idsOf, JOBS_NAME, parseSubmitted, type Submitted, taskId } from './submitted';
import { parseTaskLine, rankOfSummary } from './taskList';

/** Ranks that are listed; of more nobody reads the names. */
const MOST_LISTED = 200;
/** Lines that are looked at in one go: between them others have their turn. */
const LINES_AT_ONCE = 500;

interface Wanted {
  readonly name: string;
  readonly place: string;
  /** In the list of the last run; undefined of a rank that this was not to do. */
  task: number | undefined;
}

/**
 * `list`: of any of its runs; what is told is of the last one. `roots`: the folders that may be read, none for all. Rejects with what
 * reading the last list throws; an earlier one that cannot be read is done without.
 */
export async function scaleProgress(list: string, roots: readonly string[]): Promise<ScaleProgress> {
  const folder = scaleFolderOf(list);
  const listOf = (run: string) => join(folder.runs, run, SCALE_NAMES.list);
  const runs = runsAmong(namesIn(folder.runs, roots));
  // One that is just being begun has no list yet.
  const at = Math.max(
    0,
    runs.findIndex((run) => statSync(listOf(run), { throwIfNoEntry: false }) !== undefined),
  );
  const last = runs[at] === undefined ? list : listOf(runs[at]);
  const runFolder = dirname(last);
  const logs = taskLogs(runFolder, roots);
  const wanted = new Map<string, Wanted>();
  await addTasks(wanted, await readTextFile(last, roots), true);
  for (const run of runs.slice(at + 1))
    await addTasks(wanted, await readTextFile(listOf(run), roots).catch(() => ''), false);
  const there = new Set(namesIn(folder.summaries, roots));
  const missing = [...wanted.values()]
    .filter(({ name }) => !there.has(name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const isReduced = isNewer(folder.job, last);
  const submitted = parseSubmitted(await readTextFile(join(runFolder, JOBS_NAME), roots).catch(() => ''));
  const queue = submitted && (await queueOf(submitted));
  const isOver = queue !== undefined && 'running' in queue && queue.running + queue.waiting === 0;
  const states =
    isOver && missing.length > 0 ? await endedStates(submitted?.arrays.map(({ id }) => id) ?? []) : undefined;
  return {
    folder: folder.root,
    rankCount: wanted.size,
    doneCount: wanted.size - missing.length,
    ...(queue && { queue }),
    isReduced,
    reduceWords: isReduced ? '' : lastLineOf(join(runFolder, 'logs', 'reduce.log'), roots),
    missingCount: missing.length,
    missing: missing.slice(0, MOST_LISTED).map((own): MissingSummary => {
      const rank = rankOfSummary(own.name);
      const id = own.task === undefined || !submitted ? undefined : taskId(submitted, own.task);
      return {
        ...(rank !== undefined && { rank }),
        place: own.place,
        state: (id !== undefined && states?.get(id)) || '',
        lastWords: own.task === undefined ? '' : logs.lastWords(own.task),
      };
    }),
  };
}

/** A rank that several runs were to do is one; of which task it is, the last run's list says. */
async function addTasks(wanted: Map<string, Wanted>, text: string, isLast: boolean): Promise<void> {
  for (const [task, line] of text.split('\n').entries()) {
    if (task % LINES_AT_ONCE === LINES_AT_ONCE - 1) await setImmediate();
    for (const { name, place } of parseTaskLine(line)?.ranks ?? [])
      if (!wanted.has(name)) wanted.set(name, { name, place, task: isLast ? task : undefined });
  }
}

async function queueOf(submitted: Submitted): Promise<ScaleQueue> {
  try {
    return await queued(idsOf(submitted));
  } catch (error) {
    if (error instanceof CommandError) return { silent: error.message };
    throw error;
  }
}

function isNewer(job: string, list: string): boolean {
  const made = statSync(job, { throwIfNoEntry: false });
  const asked = statSync(list, { throwIfNoEntry: false });
  return made !== undefined && (asked === undefined || made.mtimeMs >= asked.mtimeMs);
}
