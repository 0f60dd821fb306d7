import { defineConfig } from 'vite';
import { bundledPackagesPlugin } from './scripts/lib/bundledPackages.mjs';
import { nodeBuild, scriptBuild, threadBuild } from './scripts/lib/nodeBuild.mjs';

const input = {
  cli: 'src-main/cli/entry.ts',
  // The database of a dump, in a process that may be ended: src-main/sql.
  sqlProcess: 'src-main/sql/sqlProcess.ts',
  electron: 'src-main/electron/start.ts',
  // A thread of the watcher's.
  monitorThread: 'src-main/watch/sources/monitorThread.ts',
  // Started by no one but tests, in processes of their own; cli and electron share it.
  engine: 'src-main/engine/engine.ts',
};

// The tokenizer's WebAssembly has parts of AssemblyScript's own library; SQLite's lies beside the program.
const inThreads = ['node_modules/assemblyscript', 'node_modules/node-sqlite3-wasm'];
const worker = threadBuild({ sourcemap: true, plugins: [bundledPackagesPlugin('threads', inThreads)] });
// A command that has ended before Node would have loaded all of the program.
const info = scriptBuild(
  { info: 'src-main/cli/infoMain.ts' },
  { sourcemap: true, plugins: [bundledPackagesPlugin('info', inThreads)] },
);
const program = nodeBuild('dist/node', input, { beside: [worker, info], sourcemap: true });

/** Everything that runs in Node: command line, browser host, Electron's main process, worker threads → `dist/node`. */
export default defineConfig({ ...program, plugins: [program.plugins, bundledPackagesPlugin('node')] });
