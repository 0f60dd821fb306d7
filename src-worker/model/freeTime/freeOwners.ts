import type { FreeOwner, KernelKind } from '../../../src-contract';
import { medianOf } from '../../base/aggregates';
import { durationNsOf, endNsOf } from '../../index/indexSlices';
import type { OverlapLane } from '../../index/overlapLanes';
import { TASK_KINDS } from '../../names/taskKind';
import { sliceRange } from '../../query/laneSlices';
import { lowerBound, type RankView } from '../../query/rankView';
import { type DeviceTasks, deviceTasks } from '../deviceTasks';
import { eachLaunch } from '../launches';
import { freePositionAt, timelineSteps } from '../steps/timelineSteps';
import { threshold } from '../thresholds';
import { lanesOfKind } from '../timelineLanes';
import { type HostStretch, HostThreads } from './hostThreads';

/** Free of one rank, over its steps, by who kept the device waiting; the parts sum to the whole. */
export interface FreeOwners {
  readonly freeNs: number;
  /** Most first. */
  readonly parts: readonly OwnedFree[];
  /** Of the tasks that ended a gap: device start − host's call. NaN: no arrows. */
  readonly medianDelayNs: number;
  /** Gaps whose task has no arrow from the host: the thread that launches most is looked at. */
  readonly unlinkedCount: number;
}

export interface OwnedFree {
  readonly owner: FreeOwner;
  readonly ns: number;
  /** Most first, the first few. */
  readonly names: readonly { readonly name: string; readonly ns: number }[];
  /** The slice of the host that kept the device waiting longest in one gap; undefined: none is recorded. */
  readonly slice: number | undefined;
  /** The gap with most of it; the index's time. */
  readonly gap: { readonly startNs: number; readonly endNs: number };
}

/** Names kept of each owner. */
const MAX_NAMES = 8;
/** An enqueue that takes longer waits for room in the queue. */
const QUEUE_FULL_NS = 100_000;
/** Writers round the end of a gap and the start of its task differently. */
const ROUNDING_NS = 2;

/**
 * Each ns of the device's Free lane goes to what the host did meanwhile. A gap ends with a task; that has a call, and an op:
 *
 *     python thread    ├─ aten::add ──────┤├ frame ┤├─ aten::mm ─┤
 *     launching thread        ├ launch add ┤   ├ compile ┤ ├ launch mm ─┤
 *     device           ──────────── add ┤ · · · · · · · · · · · ├ mm
 *                                       │←─ compile, ops … →│launch│
 *
 * Before the call hands the task over: garbage collection stops all; then what the launching thread is in; where that is in
 * nothing, what the thread of the op is in; else nothing is recorded. From then on the launch is under way.
 * `within`: only gaps that begin there. Undefined where the rank has no Free lane. Gaps belong to the step they begin in, as in step_trace_time.csv.
 */
export function freeOwners(view: RankView, within?: Stretch): FreeOwners | undefined {
  const free = new FreeGaps(view, within);
  return eachGap(view, ['Free'], (gap, _, calls, threads) => free.take(gap, calls, threads))
    ? free.owners()
    : undefined;
}

/** Both in one go over the rank's launches. */
export function freeAndHeld(
  view: RankView,
): { readonly free: FreeOwners; readonly held: readonly HeldTime[] } | undefined {
  const free = new FreeGaps(view, undefined);
  const held = new HeldGaps(view);
  const lanes = ['Free', 'Communication(Not Overlapped)', 'Computing'] as const;
  const hasLanes = eachGap(view, lanes, (gap, _, calls, threads, lane) => {
    if (lane === 'Free') free.take(gap, calls, threads);
    else if (lane === 'Computing') held.takeComputing(gap, calls, threads);
    else held.takeExposed(gap, calls, threads);
  });
  return hasLanes ? { free: free.owners(), held: held.times() } : undefined;
}

class FreeGaps {
  readonly #tally: Tally;
  readonly #delaysNs: number[] = [];
  #unlinkedCount = 0;

  constructor(
    view: RankView,
    readonly within: Stretch | undefined,
  ) {
    this.#tally = new Tally(view);
  }

