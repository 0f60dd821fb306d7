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
  const lane = lanesOfKind(view, 'overlap').find(({ name }) => name === 'Free')?.lane;
  if (lane === undefined) return undefined;
  const steps = timelineSteps(view);
  const tasks = deviceTasks(view);
  const threads = new HostThreads(view);
  const calls = new LaunchCalls(view, tasks, threads);
  const tally = new Tally(view);
  const delaysNs: number[] = [];
  let unlinkedCount = 0;
  eachSlice(view, lane, (slice, { index }) => {
    const gap = { startNs: index.slices.startNs[slice], endNs: endNsOf(index.slices, slice) };
    if (freePositionAt(steps, gap.startNs) < 0 || gap.endNs <= gap.startNs) return;
    if (within && (gap.startNs < within.startNs || gap.startNs >= within.endNs)) return;
    const call = calls.endingAt(gap.endNs);
    if (call) delaysNs.push(gap.endNs - call.fromNs);
    else unlinkedCount++;
    const handOverNs = Math.min(Math.max(call?.fromNs ?? gap.endNs, gap.startNs), gap.endNs);
    tally.begin(gap);
    shareOut(tally, threads, call ?? calls.usual, gap.startNs, handOverNs);
    if (call) tally.add('launch', handOverNs, gap.endNs, call.slice);
  });
  return { freeNs: tally.totalNs, parts: tally.parts(), medianDelayNs: medianOf(delaysNs), unlinkedCount };
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

class LaunchCalls {
  readonly #starts: Float64Array;
  readonly #ops = new Map<number, { readonly slice: number; readonly fromNs: number }>();
  readonly #calls = new Map<number, { readonly slice: number; readonly fromNs: number }>();
  /** The threads that launch most. */
  readonly usual: LaunchCall | undefined;

  constructor(
    readonly view: RankView,
    readonly tasks: DeviceTasks,
    readonly threads: HostThreads,
  ) {
    const { startNs } = view.index.slices;
    this.#starts = Float64Array.from(tasks.slice, (slice) => startNs[slice]);
    const counts = new Map<string, { count: number; call: LaunchCall }>();
    // Arrows from ops come first, then those from calls: the latter are the nearer ones.
    eachLaunch(view, (slice, fromNs, task) => {
      if (!this.#ops.has(task)) this.#ops.set(task, { slice, fromNs });
      this.#calls.set(task, { slice, fromNs });
    });
    for (const task of this.#calls.keys()) {
      const call = this.#callOf(task);
      if (!call) continue;
      const key = `${call.thread} ${call.opThread}`;
      const own = counts.get(key) ?? { count: 0, call };
      own.count++;
      counts.set(key, own);
    }
    this.usual = [...counts.values()].sort((a, b) => b.count - a.count)[0]?.call;
  }

  /** Of the task that ends a gap; undefined where no arrow leads to it. */
  endingAt(ns: number): LaunchCall | undefined {
    const { tasks } = this;
    for (let at = lowerBound(this.#starts, ns - ROUNDING_NS); this.#starts[at] <= ns + ROUNDING_NS; at++) {
      const kind = TASK_KINDS[tasks.kind[at]];
      const call = kind === 'wait' ? undefined : this.#callOf(tasks.slice[at]);
      if (call) return call;
    }
    return undefined;
  }

  #callOf(task: number): LaunchCall | undefined {
    const call = this.#calls.get(task);
    if (!call) return undefined;
    const thread = this.threads.threadOf(call.slice);
    const op = this.#ops.get(task);
    return { ...call, thread, opThread: op && this.threads.threadOf(op.slice) };
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
