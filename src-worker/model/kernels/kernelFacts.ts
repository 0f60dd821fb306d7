/** What the table tells of one kind of kernel beside its time: work by shapes, and what kept its units busy. */
import type { ComputeType } from '../../../src-contract';
import { bytesOfType } from '../../base/elementTypes';
import { type ColumnTable, numbersOf, textReader } from '../../tables/columnTable';
import { isPadded, parseNames, parseShapes, sizeOf } from './shapes';

/** Time-weighted means of the PMU's ratios, 0 to 1; 0 where a unit did nothing. */
export type UnitRatios = Readonly<Record<Unit, number>>;
export type Unit = keyof typeof UNITS;

/** Columns of kernel_details.csv: of the cube core and of the vector core. */
const UNITS = {
  mac: 'aic_mac_ratio',
  cubeLoad: 'aic_mte2_ratio',
  fixpipe: 'aic_fixpipe_ratio',
  vector: 'aiv_vec_ratio',
  vectorLoad: 'aiv_mte2_ratio',
  vectorStore: 'aiv_mte3_ratio',
} as const;
const UNIT_NAMES = Object.keys(UNITS) as readonly Unit[];

/** Of one call. NaN, and undefined: not known. */
export interface KernelFacts {
  readonly flop: number;
  readonly computeType: ComputeType | undefined;
  /** Inputs and outputs, each once. */
  readonly sizeBytes: number;
  readonly blockDim: number;
}

export function factsReader(table: ColumnTable): (row: number) => KernelFacts {
  const read = (key: string) => textReader(table, key) ?? (() => '');
  const [inputs, inputTypes, outputs, outputTypes] = ['inputShapes', 'inputTypes', 'outputShapes', 'outputTypes'].map(
    read,
  );
  const compute = textReader(table, 'computeType');
  const [flop, blocks] = [numbersOf(table, 'flop'), numbersOf(table, 'blockDim')];
  return (row) => ({
    flop: flop?.[row] ?? Number.NaN,
    computeType: (compute?.(row) || undefined) as ComputeType | undefined,
    sizeBytes: tensorBytes(inputs(row), inputTypes(row)) + tensorBytes(outputs(row), outputTypes(row)),
    blockDim: blocks?.[row] ?? Number.NaN,
  });
}

/** Undefined where the table has no such counters. */
export function unitReader(table: ColumnTable): ((row: number, unit: Unit) => number) | undefined {
  const columns = unitColumns(table);
  return columns && ((row, unit) => columns[unit]?.[row] || 0);
}

export type UnitColumns = Readonly<Record<Unit, Float64Array | undefined>>;

/** Of each unit, as far as the table has it. Undefined where the table has no such counters. */
export function unitColumns(table: ColumnTable): UnitColumns | undefined {
  const columns = Object.fromEntries(UNIT_NAMES.map((unit) => [unit, numbersOf(table, UNITS[unit])]));
  return columns.mac || columns.vector ? (columns as UnitColumns) : undefined;
}

export function noRatios(): { -readonly [U in Unit]: number } {
  return { mac: 0, cubeLoad: 0, fixpipe: 0, vector: 0, vectorLoad: 0, vectorStore: 0 };
}

export function eachUnit(visit: (unit: Unit) => void): void {
  for (const unit of UNIT_NAMES) visit(unit);
}

/** NaN where a shape or a type is not known. */
export function tensorBytes(shapes: string, types: string): number {
  const sizes = parseShapes(shapes);
  if (!sizes) return Number.NaN;
  const names = parseNames(types);
  return sizes.reduce(
    (sum, shape, at) => (shape.length === 0 ? sum : sum + sizeOf(shape) * bytesOfType(names[at] ?? '')),
    0,
  );
}

/** True if the innermost side of some matrix is no multiple of `of`; undefined for padded ones and unknown shapes. */
export function hasOddInner(shapes: string, formats: string, of: number): boolean {
  const names = parseNames(formats);
  return (parseShapes(shapes) ?? []).some((shape, at) => {
    return shape.length >= 2 && !isPadded(names[at] ?? '') && shape[shape.length - 1] % of !== 0;
  });
}
