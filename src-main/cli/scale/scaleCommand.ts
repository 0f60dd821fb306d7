import { availableParallelism } from 'node:os';
import { scaleFolder } from '../../../src-worker/discovery/scaleFolder';
import { CommandError } from '../../base/commandError';
import { rankPlaces } from '../../engine/summaries/rankPlaces';
import { plural } from '../../host/describeDump';
import { pathOfArgument } from '../../host/openArgument';
import { existingPaths } from '../existingPaths';
import { checkOutside } from '../export/outputFile';
import { taskArrays } from './arrays';
import { CANCELLED, exitCodes } from './exitCodes';
import { MOST_COMPLETIONS, manifest, mapJob, reduceJob } from './kubernetes';
import { runLogged, runTasks } from './localTasks';
import { progressLine } from './progressLine';
import { sayMissing } from './sayMissing';
import type { KubernetesChoice, ScaleArguments } from './scaleArguments';
import { isReduced, linesOf, type ScaleJob, sayDone } from './scaleJob';
import { scaleWithSlurm } from './slurmRun';
import { countThere, missingTasks, newRun, nextRunFolder, rankTasks } from './tasks';

/** Maps the ranks and reduces them by what this machine or its cluster has; resolves with the exit code. */
export async function runScale(
  wish: ScaleArguments,
  programPath: string,
  print: (line: string) => void,
  printError: (line: string) => void,
): Promise<number> {
  const paths = existingPaths(wish.paths);
  const root = pathOfArgument(wish.out, process.cwd());
  if (!wish.isInsideDump) checkOutside(root, paths);
  const { ranks, jobs, isCut } = await rankPlaces(paths);
  if (ranks.length === 0) throw new CommandError(`There is no rank in ${paths.join(', ')}.`);
  if (jobs.length > 1)
    throw new CommandError(`These are ranks of several jobs (${jobs.join(', ')}). Name the folder of one.`);
  if (isCut) printError('The search for ranks came to its limit: there may be more.');
  const folder = scaleFolder(root);
  const tasks = rankTasks(ranks);
  const missing = missingTasks(tasks, folder);
  const program = wish.program === undefined ? ownProgram(wish, programPath) : [wish.program];
  const job: ScaleJob = { wish, folder, tasks, missing, program, print, printError };
  printError(`${plural(tasks.length, 'rank')}, ${tasks.length - missing.length} of them done.`);
  switch (wish.scheduler.kind) {
    case 'slurm':
      return scaleWithSlurm(job, wish.scheduler);
    case 'kubernetes':
      return scaleWithKubernetes(job, wish.scheduler);
    case 'local':
      return scaleHere(job);
  }
}

/** In an image it is the one on the path. */
function ownProgram({ scheduler }: ScaleArguments, programPath: string): readonly string[] {
  return scheduler.kind === 'kubernetes' ? ['tracelane'] : [process.execPath, programPath];
}

function scaleWithKubernetes(job: ScaleJob, choice: KubernetesChoice): number {
  const { wish, folder, missing, program, print, printError } = job;
  const { needs, isDryRun } = wish;
  if (isReduced(job) && !choice.isReduceWanted) return sayDone(job);
  const lines = linesOf(job);
  const runFolder = isDryRun ? nextRunFolder(folder) : newRun(folder, lines);
  const pod = { choice, needs, program, runFolder };
  const isReduce = missing.length === 0 || choice.isReduceWanted;
  const items = isReduce
    ? [reduceJob(pod)]
    : taskArrays(lines.length, MOST_COMPLETIONS, needs.limit).map((array) => mapJob(pod, array));
  for (const line of manifest(items).split('\n')) print(line);
  printError(
    isReduce
      ? 'This makes the job of the summaries.'
      : 'When it has ended, the same command prints what is missing, or the reduce.',
  );
  return exitCodes.done;
}

async function scaleHere(job: ScaleJob): Promise<number> {
  const { wish, folder, tasks, missing, program, print, printError } = job;
  if (isReduced(job)) return sayDone(job);
  const lines = linesOf(job);
  const limit = wish.needs.limit ?? availableParallelism();
  if (wish.isDryRun) {
    print(
      `${plural(lines.length, 'task')} for ${plural(missing.length, 'rank')}, ${limit} at a time, then the reduce.`,
    );
    for (const { ranks } of lines) for (const { place, name } of ranks) print(`${name}: ${place}`);
    return exitCodes.done;
  }
  const cancelled = new AbortController();
  const cancel = () => cancelled.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, cancel);
  try {
    const run = { program, runFolder: newRun(folder, lines), signal: cancelled.signal };
    const line = progressLine(process.stderr);
    await runTasks(run, lines.length, limit, (running) =>
      line.show(`${countThere(tasks, folder)} of ${plural(tasks.length, 'rank')} done, ${running} running`),
    );
    line.end();
    if (cancelled.signal.aborted) {
      printError('Cancelled. What is done stays; the same command goes on with the rest.');
      return CANCELLED;
    }
    const code = await runLogged(run, ['reduce', folder.summaries, '--out', folder.job], 'reduce.log');
    if (cancelled.signal.aborted) return CANCELLED;
    return sayMissing(job, run.runFolder, code === 0, undefined);
  } finally {
    for (const signal of signals) process.off(signal, cancel);
  }
}
