import { notice } from '../formats/notices';
import { readAnalysisCommunication, readAnalysisLinks } from '../sqlite/analysisDb';
import { readProfilerSession } from '../sqlite/profilerDb';
import type { DumpContext, TableRank } from '../tables/dumpContext';
import { linksOfRows, opsOfRows } from './communicationDb';
import { rankOps, withExactStarts } from './communicationJson';
import { metadataGroups } from './groups';
import { type RanksOfGroup, rankLinks } from './matrixJson';
import type { CommGroup, CommLink, CommOp } from './model';
import { readDatabase, readJson } from './readers';

/** What the files of one rank tell. */
export interface RankFiles {
  readonly ops: CommOp[];
  readonly links: CommLink[];
  readonly sources: readonly ('communication.json' | 'analysis.db')[];
}

/** The rank's number in the job, else its place in the dump. */
export function rankNumber({ rank, index }: TableRank): number {
  return rank ?? index;
}

/** communication.json and communication_matrix.json; analysis.db for either that is missing or can't be read. */
export async function rankFiles(dump: DumpContext, rank: TableRank, ranksOf: RanksOfGroup): Promise<RankFiles> {
  const ops: CommOp[] = [];
  const links: CommLink[] = [];
  const number = rankNumber(rank);
  for (const path of dump.paths(rank, 'communication')) {
    const { ops: own, oddCount } = rankOps(number, await readJson(dump, path, withExactStarts), dump.baseNs);
    noteOdd(dump, path, oddCount);
    for (const op of own) ops.push(op);
  }
  for (const path of dump.paths(rank, 'communication-matrix')) {
    for (const link of rankLinks(await readJson(dump, path), ranksOf)) links.push(link);
  }
  const sources = new Set<RankFiles['sources'][number]>();
  if (ops.length > 0 || links.length > 0) sources.add('communication.json');
  if (ops.length > 0 && links.length > 0) return { ops, links, sources: [...sources] };
  const [wantsOps, wantsLinks] = [ops.length === 0, links.length === 0];
  for (const path of dump.paths(rank, 'analysis-db')) {
    const found = readDatabase(dump, path, (database) => ({
      ops: wantsOps ? opsOfRows(readAnalysisCommunication(database, dump.baseNs), number) : [],
      links: wantsLinks ? linksOfRows(readAnalysisLinks(database), ranksOf) : [],
    }));
    for (const op of found?.ops ?? []) ops.push(op);
    for (const link of found?.links ?? []) links.push(link);
    if (found && (found.ops.length > 0 || found.links.length > 0)) sources.add('analysis.db');
  }
  return { ops, links, sources: [...sources] };
}

/** The groups that the rank is in: from profiler_metadata.json, else from what the profiler's database holds of it. */
export async function rankGroups(dump: DumpContext, rank: TableRank): Promise<CommGroup[]> {
  const groups: CommGroup[] = [];
  for (const path of dump.paths(rank, 'metadata')) groups.push(...metadataGroups(await readJson(dump, path)));
  if (groups.length > 0) return groups;
  for (const path of dump.paths(rank, 'profiler-db')) {
    const text = readDatabase(dump, path, (database) =>
      readProfilerSession(database).metadata.get('parallel_group_info'),
    );
    if (text !== undefined) groups.push(...metadataGroups({ parallel_group_info: jsonOf(text) }));
  }
  return groups;
}

export function noteOdd(dump: DumpContext, path: string, count: number): void {
  if (count > 0) dump.note(notice('communication-odd-entries', 'warning', { count }, { path }));
}

/** Undefined for a text that is no JSON: the database tells of no groups then. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