  take(gap: Stretch, calls: LaunchCalls, threads: HostThreads): void {
    const { within } = this;
    if (within && (gap.startNs < within.startNs || gap.startNs >= within.endNs)) return;
    const call = calls.endingAt(gap.endNs);
    if (call) this.#delaysNs.push(gap.endNs - call.fromNs);
    else this.#unlinkedCount++;
    shareOutGap(this.#tally, gap, call, calls, threads);
  }

  owners(): FreeOwners {
    return {
      freeNs: this.#tally.totalNs,
      parts: this.#tally.parts(),
      medianDelayNs: medianOf(this.#delaysNs),
      unlinkedCount: this.#unlinkedCount,
    };
  }
}

/** The same of each step, ns by owner, in the order of `timelineSteps`. Undefined where the rank has no Free lane. */
export function freeOwnersBySteps(view: RankView): readonly ReadonlyMap<FreeOwner, number>[] | undefined {
  const tallies = timelineSteps(view).steps.map(() => new Tally(view));
  const hasLane = eachGap(view, ['Free'], (gap, step, calls, threads) =>
    shareOutGap(tallies[step], gap, calls.endingAt(gap.endNs), calls, threads),
  );
  return hasLane ? tallies.map((tally) => new Map(tally.parts().map(({ owner, ns }) => [owner, ns]))) : undefined;
}

/** Time in which the device did not compute, by what the host did, as far as the launches tell; the index's time. */
export interface HeldTime extends OwnedFree {
  /** Upper bound of the same: also what lies before transfers that may have had to end first, and what is Free. */
  readonly mostNs: number;
}

/** A kernel that is handed over so long before it starts waits for something else than the host. */
const LAUNCH_BOUND = 'walk.near-vertical';

/**
 * Time in which nothing computes though it is not Free, since data are in flight that the next kernel does not wait for (receives that are
 * posted beforehand, sends of the stage before), by what the host did until it handed that kernel over:
 *
 *     python       ├─────── garbage collection ───────┤├ launch
 *     receives     ┤├─── next micro-batch ──────────────────────┤
 *     computing    ┤  · · · · · · · · · · · · · · · · · · ├ mm
 *                   │←────────────── held ─────────────→│
 *
 * Held by the host is what lies behind the last transfer that has ended, up to the call; at most all since the device computed last,
 * since nothing tells which transfers the kernel needed. One that starts as a transfer ends, or long behind its call, has waited for that.
 */
class HeldGaps {
  readonly #least: Tally;
  readonly #most: Tally;
  /** When each transfer ended, by time. */
  readonly #endsNs: Float64Array;
  #computedUpToNs = Number.NaN;

  constructor(view: RankView) {
    this.#least = new Tally(view);
    this.#most = new Tally(view);
    this.#endsNs = transferEnds(view);
  }

  /** A stretch of exposed communication. */
  takeExposed(gap: Stretch, calls: LaunchCalls, threads: HostThreads): void {
    const call = this.#boundBy(gap.endNs, calls);
    if (call) this.#share(this.#least, Math.max(gap.startNs, this.#endBefore(gap.endNs)), call, threads);
  }

  /** A stretch of computing, in the order of time: what lies before it. */
  takeComputing({ startNs, endNs }: Stretch, calls: LaunchCalls, threads: HostThreads): void {
    const call = startNs > this.#computedUpToNs ? this.#boundBy(startNs, calls) : undefined;
    if (call) this.#share(this.#most, this.#computedUpToNs, call, threads);
    this.#computedUpToNs = endNs;
  }

  times(): HeldTime[] {
    const least = new Map(this.#least.parts().map((own) => [own.owner, own]));
    return this.#most.parts().flatMap((most) => {
      const own = least.get(most.owner);
      return own ? { ...own, mostNs: Math.max(most.ns, own.ns) } : [];
    });
  }

  /** Of the kernel that starts then, where only its launch can have held it up. */
  #boundBy(startNs: number, calls: LaunchCalls): LaunchCall | undefined {
    const call = calls.endingAt(startNs, 'compute');
    if (!call || startNs - call.fromNs > threshold(LAUNCH_BOUND)) return undefined;
    return this.#endBefore(startNs) < call.fromNs ? call : undefined;
  }

  /** When the last transfer before ended. */
  #endBefore(ns: number): number {
    const ended = lowerBound(this.#endsNs, ns + ROUNDING_NS) - 1;
    return ended < 0 ? Number.NEGATIVE_INFINITY : this.#endsNs[ended];
  }

  #share(tally: Tally, startNs: number, call: LaunchCall, threads: HostThreads): void {
    if (!(call.fromNs > startNs)) return;
    tally.begin({ startNs, endNs: call.fromNs });
    shareOut(tally, threads, call, startNs, call.fromNs);
  }
}

const COMMUNICATION = TASK_KINDS.indexOf('communication');

/** Of collectives, sends and receives, by time; not of the tasks that each consists of. */
function transferEnds(view: RankView): Float64Array {
  const ends: number[] = [];
  for (const { lane, name } of lanesOfKind(view, 'communication')) {
    if (/^Plane /.test(name)) continue;
    const { part, first, end } = sliceRange(view, lane);
    for (let own = first; own < end; own++) ends.push(endNsOf(part.index.slices, own));
  }
  const { slices } = view.index;
  const { slice, kind } = deviceTasks(view);
  // GPUs have them among their kernels.
  for (let at = 0; at < slice.length; at++) if (kind[at] === COMMUNICATION) ends.push(endNsOf(slices, slice[at]));
  return Float64Array.from(ends).sort();
}

