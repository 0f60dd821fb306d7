import { groupBy } from '../../base/groupBy';
import { endNsOf } from '../../index/indexSlices';
import { overlapLaneName } from '../../names/overlapLanes';
import { lanesOf, slicesOfLane } from '../../query/laneSlices';
import type { RankView } from '../../query/rankView';
import type { DumpContext } from '../dumpContext';
import { groupOfLane } from './timelineCollectives';

const planeLane = /^Plane \d+/;

/** A collective as it stands in the timeline of one rank, with the waits of its planes. Times are the dump's. */
export interface CollectiveWaits {
  readonly slice: number;
  readonly name: string;
  readonly startNs: number;
  readonly endNs: number;
  /** By start. */
  readonly waits: readonly NotifyWait[];
}

/** A wait for the notify of a peer. */
export interface NotifyWait {
  readonly slice: number;
  readonly startNs: number;
  readonly endNs: number;
  /** Place in the group of the rank that waits, and of the one that it waits for; NaN where the file does not tell. */
  readonly source: number;
  readonly target: number;
  /** Which of the rank's groups of lanes it is in. */
  readonly lanes: number;
}

/** Tasks of a rank's planes that move data, or wait. */
export interface PlaneTasks {
  readonly collectives: readonly CollectiveWaits[];
  readonly moving: readonly { readonly startNs: number; readonly endNs: number }[];
  readonly waits: readonly NotifyWait[];
  readonly hasPlanes: boolean;
  /** Communication that no computing hides, from the dump's own lane; undefined where it has none. */
  readonly exposed: readonly { readonly startNs: number; readonly endNs: number }[] | undefined;
}

/** analyses.md A5. */
const movingTask = /^(Memcpy|Reduce_Inline|RDMASend|Inline_?Reduce|SDMA)/i;

export function planeTasksIn(dump: DumpContext, view: RankView): PlaneTasks {
  return dump.ofView('plane tasks', view, () => readTasks(view));
}

/** Undefined for a rank without timeline (yet). */
export function planeTasks(dump: DumpContext, rank: number): Promise<PlaneTasks | undefined> {
  return dump.ofTimeline('plane tasks', rank, readTasks);
}

function readTasks(view: RankView): PlaneTasks {
  const collectiveSlices: InLanes[] = [];
  const movingSlices: number[] = [];
  const waitSlices: InLanes[] = [];
  // The planes of a group stand below its own lane.
  let lanes = 0;
  let hasPlanes = false;
  let exposedSlices: number[] | undefined;
  for (const { position, name, kind } of lanesOf(view)) {
    if (kind === 'overlap' && overlapLaneName(name) === 'Communication(Not Overlapped)') {
      exposedSlices = [...(exposedSlices ?? []), ...slicesOfLane(view, position)];
    }
    if (kind !== 'communication') continue;
    const [isGroup, isPlane] = [groupOfLane({ kind, name }) !== undefined, planeLane.test(name)];
    if (isGroup) lanes++;
    hasPlanes ||= isPlane;
    for (const slice of slicesOfLane(view, position)) {
      if (isGroup) collectiveSlices.push({ slice, lanes });
      else if (!isPlane) continue;
      else if (textOf(view, slice) === 'Notify_Wait') waitSlices.push({ slice, lanes });
      else if (movingTask.test(textOf(view, slice))) movingSlices.push(slice);
    }
  }
  const waits = waitsOfSlices(view, waitSlices);
  const waitsOf = groupBy(waits, (wait) => wait.lanes);
  const collectives = collectiveSlices.map(({ slice, lanes: own }): CollectiveWaits => {
    const span = spanOf(view, slice);
    return { slice, name: textOf(view, slice), ...span, waits: waitsWithin(waitsOf.get(own) ?? [], span) };
  });
  return {
    collectives: collectives.sort((a, b) => a.startNs - b.startNs),
    moving: movingSlices.map((slice) => spanOf(view, slice)),
    waits,
    hasPlanes,
    exposed: exposedSlices?.map((slice) => spanOf(view, slice)),
  };
}

interface InLanes {
  readonly slice: number;
  readonly lanes: number;
}

/** The ids that the index has of them tell whose notify they wait for: no event is read again. */
function waitsOfSlices(view: RankView, slices: readonly InLanes[]): NotifyWait[] {
  return slices
    .map(({ slice, lanes }): NotifyWait => {
      const { part, slice: own } = view.sliceAt(slice);
      const { slices: times } = part.index;
      return {
        slice,
        startNs: times.startNs[own] + view.offsetNs,
        endNs: endNsOf(times, own) + view.offsetNs,
        source: part.ids.number('sourceRank', own) ?? Number.NaN,
        target: part.ids.number('destinationRank', own) ?? Number.NaN,
        lanes,
      };
    })
    .sort((a, b) => a.startNs - b.startNs);
}

/** Tasks begin up to some ns before their collective: the two are rounded by themselves. */
const ROUNDING_NS = 10;

function waitsWithin(waits: readonly NotifyWait[], span: { startNs: number; endNs: number }): NotifyWait[] {
  let from = 0;
  let to = waits.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (waits[middle].startNs < span.startNs - ROUNDING_NS) from = middle + 1;
    else to = middle;
  }
  let end = from;
  while (end < waits.length && waits[end].startNs <= span.endNs + ROUNDING_NS) end++;
  return waits.slice(from, end);
}

function textOf(view: RankView, slice: number): string {
  return view.nameText(view.index.slices.name[slice]);
}

function spanOf(view: RankView, slice: number): { startNs: number; endNs: number } {
  const { part, slice: own } = view.sliceAt(slice);
  const { slices } = part.index;
  return { startNs: slices.startNs[own] + view.offsetNs, endNs: endNsOf(slices, own) + view.offsetNs };
}
