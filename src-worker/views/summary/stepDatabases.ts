import type { SplitPart } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { readAnalysisSteps } from '../../sqlite/analysisDb';
import { type ClusterPlace, readClusterFacts, readClusterPlaces, readClusterSteps } from '../../sqlite/clusterDb';
import type { Database } from '../../sqlite/database';
import { type ProfilerSession, readProfilerSession } from '../../sqlite/profilerDb';
import type { StepTimes } from '../../sqlite/stepRows';
import { numberOf, type SplitFile } from './stepFiles';
import { type SplitParts, splitParts } from './stepRows';

/** StepTraceTime of a rank's analysis.db: the rows of step_trace_time.csv. Rejects with a `TableError`. */
export function readSplitDb(dump: DumpContext, path: string): Promise<SplitFile> {
  return reading(dump, 'step split', path, (database) => {
    const steps = readAnalysisSteps(database);
    const seen = new Set<string>();
    const rows = steps.flatMap((row) => {
      // A second device of the same rank, as in the csv file.
      if (seen.has(row.step)) return [];
      seen.add(row.step);
      return [{ step: numberOf(row.step), rank: undefined, parts: partsOf(row) }];
    });
    const device = steps[0]?.device ?? Number.NaN;
    return { rows, device: Number.isNaN(device) ? undefined : device, stages: [] };
  });
}

/** ClusterStepTraceTime of cluster_analysis.db: the rows of cluster_step_trace_time.csv. Rejects with a `TableError`. */
export function readClusterDbSplit(dump: DumpContext, path: string): Promise<SplitFile> {
  return reading(dump, 'step split', path, (database) => {
    const steps = readClusterSteps(database);
    return {
      rows: steps
        .filter(({ kind }) => kind === 'rank')
        .map((row) => ({ step: numberOf(row.step), rank: row.ranks[0], parts: partsOf(row) })),
      device: undefined,
      stages: steps.filter(({ kind }) => kind === 'stage').map(({ ranks }) => ranks),
    };
  });
}

/** Hosts, devices and facts of the job, from newer versions of cluster_analysis.db. */
export interface ClusterJob {
  readonly places: readonly ClusterPlace[];
  readonly facts: ReadonlyMap<string, string>;
}

export function readClusterJob(dump: DumpContext, path: string): Promise<ClusterJob> {
  return reading(dump, 'job', path, (database) => ({
    places: readClusterPlaces(database),
    facts: readClusterFacts(database),
  }));
}

/** Host, device and environment that the profiler's own database tells. */
export function readSession(dump: DumpContext, path: string): Promise<ProfilerSession> {
  return reading(dump, 'session', path, readProfilerSession);
}

/** Read once; what is damaged is noted. */
function reading<T>(dump: DumpContext, what: string, path: string, read: (database: Database) => T): Promise<T> {
  return dump.memo(`${what} ${path}`, async () => dump.database(path, read));
}

const fields: Readonly<Record<SplitPart, keyof StepTimes>> = {
  computing: 'computingNs',
  notOverlapped: 'notOverlappedNs',
  overlapped: 'overlappedNs',
  communication: 'communicationNs',
  free: 'freeNs',
  stage: 'stageNs',
  bubble: 'bubbleNs',
  notOverlappedExceptReceive: 'notOverlappedExceptReceiveNs',
  preparing: 'preparingNs',
};

function partsOf(times: StepTimes): SplitParts {
  return splitParts((part) => times[fields[part]]);
}
