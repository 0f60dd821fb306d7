import type { GroupKind } from '../api';
import { type Chunks, createChunks, growChunks } from './chunks';
import { SLICE_COLUMNS } from './eventStore';
import { isCollectiveName, isKernelName } from './hues';
import { difference, type Intervals, union } from './intervals';

/** Names of the four lanes, as Ascend's own profiler writes them, in its order. */
export const OVERLAP_LANES = ['Computing', 'Communication', 'Communication(Not Overlapped)', 'Free'] as const;
export type OverlapLane = (typeof OVERLAP_LANES)[number];

/** What the slices of a device lane are counted as. */
export type DeviceWork = 'kernels' | 'collectives' | 'mixed' | 'none';

/**
 * What a lane's slices are: streams of Ascend Hardware hold kernels (and bookkeeping), `Group N Communication` the
 * collectives, GPU streams both. Planes hold the tasks that collectives are made of, and are not counted again.
 */
export function deviceWorkOf(kind: GroupKind, laneName: string, laneCategories: ReadonlySet<string>): DeviceWork {
  if (kind === 'hardware') return 'kernels';
  if (kind === 'communication') return /^group\b/i.test(laneName) ? 'collectives' : 'none';
  return laneCategories.has('kernel') ? 'mixed' : 'none';
}

/** Kernels and collectives of a device, as pairs of start and end columns. */
export class DeviceWorkCollector {
  readonly #kernels: [number[], number[]] = [[], []];
  readonly #collectives: [number[], number[]] = [[], []];

  add(work: DeviceWork, startNs: number, endNs: number, name: string, category: string): void {
    const isCollective = work === 'collectives' || (work === 'mixed' && isCollectiveName(name));
    const isKernel = work === 'kernels' ? isKernelName(name) : work === 'mixed' && category === 'kernel';
    if (!isCollective && !isKernel) return;
    const into = isCollective ? this.#collectives : this.#kernels;
    into[0].push(startNs);
    into[1].push(endNs);
  }

  /**
   * Computing = union of the kernels, Communication = union of the collectives, Communication(Not Overlapped) =
   * Communication less Computing, Free = neither, between the first and the last of both. Undefined when the device did
   * nothing. Source: the definition of Ascend's step_trace_time.csv, with whose sums it agrees.
   */
  overlap(): Record<OverlapLane, Intervals> | undefined {
    const computing = union(...this.#kernels);
    const communication = union(...this.#collectives);
    const busy = union([...computing.startNs, ...communication.startNs], [...computing.endNs, ...communication.endNs]);
    if (busy.startNs.length === 0) return undefined;
    const whole: Intervals = {
      startNs: Float64Array.of(busy.startNs[0]),
      endNs: Float64Array.of(busy.endNs[busy.endNs.length - 1]),
    };
    return {
      Computing: computing,
      Communication: communication,
      'Communication(Not Overlapped)': difference(communication, computing),
      Free: difference(whole, busy),
    };
  }
}

/** The intervals as slices without a place in any file. */
export function overlapSlices(
  intervals: Record<OverlapLane, Intervals>,
  laneOf: (name: OverlapLane) => number,
  nameOf: (name: OverlapLane) => number,
): Chunks<typeof SLICE_COLUMNS> {
  const slices = createChunks(SLICE_COLUMNS);
  for (const lane of OVERLAP_LANES) {
    const { startNs, endNs } = intervals[lane];
    for (let i = 0; i < startNs.length; i++) {
      const chunk = growChunks(slices);
      const at = chunk.count++;
      chunk.columns.startNs[at] = startNs[i];
      chunk.columns.endNs[at] = endNs[i];
      chunk.columns.lane[at] = laneOf(lane);
      chunk.columns.name[at] = nameOf(lane);
      chunk.columns.byteOffset[at] = -1;
    }
  }
  return slices;
}
