import { groupBy } from '../../base/groupBy';
import { endNsOf } from '../../index/indexSlices';
import { orderByKey } from '../../index/sortLane';
import { overlapLaneName } from '../../names/overlapLanes';
import { eachSlice, lanesOf } from '../../query/laneSlices';
import type { PartView } from '../../query/partView';
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
  readonly moving: readonly Span[];
  readonly waits: readonly NotifyWait[];
  readonly hasPlanes: boolean;
  /** Communication that no computing hides, from the dump's own lane; undefined where it has none. */
  readonly exposed: readonly Span[] | undefined;
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
  const moving: Span[] = [];
  const unordered: NotifyWait[] = [];
  const roleOf = planeRoles(view);
  // The planes of a group stand below its own lane.
  let lanes = 0;
  let hasPlanes = false;
  let exposed: Span[] | undefined;
  for (const { position, name, kind } of lanesOf(view)) {
    if (kind === 'overlap' && overlapLaneName(name) === 'Communication(Not Overlapped)') {
      const own: Span[] = exposed ?? [];
      exposed = own;
      eachSlice(view, position, (slice, part) => void own.push(spanIn(view, part, slice)));
    }
    if (kind !== 'communication') continue;
    const [isGroup, isPlane] = [groupOfLane({ kind, name }) !== undefined, planeLane.test(name)];
    if (isGroup) lanes++;
    hasPlanes ||= isPlane;
    if (!isGroup && !isPlane) continue;
    eachSlice(view, position, (own, part) => {
      const slice = part.place.firstSlice + own;
      if (isGroup) collectiveSlices.push({ slice, lanes });
      else {
        const role = roleOf(part.place.firstName + part.index.slices.name[own]);
        if (role === WAITS) unordered.push(waitOf(view, part, own, lanes));
        else if (role === MOVES) moving.push(spanIn(view, part, own));
      }
    });
  }
  const waits = inOrder(unordered);
  const waitsOf = groupBy(waits, (wait) => wait.lanes);
  const collectives = collectiveSlices.map(({ slice, lanes: own }): CollectiveWaits => {
    const span = spanOf(view, slice);
    return { slice, name: textOf(view, slice), ...span, waits: waitsWithin(waitsOf.get(own) ?? [], span) };
  });
  return {
    collectives: collectives.sort((a, b) => a.startNs - b.startNs),
    moving,
    waits,
    hasPlanes,
    exposed,
  };
}

const [UNKNOWN, NEITHER, WAITS, MOVES] = [0, 1, 2, 3];

/** What tasks of that name do on a plane: told once of each name. */
function planeRoles(view: RankView): (name: number) => number {
  const { index, place } = view.parts[view.parts.length - 1];
  const known = new Uint8Array(place.firstName + index.names.ends.length);
  return (name) => {
    if (known[name] === UNKNOWN) {
      const text = view.nameText(name);
      known[name] = text === 'Notify_Wait' ? WAITS : movingTask.test(text) ? MOVES : NEITHER;
    }
    return known[name];
  };
}

interface InLanes {
  readonly slice: number;
  readonly lanes: number;
}

/** The ids that the index has of it tell whose notify it waits for: no event is read again. */
function waitOf(view: RankView, part: PartView, own: number, lanes: number): NotifyWait {
  const { startNs, endNs } = spanIn(view, part, own);
  return {
    slice: part.place.firstSlice + own,
    startNs,
    endNs,
    source: part.ids.number('sourceRank', own) ?? Number.NaN,
    target: part.ids.number('destinationRank', own) ?? Number.NaN,
    lanes,
  };
}

/** By start, stable. */
function inOrder(waits: readonly NotifyWait[]): NotifyWait[] {
  const starts = new Float64Array(waits.length);
  for (let at = 0; at < waits.length; at++) starts[at] = waits[at].startNs;
  const order = orderByKey(starts, 0, starts.length);
  const ordered: NotifyWait[] = [];
  for (let at = 0; at < order.length; at++) ordered.push(waits[order[at]]);
  return ordered;
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

interface Span {
  readonly startNs: number;
  readonly endNs: number;
}

function spanOf(view: RankView, slice: number): Span {
  const { part, slice: own } = view.sliceAt(slice);
  return spanIn(view, part, own);
}

function spanIn(view: RankView, { index: { slices } }: PartView, own: number): Span {
  return { startNs: slices.startNs[own] + view.offsetNs, endNs: endNsOf(slices, own) + view.offsetNs };
}
