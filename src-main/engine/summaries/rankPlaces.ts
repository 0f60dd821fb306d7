import { statSync } from 'node:fs';
import { isEndOfSummaries } from '../../../src-worker/analysis/summary/summaryFile';
import { discoverDump } from '../../../src-worker/discovery/discover';
import { endOfSummaries } from './endOfSummaries';

export interface RankPlace {
  /** What opens this rank alone. */
  readonly place: string;
  /** In the job, where something tells it. */
  readonly rank: number | undefined;
}

export interface RankPlaces {
  /** By their numbers; each place once. */
  readonly ranks: readonly RankPlace[];
  /** Names of the jobs, where there are several. */
  readonly jobs: readonly string[];
  /** The search came to a limit: there may be more. */
  readonly isCut: boolean;
}

/** The ranks in folders and files. Nothing of them is read but what tells that they are some. */
export async function rankPlaces(paths: readonly string[]): Promise<RankPlaces> {
  const { ranks, isCut } = await discoverDump(paths, { roots: [] });
  const places = new Map(ranks.map(({ place, rank }) => [place, { place, rank }]));
  const jobs = new Set(ranks.flatMap(({ job }) => (job ? [job.name] : [])));
  return { ranks: [...places.values()], jobs: [...jobs], isCut };
}

/** Whether the file is there, whole, and of this version; what is not is to be made once more. Only its end is read. */
export function isWholeSummary(path: string): boolean {
  if (!statSync(path, { throwIfNoEntry: false })) return false;
  const end = endOfSummaries(path, []);
  return end !== undefined && isEndOfSummaries(end);
}
