import { chunkCirclesPlugin } from './chunkCircles.mjs';
import { withoutOptionalModules } from './optionalModules.mjs';
import { sqliteLibraryPlugin } from './sqliteLibrary.mjs';
import { wasmPlugin } from './wasm.mjs';

/**
 * For vite: how code that runs in Node is built, whether a part of the program or of what tests and measures it. ES modules
 * with all that they import but Node's own modules and Electron, readable, and the WebAssembly and
 * SQLite beside them.
 *
 * @param {string} outDir from the project's folder; emptied first
 * @param {Readonly<Record<string, string>>} input entries, by the names of what is made of them
 * @param {{ readonly sourcemap?: boolean, readonly beside?: readonly import('vite').UserConfig[] }} [options] `beside`: what is
 *   built into the same folder, as `threadBuild` and `scriptBuild` answer it
 * @returns {import('vite').UserConfig}
 */
export function nodeBuild(outDir, input, { sourcemap = false, beside = [] } = {}) {
  const entries = Object.values(input).map((path) => `/${path}`);
  return {
    plugins: [sqliteLibraryPlugin(), chunkCirclesPlugin(), beside.map(besidePlugin)],
    resolve: { alias: withoutOptionalModules },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap,
      rollupOptions: {
        input,
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          // What entries share would be named by all of them.
          chunkFileNames: ({ name }) => `chunks/${name.replace(/~.*/, '')}-[hash].js`,
          codeSplitting: entries.length > 1 ? { groups: [sharedCode(entries)] } : true,
          // A sixth of the code is comments, and every thread reads all of it when it starts.
          comments: { jsdoc: false },
        },
      },
    },
    ssr: { noExternal: true, external: ['electron'] },
  };
}

/** The engine's worker threads. */
const workerEntry = 'src-main/engine/threads/workerMain.ts';

/**
 * For vite: how the worker threads' program is built: `worker.cjs`, CommonJS, since V8 gives away the compiled code of scripts
 * alone; `compiledMain.cjs`, with which a thread starts it; and the WebAssembly beside them. See
 * src-main/engine/threads/threadProgram.ts.
 *
 * @param {{ readonly outDir?: string, readonly entry?: string, readonly sourcemap?: boolean,
 *   readonly plugins?: import('vite').PluginOption }} [options] `outDir`: emptied first; without it, it is that of the build
 *   that this one is put beside
 * @returns {import('vite').UserConfig}
 */
export function threadBuild({ entry = workerEntry, ...options } = {}) {
  return scriptBuild({ worker: entry, compiledMain: 'src-main/engine/threads/compiledMain.ts' }, options);
}

/**
 * For vite: how scripts are built of which V8's code is kept, CommonJS of ASCII alone, and the WebAssembly beside them.
 *
 * @param {Readonly<Record<string, string>>} input entries, by the names of what is made of them
 * @param {{ readonly outDir?: string, readonly sourcemap?: boolean, readonly plugins?: import('vite').PluginOption }} [options]
 *   `outDir`: see `threadBuild`
 * @returns {import('vite').UserConfig}
 */
export function scriptBuild(input, { outDir, sourcemap = false, plugins = [] } = {}) {
  return {
    plugins: [wasmPlugin(), sqliteLibraryPlugin(), asciiPlugin(), chunkCirclesPlugin(), plugins],
    resolve: { alias: withoutOptionalModules },
    build: {
      ssr: true,
      ...(outDir !== undefined && { outDir }),
      emptyOutDir: outDir !== undefined,
      target: 'node20',
      minify: false,
      sourcemap,
      rollupOptions: {
        input,
        output: {
          format: 'cjs',
          entryFileNames: '[name].cjs',
          chunkFileNames: ({ name }) => `chunks/${name.replace(/~.*/, '')}-[hash].cjs`,
          comments: { jsdoc: false },
        },
      },
    },
    ssr: { noExternal: true },
  };
}

/**
 * For vite: a program of ASCII alone. One character beyond Latin 1, and V8 keeps two bytes of each that there is of the file, in every
 * thread. In what these characters stand in (texts, patterns, comments) an escape is the same.
 *
 * @returns {import('vite').Plugin}
 */
function asciiPlugin() {
  return {
    name: 'tracelane-ascii',
    // Of each line what stands in front of its first escape is where the map has it.
    generateBundle(_options, bundle) {
      for (const part of Object.values(bundle))
        if (part.type === 'chunk') part.code = part.code.replace(/[\u0080-\uffff]/g, escaped);
    },
  };
}

/** @param {string} unit */
function escaped(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/**
 * For vite: builds something else into the same folder.
 *
 * @param {import('vite').UserConfig} config
 * @returns {import('vite').Plugin}
 */
function besidePlugin(config) {
  return {
    name: 'tracelane-beside',
    apply: 'build',
    async writeBundle({ dir }) {
      if (dir === undefined) return;
      // Only now: scripts read this file's list of files before anything is installed.
      const { build } = await import('vite');
      await build({ ...config, configFile: false, logLevel: 'warn', build: { ...config.build, outDir: dir } });
    },
  };
}

/**
 * What the same entries share is one file. Files of few bytes are not put to others (`entriesAwareMergeThreshold`): that
 * has made two that import each other, of which one is run before what it needs of the other is there. Entries stay by
 * themselves, and so does what tests add: they do something when they are loaded, and their places tell them where other files
 * are.
 *
 * @param {readonly string[]} entries ends of their paths
 * @returns {import('vite').Rolldown.CodeSplittingGroup}
 */
function sharedCode(entries) {
  return {
    name: 'shared',
    tags: ['$initial'],
    test: (id) => {
      const path = id.replaceAll('\\', '/');
      return /\/(src-[a-z]+|resources|node_modules)\//.test(path) && !entries.some((entry) => path.endsWith(entry));
    },
    entriesAware: true,
  };
}

/** What this is made from besides the sources. */
export const nodeBuildFiles = [
  'nodeBuild.mjs',
  'optionalModules.mjs',
  'absentModule.cjs',
  'absentFunction.mjs',
  'sqliteLibrary.mjs',
  'wasm.mjs',
  'compileWasm.mjs',
].map((name) => `scripts/lib/${name}`);
