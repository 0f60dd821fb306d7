/** Kernels that compute, and memory operations, as executions of functions. */
import type { ArgEntry, ArgValue } from '../../../src-contract';
import { endNsOf } from '../../index/columns/indexSlices';
import { TASK_KINDS } from '../../names/taskKind';
import type { RankView } from '../../query/rankView';
import { readSliceArgs } from '../../query/slice/sliceArgs';
import { type ColumnTable, findColumn, numbersOf, textReader } from '../../tables/columnTable';
import { deviceTasks } from '../deviceTasks';
import { Executions } from './functionTimes';

/** Of a GPU’s kernels whose grid and block are read from the file again; of further ones the name alone tells. */
const MOST_LAUNCHES = 200_000;

/**
 * Keys are "name\nshapes" on NPUs, "name\ngrid … block …" on GPUs, as PerfTracker has it. `toNs` turns an instant of the
 * table into one of the window.
 */
export async function kernelExecutions(
  table: ColumnTable,
  view: RankView | undefined,
  toNs: (ns: number) => number,
): Promise<Executions> {
  const found = new Executions(table.rowCount);
  const [starts, durations] = [numbersOf(table, 'startNs'), numbersOf(table, 'durationNs')];
  const [kindOf, nameOf] = [textReader(table, 'kind'), textReader(table, 'name')];
  if (!starts || !durations || !nameOf) return found;
  // Tables of files don’t tell slices.
  const slices = numbersOf(table, 'slice');
  const launchOf = view && slices ? await launchReader(view, slices) : () => undefined;
  const codeOf = codeReader(table, found);
  for (let row = 0; row < table.rowCount; row++) {
    if ((kindOf && kindOf(row) !== 'compute') || Number.isNaN(starts[row] + durations[row])) continue;
    const slice = slices?.[row] ?? Number.NaN;
    const launch = launchOf(slice);
    const code = launch === undefined ? codeOf(row) : found.codeOf(`${nameOf(row)}\n${launch}`);
    const startNs = toNs(starts[row]);
    found.add(code, startNs, startNs + durations[row], slice);
  }
  return found;
}

/** Of a row by its name and shapes: a text is made for each pair of them once, not for each row. */
function codeReader(table: ColumnTable, found: Executions): (row: number) => number {
  const [name, shapes] = [findColumn(table, 'name'), findColumn(table, 'inputShapes')];
  if (name?.kind !== 'text' || shapes?.kind === 'number') {
    const [nameOf, shapesOf] = [textReader(table, 'name'), textReader(table, 'inputShapes')];
    return (row) => found.codeOf(`${nameOf?.(row) ?? ''}\n${shapesOf?.(row) ?? ''}`);
  }
  const known = new Map<number, number>();
  const shapeCount = shapes?.texts.length ?? 1;
  return (row) => {
    const shape = shapes?.codes[row] ?? 0;
    const pair = name.codes[row] * shapeCount + shape;
    let code = known.get(pair);
    if (code === undefined) {
      code = found.codeOf(`${name.texts[name.codes[row]]}\n${shapes?.texts[shape] ?? ''}`);
      known.set(pair, code);
    }
    return code;
  };
}

/** The task of that name that starts then; undefined: there is none. Two writers round the last digit differently. */
export function taskAt(view: RankView, name: string, startNs: number): number | undefined {
  const tasks = deviceTasks(view);
  const starts = view.index.slices.startNs;
  let low = 0;
  let high = tasks.slice.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[tasks.slice[middle]] < startNs - 1) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < tasks.slice.length && starts[tasks.slice[at]] <= startNs + 1; at++)
    if (view.nameText(view.index.slices.name[tasks.slice[at]]) === name) return tasks.slice[at];
  return undefined;
}

/** "grid 8,1,1 block 256,1,1" of kernels of GPUs; undefined of others. */
async function launchReader(view: RankView, slices: Float64Array): Promise<(slice: number) => string | undefined> {
  const { index } = view;
  const isKernel = index.categories.map((category) => /^(gpu_)?kernel$/i.test(category));
  const wanted: number[] = [];
  for (const slice of slices) {
    if (wanted.length >= MOST_LAUNCHES) break;
    if (isKernel[index.slices.category[slice]]) wanted.push(slice);
  }
  const launches = new Map<number, string>();
  await readSliceArgs(index, wanted, (slice, args) => {
    const [grid, block] = [numbersText(args, 'grid'), numbersText(args, 'block')];
    if (grid !== undefined && block !== undefined) launches.set(slice, `grid ${grid} block ${block}`);
  });
  return (slice) => launches.get(slice);
}

function numbersText(args: readonly ArgEntry[], key: string): string | undefined {
  const value: ArgValue | undefined = args.find((entry) => entry.key === key)?.value;
  if (value?.kind !== 'list') return undefined;
  return value.items.map((item) => (item.kind === 'number' ? item.digits : '?')).join(',');
}

/** "Memcpy HtoD (Pinned -> Device)" → "Memcpy HtoD": what memory it is of does not tell functions apart. */
export function memoryOperation(name: string): string {
  return name.replace(/ \([^)]*\)$/, '');
}

export function memoryExecutions(view: RankView): Executions {
  const tasks = deviceTasks(view);
  const { slices } = view.index;
  const memory = TASK_KINDS.indexOf('memory');
  const found = new Executions(countOf(tasks.kind, memory));
  const codeOfName = new Map<number, number>();
  for (let at = 0; at < tasks.slice.length; at++) {
    if (tasks.kind[at] !== memory) continue;
    const slice = tasks.slice[at];
    const name = slices.name[slice];
    const code = codeOfName.get(name) ?? found.codeOf(memoryOperation(view.nameText(name)));
    codeOfName.set(name, code);
    found.add(code, slices.startNs[slice], endNsOf(slices, slice), slice);
  }
  return found;
}

function countOf(kinds: Uint8Array, wanted: number): number {
  let count = 0;
  for (let at = 0; at < kinds.length; at++) if (kinds[at] === wanted) count++;
  return count;
}
