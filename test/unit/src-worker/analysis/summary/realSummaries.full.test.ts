import { expect, test } from 'vitest';
import { findingsWorker } from '../../../../../src-worker/views/findings';
import { sharedContext } from '../../../../fixtures/dumpContext';
import { describeDumps, dumpPath } from '../../../../fixtures/dumps';
import { expectSame, reduceFiles, summariesIn } from './summaries';

/** Of a rank, at most: PerfTracker's summaries have some 30 kB. */
const MOST_BYTES = 50_000;

describeDumps('summaries of ranks tell what the job as a whole does', () => {
  for (const dump of [
    'ascend/text_level1_2ranks',
    'ascend/db_level1_2ranks',
    'ascend/pp2_dp2_4ranks_no_timeline',
    'kineto/dlrm_8ranks_v100',
  ]) {
    test(dump, async () => {
      const files = await summariesIn(dumpPath(dump));
      const job = await reduceFiles(files);
      const direct = await findingsWorker.answers['findings.report'](await sharedContext(dumpPath(dump)), {});
      expect(job.leftOut).toEqual([]);
      expect(direct.findings.length).toBeGreaterThan(1);
      expectSame(job.report, direct);
      expect(job.report.findings.every(({ evidence }) => evidence.length === 0)).toBe(true);
      for (const { bytes } of files) expect(bytes.length).toBeLessThan(MOST_BYTES);
    });
  }
});
