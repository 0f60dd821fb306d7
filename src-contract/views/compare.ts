/** Two sides held against each other: ranks, steps or dumps. */
import type { RankIndex } from '../ids';
import type { SliceRef } from '../slices';
import type { KernelGrouping } from './operator';
import type { SplitSource } from './summary';

export interface SideChoice {
  readonly rank: RankIndex;
  /** Number of a step; `all`: the mean over the steps, each of which is a repeat. */
  readonly step: number | 'all';
}

/** The two that are held against each other: what changed from `a` to `b`. */
export interface Sides {
  readonly a: SideChoice;
  readonly b: SideChoice;
}

/** Groupings of kernels that their own rows tell: not those that take the timeline’s arrows, nor those of collectives. */
export type ComparedGrouping = Exclude<KernelGrouping, 'scope' | 'launched-by' | 'collective' | 'collective-type'>;

/**
 * What the rows of `compare.rows` are. Times, sizes and counts are those of a step: the mean over the side’s steps.
 *
 * `kernels`: kernels that compute. `ops`: outermost ops of one step, by name, as `ComparedOps` has them. `memory`: peaks by
 * component and measure; of several steps, over the whole recording. `memory-ops`: what was allocated, by op.
 * `collectives`: by type or group. `links`: traffic by transport; by pair of ranks where both sides are of one rank number.
 */
export type ComparedRows =
  | { readonly kind: 'kernels'; readonly by: ComparedGrouping }
  | { readonly kind: 'collectives'; readonly by: 'type' | 'group' }
  | { readonly kind: 'ops' }
  | { readonly kind: 'memory' }
  | { readonly kind: 'memory-ops' }
  | { readonly kind: 'links' };

export interface CompareTables {
  /**
   * A row for each that one of the sides has, with columns `<measure>A`, `<measure>B`, `<measure>Delta` (B − A) and
   * `<measure>Percent` (of A). What a side lacks has no value there, and no difference; `in` says which has it.
   */
  'compare.rows': Sides & { readonly of: ComparedRows };
}

/** The parts of a step that together are all of it. */
export type PartGroup = 'computing' | 'exposed' | 'free';
export const PART_GROUPS = ['computing', 'exposed', 'free'] as const satisfies readonly PartGroup[];

/** What is no part of the step’s sum: it lies across the others, or before the step. */
export type BesidePart = 'communication' | 'overlapped' | 'preparing';
export const BESIDE_PARTS = ['communication', 'overlapped', 'preparing'] as const satisfies readonly BesidePart[];

/** What kernels are by their names, as msprof-analyze’s comparison splits computing. */
export type KernelFamily = 'attention' | 'convolution' | 'matmul' | 'other';
export const KERNEL_FAMILIES = [
  'matmul',
  'attention',
  'convolution',
  'other',
] as const satisfies readonly KernelFamily[];

export interface PartName {
  readonly group: PartGroup;
  /**
   * `named`: see `name`. `other`: kinds of kernels that are not listed one by one. `untold`: of the group, what no source
   * tells more of.
   */
  readonly kind: 'named' | 'other' | 'untold';
  /** Of computing a type of kernels, of exposed `moving`, `waiting` or `rest`, of free a `FreeOwner`. */
  readonly name: string;
}

/** One value a step, ns. */
export interface SidePart extends PartName {
  readonly ns: Float64Array;
}

/** What is known of repeated measurements: enough for Welch’s interval. */
export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Of the sample (n − 1); NaN for fewer than two. */
  readonly variance: number;
}

/** Kernels of one type with the same shapes. */
export interface SideKernel {
  readonly type: string;
  readonly shapes: string;
  /** Of one call, ns. */
  readonly call: Moments;
  /** Of the longest one, where a timeline has it. */
  readonly slice?: SliceRef;
}

/** What one step did, in order: outermost ops of the framework, or the device’s kernels where no timeline has ops. */
export interface SideOps {
  readonly from: 'ops' | 'kernels';
  /** NaN: the profiler marked no steps. */
  readonly step: number;
  readonly names: readonly string[];
  /** Of each op: position in `names`. */
  readonly name: Uint32Array;
  /** On the host; of kernels on the device. */
  readonly durationNs: Float64Array;
  /** Of the device’s tasks that it launched; NaN: nothing tells. */
  readonly deviceNs: Float64Array;
  /** NaN: not in a timeline. */
  readonly slice: Float64Array;
  /** Of `slice`. */
  readonly rank: RankIndex;
  readonly generation: number;
  /** Ops behind those, which are too many. */
  readonly leftOut: number;
}

/** All that a comparison may know of one side: plain data of bounded size. Another `version` for every change of its meaning. */
export interface CompareSide {
  readonly version: 1;
  /** Number in the job. */
  readonly rank: number;
  readonly label: string;
  readonly source: SplitSource | undefined;
  /** Numbers of the steps, NaN where the profiler marked none; at least one. */
  readonly steps: Float64Array;
  /** Of several recorded steps the last alone: nothing tells when the next one would have begun, so its Free lacks the time up to that. */
  readonly isLastStep: boolean;
  /** One value a step, ns. The sum of the three is the step. */
  readonly groups: Readonly<Record<PartGroup, Float64Array>>;
  readonly beside: Readonly<Record<BesidePart, Float64Array>>;
  /** Of each group, they sum to it. */
  readonly parts: readonly SidePart[];
  /** Sums over kernels, whatever else runs beside them; all 0 where nothing tells of kernels. */
  readonly families: Readonly<Record<KernelFamily, Float64Array>>;
  /** By total time. */
  readonly kernels: readonly SideKernel[];
  /** Kinds of kernels that are not among `kernels`. */
  readonly kernelsLeftOut: number;
  readonly ops?: SideOps;
}

