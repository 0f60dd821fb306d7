import { defineConfig } from 'vite';
import { withoutOptionalModules } from '../../scripts/lib/optionalModules.mjs';
import { tokenizerPlugin } from '../../scripts/lib/tokenizer.mjs';

/** What fuzzes: the process that watches, the one that is watched, and the engine's worker threads → `dist/fuzz`. */
export default defineConfig({
  plugins: [tokenizerPlugin()],
  resolve: { alias: withoutOptionalModules },
  build: {
    ssr: true,
    outDir: 'dist/fuzz',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: {
        main: 'test/fuzz/run/main.ts',
        child: 'test/fuzz/run/child.ts',
        worker: 'src-main/engine/threads/workerMain.ts',
      },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
});
