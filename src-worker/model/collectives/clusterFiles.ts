import {
  readClusterCommunication,
  readClusterLinks as readClusterDbLinks,
  readClusterGroups,
  readRanksOfGroups,
} from '../../sqlite/clusterDb';
import type { DumpContext } from '../dumpContext';
import type { Collective, CollectiveGroup, LinkTraffic } from './collective';
import { linksOfRows, opsOfRows } from './communicationDb';
import { clusterOps, rankSet, withExactStarts } from './communicationJson';
import { entriesOf } from './jsonFields';
import { clusterLinks } from './matrixJson';
import { noteOdd } from './rankFiles';
import { readDatabase, readJson } from './readers';

/** Objects inside of one another: sets of ranks, steps, collectives, and of each its ranks or links. */
const ENTRY_DEPTH = 4;

/** Collectives that the summaries of a whole job tell of, and their groups. */
export interface ClusterOps {
  readonly ops: Collective[];
  readonly groups: ReadonlyMap<string, CollectiveGroup>;
}

/** From cluster_communication.json; from cluster_analysis.db where that is missing or can't be read. */
export async function readClusterOps(dump: DumpContext): Promise<ClusterOps> {
  const groups = new Map<string, CollectiveGroup>();
  const ops: Collective[] = [];
  for (const path of dump.clusterPaths('cluster-communication')) {
    const value = await readJson(dump, path, ENTRY_DEPTH, withExactStarts);
    for (const [set, ofSet] of entriesOf(value)) {
      const { ops: own, oddCount } = clusterOps({ [set]: ofSet }, dump.baseNs);
      noteOdd(dump, path, oddCount);
      const ranks = rankSet(set);
      for (const op of own) {
        ops.push(op);
        if (ranks) groups.set(op.group, { key: op.group, name: op.group, ranks });
      }
    }
  }
  if (ops.length > 0) return { ops, groups };
  for (const path of dump.clusterPaths('cluster-db')) {
    const found = readDatabase(dump, path, (database) => ({
      rows: readClusterCommunication(database, dump.baseNs),
      ranksOf: readRanksOfGroups(database),
      names: new Map(readClusterGroups(database).map(({ group, parallelName }) => [group, parallelName])),
    }));
    if (!found) continue;
    for (const op of opsOfRows(found.rows, undefined)) ops.push(op);
    for (const [key, ranks] of found.ranksOf) groups.set(key, { key, name: found.names.get(key) || key, ranks });
  }
  return { ops, groups };
}

/** Traffic, from cluster_communication_matrix.json; from cluster_analysis.db where that is missing or can't be read. */
export async function readClusterLinks(dump: DumpContext): Promise<LinkTraffic[]> {
  const links: LinkTraffic[] = [];
  for (const path of dump.clusterPaths('cluster-communication-matrix')) {
    for (const link of clusterLinks(await readJson(dump, path, ENTRY_DEPTH))) links.push(link);
  }
  if (links.length > 0) return links;
  for (const path of dump.clusterPaths('cluster-db')) {
    const rows = readDatabase(dump, path, readClusterDbLinks);
    for (const link of linksOfRows(rows ?? [], undefined)) links.push(link);
  }
  return links;
}