/** Hands the slices of these lanes to `take`, lane by lane, with the position of their step. False: the rank lacks the first of them. */
function eachGap(
  view: RankView,
  wanted: readonly OverlapLane[],
  take: (gap: Stretch, step: number, calls: LaunchCalls, threads: HostThreads, lane: OverlapLane) => void,
): boolean {
  const lanes = lanesOfKind(view, 'overlap');
  if (!lanes.some(({ name }) => name === wanted[0])) return false;
  const steps = timelineSteps(view);
  const threads = new HostThreads(view);
  const calls = new LaunchCalls(view, deviceTasks(view), threads);
  for (const own of wanted) {
    const lane = lanes.find(({ name }) => name === own)?.lane;
    if (lane === undefined) continue;
    const { part, first, end } = sliceRange(view, lane);
    const { slices } = part.index;
    for (let slice = first; slice < end; slice++) {
      const gap = { startNs: slices.startNs[slice], endNs: endNsOf(slices, slice) };
      const step = freePositionAt(steps, gap.startNs);
      if (step >= 0 && gap.endNs > gap.startNs) take(gap, step, calls, threads, own);
    }
  }
  return true;
}

function shareOutGap(
  tally: Tally,
  gap: Stretch,
  call: LaunchCall | undefined,
  calls: LaunchCalls,
  threads: HostThreads,
): void {
  const handOverNs = Math.min(Math.max(call?.fromNs ?? gap.endNs, gap.startNs), gap.endNs);
  tally.begin(gap);
  shareOut(tally, threads, call ?? calls.usual, gap.startNs, handOverNs);
  if (call) tally.add('launch', handOverNs, gap.endNs, call.slice);
}

function shareOut(tally: Tally, threads: HostThreads, call: LaunchCall | undefined, fromNs: number, toNs: number) {
  let open: readonly Stretch[] = [{ startNs: fromNs, endNs: toNs }];
  const looked = [...threads.collecting, ...(call ? [call.thread, call.opThread] : [])];
  for (const thread of new Set(looked)) {
    if (thread === undefined) continue;
    const left: Stretch[] = [];
    for (const gap of open) {
      let atNs = gap.startNs;
      for (const own of threads.stretches(thread, gap.startNs, gap.endNs)) {
        if (own.startNs > atNs) left.push({ startNs: atNs, endNs: own.startNs });
        tally.addStretch(own);
        atNs = own.endNs;
      }
      if (atNs < gap.endNs) left.push({ startNs: atNs, endNs: gap.endNs });
    }
    open = left;
  }
  for (const { startNs, endNs } of open) tally.add('unrecorded', startNs, endNs, undefined);
}

interface Stretch {
  readonly startNs: number;
  readonly endNs: number;
}

/** The call that put a task on the device, and the op that asked for it. */
interface LaunchCall {
  readonly slice: number;
  readonly fromNs: number;
  readonly thread: number | undefined;
  readonly opThread: number | undefined;
}

/** More threads than a rank has lanes. */
const MOST_THREADS = 2 ** 21;
/** The thread has not been looked for yet. */
const NOT_LOOKED = -2;
const NO_THREAD = -1;
const NO_SLICE = 0xffff_ffff;

/** By the task's place among the rank's tasks: one of 10^5 to 10^6, so columns and no objects. */
class LaunchCalls {
  readonly #starts: Float64Array;
  readonly #callSlice: Uint32Array;
  readonly #callNs: Float64Array;
  readonly #opSlice: Uint32Array;
  readonly #callThread: Int32Array;
  readonly #opThread: Int32Array;
  /** The threads that launch most. */
  readonly usual: LaunchCall | undefined;

