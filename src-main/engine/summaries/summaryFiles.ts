import { jobOfBytes, type ReadJob } from '../../../src-worker/analysis/summary/jobSummary';
import { readSummary } from '../threads/summaryBytes';

export type { ReadJob } from '../../../src-worker/analysis/summary/jobSummary';
export type { LeftOut } from '../../../src-worker/analysis/summary/reduce';

/** What a Parquet file holds. Throws an `Error` with a sentence for one that is no job’s. */
export function jobOfPath(path: string): ReadJob {
  const job = jobOfBytes(readSummary(path, (size) => new Uint8Array(size)));
  if ('report' in job) return job;
  switch (job.why) {
    case 'damaged':
      throw new Error(`${path} is damaged or cut off (${job.detail}). Make it again.`);
    case 'other-version':
      throw new Error(`${path} was written by another version of Tracelane. Make it again with tracelane reduce.`);
    case 'not-a-summary':
      throw new Error(
        job.detail === 'ranks'
          ? `${path} has summaries of ranks. tracelane reduce makes a job of a folder of them.`
          : `${path} is a Parquet file, but no job that tracelane reduce has made.`,
      );
  }
}