/** From `a` to `b`. ns; NaN: not known. */
export interface Change {
  readonly a: number;
  readonly b: number;
  readonly delta: number;
  /** Where the difference lies, with 95 % confidence; undefined: no repeats tell. */
  readonly interval?: { readonly low: number; readonly high: number };
}

export interface ComparedPart extends PartName {
  readonly change: Change;
}

export interface ComparedGroup {
  readonly group: PartGroup;
  readonly change: Change;
  /** They sum to the group’s; most changed first. */
  readonly parts: readonly ComparedPart[];
}

/** `same`: the interval holds 0. `no-repeats`: fewer than two calls on one of the sides. */
export type ChangeVerdict = 'slower' | 'faster' | 'same' | 'no-repeats' | 'only-a' | 'only-b';

export interface ComparedKernel {
  readonly type: string;
  readonly shapes: string;
  /** Calls a step. */
  readonly countA: number;
  readonly countB: number;
  /** A step. */
  readonly total: Change;
  /** Of one call, with its interval from the calls. */
  readonly call: Change;
  readonly verdict: ChangeVerdict;
  readonly sliceA?: SliceRef;
  readonly sliceB?: SliceRef;
}

/** Two ops that stand for each other, or one that the other side lacks. */
export interface ComparedOp {
  readonly name: string;
  /** Positions in the order of the step; −1: the side lacks it. */
  readonly atA: number;
  readonly atB: number;
  readonly host: Change;
  readonly device: Change;
  readonly sliceA?: SliceRef;
  readonly sliceB?: SliceRef;
}

/** Ops of one name in the step. */
export interface ComparedOpName {
  readonly name: string;
  readonly countA: number;
  readonly countB: number;
  readonly matchedCount: number;
  /** Of all of them; the interval is of one matched pair’s mean difference times their number. */
  readonly host: Change;
  readonly device: Change;
}

export interface ComparedOps {
  readonly from: SideOps['from'];
  readonly stepA: number;
  readonly stepB: number;
  readonly matchedCount: number;
  readonly onlyA: number;
  readonly onlyB: number;
  /** False: too many differ for the longest common subsequence; n-th of a name stands for n-th, in order. */
  readonly isLongest: boolean;
  /** Ops at the end of the steps that were not looked at. */
  readonly leftOut: number;
  /** Most changed first, the first few. */
  readonly names: readonly ComparedOpName[];
  readonly ops: readonly ComparedOp[];
}

export interface ComparedSide {
  readonly rank: number;
  readonly label: string;
  readonly source: SplitSource | undefined;
  readonly steps: Float64Array;
  /** As of `CompareSide`. */
  readonly isLastStep: boolean;
}

export interface CompareReport {
  readonly version: 1;
  readonly a: ComparedSide;
  readonly b: ComparedSide;
  /** Computing + exposed communication + Free: the mean over the steps. */
  readonly step: Change;
  /** They sum to the step’s. */
  readonly groups: readonly ComparedGroup[];
  readonly beside: readonly { readonly part: BesidePart; readonly change: Change }[];
  /** Those that one of the sides has. */
  readonly families: readonly { readonly family: KernelFamily; readonly change: Change }[];
  readonly kernels: readonly ComparedKernel[];
  readonly kernelsLeftOut: number;
  readonly ops?: ComparedOps;
}

/** Where one side is in the timeline, by the clock that the job is shown by. */
export interface SidePlace {
  readonly startNs: number;
  readonly endNs: number;
  /** A slice of the device and one of the host that lie in it: on the lanes worth looking at. */
  readonly slices: readonly SliceRef[];
}

/** What stands for a slice on the other side. */
export interface SliceMatch {
  /** The op or kernel that is matched: the slice, or the op that it lies in. */
  readonly own: SliceRef;
  readonly other: SliceRef;
  readonly otherSide: 'a' | 'b';
}

export interface CompareQuestions {
  /** The chosen steps; of several, the first that both have, else the first of each. Undefined: a timeline marks none. */
  'compare.places': {
    readonly question: Sides;
    readonly answer: { readonly a: SidePlace; readonly b: SidePlace } | undefined;
  };
  /**
   * As `ComparedOps` matches the ops of a step; kernels by type in the same way. Undefined: the slice is in no step that is
   * compared, or nothing on the other side stands for it.
   */
  'compare.match': {
    readonly question: Sides & { readonly slice: SliceRef };
    readonly answer: SliceMatch | undefined;
  };
  /** Undefined: nothing tells where the steps of that rank went, or it has no such step. */
  'compare.side': { readonly question: SideChoice; readonly answer: CompareSide | undefined };
  /** Of two sides of the same dump; undefined where one of them is not to be had. */
  'compare.within': {
    readonly question: Sides;
    readonly answer: CompareReport | undefined;
  };
  /** Of any two sides, also of different dumps: a pure function of them. */
  'compare.report': {
    readonly question: { readonly a: CompareSide; readonly b: CompareSide };
    readonly answer: CompareReport;
  };
}
