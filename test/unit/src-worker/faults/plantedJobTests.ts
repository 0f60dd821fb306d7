import { beforeAll, expect, test } from 'vitest';
import { buildIfStale } from '../../../../scripts/lib/build.mjs';
import { plantedJobs, verdictsOf } from '../../../../scripts/lib/plantedFaults.mjs';

type PlantedJob = ReturnType<typeof plantedJobs>[number];

/**
 * Those jobs with planted faults that are meant, by the command line, as a user would: the table of docs/findings.md. They are
 * in several files, `planted*.full.test.ts`, so that processes share them: together they take longer than all other files.
 */
export function testPlantedJobs(isMeant: (job: PlantedJob) => boolean): void {
  beforeAll(() => buildIfStale(['node']), 120_000);
  const healthyReports = new Map();
  const jobs = plantedJobs().filter(isMeant);
  test.each(jobs.map((job) => [job.name, job] as const))('%s', { timeout: 240_000 }, async (_, job) => {
    const verdicts = await verdictsOf(job, healthyReports);
    const found = verdicts.flatMap(({ fault, problems }) => problems.map((problem) => `${fault}: ${problem}`));
    expect(found).toEqual([]);
  });
}

/** A job of the usual shape with one fault, of which there are as many as of all others together. */
export function isUsual({ name, faults }: PlantedJob): boolean {
  return faults.length === 1 && / 8 ranks/.test(name) && !/ in stage |heavy-stage/.test(name);
}
