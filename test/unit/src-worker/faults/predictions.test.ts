import { expect, test } from 'vitest';
import type { Fault } from '../../../../src-main/demo/faults/fault';
import { whatIf } from '../../../../src-worker/model/dependencies/predict';
import { findingsWorker } from '../../../../src-worker/views/findings';
import { openJob } from './faultJobs';

/** By the generator's clock, not by the graph's: from the first device task to the last one's end, mean over the steps, of the slowest rank. */
async function measuredNs(fault: readonly Fault[]): Promise<number> {
  const { truth } = await openJob(fault);
  const steps = truth.ranks.map(({ steps: own }) => {
    const sums = own.map(({ computingNs, notOverlappedNs, freeNs }) => computingNs + notOverlappedNs + freeNs);
    return sums.reduce((sum, ns) => sum + ns, 0) / own.length;
  });
  return Math.max(...steps);
}

const slowRank = { kind: 'slow-rank', rank: 3, factor: 1.6 } as const;
const lateInput = { kind: 'late-dataloader', rank: 1, milliseconds: 60, steps: [11, 13] } as const;

test('with nothing changed the replay gives the measured step, to 1 %', async () => {
  for (const faults of [[], [slowRank]]) {
    const { dump } = await openJob(faults);
    const own = await whatIf(dump, []);
    expect(own?.predictedNs).toBe(own?.stepNs);
    expect((own?.stepNs ?? 0) / (await measuredNs(faults))).toBeCloseTo(1, 2);
  }
});

test('without the slow rank’s slowness a step takes what it does in the healthy job, to 5 %', async () => {
  const { dump } = await openJob([slowRank]);
  const own = await whatIf(dump, [{ kind: 'computing', ranks: [3], factor: 1 / 1.6 }]);
  const healthyNs = await measuredNs([]);
  expect((own?.predictedNs ?? 0) / healthyNs).toBeGreaterThan(0.95);
  expect((own?.predictedNs ?? 0) / healthyNs).toBeLessThan(1.05);
  expect((own?.stepNs ?? 0) / healthyNs).toBeGreaterThan(1.2);
});

test.each([
  [slowRank, 'D2'],
  [lateInput, 'B9'],
] as const)('the finding of %j is predicted to leave the healthy job’s step', async (fault, rule) => {
  const { dump } = await openJob([fault]);
  const { findings, stepNs } = await findingsWorker.answers['findings.report'](dump, {});
  const predicted = await findingsWorker.answers['findings.predictions'](dump, {});
  const found = findings.find((own) => own.rule === rule && own.rank === fault.rank);
  const own = predicted.findings.find(({ finding }) => finding === found?.id);
  const healthyNs = await measuredNs([]);
  expect((own?.predictedNs ?? 0) / healthyNs).toBeGreaterThan(0.95);
  expect((own?.predictedNs ?? 0) / healthyNs).toBeLessThan(1.05);
  for (const { finding, predictedNs } of predicted.findings) {
    const gainNs = findings.find(({ id }) => id === finding)?.gain.nsPerStep ?? 0;
    expect(predictedNs).toBeLessThanOrEqual(stepNs);
    expect(predictedNs).toBeGreaterThanOrEqual(stepNs - gainNs - 1e-6);
  }
});
