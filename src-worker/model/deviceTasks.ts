/** What a rank's device did: every task of it, with its kind. */
import type { KernelKind, RankIndex } from '../../src-contract';
import { orderByKey } from '../index/arranging/sortLane';
import type { IndexSlices } from '../index/columns/indexSlices';
import { TASK_KIND_SHIFT } from '../index/columns/segmentColumns';
import { TASK_KINDS } from '../names/taskKind';
import type { RankView } from '../query/rankView';
import type { DumpContext } from './dumpContext';

/** By start. Times are in the index (`slices.startNs[slice[i]]`). */
export interface DeviceTasks {
  readonly slice: Uint32Array;
  /** Position of its lane in the index. */
  readonly lane: Uint32Array;
  /** Position in `TASK_KINDS`; never that of `none`. */
  readonly kind: Uint8Array;
}

/** The kind that the index keeps with the slice; undefined if it is no task of a device. */
export function taskKindOf({ index }: RankView, slice: number): KernelKind | undefined {
  const kind = TASK_KINDS[index.slices.flags[slice] >> TASK_KIND_SHIFT];
  return kind === 'none' ? undefined : kind;
}

/** Undefined: the rank has no timeline (yet). */
export function deviceTasksOf(dump: DumpContext, rank: RankIndex): Promise<DeviceTasks | undefined> {
  return dump.ofTimeline('device tasks', rank, deviceTasks);
}

/** Sorted out once for each view. */
export function deviceTasks(view: RankView): DeviceTasks {
  return view.once(sortedTasks);
}

/** What another thread has made of the same view is its too: see `RankView.give`. */
export function giveDeviceTasks(view: RankView, tasks: DeviceTasks): void {
  view.give(sortedTasks, tasks);
}

function sortedTasks({ index }: RankView): DeviceTasks {
  const { flags, startNs } = index.slices;
  const ends = new Uint32Array(index.lanes.length + 1);
  for (let lane = 0; lane < index.lanes.length; lane++)
    ends[lane + 1] = ends[lane] + taskCount(flags, ...slicesOf(index, lane));
  const count = ends[index.lanes.length];
  const found = new Uint32Array(count);
  const starts = new Float64Array(count);
  for (let lane = 0; lane < index.lanes.length; lane++)
    if (ends[lane + 1] > ends[lane]) putTasks(flags, startNs, ...slicesOf(index, lane), found, starts, ends[lane]);
  // Stable: of those that start together the ones of earlier lanes come first.
  return inOrder(orderByKey(starts, 0, count), found, ends, flags);
}

function slicesOf({ laneFirstRow, rowFirstSlice }: RankView['index'], lane: number): [number, number] {
  return [rowFirstSlice[laneFirstRow[lane]], rowFirstSlice[laneFirstRow[lane + 1]]];
}

// Short loops each: V8 has compiled them when a longer one would still be interpreted.

function taskCount(flags: IndexSlices['flags'], first: number, end: number): number {
  let count = 0;
  for (let slice = first; slice < end; slice++) if (flags[slice] >> TASK_KIND_SHIFT !== 0) count++;
  return count;
}

function putTasks(
  flags: IndexSlices['flags'],
  startNs: Float64Array,
  first: number,
  end: number,
  found: Uint32Array,
  starts: Float64Array,
  from: number,
): void {
  let at = from;
  for (let slice = first; slice < end; slice++) {
    if (flags[slice] >> TASK_KIND_SHIFT === 0) continue;
    found[at] = slice;
    starts[at++] = startNs[slice];
  }
}

/** In shared memory, so that other threads can be given them. */
function inOrder(
  order: Uint32Array,
  found: Uint32Array,
  laneEnds: Uint32Array,
  flags: IndexSlices['flags'],
): DeviceTasks {
  const count = order.length;
  const slice = new Uint32Array(new SharedArrayBuffer(4 * count));
  const lane = new Uint32Array(new SharedArrayBuffer(4 * count));
  const kind = new Uint8Array(new SharedArrayBuffer(count));
  const laneOf = new Uint32Array(count);
  for (let own = 0; own + 1 < laneEnds.length; own++) laneOf.fill(own, laneEnds[own], laneEnds[own + 1]);
  for (let row = 0; row < count; row++) {
    const at = order[row];
    slice[row] = found[at];
    lane[row] = laneOf[at];
    kind[row] = flags[found[at]] >> TASK_KIND_SHIFT;
  }
  return { slice, lane, kind };
}

/** True if one of the rank's slices is a task of a device. Looks no further than the first. */
export function hasDeviceTasks({ index }: RankView): boolean {
  const { flags } = index.slices;
  return flags.some((flag) => flag >> TASK_KIND_SHIFT !== 0);
}

/** True if one of the rank's slices is a task of that kind. Looks no further than the first. */
export function hasTaskOfKind({ index }: RankView, kind: KernelKind): boolean {
  const code = TASK_KINDS.indexOf(kind);
  return index.slices.flags.some((flag) => flag >> TASK_KIND_SHIFT === code);
}
