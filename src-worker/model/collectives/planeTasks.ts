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
  const waitsOf = new Map<number, Waits>();
  const namesOf = planeNames(view);
  // The planes of a group stand below its own lane.
  let lanes = 0;
  let hasPlanes = false;
  let exposed: OnLane[] | undefined;
  for (const { position, name, kind } of lanesOf(view)) {
    if (kind === 'overlap' && overlapLaneName(name) === 'Communication(Not Overlapped)') {
      const { part, first, end } = sliceRange(view, position);
      exposed ??= [];
      exposed.push({ part, slices: Array.from({ length: end - first }, (_, at) => first + at) });
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
    moving.push({ part, slices: slicesNamed(part.index.slices, first, end, names.moves) });
    const waiting = slicesNamed(part.index.slices, first, end, names.waits);
    if (waiting.length === 0) continue;
    const waits = waitsOf.get(lanes) ?? new Waits(view, lanes);
    waitsOf.set(lanes, waits);
    waits.add({ part, slices: waiting });
  }
  for (const waits of waitsOf.values()) waits.sort();
  const collectives = collectiveSlices.map(({ slice, lanes: own }): CollectiveWaits => {
    const span = spanOf(view, slice);
    return { slice, name: textOf(view, slice), ...span, waits: waitsOf.get(own)?.within(span) ?? [] };
  });
  const all = [...waitsOf.values()].flatMap(({ added }) => added);
  return {
    collectives: collectives.sort((a, b) => a.startNs - b.startNs),
    moving: spansOf(view, moving),
    waits: spansOf(view, all),
    hasPlanes,
    exposed: exposed && spansOf(view, exposed),
  };
}

/** Some slices of a lane, as numbered in its part. */
interface OnLane {
  readonly part: PartView;
  readonly slices: readonly number[];
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

interface PlaneNames {
  readonly waits: NameCodes;
  readonly moves: NameCodes;
}

/** See `NameCodes`. */
const FOUND = 2;

/** What tasks wait and what move data on a plane, of each part's names. */
function planeNames(view: RankView): (part: PartView) => PlaneNames {
  const known = new Map<PartView, PlaneNames>();
  return (part) => {
    let own = known.get(part);
    if (!own) {
      const codesOf = (isWanted: (text: string) => boolean) =>
        new NameCodes(part.index.names.ends.length, (name) =>
          isWanted(view.nameText(part.place.firstName + name)) ? FOUND : NameCodes.none,
        );
      own = { waits: codesOf((text) => text === WAITING_TASK), moves: codesOf((text) => movingTask.test(text)) };
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

/** The waits of one group of lanes: of some 10^5 there are objects only where somebody asks for them. */
class Waits {
  readonly added: OnLane[] = [];
  #spans: Spans = { startNs: new Float64Array(0), endNs: new Float64Array(0) };
  #slice = new Uint32Array(0);
  #source = new Float64Array(0);
  #target = new Float64Array(0);
  #order: Uint32Array = new Uint32Array(0);

  constructor(
    readonly view: RankView,
    readonly lanes: number,
  ) {}

  /** Of a lane, by start. */
  add(own: OnLane): void {
    this.added.push(own);
  }

  /** By start, stable. Once all are there. The ids that the index has of them tell whose notify they wait for: no event is read again. */
  sort(): void {
    this.#spans = spansOf(this.view, this.added);
    const count = this.#spans.startNs.length;
    [this.#slice, this.#source, this.#target] = [
      new Uint32Array(count),
      new Float64Array(count),
      new Float64Array(count),
    ];
    let at = 0;
    for (const { part, slices } of this.added) {
      this.#slice.set(slices, at);
      const { firstSlice } = part.place;
      if (firstSlice !== 0) for (let i = at; i < at + slices.length; i++) this.#slice[i] += firstSlice;
      this.#source.set(part.ids.numbers('sourceRank', slices), at);
      this.#target.set(part.ids.numbers('destinationRank', slices), at);
      at += slices.length;
    }
    this.#order = orderByKey(this.#spans.startNs, 0, count);
  }

  within(span: Span): NotifyWait[] {
    const { startNs } = this.#spans;
    const order = this.#order;
    let from = 0;
    let to = order.length;
    while (from < to) {
      const middle = (from + to) >>> 1;
      if (startNs[order[middle]] < span.startNs - ROUNDING_NS) from = middle + 1;
      else to = middle;
    }
    const found: NotifyWait[] = [];
    for (let at = from; at < order.length && startNs[order[at]] <= span.endNs + ROUNDING_NS; at++)
      found.push(this.#at(order[at]));
    return found;
  }

  #at(row: number): NotifyWait {
    return {
      slice: this.#slice[row],
      startNs: this.#spans.startNs[row],
      endNs: this.#spans.endNs[row],
      source: this.#source[row],
      target: this.#target[row],
      lanes: this.lanes,
    };
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
