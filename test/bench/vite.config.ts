import { defineConfig } from 'vite';
import { tokenizerPlugin } from '../../scripts/lib/tokenizer.mjs';

/** What the benchmark runs: the measuring process and the engine's worker threads, from the sources as they are. */
export default defineConfig({
  plugins: [tokenizerPlugin()],
  build: {
    ssr: true,
    outDir: 'dist/bench/code',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: { measure: 'test/bench/measure.ts', worker: 'src-main/engine/threads/workerMain.ts' },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
});
