/**
 * `npm run fuzz [-- OPTION…]`: gives the program damaged files and wrong calls, and tells where it fails. What is tried and
 * what counts as a failure: docs/robustness.md.
 *
 *     --format NAME     only this one (more than once for more)
 *     --count N         mutants of each format
 *     --seconds N       or so long for each; 60 where neither is told
 *     --seed N          the same mutants again; another one each time unless told
 *     --from N          number of the first mutant
 *     --processes N     at a time; 2 unless told
 *
 * What fails is made small and written to a folder of its own in the system's folder for temporary files.
 */
import { join } from 'node:path';
import { buildIfStale } from './lib/build.mjs';
import { helpIfAsked } from './lib/helpIfAsked.mjs';
import { projectDir, requireNode, run, StepError } from './lib/project.mjs';

helpIfAsked(import.meta.url);

try {
  requireNode([20, 19]);
  await buildIfStale(['fuzz']);
  const { code } = await run(process.execPath, [join(projectDir, 'dist', 'fuzz', 'main.js'), ...process.argv.slice(2)]);
  process.exitCode = code;
} catch (error) {
  if (!(error instanceof StepError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
