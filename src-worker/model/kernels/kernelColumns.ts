/** The columns of kernels: what the csv files call them, and what Tracelane adds: rank, kind, FLOPs. */
import type { ComputeType, KernelKind, PeakRates } from '../../../src-contract';
import { MAX_SCOPES, scopesOf } from '../../names/opScopes';
import { kindOfCore } from '../../names/taskKind';
import {
  type Column,
  type ColumnTable,
  codedColumn,
  findColumn,
  numberColumn,
  numbersOf,
  type TextColumn,
  TextPool,
  textReader,
} from '../../tables/columnTable';
import { groupRows } from '../../tables/groupRows';
import type { TableRank } from '../tableRanks';
import { flopColumnsOf } from './flopColumns';
import { countFlop, type FlopCount, type KernelShapes } from './flops';
import { hf32Switches } from './hf32Switches';
import { parseNames, parseShapes, RealShapes, type Transformed, withoutQuotes } from './shapes';

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

/** How the csv files are read. */
export const kernelCsv = { keys, textKeys, numberKeys };

/** What comes first, in this order; the rest follows as in the file. */
const firstKeys = ['rank', 'step', 'name', 'type', 'core', 'startNs', 'durationNs', 'waitNs', 'flop', 'flopRate'];
const hiddenKeys = new Set([
  'rankIndex',
  'kind',
  'computeType',
  'flopUnknown',
  'taskId',
  'contextId',
  'modelId',
  'hf32',
]);
const shapeKeys = [
  'inputShapes',
  'outputShapes',
  'inputTypes',
  'outputTypes',
  'inputFormats',
  'outputFormats',
] as const;

/** The table of one rank's kernels, whatever it was read from, with the columns that all of them share. */
export function finishKernels(table: ColumnTable, rank: TableRank): ColumnTable {
  const bare: ColumnTable = { ...table, columns: table.columns.map(withoutShapeQuotes) };
  const { rowCount } = bare;
  const columns: Column[] = [
    ...bare.columns,
    codedColumn('rank', new Uint32Array(rowCount), [rank.label], { label: 'Rank' }),
    numberColumn('rankIndex', 'id', new Float64Array(rowCount).fill(rank.index)),
    ...(findColumn(bare, 'kind') ? [] : [kindColumn(bare)]),
    ...flopColumns(bare),
    ...nameScopeColumns(bare),
  ];
  const place = (column: Column) => {
    const at = firstKeys.indexOf(column.key);
    return at < 0 ? firstKeys.length : at;
  };
  const ordered = columns.map((column) => ({ ...column, isHidden: column.isHidden || hiddenKeys.has(column.key) }));
  return { rowCount, columns: ordered.sort((a, b) => place(a) - place(b)) };
}

/** The file writes `"32,3,224,224"`, quotes and all. */
function withoutShapeQuotes(column: Column): Column {
  if (column.kind !== 'text' || !shapeKeys.some((key) => key === column.key)) return column;
  const pool = new TextPool();
  const map = column.texts.map((text) => pool.code(withoutQuotes(text)));
  return { ...column, codes: column.codes.map((code) => map[code]), texts: pool.texts };
}

/** Collectives stand in the same table as compute kernels, with a core of their own. */
function kindColumn(table: ColumnTable): TextColumn {
  const kinds: readonly KernelKind[] = ['compute', 'communication', 'memory', 'wait'];
  const codes = new Uint32Array(table.rowCount);
  const core = findColumn(table, 'core');
  if (core?.kind === 'text') {
    const codeOfCore = core.texts.map((text) => kinds.indexOf(kindOfCore(text)));
    for (let row = 0; row < table.rowCount; row++) codes[row] = codeOfCore[core.codes[row]];
  }
  return codedColumn('kind', codes, kinds, { label: 'Kind' });
}

/**
 * Columns `nameScope1` to `nameScope6`: the first so many scopes of names such as "Default/network/conv1-Conv2d/Conv2D-op13",
 * as far as there are names with so many. None where MindSpore did not give the names.
 */
