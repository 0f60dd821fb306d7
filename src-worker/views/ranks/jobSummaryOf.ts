import { constants } from 'node:buffer';
import { closeSync, fstatSync, readSync } from 'node:fs';
import type { JobCommunication } from '../../analysis/summary/jobCommunication';
import { communicationOfBytes, jobOfBytes, type ReadJob } from '../../analysis/summary/jobSummary';
import type { Refused } from '../../analysis/summary/summaryFile';
import { notice } from '../../files/notices';
import { openFile } from '../../files/readable';
import type { DumpContext } from '../../model/dumpContext';
import { TableError } from '../../tables/tableError';

/** Of a job of a hundred thousand ranks some 100 MB. */
const MOST_BYTES = Math.min(512 << 20, constants.MAX_LENGTH);

/** What `tracelane reduce` wrote; undefined where no such file is open. Rejects with a `TableError` for one that cannot be read. */
export function jobSummaryOf(dump: DumpContext): Promise<ReadJob> | undefined {
  const [path] = dump.clusterPaths('job-summary');
  return path === undefined ? undefined : dump.memo(`job summary ${path}`, () => readJob(path));
}

/** What it keeps of communication, read when it is first asked for: most of the file. */
export function jobCommunicationOf(dump: DumpContext): Promise<JobCommunication | undefined> {
  const [path] = dump.clusterPaths('job-summary');
  if (path === undefined) return Promise.resolve(undefined);
  return dump.memo(`communication of job summary ${path}`, async () => {
    const told = communicationOfBytes(bytesOf(path));
    return 'why' in told ? refuse(path, told) : told.communication;
  });
}

async function readJob(path: string): Promise<ReadJob> {
  const job = jobOfBytes(bytesOf(path));
  return 'report' in job ? job : refuse(path, job);
}

function refuse(path: string, { why, detail }: { readonly why: Refused; readonly detail: string }): never {
  if (why === 'other-version') throw new TableError(notice('job-summary-other-version', 'error', {}, { path }));
  if (why === 'damaged') throw new TableError(notice('job-summary-damaged', 'error', {}, { path }));
  const code = detail === 'ranks' ? 'job-summary-of-ranks' : 'job-summary-no-job';
  throw new TableError(notice(code, 'error', {}, { path }));
}

function bytesOf(path: string): Uint8Array {
  const fd = openFile(path);
  try {
    const { size } = fstatSync(fd);
    if (size > MOST_BYTES)
      throw new TableError(notice('table-too-large', 'error', { sizeBytes: size, limitBytes: MOST_BYTES }, { path }));
    const bytes = new Uint8Array(size);
    let at = 0;
    for (;;) {
      const count = readSync(fd, bytes, at, size - at, at);
      at += count;
      if (count === 0 || at === size) return bytes.subarray(0, at);
    }
  } finally {
    closeSync(fd);
  }
}
