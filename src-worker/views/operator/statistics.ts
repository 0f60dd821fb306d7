/** What the profiler itself counted or sampled, row by row as its files have it. */
import type { OperatorTables, StatisticsKind } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import type { TableRank } from '../../model/tableRanks';
import { type ColumnTable, concatTables } from '../../tables/columnTable';
import type { CsvOptions } from '../../tables/csvTable';
import { databaseStatistics, isDatabaseKind } from './databaseStatistics';
import { isJsonKind, type JsonKind, jsonTables, withTensors } from './insightTables';
import { withRank } from './otherTable';

type Reading = Pick<CsvOptions, 'keys' | 'textKeys' | 'numberKeys' | 'hiddenKeys' | 'units'>;

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

/** flops_N.txt counts millions, and thousands of millions a second; newer files of matrix and vector units apart. */
const flopUnits = {
  FLOPs: { unit: 'FLOP', factor: 1e6 },
  FLOPS: { unit: 'FLOP/s', factor: 1e9 },
  'FLOPS utilization': { unit: 'percent' },
  'MFLOPs(10^6 cube)': { unit: 'FLOP', factor: 1e6 },
  'GFLOPS(10^9 cube)': { unit: 'FLOP/s', factor: 1e9 },
  'FLOPS utilization(cube)': { unit: 'percent' },
  'MFLOPs(10^6 vector)': { unit: 'FLOP', factor: 1e6 },
  'GFLOPS(10^9 vector)': { unit: 'FLOP/s', factor: 1e9 },
  'FLOPS utilization(vec)': { unit: 'percent' },
} as const;

const milliseconds = { unit: 'duration', shiftDigits: 6, factor: 1 } as const;
const opType: Reading = {
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
};

type CsvKind = Exclude<StatisticsKind, JsonKind>;

const readings: { readonly [K in CsvKind]: Reading } = {
  'op-statistic': opType,
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
  'task-time': {
    keys: {
      ...device,
      kernel_name: 'name',
      kernel_type: 'type',
      stream_id: 'streamId',
      task_id: 'taskId',
      'task_time(us)': 'durationNs',
      'task_start(us)': 'startNs',
      'task_stop(us)': 'endNs',
    },
    textKeys: new Set(['device', 'name', 'type']),
    numberKeys: new Set(['streamId', 'taskId']),
    units: { startNs: { unit: 'time' }, endNs: { unit: 'time' } },
  },
  'communication-statistic': opType,
  'op-times': {
    // A published file has "full_kernel_time" for the name.
    keys: {
      full_kernel_name: 'name',
      full_kernel_time: 'name',
      execution_time: 'durationNs',
      execution_frequency: 'count',
    },
    textKeys: new Set(['name']),
    numberKeys: new Set(['count']),
    units: { durationNs: milliseconds, count: { unit: 'count' } },
  },
  'op-type-times': {
    keys: { kernel_type: 'type', total_time: 'totalNs', execution_frequency: 'count', percent: 'share' },
    textKeys: new Set(['type']),
    numberKeys: new Set(['count', 'share']),
    units: { totalNs: milliseconds, count: { unit: 'count' }, share: { unit: 'percent' } },
  },
  'ai-cpu-times': {
    // Older files call the type op_type, and do not tell what it took on the AI CPU.
    keys: {
      serial_number: 'serialNumber',
      kernel_type: 'type',
      op_type: 'type',
      total_time: 'totalNs',
      dispatch_time: 'dispatchNs',
      execution_time: 'computeNs',
      run_start: 'runStart',
      run_end: 'runEnd',
    },
    textKeys: new Set(['type']),
    numberKeys: new Set(['serialNumber', 'runStart', 'runEnd']),
    units: {
      serialNumber: { unit: 'id' },
      totalNs: milliseconds,
      dispatchNs: milliseconds,
      computeNs: milliseconds,
    },
  },
  'framework-ops': {
    keys: { full_kernel_name: 'name', kernel_type: 'type', stream_id: 'streamId', task_id: 'taskId' },
    textKeys: new Set(['name', 'type', 'op_info']),
    numberKeys: new Set(['streamId', 'taskId', 'block_dim']),
    hiddenKeys: new Set(['op_name', 'kernel_name']),
  },
  'op-flops': {
    keys: { full_kernel_name: 'name' },
    textKeys: new Set(['name']),
    numberKeys: new Set(Object.keys(flopUnits)),
    units: flopUnits,
  },
};

/** The rows of all files of this kind of these ranks, in their order. Rejects with a `TableError`. */
export async function statisticsTable(
  dump: DumpContext,
  { kind, ranks }: OperatorTables['operator.statistics'],
): Promise<ColumnTable> {
  const known = ranks.flatMap((index) => dump.rankAt(index) ?? []);
  const tables = (await dump.overRanks(known, (rank) => ofRank(dump, rank, kind))).flat();
  return concatTables(tables.length > 0 ? tables : [{ rowCount: 0, columns: [] }]);
}

function ofRank(dump: DumpContext, rank: TableRank, kind: StatisticsKind): Promise<readonly ColumnTable[]> {
  return dump.memo(`${kind} of rank ${rank.index}`, async () => {
    const paths = dump.paths(rank, kind);
    // Both forms of one run hold the same.
    const tables =
      paths.length === 0 && isDatabaseKind(kind)
        ? databaseStatistics(dump, rank, kind)
        : await Promise.all(paths.map((path) => read(dump, path, kind)));
    return tables.map((table) => withRank(table, rank));
  });
}

async function read(dump: DumpContext, path: string, kind: StatisticsKind): Promise<ColumnTable> {
  if (isJsonKind(kind)) return jsonTables[kind](await dump.json(path));
  const table = await dump.csv(path, readings[kind]);
  for (const own of table.notices) dump.note(own);
  return kind === 'framework-ops' ? withTensors(table) : table;
}

/** True if a rank of the dump has any such file. */
export function hasStatistics(dump: DumpContext): boolean {
  const kinds = [...Object.keys(readings), ...Object.keys(jsonTables)] as StatisticsKind[];
  return dump.has('other-table') || kinds.some((kind) => dump.has(kind));
}
