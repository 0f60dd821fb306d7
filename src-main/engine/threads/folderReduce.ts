import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { limitsWith } from '../../../src-worker/analysis/report';
import { jobFile } from '../../../src-worker/analysis/summary/jobSummary';
import { type LeftOut, reduceSummaries, type SummarySource } from '../../../src-worker/analysis/summary/reduce';
import { SummaryReading } from './summaryReading';

/** What a reduce tells of the job that it has made. */
export interface FolderReduced {
  /** The job's file; undefined where no file has a rank. */
  readonly bytes: Uint8Array | undefined;
  readonly ranks: readonly number[];
  readonly missing: readonly number[];
  readonly leftOut: readonly LeftOut[];
  readonly findings: readonly {
    readonly id: string;
    readonly rank: number | undefined;
    readonly lostNsPerStep: number;
  }[];
}

/** `ports`: of threads that read beside this one; `module`: what reads summaries, where the engine has it. */
export async function reduceFiles(
  folder: string,
  names: readonly string[],
  ports: readonly MessagePort[],
  module?: WebAssembly.Module,
): Promise<FolderReduced> {
  const paths = names.map((name) => join(folder, name));
  const reading = new SummaryReading(paths, ports, module);
  try {
    const sources = names.map((name, at): SummarySource => ({ name, read: (pools) => reading.at(at, pools) }));
    const job = await reduceSummaries(sources, limitsWith(), reading.beside);
    if (!('report' in job)) return { bytes: undefined, ranks: [], missing: [], findings: [], leftOut: job.leftOut };
    const { ranks, missing, leftOut, report } = job;
    const findings = report.findings.map(({ id, rank, lostNsPerStep }) => ({ id, rank, lostNsPerStep }));
    return { bytes: jobFile(job), ranks, missing, leftOut, findings };
  } finally {
    reading.end();
  }
}
