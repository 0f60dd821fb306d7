import type { RankJob, SourceFile } from '../../src-contract';
import type { TableFiles, TableRank } from './tableRanks';

/** The jobs that ranks say they are of, in the order of their first rank; empty where all are of one, or it is not known. */
export function jobsOfRanks(
  ranks: readonly TableRank[],
): readonly { readonly job: RankJob; readonly ranks: readonly TableRank[] }[] {
  const jobs = new Map<string, { readonly job: RankJob; readonly ranks: TableRank[] }>();
  for (const rank of ranks) {
    // Half of it would be no dump's.
    if (rank.job === undefined) return [];
    const known = jobs.get(rank.job.key);
    if (known) known.ranks.push(rank);
    else jobs.set(rank.job.key, { job: rank.job, ranks: [rank] });
  }
  return jobs.size < 2 ? [] : [...jobs.values()];
}

/**
 * What of a dump's files one job's ranks are read from. A summary of a job is that of the ranks beside or below which it
 * lies, and of nobody where these are of several jobs: it has one rank 0.
 */
export function filesOfJob(files: TableFiles, own: readonly TableRank[], all: readonly TableRank[]): TableFiles {
  const places = new Set(own.map(({ index }) => index));
  const others = all.filter(({ index }) => !places.has(index));
  return {
    ranks: files.ranks.filter(({ index }) => places.has(index)),
    clusterFiles: files.clusterFiles.filter((file) => nearness(file, own) > nearness(file, others)),
  };
}

/** So many folders has the file's path in common with that of the rank nearest to it. */
function nearness({ path }: SourceFile, ranks: readonly TableRank[]): number {
  const parts = partsOf(path);
  return ranks.reduce((most, { folder }) => {
    const other = partsOf(folder);
    const differs = parts.findIndex((part, at) => part !== other[at]);
    return Math.max(most, differs < 0 ? parts.length : differs);
  }, 0);
}

const partsOf = (path: string): string[] => path.split(/[\\/]/);
