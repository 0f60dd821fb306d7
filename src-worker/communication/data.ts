import type { DumpContext, TableRank } from '../tables/dumpContext';
import { clusterFiles } from './clusterFiles';
import type { CommGroup, CommLink, CommOp, CommRank, CommunicationData, CommunicationSource } from './model';
import { rankFiles, rankGroups, rankNumber } from './rankFiles';
import { timelineOps } from './timelineOps';

/** Files read at a time: enough to hide the waiting, few enough not to hold hundreds of texts. */
const FILES_AT_A_TIME = 16;

/** Everything that the dump's files say about communication; read once. A file that can't be read is noted. */
export async function communicationData(dump: DumpContext): Promise<CommunicationData> {
  const files = await dump.memo('communication files', () => readFiles(dump));
  const covered = new Set<number>();
  for (const { rank } of files.ops) covered.add(rank);
  const others = dump.ranks.filter((rank) => !covered.has(rankNumber(rank)));
  // What timelines add is known only when they are there.
  const generations = others.map(({ index }) => dump.generation(index) ?? '').join();
  return dump.memo(`communication of generations ${generations}`, () => withTimelines(dump, files, others));
}

function withTimelines(dump: DumpContext, files: FileData, others: readonly TableRank[]): CommunicationData {
  const ops = [...files.ops];
  const sources = new Set(files.sources);
  for (const rank of others) {
    const own = timelineOps(dump, rank, rankNumber(rank));
    if (own.length > 0) sources.add('timeline');
    for (const op of own) ops.push(op);
  }
  return { ops, links: files.links, groups: files.groups, ranks: ranksOf(dump, ops, files.links), sources };
}

type FileData = Pick<CommunicationData, 'ops' | 'links' | 'groups' | 'sources'>;

async function readFiles(dump: DumpContext): Promise<FileData> {
  const groups = new Map<string, CommGroup>();
  const ops: CommOp[] = [];
  const links: CommLink[] = [];
  const sources = new Set<CommunicationSource>();
  for (const own of await eachOf(dump.ranks, (rank) => rankGroups(dump, rank))) {
    for (const group of own) groups.set(group.key, group);
  }
  const ranksOfGroup = (group: string) => {
    const ranks = groups.get(group)?.ranks;
    return ranks && ranks.length > 0 ? ranks : undefined;
  };
  for (const own of await eachOf(dump.ranks, (rank) => rankFiles(dump, rank, ranksOfGroup))) {
    for (const op of own.ops) ops.push(op);
    for (const link of own.links) links.push(link);
    for (const source of own.sources) sources.add(source);
  }
  // A summary of the job is made of the same files: where those are there, it would say everything twice.
  if (ops.length === 0 && links.length === 0) {
    const cluster = await clusterFiles(dump);
    for (const op of cluster.ops) ops.push(op);
    for (const link of cluster.links) links.push(link);
    for (const [key, group] of cluster.groups) groups.set(key, group);
    if (ops.length > 0 || links.length > 0) sources.add('cluster');
  }
  return { ops, links, groups, sources };
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
function ranksOf(dump: DumpContext, ops: readonly CommOp[], links: readonly CommLink[]): CommRank[] {
  const ranks = new Map<number, CommRank>();
  for (const rank of dump.ranks) {
    ranks.set(rankNumber(rank), { rank: rankNumber(rank), index: rank.index, label: rank.label });
  }
  const add = (rank: number) => {
    if (!ranks.has(rank)) ranks.set(rank, { rank, index: undefined, label: `Rank ${rank}` });
  };
  for (const { rank } of ops) add(rank);
  for (const { isGlobal, source } of links) if (isGlobal) add(source);
  return [...ranks.values()].sort((a, b) => a.rank - b.rank);
}
