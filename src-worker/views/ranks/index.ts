import type {
  LeftOutFile,
  RankAndUnlike,
  RankFold,
  RankGrid,
  RankMetric,
  RankPlaceOnDisk,
  RanksOverview,
  RanksQuestions,
  RanksTables,
} from '../../../src-contract';
import { compareNames } from '../../../src-contract/cells/nameOrder';
import type { JobRank } from '../../analysis/summary/jobRanks';
import type { ReadJob } from '../../analysis/summary/jobSummary';
import { groupBy } from '../../base/groupBy';
import type { DumpContext } from '../../model/dumpContext';
import { type ColumnTable, columnTable, numberColumn, textColumn } from '../../tables/columnTable';
import type { ViewWorker } from '../viewWorker';
import { jobSummaryOf } from './jobSummaryOf';
import { distanceNs, foldOf, RANK_FOLDS, RANK_METRICS, rankMetrics } from './rankMetrics';

/** Files that are left out are listed up to this number. */
const MOST_LEFT_OUT = 200;
/** Ranks beside one that a difference is looked for with. */
const UNLIKE_COUNT = 2;
/** Ranks in a row of the grid where they are not folded. */
const ROW_RANKS = 100;

export const ranksWorker: ViewWorker<RanksTables, RanksQuestions> = {
  // Also of a job that is not made yet: how far it is, `Engine.scaleProgress` tells.
  isAvailable: (dump: DumpContext) => dump.has('job-summary') || dump.has('scale-tasks'),
  tables: {
    'ranks.rows': async (dump) => ranksTable((await jobSummaryOf(dump))?.ofRanks ?? []),
  },
  answers: {
    'ranks.overview': async (dump) => {
      const job = await jobSummaryOf(dump);
      return job && overviewOf(job);
    },
    'ranks.grid': async (dump, { metric, fold }) => {
      const job = await jobSummaryOf(dump);
      return job && gridOf(job.ofRanks, metric, fold);
    },
    'ranks.unlike': async (dump, { rank }) => unlikeOf((await jobSummaryOf(dump))?.ofRanks ?? [], rank),
  },
};

export function overviewOf({ title, missing, leftOut, ofRanks }: ReadJob): RanksOverview {
  return {
    title,
    rankCount: ofRanks.length,
    missing,
    leftOutCount: leftOut.length,
    leftOut: leftOut.slice(0, MOST_LEFT_OUT) satisfies readonly LeftOutFile[],
    metrics: RANK_METRICS.flatMap((metric) =>
      ofRanks.some((own) => !Number.isNaN(own[metric])) ? [{ metric, unit: rankMetrics[metric].unit }] : [],
    ),
    folds: RANK_FOLDS.filter((fold) => new Set(ofRanks.map((own) => foldOf(own, fold))).size > 1),
  };
}

export function ranksTable(ranks: readonly JobRank[]): ColumnTable {
  const place = (fold: Exclude<RankFold, 'host'>, label: string) =>
    numberColumn(
      fold,
      'none',
      ranks.map((own) => own.place?.[fold] ?? Number.NaN),
      { label, isHidden: !ranks.some((own) => (own.place?.[fold] ?? 0) > 0) },
    );
  return columnTable([
    numberColumn(
      'rank',
      'rank',
      ranks.map(({ rank }) => rank),
      { label: 'Rank' },
    ),
    textColumn(
      'host',
      ranks.map(({ host }) => host),
      { label: 'Host', isHidden: ranks.every(({ host }) => host === '') },
    ),
    place('pipeline', 'Stage'),
    place('data', 'DP'),
    place('tensor', 'TP'),
    place('context', 'CP'),
    place('expert', 'EP'),
    ...RANK_METRICS.map((metric) => {
      const values = ranks.map((own) => own[metric]);
      const { unit, label } = rankMetrics[metric];
      return numberColumn(metric, unit, values, { label, isHidden: values.every(Number.isNaN) });
    }),
    numberColumn(
      'stepCount',
      'count',
      ranks.map(({ stepCount }) => stepCount),
      { label: 'Steps' },
    ),
    textColumn(
      'folder',
      ranks.map(({ folder }) => folder),
      { label: 'Dump', isHidden: true },
    ),
  ]);
}

/** Ranks by number; rows by the names of what they are folded by. */
export function gridOf(ranks: readonly JobRank[], metric: RankMetric, fold: RankFold | undefined): RankGrid {
  const rows =
    fold === undefined
      ? groupBy(
          ranks.map((own, at) => ({ own, row: Math.floor(at / ROW_RANKS) })),
          ({ row }) => row,
        )
      : groupBy(
          ranks.map((own) => ({ own, row: foldOf(own, fold) })),
          ({ row }) => row as string | number,
        );
  const own = [...rows].map(([name, members]) => ({
    name: fold === undefined ? String(members[0].own.rank) : String(name),
    members: members.map((one) => one.own),
  }));
  if (fold !== undefined) own.sort((a, b) => compareNames(a.name, b.name));
  const columnCount = own.reduce((most, { members }) => Math.max(most, members.length), 0);
  const values = new Float64Array(own.length * columnCount).fill(Number.NaN);
  const numbers = new Int32Array(own.length * columnCount).fill(-1);
  for (const [row, { members }] of own.entries())
    for (const [column, member] of members.entries()) {
      values[row * columnCount + column] = member[metric];
      numbers[row * columnCount + column] = member.rank;
    }
  return { rows: own.map(({ name }) => name), columnCount, values, ranks: numbers };
}

export function unlikeOf(ranks: readonly JobRank[], number: number): RankAndUnlike | undefined {
  const rank = ranks.find((own) => own.rank === number);
  if (!rank) return undefined;
  const unlike = ranks
    .filter((own) => own !== rank)
    .map((own) => ({ own, ns: distanceNs(rank, own) }))
    .sort((a, b) => b.ns - a.ns || a.own.rank - b.own.rank)
    .slice(0, UNLIKE_COUNT);
  return { rank: onDisk(rank), unlike: unlike.map(({ own }) => onDisk(own)) };
}

function onDisk({ rank, label, folder }: JobRank): RankPlaceOnDisk {
  return { rank, label, path: folder };
}
