/** The list of what is to be done, index → ranks: one JSON document a line, so that no path can be more than a path. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runsAmong, SCALE_NAMES, type ScaleFolder } from '../../../src-worker/discovery/scaleFolder';
import { CommandError } from '../../base/commandError';
import { isWholeSummary, type RankPlace } from '../../engine/summaries/rankPlaces';
import { parseTaskLine, type TaskLine } from '../../scale/taskList';
import { writeWhole } from '../export/outputFile';

export interface RankTask {
  /** What opens the rank. */
  readonly place: string;
  readonly rank: number | undefined;
  /** The summary, in the folder of summaries. */
  readonly name: string;
}

/** The same rank has the same name each time, however many others there are. */
export function rankTasks(ranks: readonly RankPlace[]): readonly RankTask[] {
  return ranks.map(({ place, rank }) => {
    const key = createHash('sha256').update(place).digest('hex').slice(0, 10);
    const number = rank === undefined ? 'x' : String(rank).padStart(6, '0');
    return { place, rank, name: `rank-${number}-${key}.parquet` };
  });
}

export function missingTasks(tasks: readonly RankTask[], { summaries }: ScaleFolder): readonly RankTask[] {
  return tasks.filter(({ name }) => !isWholeSummary(join(summaries, name)));
}

/** How many of them are there by name: summaries get their names when they are whole. Quick, for saying how far it is. */
export function countThere(tasks: readonly RankTask[], { summaries }: ScaleFolder): number {
  const there = new Set(existsSync(summaries) ? readdirSync(summaries) : []);
  return tasks.reduce((count, { name }) => count + (there.has(name) ? 1 : 0), 0);
}

export function taskLines(
  tasks: readonly RankTask[],
  { summaries }: ScaleFolder,
  { jobName, ranksPerTask }: { readonly jobName: string; readonly ranksPerTask: number },
): readonly TaskLine[] {
  const lines: TaskLine[] = [];
  for (let at = 0; at < tasks.length; at += ranksPerTask) {
    const ranks = tasks.slice(at, at + ranksPerTask).map(({ place, name }) => ({ place, name }));
    lines.push({ job: jobName, folder: summaries, ranks });
  }
  return lines;
}

/** A folder for one submission, with the list of its tasks. */
export function newRun(own: ScaleFolder, lines: readonly TaskLine[]): string {
  mkdirSync(own.runs, { recursive: true });
  const folder = nextRunFolder(own);
  // Fails where somebody else has just begun the same run.
  mkdirSync(folder);
  mkdirSync(join(folder, 'logs'));
  writeWhole(join(folder, SCALE_NAMES.list), Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
  return folder;
}

export function nextRunFolder({ runs }: ScaleFolder): string {
  const [last] = existsSync(runs) ? runsAmong(readdirSync(runs)) : [];
  return join(runs, String(Number(last ?? 0) + 1));
}

/** Of the submissions that were made, the last first. */
export function runFolders({ runs }: Pick<ScaleFolder, 'runs'>): readonly string[] {
  return existsSync(runs) ? runsAmong(readdirSync(runs)).map((number) => join(runs, number)) : [];
}

/** A line of a list. Throws a `CommandError` where there is none. */
export function readTask(list: string, index: number): TaskLine {
  const line = readFileSync(list, 'utf8').split('\n')[index];
  if (line === undefined || line === '') throw new CommandError(`${list} has no task ${index}.`);
  const task = parseTaskLine(line);
  if (!task) throw new CommandError(`Line ${index + 1} of ${list} is no task of tracelane scale.`);
  return task;
}
