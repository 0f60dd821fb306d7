import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { notice } from '../formats/notices';
import type { DumpContext, TableRank } from '../tables/dumpContext';
import { TableError } from '../tables/tableError';
import { clusterOps, rankOps, rankSet, withExactStarts } from './communicationJson';
import { metadataGroups } from './groups';
import { clusterLinks, rankLinks } from './matrixJson';
import type { CommGroup, CommLink, CommOp, CommRank, CommunicationData } from './model';
import { timelineOps } from './timelineOps';

/** Files read at a time: enough to hide the waiting, few enough not to hold hundreds of texts. */
const FILES_AT_A_TIME = 16;

/** Everything that the dump's files say about communication; read once. A file that can't be read is noted. */
export function communicationData(dump: DumpContext): Promise<CommunicationData> {
  // What timelines add is known only when they are there.
  const timelines = dump.ranks.map(({ index }) => dump.generation(index) ?? '');
  return dump.memo(`communication of generations ${timelines.join()}`, () => readAll(dump));
}

/** The rank's number in the job, else its place in the dump. */
export function rankNumber({ rank, index }: TableRank): number {
  return rank ?? index;
}

async function readAll(dump: DumpContext): Promise<CommunicationData> {
  const files = await dump.memo('communication files', () => readFiles(dump));
  const ops = [...files.ops];
  const sources = new Set(files.sources);
  const covered = new Set(ops.map(({ rank }) => rank));
  for (const rank of dump.ranks) {
    if (covered.has(rankNumber(rank))) continue;
    const own = timelineOps(dump, rank, rankNumber(rank));
    if (own.length > 0) sources.add('timeline');
    ops.push(...own);
  }
  return { ops, links: files.links, groups: files.groups, ranks: ranksOf(dump, ops, files.links), sources };
}

type FileData = Pick<CommunicationData, 'ops' | 'links' | 'groups' | 'sources'>;

async function readFiles(dump: DumpContext): Promise<FileData> {
  const groups = new Map<string, CommGroup>();
  const ops: CommOp[] = [];
  const links: CommLink[] = [];
  const sources = new Set<'communication.json' | 'analysis.db' | 'cluster' | 'timeline'>();
  await eachOf(dump.ranks, async (rank) => {
    for (const path of dump.paths(rank, 'metadata')) {
      for (const group of metadataGroups(await parsed(dump, path))) groups.set(group.key, group);
    }
  });
  const ranksOfGroup = (group: string) => {
    const ranks = groups.get(group)?.ranks;
    return ranks && ranks.length > 0 ? ranks : undefined;
  };
  const perRank = await eachOf(dump.ranks, (rank) => rankFiles(dump, rank, ranksOfGroup));
  for (const own of perRank) {
    for (const op of own.ops) ops.push(op);
    for (const link of own.links) links.push(link);
    for (const source of own.sources) sources.add(source);
  }
  // A summary of the job is made of the same files: where those are there, it would say everything twice.
  if (ops.length === 0 && links.length === 0) {
    const cluster = await clusterData(dump);
    ops.push(...cluster.ops);
    links.push(...cluster.links);
    for (const [key, group] of cluster.groups) groups.set(key, group);
    if (ops.length > 0 || links.length > 0) sources.add('cluster');
  }
  return { ops, links, groups, sources };
}

async function rankFiles(
  dump: DumpContext,
  rank: TableRank,
  ranksOfGroup: (group: string) => readonly number[] | undefined,
): Promise<{ ops: CommOp[]; links: CommLink[]; sources: ('communication.json' | 'analysis.db')[] }> {
  const ops: CommOp[] = [];
  const links: CommLink[] = [];
  const number = rankNumber(rank);
  for (const path of dump.paths(rank, 'communication')) {
    const { ops: own, oddCount } = rankOps(number, await parsed(dump, path), dump.baseNs);
    noteOdd(dump, path, oddCount);
    ops.push(...own);
  }
  for (const path of dump.paths(rank, 'communication-matrix')) {
    links.push(...rankLinks(await parsed(dump, path), ranksOfGroup));
  }
  const sources: ('communication.json' | 'analysis.db')[] = ops.length > 0 ? ['communication.json'] : [];
  return { ops, links, sources };
}

async function clusterData(dump: DumpContext): Promise<Pick<CommunicationData, 'ops' | 'links' | 'groups'>> {
  const groups = new Map<string, CommGroup>();
  const ops: CommOp[] = [];
  const links: CommLink[] = [];
  for (const path of dump.clusterPaths('cluster-communication')) {
    const value = await parsed(dump, path);
    const { ops: own, oddCount } = clusterOps(value, dump.baseNs);
    noteOdd(dump, path, oddCount);
    ops.push(...own);
    for (const [set, ofSet] of Object.entries(value ?? {})) {
      const ranks = rankSet(set);
      if (!ranks) continue;
      for (const { group } of clusterOps({ [set]: ofSet }, dump.baseNs).ops) {
        groups.set(group, { key: group, name: group, ranks });
      }
    }
  }
  for (const path of dump.clusterPaths('cluster-communication-matrix')) {
    links.push(...clusterLinks(await parsed(dump, path)));
  }
  return { ops, links, groups };
}

function noteOdd(dump: DumpContext, path: string, count: number): void {
  if (count > 0) dump.note(notice('communication-odd-entries', 'warning', { count }, { path }));
}

/** The file's JSON; undefined, and noted, where it can't be read or is none. */
async function parsed(dump: DumpContext, path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    dump.note(notice('file-unreadable', 'warning', { reason }, { path }));
    return undefined;
  }
  if (text.length === 0) {
    dump.note(notice('empty-file', 'warning', {}, { path }));
    return undefined;
  }
  try {
    return JSON.parse(basename(path).includes('matrix') ? text : withExactStarts(text));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    dump.note(new TableError(notice('table-not-json', 'warning', { reason }, { path })).notice);
    return undefined;
  }
}

async function eachOf<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += FILES_AT_A_TIME) {
    results.push(...(await Promise.all(items.slice(at, at + FILES_AT_A_TIME).map(work))));
  }
  return results;
}

/** The ranks whose files are open, and those that are only known from a summary. */
function ranksOf(dump: DumpContext, ops: readonly CommOp[], links: readonly CommLink[]): CommRank[] {
  const ranks = new Map<number, CommRank>();
  for (const rank of dump.ranks) {
    ranks.set(rankNumber(rank), { rank: rankNumber(rank), index: rank.index, label: rank.label });
  }
  const named = [
    ...ops.map(({ rank }) => rank),
    ...links.filter(({ isGlobal }) => isGlobal).map(({ source }) => source),
  ];
  for (const rank of named) if (!ranks.has(rank)) ranks.set(rank, { rank, index: undefined, label: `Rank ${rank}` });
  return [...ranks.values()].sort((a, b) => a.rank - b.rank);
}
