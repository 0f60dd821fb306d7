import { CommandError } from '../base/commandError';
import type { Installation } from '../host/installation';
import type { Command } from './arguments';
import { existingPaths } from './existingPaths';
import { chooseHost, hasDisplay } from './window/chooseHost';
import { findElectron } from './window/electronBinary';
import { failureSentence } from './window/electronFailure';
import { type ElectronEnd, runElectron } from './window/electronProcess';
import { findSandboxObstacle } from './window/sandboxObstacle';
import { type ServeHostOptions, serveHost } from './window/serveHost';
import { type StartLimits, startLimits } from './window/startWatch';

/** What a test may have otherwise. */
export interface OpenSetting {
  readonly serve: (options: ServeHostOptions) => Promise<void>;
  readonly limits: StartLimits;
  readonly isRoot: boolean;
  readonly findSandboxObstacle: (electronPath: string) => Promise<string | undefined>;
}

const usual: OpenSetting = {
  serve: serveHost,
  limits: startLimits,
  isRoot: process.getuid?.() === 0,
  findSandboxObstacle,
};

/**
 * Opens a window in the best host there is; resolves with the exit code when it is closed. Electron that shows none is
 * told in a sentence, and the browser host takes over; where Electron was asked for, that is a `CommandError`.
 */
export async function runOpen(
  command: Extract<Command, { readonly kind: 'open' }>,
  installation: Installation,
  print: (line: string) => void,
  setting: Partial<OpenSetting> = {},
): Promise<number> {
  const { serve, limits, isRoot, findSandboxObstacle } = { ...usual, ...setting };
  const paths = existingPaths(command.paths);
  const electron = await findElectron(installation.appDir, process.platform);
  const chosen = chooseHost(command.host, electron, hasDisplay(process.platform, process.env));
  const serveFor = async (reason: string): Promise<number> => {
    await serve({ ...command, roots: [], opensBrowser: true, installation, print, reason });
    return 0;
  };
  if (chosen.kind === 'browser') return serveFor(chosen.reason);
  // Like Chromium, Electron refuses to start as root with its sandbox.
  const hasNoSandbox = process.platform === 'linux' && isRoot;
  if (process.platform === 'linux' && !isRoot && command.host !== 'electron') {
    const obstacle = await findSandboxObstacle(chosen.path);
    if (obstacle !== undefined) {
      print(obstacle);
      return serveFor('Electron would get no sandbox');
    }
  }
  print(`Electron (${chosen.reason}).`);
  const switches = hasNoSandbox ? ['--no-sandbox'] : [];
  const own = [...(command.isDemo ? ['--demo'] : []), ...(command.isTimed ? ['--time'] : [])];
  const args = [...switches, installation.appDir, ...own, '--', ...paths];
  const end = await runElectron(chosen.path, args, print, limits);
  if (end.kind !== 'failed') return exitCodeOf(end);
  const sentence = failureSentence(end.failure, chosen.path);
  if (process.env.TRACELANE_DEBUG !== undefined && 'output' in end.failure) {
    for (const line of end.failure.output.split('\n')) print(line);
  }
  if (command.host === 'electron') throw new CommandError(sentence);
  print(sentence);
  return serveFor('Electron showed no window');
}

function exitCodeOf(end: Exclude<ElectronEnd, { readonly kind: 'failed' }>): number {
  if (end.kind === 'crashed') throw new CommandError(`Electron crashed (${end.signal}).`);
  return end.kind === 'closed' ? end.exitCode : 0;
}
