import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bundledPackagesPlugin } from './scripts/lib/bundledPackages.mjs';
import { chunkCirclesPlugin } from './scripts/lib/chunkCircles.mjs';
import { startChunksPlugin } from './scripts/lib/startChunks.mjs';

/** The window: `src-renderer` → `dist/renderer`. */
export default defineConfig({
  root: 'src-renderer',
  base: './',
  plugins: [react(), startChunksPlugin(), chunkCirclesPlugin(), bundledPackagesPlugin('renderer')],
  worker: { plugins: () => [bundledPackagesPlugin('renderer-threads')] },
  build: {
    outDir: '../dist/renderer',
    emptyOutDir: true,
    target: 'chrome120',
    chunkSizeWarningLimit: 4000,
    // Inlined assets would need data: in the content security policy's font-src and worker-src.
    assetsInlineLimit: 0,
  },
});
