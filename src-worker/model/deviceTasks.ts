/** What a rank's device did: every task of it, with its kind. */
import type { KernelKind, RankIndex } from '../../src-contract';
import { TASK_KIND_SHIFT } from '../index/segmentEvents';
import { orderByKey } from '../index/sortLane';
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

function sortedTasks({ index }: RankView): DeviceTasks {
  const { flags, startNs } = index.slices;
  let count = 0;
  for (let slice = 0; slice < flags.length; slice++) if (flags[slice] >> TASK_KIND_SHIFT !== 0) count++;
  const found = new Uint32Array(count);
  const laneOf = new Uint32Array(count);
  const starts = new Float64Array(count);
  let at = 0;
  for (let lane = 0; lane < index.lanes.length; lane++) {
    const end = index.rowFirstSlice[index.laneFirstRow[lane + 1]];
    for (let slice = index.rowFirstSlice[index.laneFirstRow[lane]]; slice < end; slice++) {
      if (flags[slice] >> TASK_KIND_SHIFT === 0) continue;
      found[at] = slice;
      starts[at] = startNs[slice];
      laneOf[at++] = lane;
    }
  }
  // Stable: of those that start together the ones of earlier lanes come first.
  const order = orderByKey(starts, 0, count);
  const tasks = { slice: new Uint32Array(count), lane: new Uint32Array(count), kind: new Uint8Array(count) };
  for (let row = 0; row < count; row++) {
    const slice = found[order[row]];
    tasks.slice[row] = slice;
    tasks.lane[row] = laneOf[order[row]];
    tasks.kind[row] = flags[slice] >> TASK_KIND_SHIFT;
  }
  return tasks;
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
