import { beforeAll, expect, test } from 'vitest';
import { buildIfStale } from '../../../../scripts/lib/build.mjs';
import { healthOf, healthyJobs } from '../../../../scripts/lib/plantedFaults.mjs';

beforeAll(() => buildIfStale(['node']), 120_000);

test.each(healthyJobs().map((job) => [job.name, job] as const))('%s', { timeout: 240_000 }, async (_, job) => {
  expect((await healthOf(job)).problems).toEqual([]);
});
