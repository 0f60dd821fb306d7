/** What the profiler itself counted or sampled, row by row as its files have it. */
import type { OperatorTables, StatisticsKind } from '../../../src-contract';
import type { DumpContext, TableRank } from '../../model/dumpContext';
import { type ColumnTable, codedColumn, concatTables } from '../../tables/columnTable';
import type { CsvOptions } from '../../tables/csvTable';

type Reading = Pick<CsvOptions, 'keys' | 'textKeys' | 'numberKeys' | 'units'>;

const device = { Device_id: 'device', 'Device ID': 'device' };

/** NIC and RoCE ports are sampled alike. */
const port: Reading = {
  keys: {
    ...device,
    'Timestamp(us)': 'sampledNs',
    'Bandwidth(MB/s)': 'bandwidth',
    'Rx Bandwidth efficiency(%)': 'rxEfficiency',
    'rxPacket/s': 'rxPacketRate',
    'rxError rate(%)': 'rxErrorShare',
    'rxDropped rate(%)': 'rxDroppedShare',
    'Tx Bandwidth efficiency(%)': 'txEfficiency',
    'txPacket/s': 'txPacketRate',
    'txError rate(%)': 'txErrorShare',
    'txDropped rate(%)': 'txDroppedShare',
    funcId: 'functionId',
  },
  numberKeys: new Set(['rxPacketRate', 'txPacketRate', 'functionId']),
  units: { functionId: { unit: 'id' } },
  textKeys: new Set(['device']),
};

const readings: { readonly [K in StatisticsKind]: Reading } = {
  'op-statistic': {
    keys: {
      ...device,
      'OP Type': 'type',
      'Core Type': 'core',
      Count: 'count',
      'Total Time(us)': 'totalNs',
      'Min Time(us)': 'minNs',
      'Avg Time(us)': 'averageNs',
      'Max Time(us)': 'maxNs',
      'Ratio(%)': 'share',
    },
    textKeys: new Set(['device', 'type', 'core']),
  },
  'api-statistic': {
    keys: {
      ...device,
      Level: 'level',
      'API Name': 'api',
      'Time(us)': 'totalNs',
      Count: 'count',
      'Avg(us)': 'averageNs',
      'Min(us)': 'minNs',
      'Max(us)': 'maxNs',
      Variance: 'variance',
    },
    // "host" stands there too.
    textKeys: new Set(['device', 'level', 'api']),
    numberKeys: new Set(['variance']),
  },
  'l2-cache': {
    keys: {
      ...device,
      'Stream Id': 'streamId',
      'Task Id': 'taskId',
      'Hit Rate': 'hitRate',
      'Victim Rate': 'victimRate',
      'Op Name': 'name',
    },
    textKeys: new Set(['device', 'name']),
    numberKeys: new Set(['streamId', 'taskId', 'hitRate', 'victimRate']),
  },
  'ai-cpu': {
    keys: {
      ...device,
      'Timestamp(us)': 'startNs',
      Node: 'name',
      'Compute_time(us)': 'computeNs',
      'Memcpy_time(us)': 'copyNs',
      'Task_time(us)': 'taskNs',
      'Dispatch_time(us)': 'dispatchNs',
      'Total_time(us)': 'totalNs',
      'Stream ID': 'streamId',
      'Task ID': 'taskId',
    },
    textKeys: new Set(['device', 'name']),
    numberKeys: new Set(['streamId', 'taskId']),
  },
  nic: port,
  roce: port,
};

/** The rows of all files of this kind of these ranks, in their order. Rejects with a `TableError`. */
export async function statisticsTable(
  dump: DumpContext,
  { kind, ranks }: OperatorTables['operator.statistics'],
): Promise<ColumnTable> {
  const known = ranks.flatMap((index) => dump.ranks[index] ?? []);
  const tables = (await dump.overRanks(known, (rank) => ofRank(dump, rank, kind))).flat();
  return concatTables(tables.length > 0 ? tables : [{ rowCount: 0, columns: [] }]);
}

function ofRank(dump: DumpContext, rank: TableRank, kind: StatisticsKind): Promise<readonly ColumnTable[]> {
  return dump.memo(`${kind} of rank ${rank.index}`, () =>
    Promise.all(
      dump.paths(rank, kind).map(async (path): Promise<ColumnTable> => {
        const table = await dump.csv(path, readings[kind]);
        for (const own of table.notices) dump.note(own);
        const place = codedColumn('rank', new Uint32Array(table.rowCount), [rank.label], { label: 'Rank' });
        return { rowCount: table.rowCount, columns: [place, ...table.columns] };
      }),
    ),
  );
}

/** True if a rank of the dump has any such file. */
export function hasStatistics(dump: DumpContext): boolean {
  return (Object.keys(readings) as StatisticsKind[]).some((kind) => dump.has(kind));
}
