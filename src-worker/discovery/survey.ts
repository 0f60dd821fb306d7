import type { RankJob, Survey, SurveyExtent, SurveyedJob } from '../../src-contract';
import type { QuestionCells } from '../threadWork';
import { cells } from '../threadWork';
import { discoverDump } from './discover';
import type { DiscoveredDump, DiscoveredRank } from './discoveredDump';
import type { SearchLimits } from './searchLimits';

/** A badge must not keep a network drive busy for a folder that nobody may enter; a verdict goes as far as one waits. */
const limits: { readonly [E in SurveyExtent]: Omit<SearchLimits, 'isStopped'> & { readonly mostMs: number } } = {
  badge: { mostFolders: 200, mostHeads: 24, mostMs: 1_000 },
  patientBadge: { mostFolders: 200, mostHeads: 24, mostMs: 10_000 },
  verdict: { mostFolders: 50_000, mostHeads: 2_000, mostMs: 30_000 },
};

/** What opening these paths would give. `own` stops it; what has been found by then is answered. */
export async function survey(
  paths: readonly string[],
  extent: SurveyExtent,
  own: QuestionCells,
  nowMs: () => number = () => performance.now(),
): Promise<Survey> {
  const { mostMs, ...most } = limits[extent];
  const endMs = nowMs() + mostMs;
  let isOutOfTime = false;
  const isStopped = () => {
    isOutOfTime ||= nowMs() > endMs;
    return isOutOfTime || Atomics.load(own, cells.stop) !== 0;
  };
  return { ...surveyOf(await discoverDump(paths, { limits: { ...most, isStopped } })), isOutOfTime };
}

function surveyOf({ ranks, clusterFiles, notices, isCut }: DiscoveredDump): Omit<Survey, 'isOutOfTime'> {
  const isOfDatabase = ({ files, timelinePaths }: DiscoveredRank) =>
    files.some(({ path, table }) => timelinePaths.includes(path) && table !== undefined);
  const timelines = ranks.filter(({ timelinePaths }) => timelinePaths.length > 0);
  const databaseCount = timelines.filter(isOfDatabase).length;
  return {
    rankCount: ranks.length,
    textCount: timelines.length - databaseCount,
    databaseCount,
    tableCount: ranks.filter(({ files }) => files.some(({ role, table }) => role === 'table' && table)).length,
    summaryCount: clusterFiles.length,
    sizeBytes: ranks.reduce((sum, rank) => sum + bytesOf(rank), 0) + sum(clusterFiles),
    jobs: jobsIn(ranks),
    notices,
    isCut,
  };
}

function jobsIn(ranks: readonly DiscoveredRank[]): readonly SurveyedJob[] {
  const jobs = new Map<string, DiscoveredRank[]>();
  for (const rank of ranks) {
    if (rank.job === undefined) continue;
    const own = jobs.get(rank.job.key);
    if (own) own.push(rank);
    else jobs.set(rank.job.key, [rank]);
  }
  return [...jobs.values()].map((own) => ({
    ...(own[0].job as RankJob),
    rankCount: own.length,
    sizeBytes: own.reduce((bytes, rank) => bytes + bytesOf(rank), 0),
    paths: [...new Set(own.map(openedBy))],
  }));
}

/** A file of several devices is opened whole. */
function openedBy({ place, files, timelinePaths }: DiscoveredRank): string {
  return files.some(({ device }) => device !== undefined) ? timelinePaths[0] : place;
}

/** Of what is read of it; files that are not are not counted. */
function bytesOf({ files }: DiscoveredRank): number {
  return sum(files.filter(({ role }) => role !== 'unread'));
}

function sum(files: DiscoveredRank['files']): number {
  return files.reduce((bytes, { sizeBytes }) => bytes + sizeBytes, 0);
}
