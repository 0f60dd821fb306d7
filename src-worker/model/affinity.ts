/** B8: what a rank's program calls op by op although Ascend has one operator for it. Source: msprof-analyze (affinity API). */
import { durationNsOf, endNsOf, type IndexSlices } from '../index/columns/indexSlices';
import { AffinityMatcher, fusedOptimizer, isFrameworkOp } from '../names/affinityOps';
import { lanesOf, sliceRange } from '../query/laneSlices';
import { NameCodes, slicesNamed } from '../query/namedSlices';
import type { RankView } from '../query/rankView';
import { eachLaunch, outwards } from './launches';
import { timelineSteps } from './steps/timelineSteps';

/** One fused operator, or optimizer, that is not used. */
export interface UnfusedOps {
  readonly fused: string;
  readonly isOptimizer: boolean;
  /** How the first match is made up: names of ops. */
  readonly ops: readonly string[];
  readonly count: number;
  readonly kernelCount: number;
  /** Device time of its kernels, all matches. */
  readonly kernelNs: number;
  /** At most saved, see `lostOf`. */
  readonly lostNs: number;
  /** The first op of the match that loses most, as numbered in the rank's index, and the Python function around it. */
  readonly slice: number;
  readonly frame: string;
}

interface Match {
  readonly fused: string;
  readonly isOptimizer: boolean;
  readonly slice: number;
  readonly ops: readonly string[];
  readonly startNs: number;
  readonly endNs: number;
  count: number;
  kernelNs: number;
  longestNs: number;
  firstNs: number;
  lastNs: number;
}

/** Within the steps, most loss first. Empty where the host's ops, or the arrows from them to the device, were not recorded. */
export function unfusedOps(view: RankView): readonly UnfusedOps[] {
  const matcher = new AffinityMatcher();
  const byLane = new Map<number, readonly Match[]>();
  for (const { position, kind } of lanesOf(view)) {
    if (position >= view.index.lanes.length) break;
    if (kind === 'hardware' || kind === 'communication' || kind === 'overlap' || kind === 'counters') continue;
    const matches = matchesOfLane(view, position, matcher);
    if (matches.length > 0) byLane.set(position, matches);
  }
  if (byLane.size > 0) addKernels(view, byLane);
  const sums = new Map<string, Match[]>();
  for (const match of [...byLane.values()].flat()) {
    if (match.count === 0) continue;
    const own = sums.get(match.fused);
    if (own) own.push(match);
    else sums.set(match.fused, [match]);
  }
  return [...sums].map(([fused, own]) => summed(view, fused, own)).sort((a, b) => b.lostNs - a.lostNs);
}

function summed(view: RankView, fused: string, own: readonly Match[]): UnfusedOps {
  const worst = own.reduce((most, one) => (lostOf(one) > lostOf(most) ? one : most));
  const sum = (of: (match: Match) => number) => own.reduce((all, match) => all + of(match), 0);
  return {
    fused,
    isOptimizer: worst.isOptimizer,
    ops: worst.ops,
    count: own.length,
    kernelCount: sum(({ count }) => count),
    kernelNs: sum(({ kernelNs }) => kernelNs),
    lostNs: sum(lostOf),
    slice: worst.slice,
    frame: frameAround(view, worst.slice),
  };
}

/**
 * A fused operator takes no less than the longest of its parts; of an optimizer, which has the same work to do, only the time
 * between its kernels goes.
 */
function lostOf({ isOptimizer, kernelNs, longestNs, firstNs, lastNs }: Match): number {
  return isOptimizer ? Math.max(0, lastNs - firstNs - kernelNs) : kernelNs - longestNs;
}

function matchesOfLane(view: RankView, lane: number, matcher: AffinityMatcher): Match[] {
  const { slices } = view.index;
  const { outer, optimizers } = calledOps(view, lane);
  const names = outer.map((slice) => view.nameText(slices.name[slice]));
  const sequences = matcher.find(names).map(({ fused, from, end }) => {
    const [first, last] = [outer[from], outer[end - 1]];
    const ops = names.slice(from, end).map((name) => name.replace('aten::', ''));
    return newMatch(fused, false, first, ops, slices.startNs[first], endNsOf(slices, last));
  });
  const steps = optimizers.map(({ slice, fused }) => {
    const name = view.nameText(slices.name[slice]);
    return newMatch(fused, true, slice, [name], slices.startNs[slice], endNsOf(slices, slice));
  });
  return [...sequences, ...steps].sort((a, b) => a.startNs - b.startNs);
}

