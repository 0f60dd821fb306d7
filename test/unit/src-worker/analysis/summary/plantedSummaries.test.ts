import { expect, test } from 'vitest';
import { findingsWorker } from '../../../../../src-worker/views/findings';
import { openJob } from '../../faults/faultJobs';
import { expectSame, reduceFiles, summariesIn } from './summaries';

test('a slow rank, a late one, and clocks that are apart: found in summaries as in the job', async () => {
  const { folder, dump } = await openJob(
    [
      { kind: 'slow-rank', rank: 1, factor: 1.4 },
      { kind: 'late-dataloader', rank: 2, milliseconds: 40 },
    ],
    { clockOffsetMs: 5 },
  );
  const job = await reduceFiles(await summariesIn(folder));
  const direct = await findingsWorker.answers['findings.report'](dump, {});
  expectSame(job.report, direct);
  expect(job.missing).toEqual([]);
  const found = new Map(job.report.findings.map(({ rule, rank }) => [`${rule} ${rank}`, true]));
  expect([...found.keys()]).toEqual(expect.arrayContaining(['D2 1', 'B9 2']));
});
