import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { version } from '../../../package.json';
import type { HostInfo } from '../../../src-contract';
import { createEngine } from '../../engine/engine';
import { userDirs } from '../../engine/user/userDirs';
import { createDumpReporter } from '../../host/dumpReporter';
import { openInitialDump, threadsAfterMs } from '../../host/initialDump';
import type { Installation } from '../../host/installation';
import { rootedPolicy } from '../../host/pathPolicy';
import { StartTimes } from '../../host/startTimes';
import { startBrowserHost } from '../../serve/server';
import { existingPaths } from '../existingPaths';
import { untilStopped } from '../untilStopped';
import { type BrowserLaunch, browserLaunches } from './browsers';
import { hasDisplay } from './chooseHost';
import { launchFirst } from './launchBrowser';

/** Tried first, so that settings of the page (kept by address) last and tunnels can stay. */
const usualPort = 41_737;
/** A window that is reloaded comes back within this time. */
const reloadLimitMs = 5_000;

/** What `tracelane serve` can be told. */
export interface ServeArguments {
  readonly paths: readonly string[];
  readonly isDemo: boolean;
  /** Empty: the home directory. */
  readonly roots: readonly string[];
  readonly port: number | undefined;
  readonly opensBrowser: boolean;
  /** Times of the start are printed. */
  readonly isTimed: boolean;
}

export interface ServeHostOptions extends ServeArguments {
  readonly installation: Installation;
  /** One line for the terminal. */
  readonly print: (line: string) => void;
  /** Why this host was chosen; in the line about it. */
  readonly reason?: string;
}

/**
 * Runs the browser host until it is stopped (Ctrl+C, or the app window it opened is closed). Rejects with a `CommandError`
 * when a path or root does not exist or no port is free.
 */
export async function serveHost(options: ServeHostOptions): Promise<void> {
  const { installation, print } = options;
  const paths = existingPaths(options.paths);
  const roots = options.roots.length > 0 ? existingPaths(options.roots) : [homedir()];
  const policy = await rootedPolicy([...roots, ...(await Promise.all(paths.map(folderOf)))]);
  const dirs = userDirs(process.platform, process.env, homedir());
  const info: HostInfo = {
    kind: 'browser',
    version,
    platform: process.platform,
    initialPaths: paths,
    roots: policy.roots,
  };
  const { engine: bareEngine, dispose } = createEngine({
    workerUrl: installation.workerUrl,
    host: info,
    userDirs: dirs,
    hasWindow: true,
    threadsAfterMs,
    programPath: installation.programPath,
    profileCommand: process.env.TRACELANE_PROFILE_COMMAND,
    environment: process.env,
  });
  const times = options.isTimed ? new StartTimes(performance.timeOrigin, print) : undefined;
  const engine = times?.watching(bareEngine) ?? bareEngine;
  const stop = new AbortController();
  try {
    if (options.isDemo) print('Opening the demo dump; the first time it has to be generated.');
    const initialDump = await openInitialDump(engine, paths, options.isDemo);
    const host: HostInfo = { ...info, initialPaths: initialDump?.paths ?? [] };
    // What stopping makes an end of has not failed.
    const reporter = createDumpReporter(engine, (line) => {
      if (!stop.signal.aborted) print(line);
    });
    if (initialDump !== undefined) reporter.report(initialDump.dump);
    let closesWithWindow = false;
    let leaving: ReturnType<typeof setTimeout> | undefined;
    const server = await startBrowserHost({
      engine,
      host,
      policy,
      ...(initialDump && { initialDump }),
      rendererDir: installation.rendererDir,
      tempDir: dirs.tempDir,
      ports: options.port === undefined ? [usualPort, 0] : [options.port],
      onDumpOpened: (dump) => reporter.report(dump),
      onWindowJoined: () => {
        clearTimeout(leaving);
        times?.reached(paths.length === 0 ? 'Welcome page' : 'Window');
      },
      onWindowLeft: (windowCount) => {
        if (closesWithWindow && windowCount === 0) leaving = setTimeout(() => stop.abort(), reloadLimitMs);
      },
    });
    try {
      const launch = options.opensBrowser ? await openBrowser(server.createLaunchAddress(), dirs.cacheDir) : undefined;
      closesWithWindow = launch?.kind === 'app-window';
      print(hostLine(options, launch));
      print(`Address: ${server.address}`);
      print('Press Ctrl+C to stop.');
      await untilStopped(stop.signal);
    } finally {
      stop.abort();
      await server.close();
    }
  } finally {
    await dispose();
  }
}

async function openBrowser(address: string, cacheDir: string): Promise<BrowserLaunch | undefined> {
  if (!hasDisplay(process.platform, process.env)) return undefined;
  return launchFirst(
    browserLaunches(address, {
      platform: process.platform,
      env: process.env,
      isRoot: process.getuid?.() === 0,
      profileDir: join(cacheDir, 'browser'),
      exists: existsSync,
    }),
  );
}

function hostLine(options: ServeHostOptions, launch: BrowserLaunch | undefined): string {
  const host = options.reason === undefined ? 'Browser host' : `Browser host (${options.reason})`;
  if (launch !== undefined) {
    return launch.kind === 'app-window' ? `${host}: a window of ${launch.name}.` : `${host}: a page in ${launch.name}.`;
  }
  if (!options.opensBrowser) return `${host}: open the address below.`;
  const obstacle = hasDisplay(process.platform, process.env) ? 'no browser could be started' : 'there is no display';
  return `${host}: ${obstacle}, so open the address below in a browser.`;
}

/** What has to be readable to show the path: the rank's number stands beside its output folder. */
async function folderOf(path: string): Promise<string> {
  const folder = (await stat(path)).isDirectory() ? path : dirname(path);
  // Who types it on Windows or macOS may write it as they like.
  return basename(folder).toUpperCase() === 'ASCEND_PROFILER_OUTPUT' ? dirname(folder) : folder;
}
