import { groupBy } from '../../base/groupBy';
import type { RankView } from '../../query/rankView';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import { readClusterLinks, readClusterOps } from './clusterFiles';
import type {
  Collective,
  CollectiveGroup,
  CollectiveRank,
  Collectives,
  CommunicationSource,
  LinkTraffic,
} from './collective';
import { joinedSlices } from './joinedSlices';
import { rankGroups, rankNumber, readRankLinks, readRankOps } from './rankFiles';
import {
  isUnended,
  slicesOnLanes,
  type TracedCollective,
  type TracedCollectives,
  timelineCollectives,
  unendedOnLanes,
} from './timelineCollectives';

/** Files read at a time: enough to hide the waiting, few enough not to hold hundreds of texts. */
const FILES_AT_A_TIME = 16;

/**
 * The collectives that the files of a job tell of, and its groups; read once. A file that can't be read is noted. Where a
 * rank has no such file, its timeline tells.
 */
export async function collectivesOf(dump: DumpContext): Promise<Collectives> {
  const files = await filesOf(dump);
  const others = dump.ranks.filter(({ index }) => !files.byPlace.has(index));
  // What timelines add is known only when they are there.
  const generations = others.map(({ index }) => dump.generation(index) ?? '').join();
  return dump.memoOfJob('collectives', () => withTimelines(dump, files, others), generations);
}

/** The collectives of one rank: from its files, else from the job's summary, else from its own timeline. */
export async function collectivesOfRank(dump: DumpContext, rank: TableRank): Promise<readonly Collective[]> {
  const { byPlace } = await filesOf(dump.ofRank(rank));
  return byPlace.get(rank.index) ?? (await tracedOf(dump, rank))?.collectives ?? [];
}

/** Which slices of a rank's timeline are which of its collectives. */
export interface CollectiveSlices {
  /** Of the rank's index that the slices are in. */
  readonly generation: number;
  readonly sliceOf: ReadonlyMap<Collective, number>;
  readonly collectiveOf: ReadonlyMap<number, Collective>;
}

/** Undefined for a rank without timeline (yet). The collectives are the same objects as those of `collectivesOf`. */
export function collectiveSlices(dump: DumpContext, rank: TableRank): Promise<CollectiveSlices | undefined> {
  return dump.ofTimeline('slices of collectives', rank.index, (view) => slicesIn(dump, rank, view));
}

/** The same of a timeline at hand. */
export function collectiveSlicesIn(dump: DumpContext, rank: TableRank, view: RankView): Promise<CollectiveSlices> {
  return dump.ofView('slices of collectives', view, () => slicesIn(dump, rank, view));
}

async function slicesIn(dump: DumpContext, rank: TableRank, view: RankView): Promise<CollectiveSlices> {
  const { byPlace, groups } = await filesOf(dump.ofRank(rank));
  const told = byPlace.get(rank.index);
  const traced = async () => (await tracedIn(dump, rank, groups, view)).collectives;
  const sliceOf: ReadonlyMap<Collective, number> = told
    ? joinedSlices(told, slicesOnLanes(dump, view) ?? (await traced()))
    : new Map((await traced()).map((own) => [own, own.slice]));
  const collectiveOf = new Map([...sliceOf].map(([collective, slice]) => [slice, collective]));
  return { generation: view.generation, sliceOf, collectiveOf };
}

/** The collectives of a rank that have begun and not ended: of these its timeline alone tells, whatever files there are. */
export async function unendedIn(
  dump: DumpContext,
  rank: TableRank,
  view: RankView,
): Promise<readonly TracedCollective[]> {
  const { groups } = await filesOf(dump.ofRank(rank));
  const onLanes = await unendedOnLanes(dump, view, rankNumber(rank), groups);
  if (onLanes) return onLanes;
  const { collectives } = await tracedIn(dump, rank, groups, view);
  return collectives.filter(({ slice }) => isUnended(view, slice));
}

async function tracedOf(dump: DumpContext, rank: TableRank): Promise<TracedCollectives | undefined> {
  const { groups } = await filesOf(dump.ofRank(rank));
  return dump.ofTimeline('collectives', rank.index, (view) =>
    timelineCollectives(dump, view, rankNumber(rank), groups),
  );
}

/** The same of a timeline at hand. */
function tracedIn(dump: DumpContext, rank: TableRank, groups: OpData['groups'], view: RankView) {
  return dump.ofView('collectives', view, () => timelineCollectives(dump, view, rankNumber(rank), groups));
}

function filesOf(dump: DumpContext): Promise<OpData> {
  dump.assertOneJob();
  return dump.memoOfJob(OPS, () => readOps(dump));
}

/** The traffic between ranks of a job, read when it is first asked for: it takes as long as the collectives. */
export function linkTraffic(dump: DumpContext): Promise<LinkData> {
  dump.assertOneJob();
  return dump.memoOfJob(LINKS, () => readLinks(dump));
}

export interface LinkData {
  readonly links: readonly LinkTraffic[];
  /** Those that each rank's own files tell of, by its place in the dump; of a summary of the job, those it takes part in. */
  readonly byPlace: ReadonlyMap<number, readonly LinkTraffic[]>;
  readonly sources: ReadonlySet<CommunicationSource>;
}

