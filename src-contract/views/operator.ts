/** What the Operator view may ask. */
import type { TableKind } from '../dump';
import type { RankIndex } from '../ids';
import type { Notice } from '../notices';
import type { SliceRef } from '../slices';

export interface OperatorTables {
  /**
   * Every kernel of these ranks, with every column that their files have, and beside them: `rank`, `kind`, `flop`,
   * `flopRate`, `utilisation`, `flopUnknown`, `launchedBy`, `scope` as far as they are known.
   */
  'operator.kernels': KernelChoice;
  /** Kernels put together by what they share: count, times, share and FLOPs of each group. */
  'operator.groups': GroupChoice;
  /** The same groups with one column of total time a rank (`total:<rank index>`), and how far the ranks are apart. */
  'operator.comparison': Omit<GroupChoice, 'isPerRank'>;
  /** operator_details.csv: framework ops with their call stacks, and what they took on host and device. */
  'operator.frameworkOps': { readonly ranks: readonly RankIndex[] };
  /** What the profiler itself counted or sampled: the rows of its files as they are, each with its rank. */
  'operator.statistics': { readonly kind: StatisticsKind; readonly ranks: readonly RankIndex[] };
  /** The rows of the files of kind `other-table` that have this name (`otherTableName`), with the columns that they have. */
  'operator.otherTable': { readonly name: string; readonly ranks: readonly RankIndex[] };
}

export interface OperatorQuestions {
  'operator.overview': { readonly question: KernelChoice; readonly answer: OperatorOverview };
  'operator.steps': { readonly question: StepsQuestion; readonly answer: OperatorSteps };
  /** The slice of a row of `operator.kernels` of these ranks (its `rowId`); undefined where the timeline has none. */
  'operator.sliceOfKernel': {
    readonly question: { readonly ranks: readonly RankIndex[]; readonly rowId: number };
    readonly answer: SliceRef | undefined;
  };
  /** The row of a slice in `operator.kernels` of these ranks; undefined where it is none of their kernels. */
  'operator.kernelOfSlice': {
    readonly question: { readonly ranks: readonly RankIndex[]; readonly slice: SliceRef };
    readonly answer: { readonly rowId: number } | undefined;
  };
}

/**
 * Tables of the profiler that are shown row by row: op_statistic, api_statistic, l2_cache, the AI CPU's data_preprocess (of
 * msprof: aicpu), and what the device's network ports saw. In the order in which they are offered.
 */
export const STATISTICS_KINDS = [
  'op-statistic',
  'api-statistic',
  'l2-cache',
  'ai-cpu',
  'nic',
  'roce',
  'task-time',
  'communication-statistic',
  'op-times',
  'op-type-times',
  'framework-ops',
  'op-flops',
  'scope-flops',
  'flops-summary',
  'dynamic-shapes',
  'parallel-strategy',
  'ai-cpu-times',
] as const satisfies readonly TableKind[];
export type StatisticsKind = (typeof STATISTICS_KINDS)[number];

/**
 * What files of one kind are called, whatever device, time or part stands behind it: "os_rt_statistic" of
 * "/…/os_rt_statistic_0_20240101120000_slice_1.csv". `path`: of a file of kind `other-table`.
 */
export function otherTableName(path: string): string {
  const file = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return file.replace(/\.(csv|txt)$/i, '').replace(/(_slice|_\d+)+$/, '') || file;
}

/** FLOP/s that a device reaches at most, by the type it computes in; absent: not known. */
export type PeakRates = Readonly<Partial<Record<ComputeType, number>>>;

/** What a matrix unit computes in: HF32 is float32 rounded to 19 bits, for speed; TF32 is NVIDIA's. */
export type ComputeType = 'fp16' | 'bf16' | 'fp32' | 'hf32' | 'fp64' | 'int8' | 'fp8';

/** A device, and what it reaches at most. */
export interface ChipFacts {
  /** As shown, and the key of what the user has changed about it. */
  readonly name: string;
  readonly peaks: PeakRates;
  /** Of the memory; undefined: not known. */
  readonly memoryGBps?: number;
}

/** How a device was recognised: by its name in the dump, by its cores and clock, or only measured. */
export type ChipMatch =
  | { readonly kind: 'name' | 'cores' | 'measured'; readonly chip: ChipFacts }
  | { readonly kind: 'unknown' };

export interface KernelChoice {
  readonly ranks: readonly RankIndex[];
  /** Of the device that utilisation is told against; without them there is none. */
  readonly peaks?: PeakRates;
  /** With the columns `launchedBy` and `scope`: they take the timelines of the ranks. */
  readonly withLaunch?: boolean;
}

/**
 * What the kernels of a group share. `type`: op type and core, as op_statistic.csv has it. `name-shapes`: name, type,
 * core, shapes and types of inputs and outputs. `scope`: the module (or, without modules, the framework op) that launched
 * the kernel, from the timeline's arrows. `model`: Model ID.
 */
