import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { systemCode } from '../../../src-contract/wire/systemErrors';
import type { ElectronFailure } from './electronFailure';
import { HeldOutput } from './heldOutput';
import { type StartLimits, StartWatch, startLimits } from './startWatch';

/** How a start of Electron ended. */
export type ElectronEnd =
  /** The window was shown, or opened by an Electron that was there already. */
  | { readonly kind: 'closed'; readonly exitCode: number }
  /** The window was shown, and then something else than us ended the process. */
  | { readonly kind: 'crashed'; readonly signal: NodeJS.Signals }
  /** By Ctrl+C or a request to terminate, before there was a window. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly failure: ElectronFailure };

interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The system's code for why there never was a process. */
  readonly startError?: string | undefined;
}

/**
 * Starts Electron and resolves when it has ended. One that shows no window in time is ended and has failed. What it
 * prints is held back until its window is there, so that a failure is told in our words alone.
 */
export async function runElectron(
  path: string,
  args: readonly string[],
  print: (line: string) => void,
  limits: StartLimits = startLimits,
): Promise<ElectronEnd> {
  const started = start(path, args);
  if (!('child' in started)) return { kind: 'failed', failure: { kind: 'not-started', code: started.code } };
  const { child } = started;
  const output = new HeldOutput([
    { from: child.stdout, to: process.stdout },
    { from: child.stderr, to: process.stderr },
  ]);
  const watch = new StartWatch(child, limits, {
    onShown: () => output.release(),
    onSlow: () => print(`Electron has shown no window yet; it is given ${Math.round(limits.readyMs / 1000)} s.`),
    onLate: () => void terminate(child, limits.killMs),
  });
  let isStopped = false;
  const passOn = (signal: NodeJS.Signals): void => {
    isStopped = true;
    child.kill(signal);
  };
  process.on('SIGINT', passOn);
  process.on('SIGTERM', passOn);
  try {
    const { code, signal, startError } = await ended(child, limits.drainMs);
    if (watch.isDone) {
      output.release();
      if (signal !== null && !isStopped) return { kind: 'crashed', signal };
      return { kind: 'closed', exitCode: code ?? 0 };
    }
    if (isStopped) return { kind: 'stopped' };
    if (startError !== undefined) return { kind: 'failed', failure: { kind: 'not-started', code: startError } };
    return { kind: 'failed', failure: { ...(watch.late ?? { kind: 'ended', code, signal }), output: output.text() } };
  } finally {
    watch.stop();
    process.off('SIGINT', passOn);
    process.off('SIGTERM', passOn);
  }
}

/** Most reasons not to start are events of the child; others are thrown, and answered with the system's code. */
function start(
  path: string,
  args: readonly string[],
): { readonly child: ChildProcess } | { readonly code: string | undefined } {
  // Set by some editors for their own children; it would turn Electron into plain Node.
  const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
  try {
    return { child: spawn(path, args, { stdio: ['inherit', 'pipe', 'pipe', 'ipc'], env }) };
  } catch (error) {
    return { code: systemCode(error) };
  }
}

/** Resolves when the process has ended and what it printed and said has been read, or nothing more is waited for. */
async function ended(child: ChildProcess, drainMs: number): Promise<ProcessEnd> {
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = await new Promise<ProcessEnd>((resolve) => {
    child.once('error', (error) => resolve({ code: null, signal: null, startError: systemCode(error) ?? 'ENOENT' }));
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const given = new AbortController();
  await Promise.race([closed, wait(drainMs, undefined, { signal: given.signal })]);
  given.abort();
  child.stdout?.destroy();
  child.stderr?.destroy();
  return end;
}

/** Asks it to end, and ends it when it does not. */
async function terminate(child: ChildProcess, killMs: number): Promise<void> {
  child.kill('SIGTERM');
  await wait(killMs, undefined, { ref: false });
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}
