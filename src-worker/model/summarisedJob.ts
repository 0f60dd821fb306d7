/** What the file of a job of summaries tells of its ranks: thousands, whose own files are elsewhere. */
import type { ParallelDimension, SplitPart } from '../../src-contract';
import type { DumpContext } from './dumpContext';

export interface SummarisedRank {
  /** Number in the job. */
  readonly rank: number;
  readonly label: string;
  readonly hostName?: string;
  /** Means of a step, ns; NaN: not told. Undefined: nothing is known of its steps. */
  readonly parts: Readonly<Record<SplitPart, number>> | undefined;
  /** Undefined: the parallel sizes are not known. */
  readonly place: Readonly<Record<ParallelDimension, number>> | undefined;
}

export interface SummarisedJob {
  /** By number. */
  readonly ranks: readonly SummarisedRank[];
  /** Of the job, with those that no summary tells of. */
  readonly worldSize: number;
}

const KEY = 'job of summaries';

/** Who can read that file says how; it is read when it is first asked for. To be given before that. */
export function giveSummarisedJob(dump: DumpContext, read: () => Promise<SummarisedJob>): void {
  dump.memo(KEY, () => read);
}

/** Undefined where no such file is open. Rejects with a `TableError` for one that cannot be read. */
export function summarisedJob(dump: DumpContext): Promise<SummarisedJob | undefined> {
  // Of several jobs, it is told of the one that its file is of.
  if (dump.clusterPaths('job-summary').length === 0) return Promise.resolve(undefined);
  return dump.memo<() => Promise<SummarisedJob | undefined>>(KEY, () => () => Promise.resolve(undefined))();
}
