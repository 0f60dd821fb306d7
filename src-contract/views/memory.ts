/**
 * What the Memory view may ask. Sizes are bytes. An instant is ns since the dump's origin, as everywhere.
 *
 * Memory of a rank is told by component: the allocators as the profiler names them (PTA: PyTorch's on the NPU, GE: graph
 * engine, PTA+GE: both, APP: the whole process, WORKSPACE …), or the devices of a PyTorch trace ("CUDA 0", "CPU").
 */
import type { RankIndex } from '../ids';
import type { Notice } from '../notices';
import type { SliceSummary } from '../slices';

/** `unused` is reserved − allocated: what the allocator holds and nobody uses. */
export type MemoryMetric = 'allocated' | 'reserved' | 'active' | 'unused';

/** What the numbers were read from. */
export type MemorySource = 'csv' | 'database' | 'trace';

export interface RankMemory {
  readonly rank: RankIndex;
  /** Absent: the rank has no memory data. */
  readonly source?: MemorySource;
  /** First and last instant of the curves; absent where none has a time to go by. */
  readonly extent?: { readonly startNs: number; readonly endNs: number };
  readonly components: readonly MemoryComponent[];
  readonly streams: readonly MemoryStream[];
  readonly allocations: AllocationCounts;
  /** Graphs of static_op_mem, for `memory.graph`. */
  readonly graphs: readonly StaticGraph[];
  readonly hasModules: boolean;
  /** First and last sample of the driver's components; absent where none has a time. */
  readonly modulesExtent?: RankMemory['extent'];
  /** Of the device, where MindSpore's memory_usage_summary tells. */
  readonly capacityBytes?: number;
  /** `memory.execution` has graphs. */
  readonly hasExecution: boolean;
  readonly notices: readonly Notice[];
}

export interface MemoryComponent {
  /** Unique within the rank; what questions are asked with. */
  readonly id: string;
  readonly component: string;
  /** `records`: of memory_record; `allocations`: of the totals beside each allocation, since there are no records. */
  readonly from: 'records' | 'allocations';
  /** The file's times are rounded or missing: there are values, but no curve to draw. */
  readonly isTimeLost: boolean;
  readonly metrics: readonly MetricFacts[];
  /** Of the device that it is on; absent: no file tells. */
  readonly capacityBytes?: number;
}

export interface MetricFacts {
  readonly metric: MemoryMetric;
  readonly sampleCount: number;
  readonly peakBytes: number;
  /** Absent where the time is lost. */
  readonly peakNs?: number;
  readonly firstBytes: number;
  readonly lastBytes: number;
}

export interface MemoryStream {
  /** As written in the file; '' where an allocation has none. */
  readonly stream: string;
  /** Of the allocations, not its id. */
  readonly component: string;
  readonly allocationCount: number;
  /** Greatest sum of what was allocated on the stream during the recording. */
  readonly peakBytes: number;
}

export interface AllocationCounts {
  readonly count: number;
  readonly bytes: number;
  /** Allocated in the recording and not released in it. */
  readonly neverFreedCount: number;
  readonly neverFreedBytes: number;
  /** Released in the recording; allocated before it began. */
  readonly earlierCount: number;
}

export interface StaticGraph {
  readonly graph: string;
  readonly model: string;
  readonly device: string;
  readonly opCount: number;
  /** The file's own TOTAL; absent where it has none. */
  readonly totalBytes?: number;
  readonly peakBytes: number;
  /** Logical time (node index) of the peak. */
  readonly peakNode: number;
}

/** Which curve. `component` is `MemoryComponent.id`. */
export type CurveChoice =
  | {
      readonly kind: 'component';
      readonly rank: RankIndex;
      readonly component: string;
      readonly metric: MemoryMetric;
    }
  /** The profiler's totals are those of all streams, so this is summed from the allocations of the stream. */
  | { readonly kind: 'stream'; readonly rank: RankIndex; readonly component: string; readonly stream: string }
  /** Reserved by one component of npu_module_mem. */
  | { readonly kind: 'module'; readonly rank: RankIndex; readonly module: string };

/** A step function: each value holds until the next. Peaks and troughs survive however few points are asked for. */
export interface MemoryCurve {
  readonly choice: CurveChoice;
  readonly timeNs: Float64Array;
  readonly bytes: Float64Array;
  /** Samples in the window, drawn or not. */
  readonly sampleCount: number;
  readonly isReduced: boolean;
}

/** What is alive at an instant, and what the profiler counted then. */
export interface LiveTotals {
  /** The component's total when `atNs` was; absent where no record is that early. */
  readonly allocatedBytes?: number;
  readonly reservedBytes?: number;
  readonly liveBytes: number;
  readonly liveCount: number;
  /** `allocatedBytes − liveBytes`: allocated before the recording began, or without a record. */
  readonly unrecordedBytes?: number;
  /** Of the live ones: how each one's call stack was found. */
  readonly joins: Readonly<Record<StackJoin, number>>;
}

/**
 * How an allocation's call stack is known. `slice`: the op's slice that was running on the timeline when it was allocated,
 * with the stack in its args; `forward`: the stack of the forward op whose
 * gradient was computed around it; `enclosing`: no stack there, but the slices around it on its thread; `only-stack`: the only stack
 * that operator_details.csv has for ops of the name; `ambiguous`: it has several for the name; `none`: nothing tells.
 */
export type StackJoin = 'slice' | 'forward' | 'enclosing' | 'only-stack' | 'ambiguous' | 'none';

export type LiveGrouping = 'op' | 'stack' | 'stream';

