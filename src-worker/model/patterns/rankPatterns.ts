/** PerfTracker’s patterns of one rank: every function with how long it kept the device from computing. */
import type { FunctionClass, FunctionDirection } from '../../../src-contract';
import { difference, type Intervals, intersection, totalNs, union } from '../../index/intervals/intervals';
import { spansOfLanes } from '../../query/laneSpans';
import type { RankView } from '../../query/rankView';
import { type ColumnTable, numbersOf, textReader } from '../../tables/columnTable';
import type { Collective } from '../collectives/collective';
import { collectiveSlicesIn, collectivesOfRank } from '../collectives/collectives';
import type { DumpContext } from '../dumpContext';
import { kernelsOf } from '../kernels/kernels';
import type { TableRank } from '../tableRanks';
import { type CallClass, callHistogram } from './callHistogram';
import { collectiveTimes } from './collectivePatterns';
import { type Executions, type FunctionTimes, functionTimes } from './functionTimes';
import { kernelExecutions, memoryExecutions, taskAt } from './kernelExecutions';
import { pythonLanes, pythonPaths } from './pythonPaths';
import { runtimeExecutions } from './runtimeExecutions';
import { type PatternWindow, tableWindow, timelineWindow } from './window';

export interface FunctionPattern {
  readonly class: FunctionClass;
  /** Of Python the path, outermost frame first, joined with "|". */
  readonly name: string;
  /** Shapes of a kernel of an NPU, grid and block of one of a GPU; '' else, or where nothing tells. */
  readonly detail: string;
  /** Of collectives: '' where nothing tells. */
  readonly transport: string;
  readonly direction: FunctionDirection | undefined;
  readonly count: number;
  /** Bottleneck ratio × window. */
  readonly exposedNs: number;
  /** While the device neither computes nor communicates. */
  readonly freeNs: number;
  readonly meanNs: number;
  /** NaN: not known (Python). */
  readonly medianNs: number;
  readonly deviationNs: number;
  /** How many executions took how long; of Python none. */
  readonly calls: readonly CallClass[];
  /** Of collectives; NaN: not known. */
  readonly throughputGBps: number;
  readonly throughputDeviation: number;
  /** The slice of the longest execution; undefined: not in a timeline. */
  readonly longest: number | undefined;
  /** By the index’s time, or that of the files. */
  readonly longestStartNs: number;
}

/** Of bounded size: the functions of each class with the highest ratio. */
export interface RankPatterns {
  readonly windowNs: number;
  readonly computingNs: number;
  readonly functions: readonly FunctionPattern[];
  /** Free by the first class that has something then: each ns once. */
  readonly freeNs: Readonly<Record<FreeClass, number>>;
}

export type FreeClass = 'memory' | 'runtime' | 'python';

const MOST: Readonly<Record<FunctionClass, number>> = {
  compute: 64,
  memory: 16,
  communication: 32,
  runtime: 32,
  python: 32,
};
/** In the order in which the record has them. */
const CLASSES: readonly FunctionClass[] = ['compute', 'memory', 'communication', 'runtime', 'python'];
/** Paths below it are of no account, and long. */
const LEAST_PATH = 0.001;

/** All but collectives and kernels. Undefined: the rank has no timeline, or its device did nothing in it. */
export function patternsOfTimeline(dump: DumpContext, rank: TableRank): Promise<RankPatterns | undefined> {
  return dump.ofTimeline('function patterns', rank.index, (view) => {
    const window = dump.ofView('window of patterns', view, timelineWindow);
    if (!window) return undefined;
    const [memory, runtime] = [memoryExecutions(view), runtimeExecutions(view)];
    const lanes = pythonLanes(view);
    const python = pythonPaths(view, lanes, window).filter(
      ({ exposedNs }) => exposedNs >= LEAST_PATH * lengthOf(window),
    );
    return {
      ...basis(window),
      functions: [
        ...top('memory', patternsOf('memory', functionTimes(memory, window, false))),
        ...top('runtime', patternsOf('runtime', functionTimes(runtime, window, false))),
        ...top('python', patternsOf('python', python)),
      ],
      freeNs: freeByClass(view, lanes, window, memory, runtime),
    };
  });
}

/** Those alone. Undefined as for the others. */
export async function patternsOfKernels(
  dump: DumpContext,
  rank: TableRank,
): Promise<readonly FunctionPattern[] | undefined> {
  const [kernels] = await kernelsOf(dump, [rank.index]);
  return dump.ofTimeline('patterns of kernels', rank.index, async (view) => {
    const window = dump.ofView('window of patterns', view, timelineWindow);
    if (!window) return undefined;
    const toNs = (ns: number) => dump.toOwnNs(ns) - view.offsetNs;
    const compute = await kernelExecutions(kernels.table, view, toNs);
    return top('compute', patternsOf('compute', functionTimes(compute, window, true))).map((own) =>
      inTimeline(view, own),
    );
  });
}

/** Those alone. Undefined: the rank has no timeline, or its device did nothing in it. */
export function patternsOfCollectives(
  dump: DumpContext,
  rank: TableRank,
): Promise<readonly FunctionPattern[] | undefined> {
  return dump.ofTimeline('patterns of collectives', rank.index, async (view) => {
    const window = dump.ofView('window of patterns', view, timelineWindow);
    if (!window) return undefined;
    const { sliceOf } = await collectiveSlicesIn(dump, rank, view);
    return top('communication', collectivePatterns(sliceOf.keys(), sliceOf, view, window));
  });
}

