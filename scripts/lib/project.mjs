import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the checkout. */
export const projectDir = fileURLToPath(new URL('../..', import.meta.url));

/** A step of a script that failed; its message is a sentence for the user. */
export class StepError extends Error {}

/**
 * Runs a program in the checkout.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ readonly env?: Readonly<Record<string, string>>, readonly timeoutMs?: number, readonly isQuiet?: boolean,
 *   readonly shell?: boolean }} [options]
 * @returns {Promise<{ readonly code: number, readonly output: string }>} `output` (of a quiet run) is stdout and stderr
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: projectDir,
      env: { ...process.env, ...options.env },
      stdio: options.isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      shell: options.shell ?? false,
      ...(options.timeoutMs !== undefined && { timeout: options.timeoutMs, killSignal: 'SIGKILL' }),
    });
    /** @type {string[]} */
    const chunks = [];
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk) => chunks.push(chunk));
    }
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code) => resolve({ code: code ?? 1, output: chunks.join('') }));
  });
}

/**
 * Runs a program of node_modules by its file, without npx and without a shell.
 *
 * @param {string} file below node_modules, e.g. 'vite/bin/vite.js'
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runModule(file, args, options) {
  return run(process.execPath, [join(projectDir, 'node_modules', file), ...args], options);
}

/**
 * Runs npm: the one that runs us, else the one on the path.
 *
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  if (npm?.endsWith('.js')) return run(process.execPath, [npm, ...args], options);
  // On Windows npm is a batch file, which only a shell can start.
  return run('npm', args, { ...options, shell: process.platform === 'win32' });
}

/** @param {readonly [major: number, minor: number]} wanted */
export function requireNode([major, minor]) {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  throw new StepError(`Tracelane needs Node ${major}.${minor} or newer; this is ${process.versions.node}.`);
}
