import { defineConfig } from 'vite';
import { withoutOptionalModules } from './scripts/lib/optionalModules.mjs';
import { tokenizerPlugin } from './scripts/lib/tokenizer.mjs';

/** Everything that runs in Node: command line, browser host, Electron's main process, worker threads → `dist/node`. */
export default defineConfig({
  plugins: [tokenizerPlugin()],
  resolve: { alias: withoutOptionalModules },
  build: {
    ssr: true,
    outDir: 'dist/node',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        cli: 'src-main/cli/main.ts',
        worker: 'src-main/engine/threads/workerMain.ts',
        electron: 'src-main/electron/main.ts',
        // Started by no one but tests, in processes of their own; cli and electron share it.
        engine: 'src-main/engine/engine.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true, external: ['electron'] },
});
