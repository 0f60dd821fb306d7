import { groupBy } from '../../base/groupBy';
import type { DumpContext, TableRank } from '../dumpContext';
import { readClusterLinks, readClusterOps } from './clusterFiles';
import type {
  Collective,
  CollectiveGroup,
  CollectiveRank,
  Collectives,
  CommunicationSource,
  LinkTraffic,
} from './collective';
import { rankGroups, rankNumber, readRankLinks, readRankOps } from './rankFiles';
import { timelineCollectives } from './timelineCollectives';

/** Files read at a time: enough to hide the waiting, few enough not to hold hundreds of texts. */
const FILES_AT_A_TIME = 16;

/**
 * The collectives that the dump's files tell of, and its groups; read once. A file that can't be read is noted. Where a
 * rank has no such file, its timeline tells.
 */
export async function collectivesOf(dump: DumpContext): Promise<Collectives> {
  const files = await dump.memo('collectives of files', () => readOps(dump));
  const others = dump.ranks.filter((rank) => !files.byRank.has(rankNumber(rank)));
  // What timelines add is known only when they are there.
  const generations = others.map(({ index }) => dump.generation(index) ?? '').join();
  return dump.memo(`collectives of generations ${generations}`, () => withTimelines(dump, files, others));
}

/** The collectives of one rank: from its files, else from the job's summary, else from its own timeline. */
export async function collectivesOfRank(dump: DumpContext, rank: TableRank): Promise<readonly Collective[]> {
  const number = rankNumber(rank);
  const { byRank } = await dump.memo('collectives of files', () => readOps(dump));
  return byRank.get(number) ?? timelineCollectives(dump, rank, number);
}

/** The traffic between ranks, read when it is first asked for: it takes as long as the collectives. */
export function linkTraffic(dump: DumpContext): Promise<LinkData> {
  return dump.memo('links of files', () => readLinks(dump));
}

export interface LinkData {
  readonly links: readonly LinkTraffic[];
  readonly sources: ReadonlySet<CommunicationSource>;
}

interface OpData extends Pick<Collectives, 'ops' | 'groups' | 'sources'> {
  readonly byRank: ReadonlyMap<number, readonly Collective[]>;
}

function withTimelines(dump: DumpContext, files: OpData, others: readonly TableRank[]): Collectives {
  const ops = [...files.ops];
  const sources = new Set(files.sources);
  for (const rank of others) {
    const own = timelineCollectives(dump, rank, rankNumber(rank));
    if (own.length > 0) sources.add('timeline');
    for (const op of own) ops.push(op);
  }
  return { ops, groups: files.groups, ranks: ranksOf(dump, ops), sources };
}

async function readOps(dump: DumpContext): Promise<OpData> {
  const groups = new Map(await rankGroupsOf(dump));
  const ops: Collective[] = [];
  const sources = new Set<CommunicationSource>();
  for (const { ops: own, source } of await eachOf(dump.ranks, (rank) => readRankOps(dump, rank))) {
    for (const op of own) ops.push(op);
    if (source) sources.add(source);
  }
  // A summary of the job is made of the same files: where those are there, it would say everything twice.
  if (ops.length === 0) {
    const cluster = await readClusterOps(dump);
    for (const op of cluster.ops) ops.push(op);
    for (const [key, group] of cluster.groups) groups.set(key, group);
    if (ops.length > 0) sources.add('cluster');
  }
  return { ops, groups, sources, byRank: groupBy(ops, ({ rank }) => rank) };
}

async function readLinks(dump: DumpContext): Promise<LinkData> {
  const groups = await rankGroupsOf(dump);
  const ranksOfGroup = (group: string) => {
    const ranks = groups.get(group)?.ranks;
    return ranks && ranks.length > 0 ? ranks : undefined;
  };
  const links: LinkTraffic[] = [];
  const sources = new Set<CommunicationSource>();
  for (const { links: own, source } of await eachOf(dump.ranks, (rank) => readRankLinks(dump, rank, ranksOfGroup))) {
    for (const link of own) links.push(link);
    if (source) sources.add(source);
  }
  if (links.length > 0) return { links, sources };
  const ofCluster = await readClusterLinks(dump);
  return { links: ofCluster, sources: new Set(ofCluster.length > 0 ? (['cluster'] as const) : []) };
}

/** The groups that the ranks' own files tell of, by key. */
function rankGroupsOf(dump: DumpContext): Promise<ReadonlyMap<string, CollectiveGroup>> {
  return dump.memo('communication groups', async () => {
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
