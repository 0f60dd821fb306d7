/**
 * `npm start [-- PATH… | --demo | --host browser | …]`: installs what is missing, builds what is stale, opens a window.
 * Arguments go to `tracelane open`.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildIfStale } from './lib/build.mjs';
import { fetchElectronIfMissing } from './lib/electron.mjs';
import { installIfMissing } from './lib/install.mjs';
import { projectDir, requireNode } from './lib/project.mjs';
import { startSentence } from './lib/startSentence.mjs';

const args = process.argv.slice(2);
const { DISPLAY, WAYLAND_DISPLAY } = process.env;
const hasDisplay = ['win32', 'darwin'].includes(process.platform) || Boolean(DISPLAY || WAYLAND_DISPLAY);
const wantsBrowser = args.includes('--host=browser') || args[args.indexOf('--host') + 1] === 'browser';

try {
  requireNode([20, 19]);
  await installIfMissing();
  if (!wantsBrowser && !args.includes('--help')) await fetchElectronIfMissing({ hasDisplay });
  await buildIfStale();
} catch (error) {
  console.error(startSentence(error));
  if (process.env.TRACELANE_DEBUG !== undefined) console.error(error);
  process.exit(1);
}
// Paths are meant from where npm was called, which changes to the checkout.
if (process.env.INIT_CWD !== undefined) process.chdir(process.env.INIT_CWD);
// The shell between npm and us passes no signal on: when npm is ended, end too.
if (process.env.npm_lifecycle_event !== undefined) {
  const { ppid } = process;
  setInterval(() => process.ppid !== ppid && process.kill(process.pid, 'SIGTERM'), 1_000).unref();
}
// In this process rather than in a child, so that signals reach it.
const program = join(projectDir, 'dist', 'node', 'cli.js');
process.argv = [process.execPath, program, 'open', ...args];
await import(pathToFileURL(program).href);