  constructor(
    readonly view: RankView,
    readonly tasks: DeviceTasks,
    readonly threads: HostThreads,
  ) {
    const { startNs } = view.index.slices;
    const count = tasks.slice.length;
    this.#starts = new Float64Array(count);
    for (let row = 0; row < count; row++) this.#starts[row] = startNs[tasks.slice[row]];
    this.#callSlice = new Uint32Array(count).fill(NO_SLICE);
    this.#callNs = new Float64Array(count);
    this.#opSlice = new Uint32Array(count).fill(NO_SLICE);
    this.#callThread = new Int32Array(count).fill(NOT_LOOKED);
    this.#opThread = new Int32Array(count).fill(NOT_LOOKED);
    // Of each slice its row and 1.
    const rowOf = new Uint32Array(startNs.length);
    for (let row = 0; row < count; row++) rowOf[tasks.slice[row]] = row + 1;
    // Arrows from ops come first, then those from calls: the latter are the nearer ones.
    eachLaunch(view, (slice, fromNs, task) => {
      const row = rowOf[task] - 1;
      if (!(row >= 0)) return;
      if (this.#opSlice[row] === NO_SLICE) this.#opSlice[row] = slice;
      this.#callSlice[row] = slice;
      this.#callNs[row] = fromNs;
    });
    this.usual = this.#mostUsual();
  }

  /** Of the task (of that kind) that ends a gap; undefined where no arrow leads to it. */
  endingAt(ns: number, wanted?: KernelKind): LaunchCall | undefined {
    const { tasks } = this;
    for (let at = lowerBound(this.#starts, ns - ROUNDING_NS); this.#starts[at] <= ns + ROUNDING_NS; at++) {
      const kind = TASK_KINDS[tasks.kind[at]];
      const isWanted = wanted === undefined ? kind !== 'wait' : kind === wanted;
      if (isWanted && this.#callSlice[at] !== NO_SLICE) return this.#callOf(at);
    }
    return undefined;
  }

  /** Of the pair of threads that launches most tasks, its first call. */
  #mostUsual(): LaunchCall | undefined {
    const counts = new Map<number, { count: number; readonly row: number }>();
    for (let row = 0; row < this.#callSlice.length; row++) {
      if (this.#callSlice[row] === NO_SLICE) continue;
      const { call, op } = this.#threadsAt(row);
      const key = (call + 1) * MOST_THREADS + op + 1;
      const own = counts.get(key);
      if (own) own.count++;
      else counts.set(key, { count: 1, row });
    }
    let most: { readonly count: number; readonly row: number } | undefined;
    for (const own of counts.values()) if (!most || own.count > most.count) most = own;
    return most && this.#callOf(most.row);
  }

  #callOf(row: number): LaunchCall {
    const { call, op } = this.#threadsAt(row);
    return {
      slice: this.#callSlice[row],
      fromNs: this.#callNs[row],
      thread: call === NO_THREAD ? undefined : call,
      opThread: op === NO_THREAD ? undefined : op,
    };
  }

  #threadsAt(row: number): { readonly call: number; readonly op: number } {
    if (this.#callThread[row] === NOT_LOOKED) {
      this.#callThread[row] = this.threads.threadOf(this.#callSlice[row]) ?? NO_THREAD;
      const op = this.#opSlice[row];
      this.#opThread[row] = (op === NO_SLICE ? undefined : this.threads.threadOf(op)) ?? NO_THREAD;
    }
    return { call: this.#callThread[row], op: this.#opThread[row] };
  }
}

interface Owned {
  ns: number;
  readonly names: Map<string, number>;
  mostNs: number;
  slice: number | undefined;
  gap: Stretch;
}

class Tally {
  totalNs = 0;
  readonly #owners = new Map<FreeOwner, Owned>();
  #gap: Stretch = { startNs: 0, endNs: 0 };

  constructor(readonly view: RankView) {}

  begin(gap: Stretch): void {
    this.#gap = gap;
    this.totalNs += gap.endNs - gap.startNs;
  }

  addStretch(stretch: HostStretch): void {
    const { startNs, endNs, slice, work } = stretch;
    this.add(this.#ownerOf(stretch), startNs, endNs, work && work.kind !== 'enqueue' ? work.slice : slice);
  }

  #ownerOf({ slice, work }: HostStretch): FreeOwner {
    const { slices, categories } = this.view.index;
    if (work?.kind === 'enqueue') return durationNsOf(slices, work.slice) > QUEUE_FULL_NS ? 'queue-full' : 'op';
    if (work) return work.kind;
    return categories[slices.category[slice]] === 'python_function' ? 'python' : 'op';
  }

  add(owner: FreeOwner, startNs: number, endNs: number, slice: number | undefined): void {
    const ns = endNs - startNs;
    if (ns <= 0) return;
    const own = this.#owners.get(owner) ?? { ns: 0, names: new Map(), mostNs: 0, slice, gap: this.#gap };
    this.#owners.set(owner, own);
    own.ns += ns;
    const name = slice === undefined ? '' : this.view.nameText(this.view.index.slices.name[slice]);
    own.names.set(name, (own.names.get(name) ?? 0) + ns);
    if (ns <= own.mostNs) return;
    own.mostNs = ns;
    own.slice = slice;
    own.gap = this.#gap;
  }

  parts(): OwnedFree[] {
    return [...this.#owners]
      .map(([owner, { ns, names, slice, gap }]) => ({
        owner,
        ns,
        names: [...names]
          .map(([name, own]) => ({ name, ns: own }))
          .sort((a, b) => b.ns - a.ns)
          .slice(0, MAX_NAMES),
        slice,
        gap,
      }))
      .sort((a, b) => b.ns - a.ns);
  }
}
