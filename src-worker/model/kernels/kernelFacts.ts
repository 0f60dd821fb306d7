/** What the table tells of one kind of kernel beside its time: work by shapes, and what kept its units busy. */
import type { ComputeType } from '../../../src-contract';
import { bytesOfType } from '../../base/elementTypes';
import { type ColumnTable, findColumn, numbersOf, textReader } from '../../tables/columnTable';
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

/**
 * Of one call. NaN, and undefined: not known. Calls with the same input shapes may have other types or outputs (a Cast to other types, a
 * Slice of other lengths): FLOPs and bytes are the mean of those calls that tell them.
 */
export interface KernelFacts {
  readonly flop: number;
  /** Undefined, too, where calls compute in several types: no one peak is theirs. */
  readonly computeType: ComputeType | undefined;
  /** Inputs and outputs, each once; of a GPU's, of which no outputs are told, operands and result of its product. */
  readonly sizeBytes: number;
  /** Of the first call. */
  readonly blockDim: number;
}

/** Facts of the calls of one kind, as they are summed up. */
export interface FactSums {
  flop: number;
  flopCount: number;
  sizeBytes: number;
  sizeCount: number;
  computeType: string;
  readonly blockDim: number;
}

export interface FactsReader {
  first(row: number): FactSums;
  add(sums: FactSums, row: number): void;
}

/** No compute type: calls have several. */
const SEVERAL = 'several';

export function factsReader(table: ColumnTable): FactsReader {
  const [inputBytes, outputBytes] = [
    bytesReader(table, 'inputShapes', 'inputTypes'),
    bytesReader(table, 'outputShapes', 'outputTypes'),
  ];
  const compute = textReader(table, 'computeType') ?? (() => '');
  const [flops, products, blocks] = ['flop', 'productBytes', 'blockDim'].map((key) => numbersOf(table, key));
  const add = (sums: FactSums, row: number) => {
    const flop = flops?.[row] ?? Number.NaN;
    if (!Number.isNaN(flop)) {
      sums.flop += flop;
      sums.flopCount++;
    }
    const sizeBytes = products ? products[row] : inputBytes(row) + outputBytes(row);
    if (!Number.isNaN(sizeBytes)) {
      sums.sizeBytes += sizeBytes;
      sums.sizeCount++;
    }
    if (sums.computeType !== compute(row)) sums.computeType = SEVERAL;
  };
  return {
    first(row) {
      const none = { flop: 0, flopCount: 0, sizeBytes: 0, sizeCount: 0 };
      const sums = { ...none, computeType: compute(row), blockDim: blocks?.[row] ?? Number.NaN };
      add(sums, row);
      return sums;
    },
    add,
  };
}

export function meanFacts({ flop, flopCount, sizeBytes, sizeCount, computeType, blockDim }: FactSums): KernelFacts {
  const isOne = computeType !== '' && computeType !== SEVERAL;
  return {
    flop: flop / flopCount,
    computeType: isOne ? (computeType as ComputeType) : undefined,
    sizeBytes: sizeBytes / sizeCount,
    blockDim,
  };
}

/** Of both sides the mean of a call, each side for as many calls as it has. */
export function joinedFacts(
  [a, aCount]: readonly [KernelFacts, number],
  [b, bCount]: readonly [KernelFacts, number],
): KernelFacts {
  const mean = (one: number, other: number) => {
    if (Number.isNaN(one) || Number.isNaN(other)) return Number.isNaN(one) ? other : one;
    // Of equal ones no rounding: most kinds are the same on all ranks.
    return one === other ? one : (one * aCount + other * bCount) / (aCount + bCount);
  };
  return {
    flop: mean(a.flop, b.flop),
    computeType: a.computeType === b.computeType ? a.computeType : undefined,
    sizeBytes: mean(a.sizeBytes, b.sizeBytes),
    blockDim: a.blockDim,
  };
}

/**
 * Bytes of a row's tensors. Each pair of shapes and types is read once: there are a million rows, and a few hundred pairs.
 */
function bytesReader(table: ColumnTable, shapesKey: string, typesKey: string): (row: number) => number {
  const [shapes, types] = [findColumn(table, shapesKey), findColumn(table, typesKey)];
  if (shapes?.kind !== 'text') return () => Number.NaN;
  const typeTexts = types?.kind === 'text' ? types.texts : [''];
  const codeOfType = types?.kind === 'text' ? types.codes : new Uint32Array(table.rowCount);
  const known = new Map<number, number>();
  return (row) => {
    const pair = shapes.codes[row] * typeTexts.length + codeOfType[row];
    let bytes = known.get(pair);
    if (bytes === undefined) {
      bytes = tensorBytes(shapes.texts[shapes.codes[row]], typeTexts[codeOfType[row]]);
      known.set(pair, bytes);
    }
    return bytes;
  };
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
