import { groupBy } from '../../base/groupBy';
import { endNsOf } from '../../index/indexSlices';
import { orderByKey } from '../../index/sortLane';
import { overlapLaneName } from '../../names/overlapLanes';
import { lanesOf, sliceRange } from '../../query/laneSlices';
import { NameCodes, slicesNamed } from '../../query/namedSlices';
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
  readonly moving: Spans;
  readonly waits: Spans;
  readonly hasPlanes: boolean;
  /** Communication that no computing hides, from the dump's own lane; undefined where it has none. */
  readonly exposed: Spans | undefined;
}

/** One of 10^5 each: columns and no objects. */
export interface Spans {
  readonly startNs: readonly number[];
  readonly endNs: readonly number[];
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
  const moving = noSpans();
  const unordered: NotifyWait[] = [];
  const rolesOf = planeRoles(view);
  // The planes of a group stand below its own lane.
  let lanes = 0;
  let hasPlanes = false;
  let exposed: SpanColumns | undefined;
  for (const { position, name, kind } of lanesOf(view)) {
    if (kind === 'overlap' && overlapLaneName(name) === 'Communication(Not Overlapped)') {
      exposed ??= noSpans();
      const { part, first, end } = sliceRange(view, position);
      for (let slice = first; slice < end; slice++) addSpan(exposed, view, part, slice);
    }
    if (kind !== 'communication') continue;
    const [isGroup, isPlane] = [groupOfLane({ kind, name }) !== undefined, planeLane.test(name)];
    if (isGroup) lanes++;
    hasPlanes ||= isPlane;
    if (!isGroup && !isPlane) continue;
    const { part, first, end } = sliceRange(view, position);
    if (isGroup) {
      const { firstSlice } = part.place;
      for (let own = first; own < end; own++) collectiveSlices.push({ slice: firstSlice + own, lanes });
      continue;
    }
    const { slices } = part.index;
    const roles = rolesOf(part);
    for (const own of slicesNamed(slices, first, end, roles)) {
      if (roles.codes[slices.name[own]] === WAITS) unordered.push(waitOf(view, part, own, lanes));
      else addSpan(moving, view, part, own);
    }
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
    waits: { startNs: waits.map(({ startNs }) => startNs), endNs: waits.map(({ endNs }) => endNs) },
    hasPlanes,
    exposed,
  };
}

const [WAITS, MOVES] = [2, 3];

/** What tasks of a name do on a plane, of each part's names. */
function planeRoles(view: RankView): (part: PartView) => NameCodes {
  const known = new Map<PartView, NameCodes>();
  return (part) => {
    let own = known.get(part);
    if (!own) {
      own = new NameCodes(part.index.names.ends.length, (name) => {
        const text = view.nameText(part.place.firstName + name);
        return text === 'Notify_Wait' ? WAITS : movingTask.test(text) ? MOVES : NameCodes.none;
      });
      known.set(part, own);
    }
    return own;
  };
}

interface InLanes {
  readonly slice: number;
  readonly lanes: number;
}

/** The ids that the index has of it tell whose notify it waits for: no event is read again. */
function waitOf(view: RankView, part: PartView, own: number, lanes: number): NotifyWait {
  const { slices } = part.index;
  return {
    slice: part.place.firstSlice + own,
    startNs: slices.startNs[own] + view.offsetNs,
    endNs: endNsOf(slices, own) + view.offsetNs,
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
  const { slices } = part.index;
  return { startNs: slices.startNs[own] + view.offsetNs, endNs: endNsOf(slices, own) + view.offsetNs };
}

interface SpanColumns extends Spans {
  readonly startNs: number[];
  readonly endNs: number[];
}

function noSpans(): SpanColumns {
  return { startNs: [], endNs: [] };
}

function addSpan({ startNs, endNs }: SpanColumns, view: RankView, { index: { slices } }: PartView, own: number): void {
  startNs.push(slices.startNs[own] + view.offsetNs);
  endNs.push(endNsOf(slices, own) + view.offsetNs);
}
