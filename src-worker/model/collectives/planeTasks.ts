import { orderByKey } from '../../index/arranging/sortLane';
import { endNsOf } from '../../index/columns/indexSlices';
import { overlapLaneName } from '../../names/overlapLanes';
import { lanesOf, type PlacedSlices, sliceRange } from '../../query/laneSlices';
import { spansOfLanes } from '../../query/laneSpans';
import { NameCodes, slicesOfCode } from '../../query/namedSlices';
import type { PartView } from '../../query/partView';
import type { RankView } from '../../query/rankView';
import type { DumpContext } from '../dumpContext';
import { stepPositionAt, timelineSteps } from '../steps/timelineSteps';
import { groupOfLane } from './timelineCollectives';

const planeLane = /^Plane \d+/;

/** A collective as it stands in the timeline of one rank, with the waits of its planes. Times are the dump's. */
export interface CollectiveWaits {
  readonly slice: number;
  readonly name: string;
  readonly startNs: number;
  readonly endNs: number;
  readonly waits: WaitRange;
}

/** Waits for the notifies of peers, by start: those of a collective among all of its group's planes, 10^5 of which have no object each. */
export interface WaitRange {
  readonly of: WaitColumns;
  /** Places in `order`; `end` is not included. */
  readonly first: number;
  readonly end: number;
}

export interface WaitColumns extends Spans {
  /** Rows by start. */
  readonly order: Uint32Array;
  readonly slice: Uint32Array;
  /** Place in the group of the rank that waits, and of the one that it waits for; NaN where the file does not tell. */
  readonly source: Float64Array;
  readonly target: Float64Array;
}

/** Of a rank for another one. */
export function isForPeer({ source, target }: WaitColumns, row: number): boolean {
  return !Number.isNaN(target[row]) && target[row] !== source[row];
}

/** One wait for the notify of a peer. */
export interface NotifyWait {
  readonly slice: number;
  readonly startNs: number;
  readonly endNs: number;
  readonly source: number;
  readonly target: number;
}

export function waitAt({ slice, startNs, endNs, source, target }: WaitColumns, row: number): NotifyWait {
  return {
    slice: slice[row],
    startNs: startNs[row],
    endNs: endNs[row],
    source: source[row],
    target: target[row],
  };
}

/** Tasks of a rank's planes that move data, or wait. */
export interface PlaneTasks {
  readonly collectives: readonly CollectiveWaits[];
  readonly moving: Spans;
  readonly waits: Spans;
  readonly hasPlanes: boolean;
  /** Communication of the steps that no computing hides, from the dump's own lane; undefined where it has none. */
  readonly exposed: Spans | undefined;
}

