import { defineConfig } from 'vite';
import { bundledPackagesPlugin } from './scripts/lib/bundledPackages.mjs';

/** Electron's preload script: a sandboxed one must be a single CommonJS file → `dist/node/preload.cjs`. */
export default defineConfig({
  plugins: [bundledPackagesPlugin('preload')],
  build: {
    ssr: true,
    outDir: 'dist/node',
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    rollupOptions: {
      input: { preload: 'src-main/electron/preload.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
  ssr: { noExternal: true, external: ['electron'] },
});
