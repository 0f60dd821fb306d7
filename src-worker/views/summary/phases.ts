import type { RankIndex, StepPhases } from '../../../src-contract';
import { toJobNs } from '../../base/clockShift';
import { endNsOf } from '../../index/columns/indexSlices';
import { type Intervals, union } from '../../index/intervals/intervals';
import type { DumpContext } from '../../model/dumpContext';
import { eachLaunch } from '../../model/launches';
import { type Step, stepPositionAt, type TimelineSteps, timelineSteps } from '../../model/steps/timelineSteps';
import { lanesOfKind } from '../../model/timelineLanes';
import { eachSlice } from '../../query/laneSlices';
import { lowerBound, type RankView, upperBound } from '../../query/rankView';

/** The phases of each step; undefined where the rank has no timeline, or none that tells forward from backward. */
export async function stepPhases(dump: DumpContext, rank: RankIndex): Promise<StepPhases | undefined> {
  const phases = await dump.ofTimeline('phases', rank, phasesOf);
  const shift = dump.shiftOf(rank);
  const shown = (ownNs: number) => toJobNs(shift, ownNs);
  return phases && { ...phases, startNs: phases.startNs.map(shown), endNs: phases.endNs.map(shown) };
}

type Direction = 'forward' | 'backward';

/** Device tasks of forward and backward ops, by start. */
interface DirectedTask {
  readonly startNs: number;
  readonly endNs: number;
  readonly direction: Direction;
}

/**
 * A step's time in phases. The arrows between forward and backward ops tell which ops are which; a device task belongs to
 * the op that its launch lies in. What lies between tasks of the same direction (or on its own: the loss, a collective)
 * counts to that direction, so that with several micro-batches forward and backward are sums of their stretches:
 *
 *     host   ├ step ────────────────────────────────────────────────
 *     device            F F F   F │ B B  B │ F F │ B B B │ optimizer, collectives
 *            ├preparing┤├ forward ┤├ backw.┤├ f. ┤├ b. ──┤├ tail ──────────────┤
 *
 * Starts and ends are the rank's own.
 */
function phasesOf(view: RankView): StepPhases | undefined {
  const tasks = directedTasks(view);
  if (tasks.length === 0) return undefined;
  const marked = timelineSteps(view);
  const { steps } = marked;
  const lastEnds = lastDeviceEnds(view, marked);
  const starts = Float64Array.from(tasks, ({ startNs }) => startNs);
  const found = steps.flatMap((step, at) => {
    const own = tasks.slice(lowerBound(starts, step.startNs), lowerBound(starts, step.endNs));
    return own.length === 0 ? [] : [{ step, ...phasesOfStep(step, own, lastEnds[at]) }];
  });
  if (found.length === 0) return undefined;
  const column = (of: (own: (typeof found)[number]) => number) => Float64Array.from(found, of);
  return {
    steps: found.map(({ step }) => step.number),
    preparing: column(({ preparing }) => preparing),
    forward: column(({ forward }) => forward),
    backward: column(({ backward }) => backward),
    tail: column(({ tail }) => tail),
    startNs: column(({ step }) => step.hostStartNs + view.offsetNs),
    endNs: column(({ endNs }) => endNs + view.offsetNs),
  };
}

function phasesOfStep(step: Step, tasks: readonly DirectedTask[], lastEndNs: number) {
  const sums: Record<Direction, number> = { forward: 0, backward: 0 };
  let [direction, fromNs] = [tasks[0].direction, tasks[0].startNs];
  let tasksEndNs = fromNs;
  for (const task of tasks) {
    tasksEndNs = Math.max(tasksEndNs, task.endNs);
    if (task.direction === direction) continue;
    sums[direction] += task.startNs - fromNs;
    direction = task.direction;
    fromNs = task.startNs;
  }
  sums[direction] += tasksEndNs - fromNs;
  const endNs = Math.max(lastEndNs, tasksEndNs);
  return { ...sums, preparing: tasks[0].startNs - step.hostStartNs, tail: endNs - tasksEndNs, endNs };
}

function directedTasks(view: RankView): DirectedTask[] {
  const ops = opsByLane(view);
  if (ops.size === 0) return [];
  const { slices } = view.index;
  const directions = new Map<number, Direction>();
  eachLaunch(view, (fromSlice, fromNs, toSlice) => {
    const own = ops.get(view.laneOfRow(view.rowOf(fromSlice)));
    // Backward first: what is computed forward again within it is part of it.
    if (own?.backward && contains(own.backward, fromNs)) directions.set(toSlice, 'backward');
    else if (own?.forward && contains(own.forward, fromNs) && !directions.has(toSlice))
      directions.set(toSlice, 'forward');
  });
  return [...directions]
    .map(([slice, direction]) => ({ startNs: slices.startNs[slice], endNs: endNsOf(slices, slice), direction }))
    .sort((a, b) => a.startNs - b.startNs);
}

type LaneOps = { readonly [D in Direction]?: Intervals };

/** Of each host lane: where forward and backward ops run, from the arrows between them. */
function opsByLane(view: RankView): ReadonlyMap<number, LaneOps> {
  const { flows, slices } = view.index;
  const category = flows.categories.indexOf('fwdbwd');
  if (category < 0) return new Map();
  const spans = new Map<number, Record<Direction, { startNs: number[]; endNs: number[] }>>();
  const add = (slice: number, direction: Direction): void => {
    const lane = view.laneOfRow(view.rowOf(slice));
    const own = spans.get(lane) ?? { forward: { startNs: [], endNs: [] }, backward: { startNs: [], endNs: [] } };
    own[direction].startNs.push(slices.startNs[slice]);
    own[direction].endNs.push(endNsOf(slices, slice));
    spans.set(lane, own);
  };
  for (let link = flows.categoryFirst[category]; link < flows.categoryFirst[category + 1]; link++) {
    add(flows.fromSlice[link], 'forward');
    add(flows.toSlice[link], 'backward');
  }
  return new Map(
    [...spans].map(([lane, { forward, backward }]) => [
      lane,
      { forward: union(forward.startNs, forward.endNs), backward: union(backward.startNs, backward.endNs) },
    ]),
  );
}

/** `ns` is in one of the intervals, which do not overlap; their ends belong to them. */
function contains({ startNs, endNs }: Intervals, ns: number): boolean {
  const at = upperBound(startNs, ns) - 1;
  return at >= 0 && ns <= endNs[at];
}

/** End of the last kernel or collective of each step. */
function lastDeviceEnds(view: RankView, marked: TimelineSteps): readonly number[] {
  const ends = marked.steps.map(() => Number.NEGATIVE_INFINITY);
  for (const { lane } of lanesOfKind(view, 'overlap').filter(({ name }) => !/^free/i.test(name)))
    eachSlice(view, lane, (slice, { index }) => {
      const at = stepPositionAt(marked, index.slices.startNs[slice]);
      if (at >= 0) ends[at] = Math.max(ends[at], endNsOf(index.slices, slice));
    });
  return ends;
}
