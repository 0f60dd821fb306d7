import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** The pages in this folder → `dist/harness`. */
export default defineConfig({
  root,
  base: './',
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    outDir: join(root, '..', '..', '..', 'dist', 'harness'),
    emptyOutDir: true,
    target: 'chrome120',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 4000,
    rollupOptions: { input: { timeline: join(root, 'timeline.html'), parts: join(root, 'parts.html') } },
  },
});
