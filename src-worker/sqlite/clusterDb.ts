import { numbers, texts } from './columns';
import {
  type CommunicationRow,
  type CommunicationTables,
  firstTable,
  type LinkRow,
  readCommunication,
  readFirstStart,
  readLinks,
} from './communicationRows';
import type { Database } from './database';
import { type StepTimes, stepColumns, stepTimesOf } from './stepRows';

/** `cluster_analysis.db`: the summaries of a whole job. Newer versions of the tool that makes it call tables otherwise. */

const tables: CommunicationTables = {
  time: ['ClusterCommAnalyzerTime', 'ClusterCommunicationTime'],
  bandwidth: ['ClusterCommAnalyzerBandwidth', 'ClusterCommunicationBandwidth'],
  matrix: ['ClusterCommAnalyzerMatrix', 'ClusterCommunicationMatrix'],
};

export interface ClusterStep extends StepTimes {
  readonly step: string;
  readonly kind: 'rank' | 'stage';
  /** One for a rank; those of a stage. */
  readonly ranks: readonly number[];
  /** Place of the rank in the job's parallelism; NaN where the database does not tell. */
  readonly dpIndex: number;
  readonly ppIndex: number;
  readonly tpIndex: number;
  readonly cpIndex: number;
  readonly epIndex: number;
}

/** The rows of cluster_step_trace_time.csv. */
export function readClusterSteps(database: Database): ClusterStep[] {
  const { rowCount, columns } = database.readColumns('ClusterStepTraceTime', {
    ...stepColumns,
    kind: texts('type'),
    ranks: texts('index'),
    dpIndex: numbers('dp_index'),
    ppIndex: numbers('pp_index'),
    tpIndex: numbers('tp_index'),
    cpIndex: numbers('cp_index'),
    epIndex: numbers('ep_index'),
  });
  return Array.from({ length: rowCount }, (_, row) => ({
    step: columns.step[row] ?? '',
    kind: columns.kind[row] === 'stage' ? 'stage' : 'rank',
    ranks: ranksIn(columns.ranks[row]),
    dpIndex: columns.dpIndex[row],
    ppIndex: columns.ppIndex[row],
    tpIndex: columns.tpIndex[row],
    cpIndex: columns.cpIndex[row],
    epIndex: columns.epIndex[row],
    ...stepTimesOf(columns, row),
  }));
}

/** The collectives of cluster_communication.json, of all ranks. Starts count from `baseNs`. */
export function readClusterCommunication(database: Database, baseNs: bigint): CommunicationRow[] {
  return readCommunication(database, tables, baseNs);
}

/** When the first of them began, by the profiler's clock; undefined where there are none. */
export function readClusterStart(database: Database): bigint | undefined {
  return readFirstStart(database, tables);
}

/** The pairs of cluster_communication_matrix.json; source and target are ranks of the job. */
export function readClusterLinks(database: Database): LinkRow[] {
  return readLinks(database, tables);
}

export interface ClusterGroup {
  readonly kind: 'p2p' | 'collective';
  readonly ranks: readonly number[];
  /** The number that stands for it in the other tables, its name there ("tp"), and its own; '' in older versions. */
  readonly group: string;
  readonly parallelName: string;
  readonly groupId: string;
}

/** The groups of communication_group.json. */
export function readClusterGroups(database: Database): ClusterGroup[] {
  const table = firstTable(database, ['CommunicationGroupMapping', 'CommunicationGroup']);
  const { rowCount, columns } = database.readColumns(table, {
    kind: texts('type'),
    ranks: texts('rank_set'),
    group: texts('group_name'),
    parallelName: texts('pg_name'),
    groupId: texts('group_id'),
  });
  return Array.from({ length: rowCount }, (_, row) => ({
    kind: columns.kind[row]?.toLowerCase() === 'p2p' ? 'p2p' : 'collective',
    ranks: ranksIn(columns.ranks[row]),
    group: columns.group[row] ?? '',
    parallelName: columns.parallelName[row] ?? '',
    groupId: columns.groupId[row] ?? '',
  }));
}

/** Ranks that take part in a row of the older tables: which group a number stands for, where no table tells it. */
export function readRanksOfGroups(database: Database): ReadonlyMap<string, readonly number[]> {
  const ranksOf = new Map<string, readonly number[]>();
  for (const { group, ranks } of readClusterGroups(database)) if (group !== '') ranksOf.set(group, ranks);
  const { rowCount, columns } = database.readColumns(firstTable(database, tables.time), {
    group: texts('group_name'),
    ranks: texts('rank_set'),
  });
  for (let row = 0; row < rowCount; row++) {
    const group = columns.group[row];
    const ranks = ranksIn(columns.ranks[row]);
    if (group && ranks.length > 0 && !ranksOf.has(group)) ranksOf.set(group, ranks);
  }
  return ranksOf;
}

export interface ClusterPlace {
  readonly rank: number;
  readonly device: number;
  readonly hostUid: string;
  /** '' where the database does not tell. */
  readonly hostName: string;
}

/** Which device of which host each rank ran on; newer versions only. */
export function readClusterPlaces(database: Database): ClusterPlace[] {
  const hosts = database.readColumns('HostInfo', { uid: texts('hostUid'), name: texts('hostName') });
  const nameOf = new Map(hosts.columns.uid.map((uid, row) => [uid, hosts.columns.name[row]]));
  const { rowCount, columns } = database.readColumns('RankDeviceMap', {
    rank: numbers('rankId'),
    device: numbers('deviceId'),
    hostUid: texts('hostUid'),
  });
  return Array.from({ length: rowCount }, (_, row) => ({
    rank: columns.rank[row],
    device: columns.device[row],
    hostUid: columns.hostUid[row] ?? '',
    hostName: nameOf.get(columns.hostUid[row]) ?? '',
  }));
}

/** Facts about the job by name: `distributed_args` is JSON, as in profiler_metadata.json. Newer versions only. */
export function readClusterFacts(database: Database): ReadonlyMap<string, string> {
  const { columns } = database.readColumns('ClusterBaseInfo', { key: texts('key'), value: texts('value') });
  return new Map(columns.key.map((key, row) => [key ?? '', columns.value[row] ?? '']));
}

/** "(0,1,2)" → [0, 1, 2]; "3" → [3]. */
function ranksIn(text: string | undefined): number[] {
  return (text?.match(/\d+/g) ?? []).map(Number);
}
