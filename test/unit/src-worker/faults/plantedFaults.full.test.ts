import { beforeAll, expect, test } from 'vitest';
import { buildIfStale } from '../../../../scripts/lib/build.mjs';
import { healthOf, healthyJobs, plantedJobs, verdictsOf } from '../../../../scripts/lib/plantedFaults.mjs';

/** By the command line, as a user would: the table of docs/findings.md. Eight of them, by the worker, in `findings.test.ts`. */
beforeAll(() => buildIfStale(['node']), 120_000);

test.each(plantedJobs().map((job) => [job.name, job] as const))('%s', { timeout: 240_000 }, async (_, job) => {
  const verdicts = await verdictsOf(job);
  const found = verdicts.flatMap(({ fault, problems }) => problems.map((problem) => `${fault}: ${problem}`));
  expect(found).toEqual([]);
});

test.each(healthyJobs().map((job) => [job.name, job] as const))('%s', { timeout: 240_000 }, async (_, job) => {
  expect((await healthOf(job)).problems).toEqual([]);
});