/** One step, and what it left behind. */
export interface MemoryStep {
  readonly step: number;
  readonly startNs: number;
  readonly endNs: number;
  /** Of the component's allocated memory: greatest in the step, and at its end; NaN where there is no record. */
  readonly peakBytes: number;
  readonly endBytes: number;
  readonly allocationCount: number;
  readonly allocatedBytes: number;
  /** Allocated in the step, and never released in the recording. */
  readonly neverFreedCount: number;
  readonly neverFreedBytes: number;
}

export interface StepGrowth {
  /** Where the steps are from; absent: no file tells when steps begin. */
  readonly stepsFrom?: 'timeline' | 'database' | 'kernels';
  readonly steps: readonly MemoryStep[];
  /** Least-squares line through what is allocated at step ends; absent with fewer than 3 steps. */
  readonly trend?: GrowthTrend;
  /** Ops whose memory stays, by bytes; without the last step, whose memory may still be in use. */
  readonly neverFreed: readonly { readonly name: string; readonly count: number; readonly bytes: number }[];
}

/** Of one rank among several. */
export interface RankGrowth {
  readonly rank: RankIndex;
  readonly stepCount: number;
  /** Absent with fewer than 3 steps. */
  readonly trend?: GrowthTrend;
}

export interface GrowthTrend {
  readonly bytesPerStep: number;
  /** 0…1: how much of the change the line explains. */
  readonly fit: number;
  /** Steps that ended with more than the one before. */
  readonly risingSteps: number;
  /** Of 4 steps or more, nearly all end with more than the one before, along a line, and it adds up to 1 % of the peak. */
  readonly isLeakSuspected: boolean;
}

/** Memory of a static graph over its logical time. */
export interface GraphCurve {
  readonly node: Float64Array;
  readonly bytes: Float64Array;
}

/** Memory of a graph along the order in which its operators are executed, as MindSpore works it out beforehand. */
export interface ExecutionMemory {
  readonly graph: string;
  /** One value an operator, in their order. */
  readonly operators: {
    /** Number of the operator in the file. */
    readonly id: Float64Array;
    readonly name: readonly string[];
    /** Its own: outputs and workspace. */
    readonly sizeBytes: Float64Array;
    /** Held while it runs, static memory included. */
    readonly heldBytes: Float64Array;
    /** Against the operator before. */
    readonly changeBytes: Float64Array;
  };
  /** Weights and the like, which are always there. */
  readonly staticBytes: number;
  /** Of the device; absent: its file is not there. */
  readonly capacityBytes?: number;
  /** Positions of the operators that begin forward and end backward. */
  readonly forwardStart?: number;
  readonly backwardEnd?: number;
}

export interface MemoryTables {
  /** The tensors that are alive while the operator at this position of the graph runs. */
  'memory.executionTensors': { readonly rank: RankIndex; readonly graph: string; readonly at: number };
  /**
   * Every allocation, with every column of its file. `changedIn`: only those allocated or released in that stretch.
   * Beside the file's columns hidden ones to filter by: `aliveFromNs` (−∞: before the recording) and `aliveUntilNs`
   * (+∞: never released).
   */
  'memory.allocations': {
    readonly ranks: readonly RankIndex[];
    readonly changedIn?: { readonly startNs: number; readonly endNs: number };
  };
  /** What is alive at an instant, grouped. By stack, `stackJoin` has the ways it was found by, joined by "+". */
  'memory.live': {
    readonly rank: RankIndex;
    readonly component: string;
    readonly atNs: number;
    readonly by: LiveGrouping;
  };
  /** Peak of each component of npu_module_mem. */
  'memory.modules': { readonly ranks: readonly RankIndex[] };
  /** The rows of static_op_mem, without its TOTAL. */
  'memory.static': { readonly ranks: readonly RankIndex[] };
}

export interface MemoryQuestions {
  /** Which ranks have memory, as far as names of files, tables of databases and the timelines in memory tell. */
  'memory.found': { readonly question: Readonly<Record<string, never>>; readonly answer: readonly RankIndex[] };
  /** Reads the files of these ranks: ask for those that are shown. */
  'memory.ranks': {
    readonly question: { readonly ranks: readonly RankIndex[] };
    readonly answer: readonly RankMemory[];
  };
  'memory.curves': {
    readonly question: {
      readonly curves: readonly CurveChoice[];
      /** Default: everything. */
      readonly window?: { readonly startNs: number; readonly endNs: number };
      /** Pixels: at most 4 points each. */
      readonly buckets: number;
    };
    readonly answer: readonly MemoryCurve[];
  };
  'memory.liveTotals': {
    readonly question: { readonly rank: RankIndex; readonly component: string; readonly atNs: number };
    readonly answer: LiveTotals;
  };
  'memory.steps': {
    readonly question: { readonly rank: RankIndex; readonly component: string };
    readonly answer: StepGrowth;
  };
  /** Which ranks grow. A rank without the component is told by its first one; one without memory or steps is left out. */
  'memory.growth': {
    readonly question: { readonly ranks: readonly RankIndex[]; readonly component: string };
    readonly answer: readonly RankGrowth[];
  };
  'memory.graph': {
    readonly question: { readonly rank: RankIndex; readonly graph: StaticGraphId };
    readonly answer: GraphCurve;
  };
  /** Empty: the rank has no such file. */
  'memory.execution': {
    readonly question: { readonly rank: RankIndex };
    readonly answer: readonly ExecutionMemory[];
  };
  /** The op of that name which was running when memory was allocated at `atNs`; no slice where the timeline has none. */
  'memory.opSlice': {
    readonly question: { readonly rank: RankIndex; readonly name: string; readonly atNs: number };
    readonly answer: { readonly slice?: SliceSummary };
  };
}

export type StaticGraphId = Pick<StaticGraph, 'graph' | 'model' | 'device'>;
