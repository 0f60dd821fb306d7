import { defineConfig } from 'vite';
import { nodeBuild, threadBuild } from '../../scripts/lib/nodeBuild.mjs';

const input = { measure: 'test/bench/measure.ts' };

/** What the benchmark runs: the measuring process and the engine's worker threads, from the sources as they are. */
export default defineConfig(nodeBuild('dist/bench/code', input, { beside: [threadBuild()] }));
