import { spawn } from 'node:child_process';
import { resolve } from 'node:path';
import type { Installation } from '../host/installation';
import type { Command } from './arguments';
import { chooseHost, hasDisplay } from './chooseHost';
import { findElectron } from './electronBinary';
import { serveHost } from './serveHost';
import { CommandError } from './usageError';

/** Opens a window in the best host there is; resolves with the exit code when it is closed. */
export async function runOpen(
  command: Extract<Command, { readonly kind: 'open' }>,
  installation: Installation,
  print: (line: string) => void,
): Promise<number> {
  const electron = await findElectron(installation.appDir, process.platform);
  const chosen = chooseHost(command.host, electron, hasDisplay(process.platform, process.env));
  if (chosen.kind === 'electron') {
    print(`Electron (${chosen.reason}).`);
    const paths = command.paths.map((path) => resolve(path));
    // Like Chromium, Electron refuses to start as root with its sandbox.
    const switches = process.platform === 'linux' && process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    const options = command.isDemo ? ['--demo'] : [];
    return runElectron(chosen.path, [...switches, installation.appDir, ...options, '--', ...paths]);
  }
  await serveHost({ ...command, roots: [], opensBrowser: true, installation, print, reason: chosen.reason });
  return 0;
}

function runElectron(path: string, args: readonly string[]): Promise<number> {
  return new Promise((resolveCode, reject) => {
    // Set by some editors for their own children; it would turn Electron into plain Node.
    const { ELECTRON_RUN_AS_NODE: _, ...env } = process.env;
    const child = spawn(path, args, { stdio: 'inherit', env });
    const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
    process.on('SIGINT', passOn);
    process.on('SIGTERM', passOn);
    child.once('error', (error) => reject(new CommandError(`Electron could not be started: ${error.message}.`)));
    child.once('exit', (code) => resolveCode(code ?? 1));
  });
}
