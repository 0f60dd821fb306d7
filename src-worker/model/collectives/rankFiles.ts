import { notice } from '../../files/notices';
import { readAnalysisCommunication, readAnalysisLinks } from '../../sqlite/analysisDb';
import type { Database } from '../../sqlite/database';
import { readProfilerSession } from '../../sqlite/profilerDb';
import { jsonOf } from '../../tables/jsonText';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import type { Collective, CollectiveGroup, CommunicationSource, LinkTraffic } from './collective';
import { linksOfRows, opsOfRows } from './communicationDb';
import { rankOps, withExactStarts } from './communicationJson';
import { type RanksOfGroup, rankLinks } from './matrixJson';
import { metadataGroups } from './metadataGroups';
import { monitorGroups } from './monitorGroups';
import { processGroups } from './processGroups';
import { profilerCollectives } from './profilerCollectives';
import { readDatabase, readJson } from './readers';
import { withTimelineStarts } from './timelineStarts';

/** Objects inside of one another, down to that whose members are collectives: steps, kinds, collectives. */
const OP_DEPTH = 3;
/** Down to that of links: steps, kinds, collectives, links. */
const LINK_DEPTH = 4;
/** Its values, and the groups in one of them. */
const METADATA_DEPTH = 2;

/** The rank's number in the job, else its place in the dump. */
export function rankNumber({ rank, index }: TableRank): number {
  return rank ?? index;
}

/** Collectives of one rank, and what told of them. */
export interface RankOps {
  readonly ops: Collective[];
  readonly source: CommunicationSource | undefined;
}

/** From communication.json; from analysis.db, else from the profiler's own database, where that is missing or can't be read. */
export async function readRankOps(dump: DumpContext, rank: TableRank): Promise<RankOps> {
  const ops: Collective[] = [];
  const number = rankNumber(rank);
  for (const path of dump.paths(rank, 'communication')) {
    const { ops: own, oddCount } = rankOps(number, await readJson(dump, path, OP_DEPTH, withExactStarts), dump.baseNs);
    noteOdd(dump, path, oddCount);
    for (const op of own) ops.push(op);
  }
  if (ops.length > 0) return { ops, source: 'communication.json' };
  for (const path of dump.paths(rank, 'analysis-db')) {
    const rows = readDatabase(dump, path, (database) => readAnalysisCommunication(database, dump.baseNs));
    for (const op of opsOfRows(rows ?? [], number)) ops.push(op);
  }
  const timed = readProfilerOps(dump, rank);
  if (ops.length > 0) return { ops: withTimelineStarts(ops, timed), source: 'analysis.db' };
  return { ops: timed, source: timed.length > 0 ? 'profiler.db' : undefined };
}

function readProfilerOps(dump: DumpContext, rank: TableRank): Collective[] {
  const ops: Collective[] = [];
  for (const path of dump.paths(rank, 'profiler-db')) {
    const read = (database: Database) => profilerCollectives(database, rankNumber(rank), dump.baseNs);
    const own = readDatabase(dump, path, read, dump.device(rank));
    for (const op of own ?? []) ops.push(op);
  }
  return ops;
}

/** Traffic of one rank, from communication_matrix.json; from analysis.db where that is missing or can't be read. */
export async function readRankLinks(dump: DumpContext, rank: TableRank, ranksOf: RanksOfGroup): Promise<RankLinks> {
  const links: LinkTraffic[] = [];
  for (const path of dump.paths(rank, 'communication-matrix')) {
    for (const link of rankLinks(await readJson(dump, path, LINK_DEPTH), ranksOf)) links.push(link);
  }
  if (links.length > 0) return { links, source: 'communication.json' };
  for (const path of dump.paths(rank, 'analysis-db')) {
    const rows = readDatabase(dump, path, readAnalysisLinks);
    for (const link of linksOfRows(rows ?? [], ranksOf)) links.push(link);
  }
  return { links, source: links.length > 0 ? 'analysis.db' : undefined };
}

export interface RankLinks {
  readonly links: LinkTraffic[];
  readonly source: CommunicationSource | undefined;
}

/** The groups that the rank is in: from profiler_metadata.json, the profiler's database, msMonitor's lines, or what stands around the events of a PyTorch trace. */
export function rankGroups(dump: DumpContext, rank: TableRank): Promise<readonly CollectiveGroup[]> {
  return dump.memo(groupsKey(rank), () => readGroups(dump, rank));
}

/** The same for a rank whose files are not here. To be given before they are asked for. */
export function giveGroups(dump: DumpContext, rank: TableRank, groups: readonly CollectiveGroup[]): void {
  dump.memo(groupsKey(rank), () => Promise.resolve(groups));
}

function groupsKey({ index }: TableRank): string {
  return `communication groups of rank ${index}`;
}

async function readGroups(dump: DumpContext, rank: TableRank): Promise<readonly CollectiveGroup[]> {
  const groups: CollectiveGroup[] = [];
  for (const path of dump.paths(rank, 'metadata'))
    groups.push(...metadataGroups(await readJson(dump, path, METADATA_DEPTH)));
  if (groups.length > 0) return groups;
  for (const path of dump.paths(rank, 'profiler-db')) {
    const text = readDatabase(dump, path, (database) =>
      readProfilerSession(database).metadata.get('parallel_group_info'),
    );
    if (text !== undefined) groups.push(...metadataGroups({ parallel_group_info: jsonOf(text) }));
  }
  if (groups.length > 0) return groups;
  const monitored = monitorGroups(rank);
  return monitored.length > 0 ? monitored : processGroups(dump, rank);
}

export function noteOdd(dump: DumpContext, path: string, count: number): void {
  if (count > 0) dump.note(notice('communication-odd-entries', 'warning', { count }, { path }));
}
