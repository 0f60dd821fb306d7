import { readClusterCommunication, readClusterGroups, readClusterLinks, readRanksOfGroups } from '../sqlite/clusterDb';
import type { DumpContext } from '../tables/dumpContext';
import { linksOfRows, opsOfRows } from './communicationDb';
import { clusterOps, rankSet, withExactStarts } from './communicationJson';
import { entriesOf } from './jsonFields';
import { clusterLinks } from './matrixJson';
import type { CommGroup, CommLink, CommOp } from './model';
import { noteOdd } from './rankFiles';
import { readDatabase, readJson } from './readers';

/** What the summaries of a whole job tell. */
export interface ClusterFiles {
  readonly ops: CommOp[];
  readonly links: CommLink[];
  readonly groups: ReadonlyMap<string, CommGroup>;
}

/** cluster_communication.json and …_matrix.json; cluster_analysis.db for either that is missing or can't be read. */
export async function clusterFiles(dump: DumpContext): Promise<ClusterFiles> {
  const groups = new Map<string, CommGroup>();
  const ops: CommOp[] = [];
  const links: CommLink[] = [];
  for (const path of dump.clusterPaths('cluster-communication')) {
    const value = await readJson(dump, path, withExactStarts);
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
  for (const path of dump.clusterPaths('cluster-communication-matrix')) {
    for (const link of clusterLinks(await readJson(dump, path))) links.push(link);
  }
  const [wantsOps, wantsLinks] = [ops.length === 0, links.length === 0];
  for (const path of wantsOps || wantsLinks ? dump.clusterPaths('cluster-db') : []) {
    const found = readDatabase(dump, path, (database) => ({
      ops: wantsOps ? opsOfRows(readClusterCommunication(database, dump.baseNs), undefined) : [],
      links: wantsLinks ? linksOfRows(readClusterLinks(database), undefined) : [],
      ranksOf: readRanksOfGroups(database),
      names: new Map(readClusterGroups(database).map(({ group, parallelName }) => [group, parallelName])),
    }));
    if (!found) continue;
    for (const op of found.ops) ops.push(op);
    for (const link of found.links) links.push(link);
    for (const [key, ranks] of found.ranksOf) groups.set(key, { key, name: found.names.get(key) || key, ranks });
  }
  return { ops, links, groups };
}
