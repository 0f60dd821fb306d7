import type { Notice } from '../../../src-contract';
import { type ColumnTable, concatTables } from '../../tables/columnTable';
import type { CsvTable } from '../../tables/csvTable';
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

/** Of a rank's device: numbers, though their headers name no unit. */
const numberKeys = new Set(['device', 'modelId', 'taskId', 'streamId', 'blockDim', 'mixBlockDim', 'contextId']);

/** The rows of these files one after another, with the notices of all. Rejects with a `TableError`. */
export async function readKernelFiles(dump: DumpContext, paths: readonly string[]): Promise<KernelFiles> {
  const tables: CsvTable[] = [];
  for (const path of paths) tables.push(await dump.csv(path, { keys, textKeys, numberKeys }));
  return { table: concatTables(tables), notices: tables.flatMap(({ notices }) => notices) };
}

export interface KernelFiles {
  readonly table: ColumnTable;
  readonly notices: readonly Notice[];
}