/** What files and timelines of ranks that are not here tell. To be given before it is asked for. */
export function giveCollectives(dump: DumpContext, ops: OpData, links: LinkData): void {
  dump.memoOfJob(OPS, () => Promise.resolve(ops));
  dump.memoOfJob(LINKS, () => Promise.resolve(links));
}

const OPS = 'collectives of files';
const LINKS = 'links of files';

export interface OpData extends Pick<Collectives, 'ops' | 'groups' | 'sources'> {
  /** By the rank's place in the dump: of two dumps in one window each has a rank 0. Only ranks that have any. */
  readonly byPlace: ReadonlyMap<number, readonly Collective[]>;
}

async function withTimelines(dump: DumpContext, files: OpData, others: readonly TableRank[]): Promise<Collectives> {
  const ops = [...files.ops];
  const sources = new Set(files.sources);
  const groups = new Map(files.groups);
  for (const traced of await dump.overRanks(others, (rank) => tracedOf(dump, rank))) {
    if (!traced || traced.collectives.length === 0) continue;
    sources.add('timeline');
    for (const op of traced.collectives) ops.push(op);
    for (const [key, group] of traced.groups) if (!groups.has(key)) groups.set(key, group);
  }
  return { ops, groups, ranks: ranksOf(dump, ops), sources };
}

async function readOps(dump: DumpContext): Promise<OpData> {
  const groups = new Map(await rankGroupsOf(dump));
  const ops: Collective[] = [];
  const sources = new Set<CommunicationSource>();
  const byPlace = new Map<number, readonly Collective[]>();
  const ofRanks = await eachOf(dump.ranks, (rank) => readRankOps(dump, rank));
  for (const [at, { ops: own, source }] of ofRanks.entries()) {
    for (const op of own) ops.push(op);
    if (source) sources.add(source);
    if (own.length > 0) byPlace.set(dump.ranks[at].index, own);
  }
  // A summary of the job is made of the same files: where those are there, it would say everything twice.
  if (ops.length === 0) {
    const cluster = await readClusterOps(dump);
    for (const op of cluster.ops) ops.push(op);
    for (const [key, group] of cluster.groups) groups.set(key, group);
    if (ops.length > 0) sources.add('cluster');
    const byRank = groupBy(ops, ({ rank }) => rank);
    for (const rank of dump.ranks) {
      const own = byRank.get(rankNumber(rank));
      if (own) byPlace.set(rank.index, own);
    }
  }
  return { ops, groups, sources, byPlace };
}

async function readLinks(dump: DumpContext): Promise<LinkData> {
  const groups = await rankGroupsOf(dump);
  const ranksOfGroup = (group: string) => {
    const ranks = groups.get(group)?.ranks;
    return ranks && ranks.length > 0 ? ranks : undefined;
  };
  const links: LinkTraffic[] = [];
  const sources = new Set<CommunicationSource>();
  const byPlace = new Map<number, readonly LinkTraffic[]>();
  const ofRanks = await eachOf(dump.ranks, (rank) => readRankLinks(dump, rank, ranksOfGroup));
  for (const [at, { links: own, source }] of ofRanks.entries()) {
    for (const link of own) links.push(link);
    if (source) sources.add(source);
    if (own.length > 0) byPlace.set(dump.ranks[at].index, own);
  }
  if (links.length > 0) return { links, byPlace, sources };
  const ofCluster = await readClusterLinks(dump);
  for (const rank of dump.ranks) {
    const number = rankNumber(rank);
    const own = ofCluster.filter(({ source, target }) => source === number || target === number);
    if (own.length > 0) byPlace.set(rank.index, own);
  }
  return { links: ofCluster, byPlace, sources: new Set(ofCluster.length > 0 ? (['cluster'] as const) : []) };
}

/** The groups that the ranks' own files tell of, by key. */
function rankGroupsOf(dump: DumpContext): Promise<ReadonlyMap<string, CollectiveGroup>> {
  return dump.memoOfJob('communication groups', async () => {
    const groups = new Map<string, CollectiveGroup>();
    for (const own of await eachOf(dump.ranks, (rank) => rankGroups(dump, rank))) {
      for (const group of own) groups.set(group.key, group);
    }
    return groups;
  });
}

/** The results in the order of the items; some are under way at a time. */
async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_A_TIME }, worker));
  return results;
}

/** The ranks whose files are open, and those that are only known from a summary. */
export function ranksOf(dump: DumpContext, known: Iterable<{ readonly rank: number }>): CollectiveRank[] {
  const ranks = new Map<number, CollectiveRank>();
  for (const rank of dump.ranks) {
    ranks.set(rankNumber(rank), { rank: rankNumber(rank), index: rank.index, label: rank.label });
  }
  for (const { rank } of known) {
    if (!ranks.has(rank)) ranks.set(rank, { rank, index: undefined, label: `Rank ${rank}` });
  }
  return [...ranks.values()].sort((a, b) => a.rank - b.rank);
}