function nameScopeColumns(table: ColumnTable): Column[] {
  const name = findColumn(table, 'name');
  if (name?.kind !== 'text') return [];
  const scopes = name.texts.map(scopesOf);
  const deepest = scopes.reduce((most, own) => Math.max(most, own.length), 0);
  return Array.from({ length: Math.min(MAX_SCOPES, deepest) }, (_, at) => {
    const pool = new TextPool();
    const codeOf = scopes.map((own) => pool.code(own.slice(0, at + 1).join('/')));
    const codes = name.codes.map((code) => codeOf[code]);
    return codedColumn(`nameScope${at + 1}`, codes, pool.texts, { label: `Scope ${at + 1}`, isHidden: true });
  });
}

/** None where the table has no shapes at all, or has them already. */
function flopColumns(table: ColumnTable): Column[] {
  const duration = numbersOf(table, 'durationNs');
  if (!duration || !findColumn(table, 'inputShapes') || findColumn(table, 'flop')) return [];
  const rows = Uint32Array.from({ length: table.rowCount }, (_, row) => row);
  // A training step runs the same few kernels over and over: each kind of them is counted once.
  const groups = groupRows(table, ['type', 'hf32', ...shapeKeys], rows);
  const real = realShapes(table, groups.firstRow);
  const shapesAt = shapesReader(table);
  const shapes = Array.from(groups.firstRow, (row) => shapesAt(row));
  const counts = shapes.map((own): FlopCount => countFlop(own, real));
  if (!findColumn(table, 'hf32')) {
    const isHf32 = hf32Switches(table, groups.groupOf, shapes, counts);
    shapes.forEach((own, group) => {
      if (isHf32(own)) counts[group] = countFlop({ ...own, isHf32: true }, real);
    });
  }
  return flopColumnsOf(duration, (row) => counts[groups.groupOf[row]]);
}

function shapesReader(table: ColumnTable): (row: number) => KernelShapes {
  const read = (key: string) => textReader(table, key) ?? (() => '');
  const type = read('type');
  const hf32 = read('hf32');
  const [inputShapes, outputShapes, inputTypes, , inputFormats, outputFormats] = shapeKeys.map(read);
  return (row) => ({
    type: type(row),
    inputShapes: inputShapes(row),
    inputTypes: inputTypes(row),
    inputFormats: inputFormats(row),
    outputShapes: outputShapes(row),
    outputFormats: outputFormats(row),
    isHf32: hf32(row) === 'YES',
  });
}

function realShapes(table: ColumnTable, rows: Uint32Array): RealShapes {
  const shapesAt = shapesReader(table);
  const transformed: Transformed[] = [];
  for (const row of rows) {
    const kernel = shapesAt(row);
    if (kernel.type !== 'TransData') continue;
    const [from] = parseShapes(kernel.inputShapes) ?? [];
    const [to] = parseShapes(kernel.outputShapes) ?? [];
    const [fromFormat = ''] = parseNames(kernel.inputFormats);
    const [toFormat = ''] = parseNames(kernel.outputFormats);
    if (from && to) transformed.push({ from, fromFormat, to, toFormat });
  }
  return new RealShapes(transformed);
}

/** Share of the device's peak for the type that each kernel computes in, in percent. Undefined without FLOPs. */
export function utilisationColumn(table: ColumnTable, peaks: PeakRates): Column | undefined {
  const rate = numbersOf(table, 'flopRate');
  const peakOf = peakReader(table, peaks);
  if (!rate || !peakOf) return undefined;
  const values = rate.map((value, row) => (100 * value) / peakOf(row));
  return numberColumn('utilisation', 'percent', values, { label: 'FLOP/s utilisation' });
}

/** FLOP/s that each kernel could reach at most; NaN where it is not known. */
export function peakReader(table: ColumnTable, peaks: PeakRates): ((row: number) => number) | undefined {
  const column = findColumn(table, 'computeType');
  if (column?.kind !== 'text') return undefined;
  const peakOfCode = column.texts.map((text) => peaks[text as ComputeType] ?? Number.NaN);
  return (row) => peakOfCode[column.codes[row]];
}
