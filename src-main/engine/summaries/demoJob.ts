import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DemoError } from '../../demo/demoError';
import { type DemoOptions, planDemo } from '../../demo/options';
import { truthOfRanks } from '../../demo/summaryRanks';
import { Thread } from '../threads/thread';
import { ThreadProgram } from '../threads/threadProgram';

/**
 * Writes the summaries of a demo's ranks, a file each, and truth.json beside them; every core makes as many. Rejects with a `DemoError` for
 * a folder that is not empty or options that make no sense, or with the signal's reason; then nothing is left in the folder.
 */
export async function generateDemoSummaries({ signal, ...options }: DemoOptions, workerUrl: URL): Promise<void> {
  const { folder } = options;
  const plan = planDemo(options);
  signal?.throwIfAborted();
  mkdirSync(folder, { recursive: true });
  if (readdirSync(folder).length > 0)
    throw new DemoError(`${folder} is not empty. Name a new folder for the demo's summaries.`);
  const program = new ThreadProgram(workerUrl);
  const shares = sharesOf(plan.ranks, Math.max(1, availableParallelism()));
  const threads = shares.map(() => new Thread(program));
  const stop = () => Promise.all(threads.map((thread) => thread.stop()));
  const stopNow = () => void stop();
  signal?.addEventListener('abort', stopNow, { once: true });
  try {
    const made = shares.map((ranks, at) => threads[at].call((api) => api.demoSummaries(options, ranks)));
    const truth = truthOfRanks(options, (await Promise.all(made)).flat());
    writeFileSync(join(folder, 'truth.json'), JSON.stringify(truth, undefined, 1));
  } catch (error) {
    await stop();
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    throw signal?.aborted ? signal.reason : error;
  } finally {
    signal?.removeEventListener('abort', stopNow);
    await stop();
  }
}

/** Ranks one behind another, in at most so many parts. */
function sharesOf(count: number, parts: number): number[][] {
  const each = Math.ceil(count / parts);
  const ranks = Array.from({ length: count }, (_, rank) => rank);
  return Array.from({ length: Math.ceil(count / each) }, (_, at) => ranks.slice(at * each, (at + 1) * each));
}
