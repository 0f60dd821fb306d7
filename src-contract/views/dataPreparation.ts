/** What the Summary view may ask of the preparation of training data, as MindSpore's profiler records it. */
import type { RankIndex } from '../ids';

/**
 * Data goes from the pipeline of the dataset through the host queue to the device queue, and from there into a step:
 *
 *     operators ─▶ host queue ─▶ transfer ─▶ device queue ─▶ step
 */
export interface DataPreparation {
  /** Absent: its file is not there. */
  readonly hostQueue?: QueueBySteps;
  /** Absent too where data is not sunk to the device: then a step takes it from the host queue itself. */
  readonly deviceQueue?: QueueBySteps;
  /** What the host takes to get a batch and to send it, a value a step of the host queue's file. */
  readonly hostTimes?: { readonly steps: Float64Array; readonly getNs: Float64Array; readonly sendNs: Float64Array };
  /** What the device takes to fetch a batch. */
  readonly fetchTimes?: { readonly steps: Float64Array; readonly fetchNs: Float64Array };
  readonly verdict: DataVerdict;
  readonly pipeline?: DataPipeline;
  readonly cpu?: DataCpu;
}

/** How many batches a queue held when a step took one. */
export interface QueueBySteps {
  /** Ascending. */
  readonly steps: Float64Array;
  readonly sizes: Float64Array;
  /** NaN: not told. */
  readonly capacity: number;
  readonly emptyCount: number;
  /** NaN where the capacity is not known. */
  readonly fullCount: number;
}

/**
 * Which stage is slow. `processing`: the operators, for the host queue is often empty. `transfer`: from host to device, for
 * the device queue is empty although the host queue is not. `none`: neither. `unknown`: no queue was recorded.
 */
export type SlowStage = 'processing' | 'transfer' | 'none' | 'unknown';

export interface DataVerdict {
  readonly stage: SlowStage;
  /** Steps whose queue was recorded. */
  readonly stepCount: number;
  /** Steps that found the queue empty that they take data from: they wait. Of these … */
  readonly heldCount: number;
  /** … the host queue was empty as well (or is the one they take from), … */
  readonly heldByProcessing: number;
  /** … or had data that was not on the device yet. */
  readonly heldByTransfer: number;
}

export interface DataPipeline {
  /** From the source to the last one, as data flows; an operator stands behind all it takes data from. */
  readonly operators: readonly DataOperator[];
  /** Between two samples of a queue. NaN: not told. */
  readonly sampleIntervalNs: number;
  /** Those that hold the others up, worst first. */
  readonly bottlenecks: readonly DataBottleneck[];
  readonly source: 'pipeline-raw' | 'pipeline-profiling';
}

export interface DataOperator {
  readonly id: number;
  /** "Map"; as the file has it. */
  readonly type: string;
  /** NaN: not told. */
  readonly workers: number;
  /** Takes its data; absent: the training does. */
  readonly parent?: number;
  readonly children: readonly number[];
  /** What it puts its data into; absent: it has no queue of its own. */
  readonly queue?: OperatorQueue;
}

export interface OperatorQueue {
  readonly capacity: number;
  /** One a sample. */
  readonly sizes: Float64Array;
  readonly meanSize: number;
  /** Mean size over capacity (0…1). */
  readonly usage: number;
  /** Share of the samples that found it empty. */
  readonly emptyShare: number;
}

/**
 * `source`: its own queue and all behind it are low. `between`: what it takes from is full, what it puts into empty.
 * `last`: all queues before it are full. `busy`: its workers have no CPU left.
 */
export type BottleneckReason = 'source' | 'between' | 'last' | 'busy';

/** What to change: of MindSpore's documentation. */
export type PipelineAdvice = 'more-workers' | 'mind-record' | 'python-function' | 'prefetch';

export interface DataBottleneck {
  readonly operator: number;
  readonly reason: BottleneckReason;
  /** Usage of the fullest queue that it takes from, and of its own; NaN: there is none. */
  readonly inputUsage: number;
  readonly outputUsage: number;
  /** Of one of its workers, of a processor (0…1); NaN: not recorded. */
  readonly cpuPerWorker: number;
  readonly advice: readonly PipelineAdvice[];
}

/**
 * CPU use, a value a sample: of the machine as a share of all its processors (0…1), of the process and the operators as
 * a number of processors (1.5: one and a half).
 */
export interface DataCpu {
  /** Since the first sample. */
  readonly timesNs: Float64Array;
  /** Step that the host queue was at; NaN: not known. */
  readonly steps: Float64Array;
  /** NaN: not told. */
  readonly processorCount: number;
  readonly machine: CpuUse & {
    readonly waiting: Float64Array;
    readonly idle: Float64Array;
    /** Processes that could run. */
    readonly runnable: Float64Array;
    /** Between two samples. */
    readonly contextSwitches: Float64Array;
  };
  readonly process: CpuUse;
  /** What its operators want; absent: neither, or not known. */
  readonly threads?: 'more' | 'fewer';
  readonly operators: readonly (CpuUse & { readonly operator: number })[];
}

/** As long as `timesNs`; NaN where there is no value. */
export interface CpuUse {
  readonly user: Float64Array;
  readonly system: Float64Array;
}

export interface DataPreparationQuestions {
  /** Undefined: the rank has no such files. */
  'summary.dataPreparation': {
    readonly question: { readonly rank: RankIndex };
    readonly answer: DataPreparation | undefined;
  };
}
