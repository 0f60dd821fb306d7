import { join } from 'node:path';
import { defineConfig } from 'vite';

const root = import.meta.dirname;

/** The stand-in's process: its executable and the module `electron` → `dist/standIn`. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: join(root, '..', '..', '..', 'dist', 'standIn'),
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rollupOptions: {
      input: { launch: join(root, 'main', 'launch.ts'), electron: join(root, 'main', 'electron.ts') },
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
});
