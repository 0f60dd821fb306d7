import { type ClusterPlace, readClusterFacts, readClusterPlaces } from '../../sqlite/clusterDb';
import { type ProfilerSession, readProfilerSession } from '../../sqlite/profilerDb';
import type { DumpContext } from '../dumpContext';
import { databaseMemo } from '../readDatabase';

/** Hosts, devices and facts of the job, from newer versions of cluster_analysis.db. */
export interface ClusterJob {
  readonly places: readonly ClusterPlace[];
  readonly facts: ReadonlyMap<string, string>;
}

export function readClusterJob(dump: DumpContext, path: string): Promise<ClusterJob> {
  return databaseMemo(dump, 'job', path, (database) => ({
    places: readClusterPlaces(database),
    facts: readClusterFacts(database),
  }));
}

/** Host, device and environment that the profiler's own database tells. */
export function readSession(dump: DumpContext, path: string): Promise<ProfilerSession> {
  return databaseMemo(dump, 'session', path, readProfilerSession);
}
