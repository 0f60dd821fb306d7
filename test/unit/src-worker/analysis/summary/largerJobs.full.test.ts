import { expect, test } from 'vitest';
import { findingsWorker } from '../../../../../src-worker/views/findings';
import { openContext } from '../../../../fixtures/dumpContext';
import { sharedJob } from '../../../../fixtures/sharedJob';
import { expectSame, reduceFiles, summariesIn } from './summaries';

test('sixteen ranks in stages, with a slow one, a slow link, a device below its clock and a heavy stage', async () => {
  const { folder } = await sharedJob({
    ranks: 16,
    steps: 2,
    seed: 4,
    parallel: { tensor: 2, pipeline: 2, data: 4 },
    model: { layersPerStage: 1, microBatches: 4 },
    faults: [
      { kind: 'slow-rank', rank: 3, factor: 1.4 },
      { kind: 'slow-link', between: [0, 2], factor: 0.1 },
      { kind: 'down-clock', rank: 13, mhz: 1300 },
      { kind: 'heavy-stage', stage: 1, factor: 1.25 },
    ],
  });
  const job = await reduceFiles(await summariesIn(folder));
  const direct = await findingsWorker.answers['findings.report'](await openContext(folder), {});
  expectSame(job.report, direct);
  const rules = new Set(job.report.findings.map(({ rule, rank }) => `${rule} ${rank}`));
  expect([...rules]).toEqual(expect.arrayContaining(['D2 3', 'B6 13', 'D2 undefined']));
  expect(job.missing).toEqual([]);
});
