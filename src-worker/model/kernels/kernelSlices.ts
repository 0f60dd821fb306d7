/** Which slice of the timeline a row of a kernel table is, and the other way round. */
import type { RankView } from '../../query/rankView';
import { type ColumnTable, findColumn, numbersOf, textReader } from '../../tables/columnTable';
import { deviceTasks } from '../deviceTasks';

/** In a column of slices: the kernel is not in the timeline. */
export const NO_SLICE = Number.NaN;

/** Two writers of the same profiler round the last digit differently. */
const ROUNDING_NS = 1;

/**
 * The slice of each row: a device task of the same name that starts at the same ns (or one beside it: writers round), on
 * the row's own stream where file and lane tell it. Rows that share all of that take the slices in their order, so that no
 * two rows are one slice. `toIndexNs` turns a time of the table into one of the index.
 */
export function slicesOfKernels(table: ColumnTable, view: RankView, toIndexNs: (ns: number) => number): Float64Array {
  const slices = new Float64Array(table.rowCount).fill(NO_SLICE);
  const known = numbersOf(table, 'slice');
  if (known) return known;
  const starts = numbersOf(table, 'startNs');
  const nameOf = textReader(table, 'name');
  if (!starts || !nameOf) return slices;
  const streams = findColumn(table, 'streamId');
  const streamOf = (row: number) => (streams?.kind === 'number' ? streams.values[row] : Number.NaN);
  const byName = tasksByName(view);
  const isTaken = new Set<number>();
  for (let row = 0; row < table.rowCount; row++) {
    const ns = toIndexNs(starts[row]);
    const found = nearest(view, byName.get(nameOf(row)) ?? [], ns, streamOf(row), isTaken);
    if (found === undefined) continue;
    isTaken.add(found);
    slices[row] = found;
  }
  return slices;
}

/** Device tasks by their name, each list by start. */
function tasksByName(view: RankView): ReadonlyMap<string, readonly number[]> {
  const tasks = deviceTasks(view);
  const byName = new Map<string, number[]>();
  for (const slice of tasks.slice) {
    const name = view.nameText(view.index.slices.name[slice]);
    const own = byName.get(name);
    if (own) own.push(slice);
    else byName.set(name, [slice]);
  }
  return byName;
}

function nearest(
  view: RankView,
  slices: readonly number[],
  ns: number,
  stream: number,
  isTaken: ReadonlySet<number>,
): number | undefined {
  const { startNs } = view.index.slices;
  let best: number | undefined;
  for (let at = firstAround(view, slices, ns); at < slices.length && startNs[slices[at]] <= ns + ROUNDING_NS; at++) {
    const slice = slices[at];
    if (isTaken.has(slice) || !isOnStream(view, slice, stream)) continue;
    if (best === undefined || Math.abs(startNs[slice] - ns) < Math.abs(startNs[best] - ns)) best = slice;
  }
  return best;
}

/** Of slices by start: where the first stands that may be one that starts at this instant. */
function firstAround(view: RankView, slices: ArrayLike<number>, ns: number): number {
  const { startNs } = view.index.slices;
  let [from, to] = [0, slices.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (startNs[slices[middle]] < ns - ROUNDING_NS) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Only lanes called "Stream N" tell their stream. */
function isOnStream(view: RankView, slice: number, stream: number): boolean {
  if (Number.isNaN(stream)) return true;
  const own = /^Stream (\d+)$/i.exec(view.index.lanes[view.laneOfRow(view.rowOf(slice))].name)?.[1];
  return own === undefined || Number(own) === stream;
}

/** A kernel of a table, by the table's instants. */
export interface NamedStart {
  readonly name: string;
  readonly startNs: number;
}

/** The device task of that name that starts at this instant of the index. */
export function taskAt(view: RankView, name: string, ns: number): number | undefined {
  const { startNs, name: names } = view.index.slices;
  // By start.
  const tasks = deviceTasks(view).slice;
  for (let at = firstAround(view, tasks, ns); at < tasks.length && startNs[tasks[at]] <= ns + ROUNDING_NS; at++)
    if (view.nameText(names[tasks[at]]) === name) return tasks[at];
  return undefined;
}
