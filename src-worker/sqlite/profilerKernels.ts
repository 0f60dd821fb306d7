import {
  type Column,
  type ColumnTable,
  codedColumn,
  concatTables,
  freeKey,
  headerUnit,
  numberColumn,
} from '../tables/columnTable';
import { type CodedTexts, numbers, since } from './columns';
import type { Database } from './database';
import { readProfilerCommunication, readProfilerSteps, stepAt } from './profilerDb';
import { codedTexts, textsOfIds } from './stringIds';

/** Stands for "none" in columns that were unsigned 32-bit numbers. */
const NONE = 2 ** 32 - 1;

/** Columns of COMPUTE_TASK_INFO that are numbers of texts, by our keys, with the file's headers. */
const labels = {
  name: 'Name',
  type: 'Type',
  opState: 'OP State',
  core: 'Accelerator Core',
  hf32: 'HF32 Eligible',
  inputShapes: 'Input Shapes',
  inputTypes: 'Input Data Types',
  inputFormats: 'Input Formats',
  outputShapes: 'Output Shapes',
  outputTypes: 'Output Data Types',
  outputFormats: 'Output Formats',
} as const;
const textKeys = Object.keys(labels) as readonly (keyof typeof labels)[];

/**
 * The rows of kernel_details.csv, with the keys that its reader gives them: compute kernels and, with the core
 * "COMMUNICATION", collectives, by time. Starts count from `baseNs`. The device's counters have the keys of the file's
 * columns. Without rows where the database holds no kernels.
 */
export function readProfilerKernels(database: Database, baseNs: bigint): ColumnTable {
  const parts = [computeKernels(database, baseNs), collectives(database, baseNs)].filter(
    ({ rowCount }) => rowCount > 0,
  );
  if (parts.length === 0) return { rowCount: 0, columns: [] };
  const table = byStart(concatTables(parts));
  const columns = [stepColumn(table, readProfilerSteps(database, baseNs)), ...table.columns, waitColumn(table)];
  return { rowCount: table.rowCount, columns };
}

/** Tasks of the device that have something told of them in COMPUTE_TASK_INFO. */
function computeKernels(database: Database, baseNs: bigint): ColumnTable {
  const info = database.readColumns('COMPUTE_TASK_INFO', {
    taskId: numbers('globalTaskId'),
    name: numbers('name'),
    type: numbers('opType'),
    opState: numbers('opState'),
    core: numbers('taskType'),
    blockDim: numbers('blockDim', 'blockNum', 'block_dim'),
    mixBlockDim: numbers('mixBlockDim', 'mixBlockNum'),
    hf32: numbers('hf32Eligible'),
    inputShapes: numbers('inputShapes'),
    inputTypes: numbers('inputDataTypes'),
    inputFormats: numbers('inputFormats'),
    outputShapes: numbers('outputShapes'),
    outputTypes: numbers('outputDataTypes'),
    outputFormats: numbers('outputFormats'),
  });
  if (info.rowCount === 0) return { rowCount: 0, columns: [] };
  const task = database.readColumns('TASK', {
    taskId: numbers('globalTaskId'),
    startNs: since(baseNs, 'startNs'),
    endNs: since(baseNs, 'endNs'),
    device: numbers('deviceId'),
    stream: numbers('streamId'),
    task: numbers('taskId'),
    model: numbers('modelId'),
    context: numbers('contextId'),
  });
  const infoOf = new Map<number, number>();
  for (let row = 0; row < info.rowCount; row++) infoOf.set(info.columns.taskId[row], row);
  const taskRows: number[] = [];
  const infoRows: number[] = [];
  const kernelOf = new Map<number, number>();
  for (let row = 0; row < task.rowCount; row++) {
    const id = task.columns.taskId[row];
    const infoRow = infoOf.get(id);
    if (infoRow === undefined) continue;
    kernelOf.set(id, taskRows.length);
    taskRows.push(row);
    infoRows.push(infoRow);
  }

  const ofTask = (values: Float64Array) => Float64Array.from(taskRows, (row) => values[row]);
  const ofInfo = (values: Float64Array) => Float64Array.from(infoRows, (row) => values[row]);
  const startNs = ofTask(task.columns.startNs);
  const endNs = ofTask(task.columns.endNs);
  const durationNs = endNs.map((end, row) => end - startNs[row]);
  const named = textKeys.filter((key) => !info.missing.has(key)).map((key) => [key, ofInfo(info.columns[key])]);
  const texts: Readonly<Record<string, CodedTexts>> = textsOfIds(database, Object.fromEntries(named));
  const columns: Column[] = [
    numberColumn('device', 'id', ofTask(task.columns.device), { label: 'Device_id' }),
    numberColumn('modelId', 'id', ofTask(task.columns.model), { label: 'Model ID' }),
    numberColumn('taskId', 'id', ofTask(task.columns.task).map(withoutNone), { label: 'Task ID' }),
    numberColumn('streamId', 'id', ofTask(task.columns.stream), { label: 'Stream ID' }),
    ...textKeys.filter((key) => key in texts).map((key) => textColumnOf(key, texts[key])),
    numberColumn('startNs', 'time', startNs, { label: 'Start Time' }),
    numberColumn('durationNs', 'duration', durationNs, { label: 'Duration' }),
    numberColumn('blockDim', 'none', ofInfo(info.columns.blockDim).map(withoutNone), { label: 'Block Dim' }),
    numberColumn('mixBlockDim', 'none', ofInfo(info.columns.mixBlockDim).map(withoutNone), { label: 'Mix Block Dim' }),
    numberColumn('contextId', 'id', ofTask(task.columns.context).map(withoutNone), { label: 'Context ID' }),
    ...counterColumns(database, kernelOf),
  ];
  return { rowCount: taskRows.length, columns };
}

