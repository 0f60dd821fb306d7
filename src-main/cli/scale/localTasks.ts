/** Tasks on this machine, each in a process of its own: one that fails, or needs too much memory, fails alone. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { SCALE_NAMES } from '../../../src-worker/discovery/scaleFolder';

export interface LocalRun {
  /** The words that call tracelane. */
  readonly program: readonly string[];
  readonly runFolder: string;
  /** Ends the processes that run, and begins no more. */
  readonly signal: AbortSignal;
}

/** Resolves when `count` tasks have ended, however they did; at most `limit` at a time. */
export async function runTasks(
  run: LocalRun,
  count: number,
  limit: number,
  said: (running: number) => void,
): Promise<void> {
  let next = 0;
  let running = 0;
  const worker = async () => {
    while (next < count && !run.signal.aborted) {
      const task = next++;
      running++;
      said(running);
      await runLogged(run, ['summarize', '--list', SCALE_NAMES.list, '--task', String(task)], `map-0-${task}.log`);
      running--;
      said(running);
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, count) }, worker));
}

/** The exit code; what the command says goes to a log of the run. */
export async function runLogged(
  { program, runFolder, signal }: LocalRun,
  args: readonly string[],
  log: string,
): Promise<number> {
  const [command, ...words] = program;
  const output = openSync(join(runFolder, 'logs', log), 'w');
  try {
    const child = spawn(command as string, [...words, ...args], {
      cwd: runFolder,
      stdio: ['ignore', output, output],
      signal,
    });
    const [code] = (await once(child, 'close').catch(() => [1])) as [number | null];
    return code ?? 1;
  } finally {
    closeSync(output);
  }
}