/** One of 10^5 each: columns and no objects. */
export interface Spans {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** analyses.md A5. */
const WAITING_TASK = 'Notify_Wait';
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
  const moving: OnLane[] = [];
  const waitingOf = new Map<number, OnLane[]>();
  const namesOf = planeNames(view);
  // The planes of a group stand below its own lane.
  let lanes = 0;
  let hasPlanes = false;
  let exposed: PlacedSlices[] | undefined;
  for (const { position, name, kind } of lanesOf(view)) {
    if (kind === 'overlap' && overlapLaneName(name) === 'Communication(Not Overlapped)') {
      exposed ??= [];
      exposed.push(sliceRange(view, position));
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
    const names = namesOf(part);
    const { slices } = part.index;
    moving.push({ part, slices: slicesOfCode(slices, first, end, names, MOVES) });
    const waiting = slicesOfCode(slices, first, end, names, WAITS);
    if (waiting.length === 0) continue;
    const others = waitingOf.get(lanes) ?? [];
    waitingOf.set(lanes, others);
    others.push({ part, slices: waiting });
  }
  const waitsOf = new Map([...waitingOf].map(([own, waiting]) => [own, new Waits(view, waiting)]));
  const collectives = collectiveSlices.map(({ slice, lanes: own }): CollectiveWaits => {
    const span = spanOf(view, slice);
    const waits = waitsOf.get(own)?.within(span) ?? NO_WAITS;
    return { slice, name: textOf(view, slice), ...span, waits };
  });
  return {
    collectives: collectives.sort((a, b) => a.startNs - b.startNs),
    moving: spansOf(view, moving),
    waits: oneBehindAnother([...waitsOf.values()].map(({ columns }) => columns)),
    hasPlanes,
    exposed: exposed && inDumpTimes(inSteps(view, spansOfLanes(exposed)), view.offsetNs),
  };
}

/** Some slices of a lane, as numbered in its part. */
interface OnLane {
  readonly part: PartView;
  readonly slices: Uint32Array;
}

function spansOf(view: RankView, lanes: readonly OnLane[]): Spans {
  const count = lanes.reduce((sum, { slices }) => sum + slices.length, 0);
  const spans = { startNs: new Float64Array(count), endNs: new Float64Array(count) };
  let at = 0;
  for (const lane of lanes) {
    putSpans(spans, at, lane, view.offsetNs);
    at += lane.slices.length;
  }
  return spans;
}

function putSpans({ startNs, endNs }: Spans, from: number, { part, slices: own }: OnLane, offsetNs: number): void {
  const { slices } = part.index;
  for (let i = 0; i < own.length; i++) {
    startNs[from + i] = slices.startNs[own[i]] + offsetNs;
    endNs[from + i] = endNsOf(slices, own[i]) + offsetNs;
  }
}

/** Those that the step split counts: what begins in a step is of it. */
function inSteps(view: RankView, { startNs, endNs }: Spans): Spans {
  const steps = timelineSteps(view);
  const isOfStep = (_: number, at: number) => stepPositionAt(steps, startNs[at]) >= 0;
  return { startNs: startNs.filter(isOfStep), endNs: endNs.filter(isOfStep) };
}

function inDumpTimes({ startNs, endNs }: Spans, offsetNs: number): Spans {
  for (let i = 0; i < startNs.length; i++) {
    startNs[i] += offsetNs;
    endNs[i] += offsetNs;
  }
  return { startNs, endNs };
}

/** All rows of these; the very same of one alone. */
function oneBehindAnother(spans: readonly Spans[]): Spans {
  if (spans.length === 1) return spans[0];
  const count = spans.reduce((sum, { startNs }) => sum + startNs.length, 0);
  const all = { startNs: new Float64Array(count), endNs: new Float64Array(count) };
  let at = 0;
  for (const { startNs, endNs } of spans) {
    all.startNs.set(startNs, at);
    all.endNs.set(endNs, at);
    at += startNs.length;
  }
  return all;
}

/** What names are: see `NameCodes`. */
const WAITS = 2;
const MOVES = 3;

/** What tasks wait and what move data on a plane, of each part's names. */
function planeNames(view: RankView): (part: PartView) => NameCodes {
  const known = new Map<PartView, NameCodes>();
  return (part) => {
    let own = known.get(part);
    if (!own) {
      own = new NameCodes(part.index.names.ends.length, (name) => {
        const text = view.nameText(part.place.firstName + name);
        if (text === WAITING_TASK) return WAITS;
        return movingTask.test(text) ? MOVES : NameCodes.none;
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

/** Tasks begin up to some ns before their collective: the two are rounded by themselves. */
const ROUNDING_NS = 10;

const NO_WAITS: WaitRange = {
  of: {
    startNs: new Float64Array(0),
    endNs: new Float64Array(0),
    order: new Uint32Array(0),
    slice: new Uint32Array(0),
    source: new Float64Array(0),
    target: new Float64Array(0),
  },
  first: 0,
  end: 0,
};

/** The waits of one group of lanes. */
class Waits {
  readonly columns: WaitColumns;

  /** The ids that the index has of them tell whose notify they wait for: no event is read again. */
  constructor(view: RankView, lanes: readonly OnLane[]) {
    const spans = spansOf(view, lanes);
    const count = spans.startNs.length;
    const [source, target] = [new Float64Array(count), new Float64Array(count)];
    const slice = new Uint32Array(count);
    let at = 0;
    for (const { part, slices } of lanes) {
      slice.set(slices, at);
      const { firstSlice } = part.place;
      if (firstSlice !== 0) for (let i = at; i < at + slices.length; i++) slice[i] += firstSlice;
      part.ids.putPairs(['sourceRank', 'destinationRank'], slices, [source, target], at);
      at += slices.length;
    }
    this.columns = { ...spans, order: orderByKey(spans.startNs, 0, count), slice, source, target };
  }

  /** Those that begin in that time. */
  within({ startNs, endNs }: Span): WaitRange {
    const first = this.#firstFrom(startNs - ROUNDING_NS);
    const { order, startNs: starts } = this.columns;
    let end = first;
    while (end < order.length && starts[order[end]] <= endNs + ROUNDING_NS) end++;
    return { of: this.columns, first, end };
  }

  #firstFrom(ns: number): number {
    const { order, startNs } = this.columns;
    let from = 0;
    let to = order.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (startNs[order[middle]] < ns) from = middle + 1;
      else to = middle;
    }
    return from;
  }
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
