import type { FreeOwner } from '../../../src-contract';
import { medianOf } from '../../base/aggregates';
import { durationNsOf, endNsOf } from '../../index/indexSlices';
import { TASK_KINDS } from '../../names/taskKind';
import { eachSlice } from '../../query/laneSlices';
import { lowerBound, type RankView } from '../../query/rankView';
import { type DeviceTasks, deviceTasks } from '../deviceTasks';
import { eachLaunch } from '../launches';
import { freePositionAt, timelineSteps } from '../steps/timelineSteps';
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
  const tally = new Tally(view);
  const delays = eachGap(view, (_, gap) =>
    within && (gap.startNs < within.startNs || gap.startNs >= within.endNs) ? undefined : tally,
  );
  if (!delays) return undefined;
  const { delaysNs, unlinkedCount } = delays;
  return { freeNs: tally.totalNs, parts: tally.parts(), medianDelayNs: medianOf(delaysNs), unlinkedCount };
}

/** The same of each step, ns by owner, in the order of `timelineSteps`. Undefined where the rank has no Free lane. */
export function freeOwnersBySteps(view: RankView): readonly ReadonlyMap<FreeOwner, number>[] | undefined {
  const tallies = timelineSteps(view).steps.map(() => new Tally(view));
  if (!eachGap(view, (step) => tallies[step])) return undefined;
  return tallies.map((tally) => new Map(tally.parts().map(({ owner, ns }) => [owner, ns])));
}

/** Shares out the gaps that `tallyOf` (their step’s position, and the gap) has a tally for. Undefined: no Free lane. */
function eachGap(view: RankView, tallyOf: (step: number, gap: Stretch) => Tally | undefined) {
  const lane = lanesOfKind(view, 'overlap').find(({ name }) => name === 'Free')?.lane;
  if (lane === undefined) return undefined;
  const steps = timelineSteps(view);
  const tasks = deviceTasks(view);
  const threads = new HostThreads(view);
  const calls = new LaunchCalls(view, tasks, threads);
  const delaysNs: number[] = [];
  let unlinkedCount = 0;
  eachSlice(view, lane, (slice, { index }) => {
    const gap = { startNs: index.slices.startNs[slice], endNs: endNsOf(index.slices, slice) };
    const step = freePositionAt(steps, gap.startNs);
    const tally = step < 0 || gap.endNs <= gap.startNs ? undefined : tallyOf(step, gap);
    if (!tally) return;
    const call = calls.endingAt(gap.endNs);
    if (call) delaysNs.push(gap.endNs - call.fromNs);
    else unlinkedCount++;
    const handOverNs = Math.min(Math.max(call?.fromNs ?? gap.endNs, gap.startNs), gap.endNs);
    tally.begin(gap);
    shareOut(tally, threads, call ?? calls.usual, gap.startNs, handOverNs);
    if (call) tally.add('launch', handOverNs, gap.endNs, call.slice);
  });
  return { delaysNs, unlinkedCount };
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

  /** Of the task that ends a gap; undefined where no arrow leads to it. */
  endingAt(ns: number): LaunchCall | undefined {
    const { tasks } = this;
    for (let at = lowerBound(this.#starts, ns - ROUNDING_NS); this.#starts[at] <= ns + ROUNDING_NS; at++) {
      if (TASK_KINDS[tasks.kind[at]] !== 'wait' && this.#callSlice[at] !== NO_SLICE) return this.#callOf(at);
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
