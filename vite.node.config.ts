import { defineConfig } from 'vite';
import { nodeBuild } from './scripts/lib/nodeBuild.mjs';

const input = {
  cli: 'src-main/cli/main.ts',
  worker: 'src-main/engine/threads/workerMain.ts',
  electron: 'src-main/electron/main.ts',
  // Started by no one but tests, in processes of their own; cli and electron share it.
  engine: 'src-main/engine/engine.ts',
};

/** Everything that runs in Node: command line, browser host, Electron's main process, worker threads → `dist/node`. */
export default defineConfig(nodeBuild('dist/node', input, { sourcemap: true }));