export type KernelGrouping =
  | 'type'
  | 'name'
  | 'name-shapes'
  | 'core'
  | 'model'
  | 'scope'
  | 'launched-by'
  | NameScopeGrouping
  | 'collective'
  | 'collective-type';

/**
 * The first so many scopes in the kernel's name: of MindSpore's "Default/network/conv1-Conv2d/Conv2D-op13" the first two are
 * "Default/network".
 */
export type NameScopeGrouping = `name-scope-${1 | 2 | 3 | 4 | 5 | 6}`;

/** `compute`: all that is neither of the others. A collective's time is not compute, whatever table it stands in. */
export type KernelKind = 'compute' | 'communication' | 'memory' | 'wait';

export interface GroupChoice extends KernelChoice {
  readonly by: KernelGrouping;
  readonly isPerRank: boolean;
  /** Absent: all. Texts of the column `step`. */
  readonly steps?: readonly string[];
}

/** What a rank's kernels were read from. `gpu-trace`: the timeline too, but no other file would have had them. */
export type KernelSource = 'kernel-table' | 'database' | 'timeline' | 'gpu-trace';

export interface OperatorOverview {
  readonly ranks: readonly RankKernels[];
  /** Of all ranks together, ascending by number; '' (outside of any step) last. */
  readonly steps: readonly StepKernels[];
  /** Device as far as the dump tells. Absent: it doesn't. */
  readonly device?: DeviceFacts;
  /** Groupings that the kernels have something for, with the columns that each groups by and the kinds it takes in. */
  readonly groupings: readonly GroupingFacts[];
  readonly totals: KernelTotals;
  /** Kernels whose FLOPs are not known although they multiply matrices, by the reason; most time first. */
  readonly unknownFlops: readonly { readonly reason: FlopUnknown; readonly count: number; readonly totalNs: number }[];
}

export interface GroupingFacts {
  readonly by: KernelGrouping;
  readonly keys: readonly string[];
  readonly kinds: readonly KernelKind[];
}

/** `fractal-shape`: the shape is padded to the unit's blocks, and the real one stands nowhere. */
export type FlopUnknown = 'no-shapes' | 'fractal-shape' | 'odd-shapes' | 'variable-length';

export interface RankKernels {
  readonly rank: RankIndex;
  /** Absent: the rank has no kernels at all. */
  readonly source?: KernelSource;
  readonly kernelCount: number;
  /** What could not be read. */
  readonly notices: readonly Notice[];
}

export interface StepKernels {
  readonly step: string;
  readonly kernelCount: number;
  readonly computeNs: number;
  readonly communicationNs: number;
}

export interface KernelTotals {
  /** Streams that something ran on, of all ranks, and what ran on them: kernels, collectives, copies, waits. */
  readonly streamCount: number;
  readonly taskCount: number;
  readonly computeCount: number;
  /** Sum of the durations: kernels that run at the same time count each. */
  readonly computeNs: number;
  /** Time during which at least one of them ran, summed over the ranks: what step_trace_time.csv calls Computing. */
  readonly computeBusyNs: number;
  readonly communicationCount: number;
  readonly communicationNs: number;
  /** Compute kernels by OP State; those without one are in none. */
  readonly dynamicCount: number;
  readonly staticCount: number;
  readonly aiCpuCount: number;
  readonly aiCpuNs: number;
  /** Of the kernels whose FLOPs are known. */
  readonly flop: number;
  readonly flopNs: number;
  /** Share of the peak over `flopNs`; NaN without peaks. */
  readonly utilisation: number;
}

export interface DeviceFacts {
  /** As the dump names it ("Ascend910B4", "NVIDIA A100-SXM4-80GB"). */
  readonly name?: string;
  /** Measured: cycles over time of the longest kernels that have both. */
  readonly clockHz?: number;
  /** Most blocks that a kernel ran at once on matrix (cube) cores and on vector cores. */
  readonly cubeCores?: number;
  readonly vectorCores?: number;
}

export interface StepsQuestion {
  readonly ranks: readonly RankIndex[];
  readonly by: KernelGrouping;
  /** The groups with the most time are answered, at most so many. */
  readonly maxGroups: number;
}

export interface OperatorSteps {
  readonly steps: readonly string[];
  readonly groups: readonly StepGroup[];
  /** Groups there are, answered or not. */
  readonly groupCount: number;
}

export interface StepGroup {
  /** The values of the grouping's columns. */
  readonly key: readonly string[];
  /** Of each step; a mean over the ranks that have the step. NaN: no kernel. */
  readonly totalNs: Float64Array;
  readonly count: Float64Array;
  /** Different input shapes in each step. */
  readonly shapeCount: Uint32Array;
  /** More than one set of input shapes occurs at the same place of different steps. */
  readonly isDynamic: boolean;
  /** The first few of its shapes, most frequent first, with how often each occurs in each step. */
  readonly shapes: readonly { readonly text: string; readonly count: Uint32Array }[];
}