function newMatch(
  fused: string,
  isOptimizer: boolean,
  slice: number,
  ops: readonly string[],
  startNs: number,
  endNs: number,
): Match {
  const none = { count: 0, kernelNs: 0, longestNs: 0, firstNs: Number.POSITIVE_INFINITY, lastNs: 0 };
  return { fused, isOptimizer, slice, ops, startNs, endNs, ...none };
}

/** See `NameCodes`. */
const [OP, OPTIMIZER] = [2, 3];

/** The framework's ops that are not within another one, by start, and the steps of optimizers; within the steps of the rank. */
function calledOps(view: RankView, lane: number) {
  const { index } = view;
  const { slices } = index;
  const { from, steps } = timelineSteps(view);
  const fromNs = from === 'none' ? Number.NEGATIVE_INFINITY : steps[0].hostStartNs;
  const toNs = from === 'none' ? Number.POSITIVE_INFINITY : steps[steps.length - 1].hostEndNs;
  const optimizerOf: (string | undefined)[] = [];
  const names = new NameCodes(index.names.ends.length, (name) => {
    const text = view.nameText(name);
    optimizerOf[name] = fusedOptimizer(text);
    return optimizerOf[name] !== undefined ? OPTIMIZER : isFrameworkOp(text) ? OP : NameCodes.none;
  });
  const ops: number[] = [];
  const optimizers: { slice: number; fused: string }[] = [];
  const { first, end } = sliceRange(view, lane);
  for (const slice of slicesNamed(slices, first, end, names, fromNs, toNs)) {
    const fused = optimizerOf[slices.name[slice]];
    if (fused !== undefined) optimizers.push({ slice, fused });
    else ops.push(slice);
  }
  ops.sort((a, b) => slices.startNs[a] - slices.startNs[b] || durationNsOf(slices, b) - durationNsOf(slices, a));
  let untilNs = Number.NEGATIVE_INFINITY;
  const outer = ops.filter((slice) => {
    if (slices.startNs[slice] < untilNs) return false;
    untilNs = endNsOf(slices, slice);
    return true;
  });
  return { outer, optimizers };
}

/** What the matches launched. Those of one lane don't overlap, but for sequences within an optimizer's step. */
function addKernels(view: RankView, byLane: ReadonlyMap<number, readonly Match[]>): void {
  const { slices } = view.index;
  const lanes = [...byLane].map(([lane, matches]) => {
    const { first, end } = sliceRange(view, lane);
    return { first, end, matches };
  });
  const isSeen = new Uint8Array(slices.startNs.length);
  eachLaunch(view, (fromSlice, fromNs, toSlice) => {
    if (isSeen[toSlice] !== 0) return;
    // Of few lanes, so that looking through them is the fastest.
    const lane = lanes.find(({ first, end }) => fromSlice >= first && fromSlice < end);
    const match = lane && matchAt(lane.matches, fromNs);
    if (!match) return;
    isSeen[toSlice] = 1;
    take(match, slices, toSlice);
  });
}

function take(match: Match, slices: IndexSlices, slice: number): void {
  const [ns, startNs] = [durationNsOf(slices, slice), slices.startNs[slice]];
  match.count++;
  match.kernelNs += ns;
  match.longestNs = Math.max(match.longestNs, ns);
  match.firstNs = Math.min(match.firstNs, startNs);
  match.lastNs = Math.max(match.lastNs, endNsOf(slices, slice));
}

/** The last that begins no later, if it is not over. */
function matchAt(matches: readonly Match[], ns: number): Match | undefined {
  let [low, high] = [0, matches.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (matches[middle].startNs <= ns) low = middle + 1;
    else high = middle;
  }
  const own = matches[low - 1];
  return own && ns <= own.endNs ? own : undefined;
}

const PYTHON_FRAME = /\.py\(\d+\): /;
/** Of the framework itself. */
const LIBRARY = /(^|\/)(torch|torch_npu|contextlib|functools)[/.]/;

/** The innermost function of the program that it was called in; '' where Python was not recorded. */
function frameAround(view: RankView, slice: number): string {
  let last = '';
  for (const at of outwards(view, slice)) {
    const name = view.nameText(view.index.slices.name[at]);
    if (!PYTHON_FRAME.test(name)) continue;
    if (!LIBRARY.test(name)) return name;
    last ||= name;
  }
  return last;
}
