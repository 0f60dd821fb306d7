import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compareNames } from '../../../src-contract/cells/nameOrder';
import { limitsWith } from '../../../src-worker/analysis/report';
import { jobFile, jobOfBytes } from '../../../src-worker/analysis/summary/jobSummary';
import {
  type LeftOut,
  type ReducedJob,
  reduceSummaries,
  type SummarySource,
} from '../../../src-worker/analysis/summary/reduce';

export type { LeftOut, ReducedJob } from '../../../src-worker/analysis/summary/reduce';

const SUFFIX = '.parquet';
/** Larger ones are no summary of a rank. */
const MOST_BYTES = 256 << 20;

/**
 * What the summaries in a folder, and in folders of it, come to; `without` is the job's own file, which may lie among them. Undefined in
 * place of the bytes where no file has a rank. Throws what listing the folder throws.
 */
export async function reduceFolder(
  folder: string,
  without: string,
): Promise<{ readonly job: ReducedJob; readonly bytes: Uint8Array } | { readonly leftOut: readonly LeftOut[] }> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.name.endsWith(SUFFIX) && !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .filter((name) => join(folder, name) !== without)
    .sort(compareNames);
  const sources = names.map((name): SummarySource => ({ name, read: () => bytesOf(join(folder, name)) }));
  const job = await reduceSummaries(sources, limitsWith());
  return 'report' in job ? { job, bytes: jobFile(job) } : job;
}

/** What a Parquet file holds. Throws an `Error` with a sentence for one that is no job’s. */
export async function jobOfPath(path: string): Promise<ReducedJob> {
  const job = await jobOfBytes(bytesOf(path));
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

/** Throws what reading throws, or a `RangeError` for what is too large to be one. */
function bytesOf(path: string): Uint8Array {
  const { size } = statSync(path);
  if (size > MOST_BYTES) throw new RangeError(`${size} bytes`);
  return readFileSync(path);
}
