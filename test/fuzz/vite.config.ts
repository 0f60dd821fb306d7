import { defineConfig } from 'vite';
import { nodeBuild, threadBuild } from '../../scripts/lib/nodeBuild.mjs';

const input = {
  main: 'test/fuzz/run/main.ts',
  child: 'test/fuzz/run/child.ts',
};

/** What fuzzes: the process that watches, the one that is watched, and the engine's worker threads → `dist/fuzz`. */
export default defineConfig(
  nodeBuild('dist/fuzz', input, { beside: [threadBuild({ sourcemap: true })], sourcemap: true }),
);
