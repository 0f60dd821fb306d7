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
  const waitsOf = new Map<number, Waits>();
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
    const { name: nameOf } = part.index.slices;
    const roles = rolesOf(part);
    const waiting: number[] = [];
    for (const own of slicesNamed(part.index.slices, first, end, roles)) {
      if (roles.codes[nameOf[own]] === WAITS) waiting.push(own);
      else addSpan(moving, view, part, own);
    }
    if (waiting.length === 0) continue;
    const waits = waitsOf.get(lanes) ?? new Waits(lanes);
    waitsOf.set(lanes, waits);
    waits.add(view, part, waiting);
  }
  for (const waits of waitsOf.values()) waits.sort();
  const collectives = collectiveSlices.map(({ slice, lanes: own }): CollectiveWaits => {
    const span = spanOf(view, slice);
    return { slice, name: textOf(view, slice), ...span, waits: waitsOf.get(own)?.within(span) ?? [] };
  });
  const all = [...waitsOf.values()];
  return {
    collectives: collectives.sort((a, b) => a.startNs - b.startNs),
    moving,
    waits: { startNs: all.flatMap(({ startNs }) => startNs), endNs: all.flatMap(({ endNs }) => endNs) },
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

/** Tasks begin up to some ns before their collective: the two are rounded by themselves. */
const ROUNDING_NS = 10;

/** The waits of one group of lanes: of some 10^5 there are objects only where somebody asks for them. */
class Waits {
  readonly #slice: number[] = [];
  readonly startNs: number[] = [];
  readonly endNs: number[] = [];
  readonly #source: number[] = [];
  readonly #target: number[] = [];
  #order: Uint32Array = new Uint32Array(0);

  constructor(readonly lanes: number) {}

  /** Of a lane, by start. The ids that the index has of them tell whose notify they wait for: no event is read again. */
  add(view: RankView, part: PartView, slices: readonly number[]): void {
    const { firstSlice } = part.place;
    for (const slice of slices) {
      this.#slice.push(firstSlice + slice);
      addSpan(this, view, part, slice);
    }
    for (const source of part.ids.numbers('sourceRank', slices)) this.#source.push(source);
    for (const target of part.ids.numbers('destinationRank', slices)) this.#target.push(target);
  }

  /** By start, stable. Once all are there. */
  sort(): void {
    this.#order = orderByKey(Float64Array.from(this.startNs), 0, this.startNs.length);
  }

  within(span: Span): NotifyWait[] {
    const { startNs } = this;
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
      startNs: this.startNs[row],
      endNs: this.endNs[row],
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
