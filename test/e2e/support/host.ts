import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectDir } from './dumps';

const startLimitMs = 60_000;

/** The built program in either host, as a process of its own with folders of its own. */
export interface RunningHost {
  /** Where the user's settings of every program are. */
  readonly configHome: string;
  /** What it printed so far. */
  output(): string;
  /** Resolves when it has printed this. Rejects after `limitMs`. */
  waitForOutput(pattern: RegExp, limitMs?: number): Promise<void>;
  stop(): Promise<void>;
}

/** A browser host. */
export interface TestHost extends RunningHost {
  /** With the token. */
  readonly address: string;
  readonly origin: string;
  /** Address of the page, without the slash at its end and without the token. */
  readonly pageAddress: string;
  readonly token: string;
  /** The same host, but that its output begins here: what it has printed until now counts no more. */
  fromNowOn(): TestHost;
}

/** Starts `tracelane serve --no-open --port 0 …args`. Rejects when it does not print its address. */
export async function startHost(args: readonly string[]): Promise<TestHost> {
  const home = await mkdtemp(join(tmpdir(), 'tracelane-e2e-'));
  const configHome = join(home, 'config');
  const program = join(projectDir, 'dist', 'node', 'cli.js');
  const child = spawn(process.execPath, [program, 'serve', '--no-open', '--port', '0', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...userFolders(home) },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const waitForOutput = (from: number, pattern: RegExp, limitMs?: number): Promise<void> =>
    outputWith(child, () => output.slice(from), pattern, limitMs);
  const stop = async (): Promise<void> => {
    await stopProcess(child);
    await rm(home, { recursive: true, force: true });
  };
  try {
    await waitForOutput(0, /^Address: \S+\n/m);
  } catch (error) {
    await stop();
    throw error;
  }
  const address = /^Address: (\S+)$/m.exec(output)?.[1] ?? '';
  const { origin, pathname, searchParams } = new URL(address);
  const pageAddress = `${origin}${pathname.slice(0, -1)}`;
  const token = searchParams.get('token') ?? '';
  const fromHere = (from: number): TestHost => ({
    ...{ address, origin, pageAddress, token, configHome, stop },
    output: () => output.slice(from),
    fromNowOn: () => fromHere(output.length),
    waitForOutput: (pattern, limitMs) => waitForOutput(from, pattern, limitMs),
  });
  return fromHere(0);
}

/** The variables that tell a process which folders the user's are, all below `home`. */
export function userFolders(home: string): Readonly<Record<string, string>> {
  const [cache, config] = [join(home, 'cache'), join(home, 'config')];
  const state = join(home, 'state');
  return {
    ...{ XDG_CACHE_HOME: cache, XDG_CONFIG_HOME: config, XDG_STATE_HOME: state },
    ...{ LOCALAPPDATA: cache, APPDATA: config },
  };
}

/** Resolves when a process has printed this; rejects when it has ended without, or after `limitMs`. */
export async function outputWith(
  child: ChildProcess,
  output: () => string,
  pattern: RegExp,
  limitMs = startLimitMs,
): Promise<void> {
  const deadlineMs = Date.now() + limitMs;
  while (!pattern.test(output())) {
    if (child.exitCode !== null) throw new Error(`The host ended with code ${child.exitCode}:\n${output()}`);
    if (Date.now() > deadlineMs) throw new Error(`The host did not print ${pattern}:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await ended;
  clearTimeout(timer);
}
