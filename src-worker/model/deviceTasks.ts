/** What a rank's device did: every task of it, with its kind. */
import type { KernelKind, RankIndex } from '../../src-contract';
import { TASK_KIND_SHIFT } from '../index/segmentEvents';
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

export function deviceTasks({ index }: RankView): DeviceTasks {
  const { flags, startNs } = index.slices;
  let count = 0;
  for (let slice = 0; slice < flags.length; slice++) if (flags[slice] >> TASK_KIND_SHIFT !== 0) count++;
  const found = new Uint32Array(count);
  const laneOf = new Uint32Array(count);
  let at = 0;
  for (let lane = 0; lane < index.lanes.length; lane++) {
    const end = index.rowFirstSlice[index.laneFirstRow[lane + 1]];
    for (let slice = index.rowFirstSlice[index.laneFirstRow[lane]]; slice < end; slice++) {
      if (flags[slice] >> TASK_KIND_SHIFT === 0) continue;
      found[at] = slice;
      laneOf[at++] = lane;
    }
  }
  const order = Uint32Array.from(found.keys());
  order.sort((a, b) => startNs[found[a]] - startNs[found[b]] || a - b);
  const slice = order.map((i) => found[i]);
  return {
    slice,
    lane: order.map((i) => laneOf[i]),
    kind: Uint8Array.from(slice, (own) => flags[own] >> TASK_KIND_SHIFT),
  };
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
