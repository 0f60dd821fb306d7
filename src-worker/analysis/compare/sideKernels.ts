import type { CompareSide, KernelFamily, SideKernel, SidePart, SliceIndex } from '../../../src-contract';
import type { DumpContext } from '../../model/dumpContext';
import { kernelsOf, type RankKernelTable, slicesOfRank } from '../../model/kernels/kernels';
import { timelineStepsOf } from '../../model/steps/steps';
import { isStepText, placeInSteps, type TimelineSteps } from '../../model/steps/timelineSteps';
import { findColumn, numbersOf, textReader } from '../../tables/columnTable';
import { momentsOf } from './intervals';
import { positionOf, type SideSteps } from './sideSteps';

/** Types of kernels whose time is a part of its own, and kinds (type and shapes) whose calls are compared. */
const MOST_TYPES = 256;
const MOST_KINDS = 1024;

/** Kernels of one side’s steps that compute. */
export interface StepKernels {
  readonly table: RankKernelTable;
  readonly stepCount: number;
  /** Rows of the table, by start. */
  readonly rows: readonly number[];
  /** Of each row, its step’s position on this side. */
  readonly at: readonly number[];
  readonly startNs: Float64Array;
  readonly durationNs: Float64Array;
  readonly typeOf: (row: number) => string;
  readonly nameOf: (row: number) => string;
}

/** Undefined: nothing tells of the rank’s kernels, or to which steps they belong. */
export async function stepKernels(dump: DumpContext, side: SideSteps): Promise<StepKernels | undefined> {
  const [own] = await kernelsOf(dump, [side.index]);
  if (own?.source === undefined) return undefined;
  const { table } = own;
  const [startNs, durationNs] = [numbersOf(table, 'startNs'), numbersOf(table, 'durationNs')];
  if (!startNs || !durationNs) return undefined;
  const stepOf = await stepReader(dump, side, own, startNs);
  if (!stepOf) return undefined;
  const kindOf = kindReader(own);
  const [typeOf, nameOf] = [textReader(table, 'type'), textReader(table, 'name')];
  const rows: { row: number; at: number }[] = [];
  for (let row = 0; row < table.rowCount; row++) {
    if (Number.isNaN(startNs[row] + durationNs[row]) || !kindOf(row)) continue;
    const at = stepOf(row);
    if (at >= 0) rows.push({ row, at });
  }
  rows.sort((a, b) => startNs[a.row] - startNs[b.row]);
  return {
    table: own,
    stepCount: side.rows.length,
    rows: rows.map(({ row }) => row),
    at: rows.map(({ at }) => at),
    startNs,
    durationNs,
    typeOf: (row) => typeOf?.(row) || nameOf?.(row) || '',
    nameOf: (row) => nameOf?.(row) || typeOf?.(row) || '',
  };
}

function kindReader({ table }: RankKernelTable): (row: number) => boolean {
  const column = findColumn(table, 'kind');
  return column?.kind === 'text' ? (row) => column.texts[column.codes[row]] === 'compute' : () => true;
}

/** Position of a row’s step: as the table says, else by the timeline. */
async function stepReader(
  dump: DumpContext,
  side: SideSteps,
  { table, rank }: RankKernelTable,
  startNs: Float64Array,
): Promise<((row: number) => number) | undefined> {
  const textOf = textReader(table, 'step');
  let isMarked = false;
  for (let row = 0; textOf && !isMarked && row < table.rowCount; row++) isMarked = isStepText(textOf(row));
  if (textOf && isMarked) return (row) => (isStepText(textOf(row)) ? positionOf(side, Number(textOf(row))) : -1);
  if (side.isAll && side.rows.length === 1) return () => 0;
  const steps: TimelineSteps | undefined = await timelineStepsOf(dump, rank.index);
  const view = await dump.timeline(rank.index);
  if (!steps || !view) return undefined;
  return (row) => {
    const place = placeInSteps(steps, dump.toOwnNs(startNs[row]) - view.offsetNs);
    return place.kind === 'step' ? positionOf(side, place.number) : -1;
  };
}

/**
 * Computing by types of kernels. Where several run at once the time is that of the one that began first, so that they sum to the
 * union; what is left of computing (`untold`) no kernel of the table covers.
 */
