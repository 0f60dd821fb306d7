import { withoutOptionalModules } from './optionalModules.mjs';
import { sqliteLibraryPlugin } from './sqliteLibrary.mjs';
import { tokenizerPlugin } from './tokenizer.mjs';

/**
 * For vite: how code that runs in Node is built, whether a part of the program or of what tests and measures it. ES modules
 * with all that they import but Node's own modules and Electron, readable, and the tokenizer and
 * SQLite beside them.
 *
 * @param {string} outDir from the project's folder; emptied first
 * @param {Readonly<Record<string, string>>} input entries, by the names of what is made of them
 * @param {{ readonly sourcemap?: boolean }} [options]
 * @returns {import('vite').UserConfig}
 */
export function nodeBuild(outDir, input, { sourcemap = false } = {}) {
  return {
    plugins: [tokenizerPlugin(), sqliteLibraryPlugin()],
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
          chunkFileNames: 'chunks/[name]-[hash].js',
          // A sixth of the code is comments, and every thread reads all of it when it starts.
          comments: { jsdoc: false },
        },
      },
    },
    ssr: { noExternal: true, external: ['electron'] },
  };
}

/** What this is made from besides the sources. */
export const nodeBuildFiles = [
  'nodeBuild.mjs',
  'optionalModules.mjs',
  'absentModule.cjs',
  'absentFunction.mjs',
  'sqliteLibrary.mjs',
  'tokenizer.mjs',
].map((name) => `scripts/lib/${name}`);
