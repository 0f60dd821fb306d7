import type { SplitSource, SummaryRank } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import { TableError } from '../../tables/tableError';
import { rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';
import { type SummarisedJob, summarisedJob } from '../summarisedJob';
import type { TableRank } from '../tableRanks';
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

/** All ranks of the jobs, those included that only the cluster's summary knows, each with the best split there is. */
export async function jobSplits(dump: DumpContext): Promise<JobSplits> {
  const ranks: RankSplit[] = [];
  for (const job of dump.eachJob()) for (const own of await splitsOfJob(job)) ranks.push(own);
  ranks.sort((a, b) => a.rank.rank - b.rank.rank);
  return { ranks };
}

async function splitsOfJob(dump: DumpContext): Promise<readonly RankSplit[]> {
  const summarised = await summarisedJob(dump);
  if (summarised) return splitsOfSummaries(dump, summarised);
  return splitsOfFiles(dump, dump.ranks);
}

/** Ranks of the file by what it says of them, also where one's own dump is open beside it: all are means of a step then. */
async function splitsOfSummaries(dump: DumpContext, { ranks }: SummarisedJob): Promise<readonly RankSplit[]> {
  const open = new Map(dump.ranks.map((rank) => [rankNumber(rank), rank.index]));
  const known = new Set(ranks.map(({ rank }) => rank));
  const told = ranks.map(({ rank, label, hostName, parts }): RankSplit => {
    const index = open.get(rank);
    return {
      rank: {
        rank,
        label,
        ...(index !== undefined && { index }),
        ...(hostName !== undefined && { hostName }),
        ...(parts && { splitSource: 'job-summary' }),
        ...ofJob(dump),
      },
      rows: parts ? [{ step: Number.NaN, parts }] : [],
    };
  });
  const others = dump.ranks.filter((rank) => !known.has(rankNumber(rank)));
  return [...told, ...(others.length > 0 ? await splitsOfFiles(dump, others) : [])];
}

async function splitsOfFiles(dump: DumpContext, own: readonly TableRank[]): Promise<readonly RankSplit[]> {
  const cluster = await clusterSplit(dump);
  const rowsOfCluster = new Map<number, StepRow[]>();
  for (const { rank, step, parts } of cluster?.file.rows ?? []) {
    if (rank === undefined) continue;
    const known = rowsOfCluster.get(rank);
    if (known) known.push({ step, parts });
    else rowsOfCluster.set(rank, [{ step, parts }]);
  }
  const ranks: RankSplit[] = [];
  const splits = await dump.overRanks(own, (rank) => ownSplit(dump, rank));
  for (const [at, rank] of own.entries()) {
    const ofCluster = rank.rank === undefined ? undefined : rowsOfCluster.get(rank.rank);
    if (rank.rank !== undefined) rowsOfCluster.delete(rank.rank);
    const { source, devices } = splits[at] ?? {
      source: ofCluster && cluster?.source,
      devices: [{ device: undefined, rows: ofCluster ?? [] }],
    };
    for (const { device, rows } of devices) {
      ranks.push({
        rank: {
          rank: rankNumber(rank),
          index: rank.index,
          // Several devices of one rank take as many lines; they are not added up.
          label: devices.length > 1 ? `${rank.label} · NPU ${device}` : rank.label,
          ...(rank.hostName !== undefined && { hostName: rank.hostName }),
          ...(device !== undefined && { device }),
          ...(source && { splitSource: source }),
          ...ofJob(dump),
        },
        rows: bySteps(rows),
      });
    }
  }
  for (const [rank, rows] of rowsOfCluster) {
    const splitSource = cluster?.source ?? 'cluster-step-trace';
    const label = dump.job ? `Rank ${rank} (${dump.job.name})` : `Rank ${rank}`;
    ranks.push({ rank: { rank, label, splitSource, ...ofJob(dump) }, rows: bySteps(rows) });
  }
  return ranks;
}

function ofJob({ job }: DumpContext): Pick<SummaryRank, 'job'> {
  return job ? { job: job.key } : {};
}

/** The same of one rank, of its first device; undefined where nothing tells. Looks at no other rank. */
export async function splitOfRank(
  dump: DumpContext,
  rank: TableRank,
): Promise<{ readonly source: SplitSource; readonly rows: readonly StepRow[] } | undefined> {
  const own = await ownSplit(dump, rank);
  if (own) return { source: own.source, rows: bySteps(own.devices[0].rows) };
  const cluster = await clusterSplit(dump.ofRank(rank));
  const rows = cluster?.file.rows.filter((row) => rank.rank !== undefined && row.rank === rank.rank) ?? [];
  return cluster && rows.length > 0 ? { source: cluster.source, rows: bySteps(rows) } : undefined;
}

function bySteps(rows: readonly StepRow[]): readonly StepRow[] {
  return [...rows].sort((a, b) => a.step - b.step);
}

interface FoundSplit {
  readonly source: SplitSource;
  /** At least one. */
  readonly devices: readonly { readonly device: number | undefined; readonly rows: readonly StepRow[] }[];
}

async function ownSplit(dump: DumpContext, rank: TableRank): Promise<FoundSplit | undefined> {
  const file =
    (await firstWithRows(dump, dump.paths(rank, 'step-trace'), readSplitCsv, 'step-trace')) ??
    (await firstWithRows(dump, dump.paths(rank, 'analysis-db'), readSplitDb, 'analysis-db'));
  if (file) {
    const byDevice = [...groupBy(file.file.rows, ({ device }) => device)].map(([device, rows]) => ({ device, rows }));
    return { source: file.source, devices: byDevice.sort((a, b) => (a.device ?? -1) - (b.device ?? -1)) };
  }
  const rows = await dump.ofTimeline('step split', rank.index, timelineSplit);
  return rows && rows.length > 0 ? { source: 'timeline', devices: [{ device: undefined, rows }] } : undefined;
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
