import type { FreeOwner } from '../../../src-contract';
import { medianOf } from '../../base/aggregates';
import { lowerBoundNear } from '../../base/lowerBoundNear';
import { endNsOf } from '../../index/columns/indexSlices';
import type { OverlapLane } from '../../index/computed/overlapLanes';
import { TASK_KINDS } from '../../names/taskKind';
import { sliceRange } from '../../query/laneSlices';
import { spansOfLanes } from '../../query/laneSpans';
import type { RankView } from '../../query/rankView';
import { type DeviceTasks, deviceTasks } from '../deviceTasks';
import { freePositionAt, timelineSteps } from '../steps/timelineSteps';
import { threshold } from '../thresholds';
import { lanesOfKind } from '../timelineLanes';
import { FreeTally, type OwnedFree, type Stretch } from './freeTally';
import { HostThreads } from './hostThreads';
import { type LaunchCall, LaunchCalls, type LaunchThreads, ROUNDING_NS } from './launchCalls';
import { type QuietFree, QuietGaps } from './quietFree';

/** Free of one rank, over its steps, by who kept the device waiting; the parts sum to the whole. */
export interface FreeOwners {
  readonly freeNs: number;
  /** Most first. */
  readonly parts: readonly OwnedFree[];
  /** Of the tasks that ended a gap: device start − host's call. NaN: no arrows. */
  readonly medianDelayNs: number;
  /** Gaps whose task has no arrow from the host: the thread that launches most is looked at. */
  readonly unlinkedCount: number;
  /** Undefined: no long gap in which the host hardly calls its runtime. */
  readonly quiet: QuietFree | undefined;
}

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
  readonly #tally: FreeTally;
  readonly #quiet: QuietGaps;
  readonly #delaysNs: number[] = [];
  #unlinkedCount = 0;

  constructor(
    view: RankView,
    readonly within: Stretch | undefined,
  ) {
    this.#tally = new FreeTally(view);
    this.#quiet = new QuietGaps(view);
  }

  take(gap: Stretch, calls: LaunchCalls, threads: HostThreads): void {
    const { within } = this;
    if (within && (gap.startNs < within.startNs || gap.startNs >= within.endNs)) return;
    const call = calls.endingAt(gap.endNs);
    if (call === undefined) this.#unlinkedCount++;
    else this.#delaysNs.push(gap.endNs - calls.fromNs(call));
    shareOutGap(this.#tally, gap, call, calls, threads);
    // Where collections are recorded, there is nothing to guess.
    if (threads.collecting.length === 0)
      this.#quiet.take(gap, (tally) => shareOutGap(tally, gap, call, calls, threads));
  }

  owners(): FreeOwners {
    return {
      freeNs: this.#tally.totalNs,
      parts: this.#tally.parts(),
      medianDelayNs: medianOf(this.#delaysNs),
      unlinkedCount: this.#unlinkedCount,
      quiet: this.#quiet.found(),
    };
  }
}

/** The same of each step, ns by owner, in the order of `timelineSteps`. Undefined where the rank has no Free lane. */
export function freeOwnersBySteps(view: RankView): readonly ReadonlyMap<FreeOwner, number>[] | undefined {
  const tallies = timelineSteps(view).steps.map(() => new FreeTally(view));
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
  readonly #least: FreeTally;
  readonly #most: FreeTally;
  /** When each transfer ended, by time. */
  readonly #endsNs: Float64Array;
  readonly #launchBoundNs = threshold(LAUNCH_BOUND);
  #computedUpToNs = Number.NaN;
  /** Stretches are asked about by time. */
  #near = 0;

  constructor(view: RankView) {
    this.#least = new FreeTally(view);
    this.#most = new FreeTally(view);
    this.#endsNs = transferEnds(view);
  }

  /** A stretch of exposed communication. */
  takeExposed(gap: Stretch, calls: LaunchCalls, threads: HostThreads): void {
    const call = this.#boundBy(gap.endNs, calls);
    if (call === undefined) return;
    this.#share(this.#least, Math.max(gap.startNs, this.#endBefore(gap.endNs)), call, calls, threads);
  }

  /** A stretch of computing, in the order of time: what lies before it. */
  takeComputing({ startNs, endNs }: Stretch, calls: LaunchCalls, threads: HostThreads): void {
    const call = startNs > this.#computedUpToNs ? this.#boundBy(startNs, calls) : undefined;
    if (call !== undefined) this.#share(this.#most, this.#computedUpToNs, call, calls, threads);
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
    const call = calls.computingAt(startNs);
    if (call === undefined || startNs - calls.fromNs(call) > this.#launchBoundNs) return undefined;
    return this.#endBefore(startNs) < calls.fromNs(call) ? call : undefined;
  }

  /** When the last transfer before ended. */
  #endBefore(ns: number): number {
    this.#near = lowerBoundNear(this.#endsNs, ns + ROUNDING_NS, this.#near);
    const ended = this.#near - 1;
    return ended < 0 ? Number.NEGATIVE_INFINITY : this.#endsNs[ended];
  }

  #share(tally: FreeTally, startNs: number, call: LaunchCall, calls: LaunchCalls, threads: HostThreads): void {
    const endNs = calls.fromNs(call);
    if (!(endNs > startNs)) return;
    tally.begin({ startNs, endNs });
    shareOut(tally, threads, calls.threadsOf(call), startNs, endNs);
  }
}

const COMMUNICATION = TASK_KINDS.indexOf('communication');

/** Of collectives, sends and receives, by time; not of the tasks that each consists of. */
function transferEnds(view: RankView): Float64Array {
  const lanes = lanesOfKind(view, 'communication').filter(({ name }) => !/^Plane /.test(name));
  const onLanes = spansOfLanes(lanes.map(({ lane }) => sliceRange(view, lane))).endNs;
  // GPUs have them among their kernels.
  const others = endsOfTasks(view, deviceTasks(view), COMMUNICATION);
  const ends = new Float64Array(onLanes.length + others.length);
  ends.set(onLanes);
  ends.set(others, onLanes.length);
  return ends.sort();
}

function endsOfTasks({ index: { slices } }: RankView, { slice, kind }: DeviceTasks, wanted: number): Float64Array {
  const ends = new Float64Array(slice.length);
  let count = 0;
  for (let at = 0; at < slice.length; at++) if (kind[at] === wanted) ends[count++] = endNsOf(slices, slice[at]);
  return ends.subarray(0, count);
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
  tally: FreeTally,
  gap: Stretch,
  call: LaunchCall | undefined,
  calls: LaunchCalls,
  threads: HostThreads,
): void {
  const fromNs = call === undefined ? gap.endNs : calls.fromNs(call);
  const handOverNs = Math.min(Math.max(fromNs, gap.startNs), gap.endNs);
  tally.begin(gap);
  // Mostly the task has been handed over long before, and there is nothing to share out.
  if (handOverNs > gap.startNs) {
    const launching = call ?? calls.usual;
    const around = launching === undefined ? undefined : calls.threadsOf(launching);
    shareOut(tally, threads, around, gap.startNs, handOverNs);
  }
  if (call !== undefined) tally.add('launch', handOverNs, gap.endNs, calls.sliceOf(call));
}

function shareOut(
  tally: FreeTally,
  threads: HostThreads,
  launching: LaunchThreads | undefined,
  fromNs: number,
  toNs: number,
): void {
  let open: readonly Stretch[] = [{ startNs: fromNs, endNs: toNs }];
  const looked = [...threads.collecting, ...(launching ? [launching.call, launching.op] : [])];
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
