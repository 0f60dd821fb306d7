import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** What surrounds a preload script in a page, as one script → `dist/standIn/page.js`. */
export default defineConfig({
  build: {
    outDir: join(root, '..', '..', '..', 'dist', 'standIn'),
    emptyOutDir: false,
    target: 'chrome120',
    minify: false,
    lib: {
      entry: join(root, 'page', 'preloadWorld.ts'),
      formats: ['iife'],
      name: 'standInPage',
      fileName: () => 'page.js',
    },
  },
});