export function kernelParts(kernels: StepKernels | undefined, computing: Float64Array): readonly SidePart[] {
  if (!kernels) return [{ group: 'computing', kind: 'untold', name: '', ns: computing }];
  const columns = new Map<string, Float64Array>();
  const coveredTo = new Float64Array(kernels.stepCount).fill(Number.NEGATIVE_INFINITY);
  const untold = computing.slice();
  for (const [i, row] of kernels.rows.entries()) {
    const at = kernels.at[i];
    const endNs = kernels.startNs[row] + kernels.durationNs[row];
    const ownNs = endNs - Math.max(kernels.startNs[row], coveredTo[at]);
    if (ownNs <= 0) continue;
    coveredTo[at] = endNs;
    const type = kernels.typeOf(row);
    const column = columns.get(type) ?? new Float64Array(kernels.stepCount);
    columns.set(type, column);
    column[at] += ownNs;
    untold[at] -= ownNs;
  }
  const byTime = [...columns].sort(([, a], [, b]) => total(b) - total(a));
  const other = new Float64Array(kernels.stepCount);
  for (const [, ns] of byTime.slice(MOST_TYPES)) for (const [at, own] of ns.entries()) other[at] += own;
  return [
    ...byTime.slice(0, MOST_TYPES).map(([name, ns]): SidePart => ({ group: 'computing', kind: 'named', name, ns })),
    ...(byTime.length > MOST_TYPES ? [{ group: 'computing', kind: 'other', name: '', ns: other } as const] : []),
    { group: 'computing', kind: 'untold', name: '', ns: untold },
  ];
}

/** A kernel that prepares another one counts for that: "aclnnMm_MatMulCommon_MemSet". */
const FAMILY_NAMES: readonly (readonly [KernelFamily, RegExp])[] = [
  ['attention', /attention|fmha|flash_/i],
  ['convolution', /conv(?!ert)/i],
  ['matmul', /matmul|gemm/i],
];

export function familyOf(name: string): KernelFamily {
  return FAMILY_NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other';
}

/** Sums of each step. */
export function kernelFamilies(kernels: StepKernels | undefined, stepCount: number): CompareSide['families'] {
  const none = () => new Float64Array(stepCount);
  const families = { matmul: none(), attention: none(), convolution: none(), other: none() };
  const known = new Map<string, KernelFamily>();
  if (!kernels) return families;
  for (const [i, row] of kernels.rows.entries()) {
    const name = kernels.nameOf(row);
    const family = known.get(name) ?? familyOf(name);
    known.set(name, family);
    families[family][kernels.at[i]] += kernels.durationNs[row];
  }
  return families;
}

/** By type and shapes. */
export async function sideKernels(
  dump: DumpContext,
  kernels: StepKernels | undefined,
): Promise<Pick<CompareSide, 'kernels' | 'kernelsLeftOut'>> {
  if (!kernels) return { kernels: [], kernelsLeftOut: 0 };
  const { table, rows, durationNs, typeOf } = kernels;
  const shapesText = textReader(table.table, 'inputShapes') ?? (() => '');
  const shapesOf = (row: number) => (shapesText(row) === 'N/A' ? '' : shapesText(row));
  const kinds = new Map<string, { type: string; shapes: string; rows: number[]; totalNs: number }>();
  for (const row of rows) {
    const [type, shapes] = [typeOf(row), shapesOf(row)];
    const key = `${type}\n${shapes}`;
    const own = kinds.get(key) ?? { type, shapes, rows: [], totalNs: 0 };
    kinds.set(key, own);
    own.rows.push(row);
    own.totalNs += durationNs[row];
  }
  const slices = await slicesOfRank(dump, table);
  const generation = dump.generation(table.rank.index);
  const refOf = (row: number): Pick<SideKernel, 'slice'> => {
    const slice = slices?.[row] ?? Number.NaN;
    if (Number.isNaN(slice) || generation === undefined) return {};
    return { slice: { rank: table.rank.index, slice: slice as SliceIndex, generation } };
  };
  const byTime = [...kinds.values()].sort((a, b) => b.totalNs - a.totalNs);
  return {
    kernels: byTime.slice(0, MOST_KINDS).map(({ type, shapes, rows: own }): SideKernel => {
      const longest = own.reduce((most, row) => (durationNs[row] > durationNs[most] ? row : most));
      return { type, shapes, call: momentsOf(own.map((row) => durationNs[row])), ...refOf(longest) };
    }),
    kernelsLeftOut: Math.max(0, byTime.length - MOST_KINDS),
  };
}

function total(values: Float64Array): number {
  return values.reduce((sum, own) => sum + own, 0);
}
