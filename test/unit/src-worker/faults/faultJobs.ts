import { join } from 'node:path';
import type { RankIndex } from '../../../../src-contract';
import type { Fault } from '../../../../src-main/demo/faults/fault';
import type { DemoOptions } from '../../../../src-main/demo/options';
import type { EffectTruth } from '../../../../src-main/demo/truth';
import type { DumpContext } from '../../../../src-worker/model/dumpContext';
import { sharedContext } from '../../../fixtures/dumpContext';
import { type SharedJob, sharedJob } from '../../../fixtures/sharedJob';

/** A generated job as the views see it, and what was planted in it. */
export interface FaultJob extends SharedJob {
  readonly dump: DumpContext;
}

/** Numbers of the steps of each job. */
export const steps: readonly number[] = [10, 11, 12, 13, 14];

/**
 * A job of four ranks (unless told: tensor 2 × data 2) and five steps. The same without faults is healthy, and alike
 * otherwise: the random numbers are the same. Shared with all that ask for the same one, so only to be read.
 */
export async function openJob(faults: readonly Fault[], changes: Partial<DemoOptions> = {}): Promise<FaultJob> {
  const job = await sharedJob({
    ranks: 4,
    steps: steps.length,
    seed: 11,
    parallel: { tensor: 2, pipeline: 1, data: 2 },
    model: { layersPerStage: 1, microBatches: 1 },
    faults,
    ...changes,
  });
  return { ...job, dump: await sharedContext(job.folder) };
}

/** What the first fault did to a rank, step after step. */
export function effectsOf({ truth }: FaultJob, rank: number): readonly EffectTruth[] {
  const own = truth.ranks[rank] ?? truth.unwritten.find((unwritten) => unwritten.rank === rank);
  return own?.effects.filter(({ fault }) => fault === 0) ?? [];
}

/** Ranks that the first fault touched. */
export function touchedRanks(job: FaultJob): number[] {
  return job.truth.ranks.map(({ rank }) => rank).filter((rank) => effectsOf(job, rank).length > 0);
}

export const indexOf = (rank: number) => rank as RankIndex;

export function ranksOf({ dump }: FaultJob): RankIndex[] {
  return dump.ranks.map(({ index }) => index);
}

/** Folder of the rank's tables and its timeline. */
export function outputOf({ folder, truth }: FaultJob, rank: number): string {
  const own = truth.ranks.find((written) => written.rank === rank);
  return join(folder, own?.folder ?? '', 'ASCEND_PROFILER_OUTPUT');
}

/** In the dump's time. */
export function dumpTime({ dump }: FaultJob, epochNs: string): number {
  return Number(BigInt(epochNs) - dump.baseNs) - dump.fromOwnNs(0);
}

export const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0);
