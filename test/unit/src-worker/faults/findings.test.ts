import { expect, test } from 'vitest';
import type { Finding } from '../../../../src-contract';
import { findingsWorker } from '../../../../src-worker/views/findings';
import { effectsOf, type FaultJob, openJob, steps, sumOf } from './faultJobs';

async function findings({ dump }: FaultJob): Promise<readonly Finding[]> {
  return (await findingsWorker.answers['findings.report'](dump, {})).findings;
}

/** A step, of what the generator says that the fault cost the rank. */
const plantedNs = (job: FaultJob, rank: number) =>
  sumOf(effectsOf(job, rank).map(({ extraNs }) => extraNs)) / steps.length;

/** Within 10 % of what was planted. */
function expectLost(own: Finding | undefined, ns: number): void {
  expect((own?.lostNsPerStep ?? 0) / ns).toBeGreaterThan(0.9);
  expect((own?.lostNsPerStep ?? 0) / ns).toBeLessThan(1.1);
}

test('slow-rank: its kernels are the finding, its lateness the effect', async () => {
  const job = await openJob([{ kind: 'slow-rank', rank: 3, factor: 1.6 }]);
  const found = await findings(job);
  const slow = found.filter(({ rule }) => rule === 'D2');
  expect(slow.map(({ rank }) => rank)).toEqual([3]);
  expectLost(slow[0], plantedNs(job, 3));
  // Who waited for it, and is late elsewhere for that, is an effect too.
  expect(new Set(slow[0].effects.map(({ id }) => id))).toEqual(new Set(['C8.title']));
  expect(found.filter(({ rule }) => rule === 'C8')).toEqual([]);
});

test('late-dataloader: the input of its rank; who waits for it, and is late elsewhere for that, is no finding', async () => {
  const job = await openJob([{ kind: 'late-dataloader', rank: 1, milliseconds: 60, steps: [11, 13] }]);
  const found = await findings(job);
  const [input] = found.filter(({ rule, place }) => rule === 'B9' && place.ranks.length === 1);
  expect(input).toMatchObject({ class: 'input', rank: 1, title: { id: 'dataloader.title' } });
  expectLost(input, plantedNs(job, 1));
  expect(input.effects.map(({ id }) => id)).toEqual(['C8.title']);
  for (const { rule, rank, lostNsPerStep } of found)
    if (rule === 'C8') expect([rank, lostNsPerStep < plantedNs(job, 1) / 5]).toEqual([rank, true]);
});
