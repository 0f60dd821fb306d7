/** What is written for Slurm and what sbatch is called with. Scripts have no path but the program's: all others are relative to the run's folder. */

import { SCALE_NAMES } from '../../../src-worker/discovery/scaleFolder';
import { CommandError } from '../../base/commandError';
import type { TaskArray } from './arrays';
import type { SlurmChoice, TaskNeeds } from './scaleArguments';
import { shellWords } from './shellText';

const HEAD = '#!/bin/sh\n# Written by tracelane scale; docs/scale.md says what it is for.\n';

/** `program`: the words that call tracelane. */
export function mapScript(program: readonly string[], from: number): string {
  const words = [
    ...program,
    'summarize',
    '--list',
    SCALE_NAMES.list,
    '--task',
    'SLURM_ARRAY_TASK_ID',
    '--from',
    String(from),
  ];
  return `${HEAD}exec ${shellWords(words)}\n`;
}

export function reduceScript(program: readonly string[]): string {
  return `${HEAD}exec ${shellWords([...program, 'reduce', '../../summaries', '--out', '../../job.parquet'])}\n`;
}

export interface SlurmWish {
  readonly choice: SlurmChoice;
  readonly needs: TaskNeeds;
  readonly runFolder: string;
}

/** Arguments of sbatch for one array; `after`: ids of jobs that are to end before. */
export function mapArguments(
  { choice, needs, runFolder }: SlurmWish,
  { from, count, limit }: TaskArray,
  after: readonly string[],
): readonly string[] {
  return [
    ...common(choice, runFolder, 'tracelane-map', `map-${from}-%a.log`, after),
    `--array=0-${count - 1}${limit === undefined ? '' : `%${limit}`}`,
    ...(needs.time === undefined ? [] : [`--time=${needs.time}`]),
    ...(needs.memory === undefined ? [] : [`--mem=${needs.memory}`]),
    ...(needs.cpus === undefined ? [] : [`--cpus-per-task=${needs.cpus}`]),
    ...choice.options,
    mapScriptName(from),
  ];
}

/** The reduce needs what the user says a task needs: it is of the same size. */
export function reduceArguments({ choice, needs, runFolder }: SlurmWish, after: readonly string[]): readonly string[] {
  return [
    ...common(choice, runFolder, 'tracelane-reduce', 'reduce.log', after),
    ...(needs.time === undefined ? [] : [`--time=${needs.time}`]),
    ...(needs.memory === undefined ? [] : [`--mem=${needs.memory}`]),
    ...(needs.cpus === undefined ? [] : [`--cpus-per-task=${needs.cpus}`]),
    ...choice.options,
    REDUCE_SCRIPT,
  ];
}

export const REDUCE_SCRIPT = 'reduce.sh';

export function mapScriptName(from: number): string {
  return `map-${from}.sh`;
}

function common(
  { partition, account }: SlurmChoice,
  runFolder: string,
  name: string,
  log: string,
  after: readonly string[],
): readonly string[] {
  return [
    '--parsable',
    `--job-name=${name}`,
    `--chdir=${runFolder}`,
    `--output=${logPattern(runFolder)}/logs/${log}`,
    ...(after.length > 0 ? [`--dependency=afterany:${after.join(':')}`] : []),
    ...(partition === undefined ? [] : [`--partition=${partition}`]),
    ...(account === undefined ? [] : [`--account=${account}`]),
  ];
}

/** Slurm replaces %a and others in all of a log's path, and takes a backslash for the wish that it does not. */
function logPattern(folder: string): string {
  if (!folder.includes('\\')) return folder.replaceAll('%', '%%');
  throw new CommandError(
    `Slurm can’t write logs to ${folder}: there is a backslash in its name. Choose another --out.`,
  );
}
