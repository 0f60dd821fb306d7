import type { RankIndex } from '../api';
import { type ColumnTable, concatTables, numberColumn } from '../tables/columnTable';
import { readCsv } from '../tables/csvTable';
import type { DumpContext, TableRank } from '../tables/dumpContext';

/** kernel_details.csv and op_summary_*.csv call the same things differently. */
const keys = {
  'Step Id': 'step',
  Device_id: 'device',
  'Task ID': 'taskId',
  'Stream ID': 'streamId',
  Name: 'name',
  'Op Name': 'name',
  Type: 'type',
  'OP Type': 'type',
  'OP State': 'opState',
  'Accelerator Core': 'core',
  'Task Type': 'core',
  'Start Time(us)': 'startNs',
  'Task Start Time(us)': 'startNs',
  'Duration(us)': 'durationNs',
  'Task Duration(us)': 'durationNs',
  'Wait Time(us)': 'waitNs',
  'Task Wait Time(us)': 'waitNs',
  'Block Dim': 'blockDim',
  'Block Num': 'blockDim',
  'Mix Block Dim': 'mixBlockDim',
  'Input Shapes': 'inputShapes',
  'Input Data Types': 'inputTypes',
  'Input Formats': 'inputFormats',
  'Output Shapes': 'outputShapes',
  'Output Data Types': 'outputTypes',
  'Output Formats': 'outputFormats',
} as const;

const textKeys = new Set(['name', 'type', 'opState', 'core', 'inputShapes', 'outputShapes']);

/** Every kernel of these ranks, with the columns of their files. */
export async function kernelTable(dump: DumpContext, ranks: readonly RankIndex[]): Promise<ColumnTable> {
  const tables: ColumnTable[] = [];
  for (const index of ranks) {
    const rank = dump.ranks[index];
    if (rank) tables.push(await rankKernels(dump, rank));
  }
  return concatTables(tables.length > 0 ? tables : [{ rowCount: 0, columns: [] }]);
}

function rankKernels(dump: DumpContext, rank: TableRank): Promise<ColumnTable> {
  return dump.memo(`kernels of rank ${rank.index}`, async () => {
    const tables = await Promise.all(
      dump.paths(rank, 'kernels').map(async (path) => {
        const table = await readCsv(path, { baseNs: dump.baseNs, keys, textKeys });
        for (const own of table.notices) dump.note(own);
        return table;
      }),
    );
    if (tables.length === 0) return { rowCount: 0, columns: [] };
    const table = concatTables(tables);
    const place = new Float64Array(table.rowCount).fill(rank.index);
    return { ...table, columns: [numberColumn('rankIndex', 'id', place, { isHidden: true }), ...table.columns] };
  });
}
