/** Shapes and FLOPs of GPU kernels: no trace has them of kernels, but those of the ops that launched them. */
import type { RankView } from '../../query/rankView';
import { readSliceArgs } from '../../query/slice/sliceArgs';
import {
  type Column,
  type ColumnTable,
  codedColumn,
  numberColumn,
  numbersOf,
  TextPool,
  textReader,
} from '../../tables/columnTable';
import { launches, outwards } from '../launches';
import { flopColumnsOf } from './flopColumns';
import type { FlopCount } from './flops';
import { hasGpuTasks } from './kernelTimeline';
import { computesTf32, multiplies, opFlops } from './opFlops';
import { type OpTensors, opTensors } from './opTensors';

const NONE: FlopCount = { kind: 'none' };

/** Slices of the ops around the launch of a kernel. */
interface Ops {
  /** What called the runtime. */
  readonly innermost: number | undefined;
  /** The innermost that multiplies matrices. */
  readonly multiplying: number | undefined;
}

/**
 * The kernels of a timeline (`timelineKernels`) with `inputShapes` and `inputTypes` of the ops that launched them, and the
 * FLOPs of those that multiply matrices. An op may launch kernels that prepare its tensors: its products are given to the
 * longest of its compute kernels, one for each product, and to no other. Reads the file once more, up to the last such op.
 */
export async function withLaunchShapes(view: RankView, table: ColumnTable): Promise<ColumnTable> {
  const [slice, duration] = [numbersOf(table, 'slice'), numbersOf(table, 'durationNs')];
  if (!slice || !duration || !hasGpuTasks(table)) return table;
  const opsOf = opsReader(view);
  const ops = Array.from(slice, opsOf);
  const tensors = await readTensors(view, ops);
  const multiplying = ops.some((own) => own.multiplying !== undefined);
  if (tensors.size === 0 && !multiplying) return table;
  const { counts, sizeBytes } = flopCounts(view, table, duration, ops, tensors);
  const columns = [
    ...shapeColumns(ops, tensors),
    ...(multiplying
      ? [
          ...flopColumnsOf(duration, (row) => counts[row]),
          numberColumn('productBytes', 'bytes', sizeBytes, { label: 'Bytes of the product', isHidden: true }),
        ]
      : []),
  ];
  return { ...table, columns: [...table.columns, ...columns] };
}

function opsReader(view: RankView): (slice: number) => Ops {
  const launched = launches(view);
  const { categories, slices } = view.index;
  const known = new Map<number, Ops>();
  const opsAround = (call: number): Ops => {
    let innermost: number | undefined;
    for (const at of outwards(view, call)) {
      if (categories[slices.category[at]] !== 'cpu_op') continue;
      innermost ??= at;
      if (multiplies(view.nameText(slices.name[at]))) return { innermost, multiplying: at };
    }
    return { innermost, multiplying: undefined };
  };
  return (slice) => {
    const call = launched.callOf(slice);
    if (call === undefined) return { innermost: undefined, multiplying: undefined };
    const ops = known.get(call) ?? opsAround(call);
    known.set(call, ops);
    return ops;
  };
}

/** Of the ops that have any. */
async function readTensors(view: RankView, ops: readonly Ops[]): Promise<ReadonlyMap<number, OpTensors>> {
  const wanted = new Set(ops.flatMap((own) => [own.innermost ?? [], own.multiplying ?? []].flat()));
  const tensors = new Map<number, OpTensors>();
  await readSliceArgs(view.index, wanted, (slice, args) => {
    const own = opTensors(args);
    if (own) tensors.set(slice, own);
  });
  return tensors;
}

function flopCounts(
  view: RankView,
  table: ColumnTable,
  durationNs: Float64Array,
  ops: readonly Ops[],
  tensors: ReadonlyMap<number, OpTensors>,
): { readonly counts: readonly FlopCount[]; readonly sizeBytes: Float64Array } {
  const [kind, name] = [textReader(table, 'kind'), textReader(table, 'name')];
  const rowsOf = new Map<number, number[]>();
  ops.forEach(({ multiplying }, row) => {
    if (multiplying === undefined || kind?.(row) !== 'compute') return;
    const rows = rowsOf.get(multiplying);
    if (rows) rows.push(row);
    else rowsOf.set(multiplying, [row]);
  });
  const counts = new Array<FlopCount>(table.rowCount).fill(NONE);
  const sizes = new Float64Array(table.rowCount).fill(Number.NaN);
  for (const [op, rows] of rowsOf) {
    const { kernels, count, sizeBytes } = opFlops(view.nameText(view.index.slices.name[op]), tensors.get(op));
    const longest = rows.sort((a, b) => durationNs[b] - durationNs[a]).slice(0, kernels);
    const products = kernels / longest.length;
    for (const row of longest) {
      counts[row] = countOf(count, products, name?.(row) ?? '');
      sizes[row] = sizeBytes * products;
    }
  }
  return { counts, sizeBytes: sizes };
}

/** Where fewer kernels than products were recorded, each has done `products` of them. */
function countOf(count: FlopCount, products: number, kernelName: string): FlopCount {
  if (count.kind !== 'known') return count;
  const isTf32 = count.computeType === 'fp32' && computesTf32(kernelName);
  return { ...count, flop: count.flop * products, computeType: isTf32 ? 'hf32' : count.computeType };
}

function shapeColumns(ops: readonly Ops[], tensors: ReadonlyMap<number, OpTensors>): Column[] {
  const [shapes, types] = [new TextPool(), new TextPool()];
  const codes = { shapes: new Uint32Array(ops.length), types: new Uint32Array(ops.length) };
  ops.forEach(({ innermost }, row) => {
    const own = innermost === undefined ? undefined : tensors.get(innermost);
    codes.shapes[row] = shapes.code(own?.shapesText ?? '');
    codes.types[row] = types.code(own?.typesText ?? '');
  });
  return [
    codedColumn('inputShapes', codes.shapes, shapes.texts, { label: 'Op Input Shapes' }),
    codedColumn('inputTypes', codes.types, types.texts, { label: 'Op Input Types' }),
  ];
}
