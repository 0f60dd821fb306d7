/**
 * Stands for Electron's executable: `node launch.js [SWITCH…] APP_FOLDER [ARGUMENT…]` runs the application's main script with
 * the module `electron` resolved to the stand-in.
 */
import { readFileSync } from 'node:fs';
import { register } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , ...args] = process.argv;
const appDir = resolve(args.find((arg) => !arg.startsWith('-')) ?? '.');
process.env.ELECTRON_STAND_IN_APP = appDir;
// As Electron's: its executable takes the place of Node and of the script.
process.argv = [process.execPath, ...args];
Object.assign(process, { type: 'browser', resourcesPath: join(appDir, 'resources') });
Object.defineProperty(process.versions, 'electron', { value: '45.4.1', enumerable: true });
Object.defineProperty(process.versions, 'chrome', { value: '150.0.0.0', enumerable: true });

const moduleUrl = new URL('./electron.js', import.meta.url).href;
const hooks = `export async function resolve(specifier, context, next) {
  if (specifier === 'electron' || specifier === 'electron/main') return { url: ${JSON.stringify(moduleUrl)}, shortCircuit: true };
  return next(specifier, context);
}`;
register(`data:text/javascript,${encodeURIComponent(hooks)}`);

const { app, answerTheTest, connectWindows } = await import('./inside');
answerTheTest();
connectWindows();
const { main } = JSON.parse(readFileSync(join(appDir, 'package.json'), 'utf8')) as { readonly main: string };
await import(/* @vite-ignore */ pathToFileURL(join(appDir, main)).href);
// After the side effects of the entry module, as Electron's documentation of ES modules has it.
setImmediate(() => app.becomeReady());
