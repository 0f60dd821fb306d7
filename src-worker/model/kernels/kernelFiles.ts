import { concatTables } from '../../tables/columnTable';
import { type CsvTable, readCsv } from '../../tables/csvTable';
import type { DumpContext } from '../dumpContext';

/** kernel_details.csv and op_summary_*.csv call the same things differently. */
const keys = {
  'Step Id': 'step',
  Device_id: 'device',
  'Model ID': 'modelId',
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
  'Mix Block Num': 'mixBlockDim',
  'HF32 Eligible': 'hf32',
  'Input Shapes': 'inputShapes',
  'Input Data Types': 'inputTypes',
  'Input Formats': 'inputFormats',
  'Output Shapes': 'outputShapes',
  'Output Data Types': 'outputTypes',
  'Output Formats': 'outputFormats',
  'Context ID': 'contextId',
} as const;

const textKeys = new Set([
  'step',
  'name',
  'type',
  'opState',
  'core',
  'hf32',
  'inputShapes',
  'inputTypes',
  'inputFormats',
  'outputShapes',
  'outputTypes',
  'outputFormats',
]);

/** The rows of these files one after another, with the notices of all. Rejects with a `TableError`. */
export async function readKernelFiles(dump: DumpContext, paths: readonly string[]): Promise<CsvTable> {
  const tables: CsvTable[] = [];
  for (const path of paths) {
    const table = await readCsv(path, { baseNs: dump.baseNs, keys, textKeys });
    tables.push(table);
  }
  return { ...concatTables(tables), notices: tables.flatMap(({ notices }) => notices) };
}
