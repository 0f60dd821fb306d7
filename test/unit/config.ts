import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { InlineConfig, Vite } from 'vitest/node';

/**
 * Files whose tests change what a process has only one of (mocked modules, the environment), or measure a process that
 * they start: Linux tells of it the most memory that its parent held.
 */
const isolated = 'test/unit/**/*.isolated.test.{ts,tsx}';
const isolatedFull = 'test/unit/**/*.isolated.full.test.{ts,tsx}';
/** Files that only `npm run test:full` runs. */
const full = 'test/unit/**/*.full.test.{ts,tsx}';
const all = 'test/unit/**/*.test.{ts,tsx}';

/**
 * Files share a process, and with it what they import, unless their name says that they need one of their own: reading
 * the sources anew for each file would take as long as half of the tests.
 */
export function unitTests(run: 'quick' | 'full'): InlineConfig {
  const common = {
    testTimeout: run === 'quick' ? 90_000 : 180_000,
    // Hooks that generate a dump take long while other tests run.
    hookTimeout: run === 'quick' ? 60_000 : 180_000,
    // What is waited for comes from threads and connections, which wait for a core while the other tests run.
    expect: { poll: { timeout: 20_000 } },
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  };
  const shared = { name: run, isolate: false };
  const plugins = [fastExports()];
  return {
    // Tests wait for threads and processes that they start; one more than there are cores leaves none idle meanwhile.
    maxWorkers: availableParallelism() + 1,
    // A process that has run half of the tests takes a while to end on a machine that does other things too.
    teardownTimeout: 60_000,
    globalSetup: ['test/fixtures/globalSetup.ts'],
    projects:
      run === 'full'
        ? [
            { plugins, test: { ...common, ...shared, include: [full], exclude: [isolatedFull] } },
            { plugins, test: { ...common, name: 'isolated', isolate: true, include: [isolatedFull] } },
          ]
        : [
            { plugins, test: { ...common, ...shared, include: [all], exclude: [full, isolated] } },
            { plugins, test: { ...common, name: 'isolated', isolate: true, include: [isolated] } },
          ],
  };
}

/**
 * Vite's module runner keeps what a module exports in an object whose properties V8 looks up by their names, at each use
 * in another module: the plain tokenizer takes three times as long with it as when it is built. So each module ends with
 * having its exports read fast.
 */
function fastExports(): Vite.Plugin {
  const helper = fileURLToPath(new URL('../fixtures/readFast.ts', import.meta.url));
  return {
    name: 'fast-exports',
    enforce: 'post',
    transform(code, id) {
      if (!/\.tsx?$/.test(id) || id.includes('/node_modules/') || id === helper) return undefined;
      const call = 'readFast_(__vite_ssr_exports__);';
      // At the end, which moves no line that the source map knows of; the import is hoisted.
      return { code: `${code}\n;import { readFast as readFast_ } from ${JSON.stringify(helper)};${call}`, map: null };
    },
  };
}
