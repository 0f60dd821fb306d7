import type { SplitSource, SummaryRank } from '../../../src-contract';
import { TableError } from '../../tables/tableError';
import type { DumpContext, TableRank } from '../dumpContext';
import { readClusterDbSplit, readSplitDb } from './stepDatabases';
import { readSplitCsv, type SplitFile } from './stepFiles';
import type { StepRow } from './stepRows';
import { timelineSplit } from './timelineSplit';

export interface RankSplit {
  readonly rank: SummaryRank;
  /** By step. */
  readonly rows: readonly StepRow[];
}

export interface JobSplits {
  /** By number of the rank. */
  readonly ranks: readonly RankSplit[];
}

/** Sets of rank numbers that the summary of the job calls a stage. */
export async function clusterStages(dump: DumpContext): Promise<readonly (readonly number[])[]> {
  return (await clusterSplit(dump))?.file.stages ?? [];
}

/** All ranks of the job, those included that only the cluster's summary knows, each with the best split there is. */
export async function jobSplits(dump: DumpContext): Promise<JobSplits> {
  const cluster = await clusterSplit(dump);
  const rowsOfCluster = new Map<number, StepRow[]>();
  for (const { rank, ...row } of cluster?.file.rows ?? []) {
    if (rank === undefined) continue;
    const known = rowsOfCluster.get(rank);
    if (known) known.push(row);
    else rowsOfCluster.set(rank, [row]);
  }
  const ranks: RankSplit[] = [];
  const splits = await dump.overRanks(dump.ranks, (rank) => ownSplit(dump, rank));
  for (const [at, rank] of dump.ranks.entries()) {
    const own = splits[at];
    const ofCluster = rank.rank === undefined ? undefined : rowsOfCluster.get(rank.rank);
    if (rank.rank !== undefined) rowsOfCluster.delete(rank.rank);
    const best =
      own ?? (cluster && ofCluster ? { source: cluster.source, rows: ofCluster, device: undefined } : undefined);
    const device = best?.device;
    ranks.push({
      rank: {
        rank: rank.rank ?? rank.index,
        index: rank.index,
        label: rank.label,
        ...(rank.hostName !== undefined && { hostName: rank.hostName }),
        ...(device !== undefined && { device }),
        ...(best && { splitSource: best.source }),
      },
      rows: bySteps(best?.rows ?? []),
    });
  }
  for (const [rank, rows] of rowsOfCluster) {
    const splitSource = cluster?.source ?? 'cluster-step-trace';
    ranks.push({ rank: { rank, label: `Rank ${rank}`, splitSource }, rows: bySteps(rows) });
  }
  ranks.sort((a, b) => a.rank.rank - b.rank.rank);
  return { ranks };
}

function bySteps(rows: readonly StepRow[]): readonly StepRow[] {
  return [...rows].sort((a, b) => a.step - b.step);
}

interface FoundSplit {
  readonly source: SplitSource;
  readonly rows: readonly StepRow[];
  readonly device: number | undefined;
}

async function ownSplit(dump: DumpContext, rank: TableRank): Promise<FoundSplit | undefined> {
  const file =
    (await firstWithRows(dump, dump.paths(rank, 'step-trace'), readSplitCsv, 'step-trace')) ??
    (await firstWithRows(dump, dump.paths(rank, 'analysis-db'), readSplitDb, 'analysis-db'));
  if (file) return { source: file.source, rows: file.file.rows, device: file.file.device };
  const rows = await dump.ofTimeline('step split', rank.index, timelineSplit);
  return rows && rows.length > 0 ? { source: 'timeline', rows, device: undefined } : undefined;
}

async function clusterSplit(dump: DumpContext) {
  return (
    (await firstWithRows(dump, dump.clusterPaths('cluster-step-trace'), readSplitCsv, 'cluster-step-trace')) ??
    (await firstWithRows(dump, dump.clusterPaths('cluster-db'), readClusterDbSplit, 'cluster-db'))
  );
}

/** A file that can't be read does not hide the others: it is noted, and the next source taken. */
async function firstWithRows(
  dump: DumpContext,
  paths: readonly string[],
  read: (dump: DumpContext, path: string) => Promise<SplitFile>,
  source: SplitSource,
): Promise<{ readonly file: SplitFile; readonly source: SplitSource } | undefined> {
  for (const path of paths) {
    try {
      const file = await read(dump, path);
      if (file.rows.length > 0) return { file, source };
    } catch (error) {
      if (!(error instanceof TableError)) throw error;
      dump.note(error.notice);
    }
  }
  return undefined;
}