function collectives(database: Database, baseNs: bigint): ColumnTable {
  const { rowCount, name, type, device, startNs, durationNs } = readProfilerCommunication(database, baseNs);
  const columns: Column[] = [
    numberColumn('device', 'id', device, { label: 'Device_id' }),
    textColumnOf('name', name),
    textColumnOf('type', type),
    codedColumn('core', new Uint32Array(rowCount), ['COMMUNICATION'], { label: labels.core }),
    numberColumn('startNs', 'time', startNs, { label: 'Start Time' }),
    numberColumn('durationNs', 'duration', durationNs, { label: 'Duration' }),
  ];
  return { rowCount, columns };
}

/** The device's counters of each kernel (TASK_PMU_INFO: kernel, name, value), a column for each name. */
function counterColumns(database: Database, kernelOf: ReadonlyMap<number, number>): Column[] {
  const valuesOf = new Map<number, Float64Array>();
  database.scan('TASK_PMU_INFO', ['globalTaskId', 'name', 'value'], (row) => {
    const kernel = kernelOf.get(row.number(0));
    if (kernel === undefined) return;
    const counter = row.number(1);
    let values = valuesOf.get(counter);
    if (!values) {
      values = new Float64Array(kernelOf.size).fill(Number.NaN);
      valuesOf.set(counter, values);
    }
    values[kernel] = row.number(2);
  });
  const counters = [...valuesOf];
  const { codes, texts } = textsOfIds(database, { name: Float64Array.from(counters, ([id]) => id) }).name;
  const taken = new Set<string>();
  return counters.flatMap(([, values], i) => {
    const header = counterHeader(texts[codes[i]]);
    if (header === '') return [];
    const key = freeKey(header, i, taken);
    taken.add(key);
    return [numberColumn(key, headerUnit(header).unit, values, { label: header })];
  });
}

/** As the column is called in kernel_details.csv; times are µs there and ns in the database. */
function counterHeader(name: string): string {
  if (name === 'aic_total_time') return 'aicore_time(us)';
  if (name === 'aiv_total_time') return 'aiv_time(us)';
  return name.endsWith('_time') ? `${name}(us)` : name;
}

function withoutNone(value: number): number {
  return value === NONE ? Number.NaN : value;
}

function textColumnOf(key: keyof typeof labels, { codes, texts }: CodedTexts): Column {
  return codedColumn(key, codes, texts, { label: labels[key] });
}

function byStart(table: ColumnTable): ColumnTable {
  const startNs = startsOf(table);
  const order = Uint32Array.from({ length: table.rowCount }, (_, row) => row).sort((a, b) => startNs[a] - startNs[b]);
  const columns = table.columns.map(
    (column): Column =>
      column.kind === 'number'
        ? { ...column, values: Float64Array.from(order, (row) => column.values[row]) }
        : { ...column, codes: Uint32Array.from(order, (row) => column.codes[row]) },
  );
  return { rowCount: table.rowCount, columns };
}

/** The step that a kernel begins in, as a text: it is one in the file. */
function stepColumn(table: ColumnTable, steps: ReturnType<typeof readProfilerSteps>): Column {
  const step = startsOf(table).map((ns) => stepAt(steps, ns)?.step ?? Number.NaN);
  const { codes, texts } = codedTexts(step, new Map(steps.map((own) => [own.step, String(own.step)])));
  return codedColumn('step', codes, texts, { label: 'Step Id' });
}

/** From the end of the kernel before, as the profiler counts it in the file. */
function waitColumn(table: ColumnTable): Column {
  const startNs = startsOf(table);
  const durationNs = valuesOf(table, 'durationNs');
  const waitNs = startNs.map((start, row) =>
    row === 0 ? 0 : Math.max(0, start - startNs[row - 1] - durationNs[row - 1]),
  );
  return numberColumn('waitNs', 'duration', waitNs, { label: 'Wait Time' });
}

function startsOf(table: ColumnTable): Float64Array {
  return valuesOf(table, 'startNs');
}

function valuesOf(table: ColumnTable, key: string): Float64Array {
  const column = table.columns.find((own) => own.key === key);
  return column?.kind === 'number' ? column.values : new Float64Array(table.rowCount).fill(Number.NaN);
}