/** Who makes patterns that need no files of communication: another thread may, meanwhile. */
export interface PatternMakers {
  ofTimeline(): Promise<RankPatterns | undefined>;
  ofKernels(): Promise<readonly FunctionPattern[] | undefined>;
}

/** Undefined: nothing tells when the device computed. */
export async function rankPatterns(
  dump: DumpContext,
  rank: TableRank,
  makers: PatternMakers = {
    ofTimeline: () => patternsOfTimeline(dump, rank),
    ofKernels: () => patternsOfKernels(dump, rank),
  },
): Promise<RankPatterns | undefined> {
  const collectives = await patternsOfCollectives(dump, rank);
  const others = collectives && (await makers.ofTimeline());
  if (others) {
    const functions = [...((await makers.ofKernels()) ?? []), ...others.functions, ...collectives];
    return { ...others, functions: CLASSES.flatMap((of) => functions.filter((own) => own.class === of)) };
  }
  const [kernels] = await kernelsOf(dump, [rank.index]);
  return fromFiles(kernels.table, await collectivesOfRank(dump, rank));
}

/** Kernels and collectives of files, where the rank has no timeline. */
async function fromFiles(table: ColumnTable, ops: readonly Collective[]): Promise<RankPatterns | undefined> {
  const compute = await kernelExecutions(table, undefined, (ns) => ns);
  const known = ops.filter(({ startNs, elapseNs }) => !Number.isNaN(startNs + elapseNs));
  if (compute.code.length === 0 || !hasInstants(table)) return undefined;
  const starts = known.map(({ startNs }) => startNs);
  const window = tableWindow(compute, { startNs: starts, endNs: known.map((own) => own.startNs + own.elapseNs) });
  if (!window) return undefined;
  return {
    ...basis(window),
    functions: [
      ...top('compute', patternsOf('compute', functionTimes(compute, window, true))),
      ...top('communication', collectivePatterns(known, undefined, undefined, window)),
    ],
    freeNs: { memory: Number.NaN, runtime: Number.NaN, python: Number.NaN },
  };
}

/** op_statistic and the like have sums, no instants. */
function hasInstants(table: ColumnTable): boolean {
  return numbersOf(table, 'startNs') !== undefined && textReader(table, 'name') !== undefined;
}

function basis(window: PatternWindow): Pick<RankPatterns, 'windowNs' | 'computingNs'> {
  return { windowNs: lengthOf(window), computingNs: window.computingNs };
}

function lengthOf({ startNs, endNs }: PatternWindow): number {
  return endNs - startNs;
}

/** Its longest execution is found by name and start where it was read from a file. */
function inTimeline(view: RankView, own: FunctionPattern): FunctionPattern {
  return { ...own, longest: own.longest ?? taskAt(view, own.name, own.longestStartNs) };
}

/** Before it is known which of them are told of. */
type Timed = Omit<FunctionPattern, 'calls'> & Pick<FunctionTimes, 'durationsNs'>;

function patternsOf(ofClass: FunctionClass, times: readonly FunctionTimes[]): Timed[] {
  return times.map(({ key, ...own }) => {
    // Names may have anything in them: only a kernel’s detail is behind a line’s end, and it is the last one.
    const end = ofClass === 'compute' ? key.lastIndexOf('\n') : key.length;
    return {
      class: ofClass,
      name: key.slice(0, end),
      detail: key.slice(end + 1),
      transport: '',
      direction: undefined,
      ...own,
      throughputGBps: Number.NaN,
      throughputDeviation: Number.NaN,
    };
  });
}

function collectivePatterns(...of: Parameters<typeof collectiveTimes>): Timed[] {
  return collectiveTimes(...of).map(({ times: { key: _, ...own }, kernel, ...rest }) => {
    return { class: 'communication', name: kernel, detail: '', ...own, ...rest };
  });
}

function top(ofClass: FunctionClass, patterns: readonly Timed[]): FunctionPattern[] {
  return [...patterns]
    .sort((a, b) => b.exposedNs - a.exposedNs)
    .slice(0, MOST[ofClass])
    .map(({ durationsNs, ...own }) => ({ ...own, calls: durationsNs ? callHistogram(durationsNs) : [] }));
}

/** Device before host, the runtime’s calls before the frames around them; frames of threads that launch work. */
function freeByClass(
  view: RankView,
  lanes: readonly number[],
  { freeIntervals }: PatternWindow,
  memory: Executions,
  runtime: Executions,
): RankPatterns['freeNs'] {
  const python = rootFrames(view, lanes);
  let left = freeIntervals;
  const take = (own: Intervals) => {
    const taken = totalNs(intersection(left, own));
    left = difference(left, own);
    return taken;
  };
  return { memory: take(unionOfAll(memory)), runtime: take(unionOfAll(runtime)), python: take(python) };
}

function unionOfAll({ startNs, endNs }: Executions): Intervals {
  return union(startNs, endNs);
}

/** The outermost slices of threads that run Python. */
function rootFrames(view: RankView, lanes: readonly number[]): Intervals {
  const { laneFirstRow, rowFirstSlice } = view.index;
  const [part] = view.parts;
  const outermost = lanes.map((lane) => {
    const row = laneFirstRow[lane];
    return { part, first: rowFirstSlice[row], end: rowFirstSlice[row + 1] };
  });
  const { startNs, endNs } = spansOfLanes(outermost);
  return union(startNs, endNs);
}
