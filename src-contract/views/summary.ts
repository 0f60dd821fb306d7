/** What the Summary view may ask. */
import type { OfJob } from '../dump';
import type { LaneId, RankIndex } from '../ids';
import type { Notice } from '../notices';
import type { DataPreparationQuestions } from './dataPreparation';
import type { StepTraceQuestions } from './stepTrace';

/** Arrays of an answer that are one value a rank stand in the order of `SummaryOverview.ranks`. */
export interface SummaryRank {
  /** Number in the job; where the dump does not tell it, its place in the dump. */
  readonly rank: number;
  /** Absent where the rank is known only from a summary of the whole job. */
  readonly index?: RankIndex;
  /** Of several jobs the one that it is of: `RankJob.key`. */
  readonly job?: string;
  readonly label: string;
  readonly hostName?: string;
  /** Number of its device on its host. */
  readonly device?: number;
  /** Where its step split comes from; absent where nothing tells it. */
  readonly splitSource?: SplitSource;
}

/**
 * Where a step split is read from, best first: step_trace_time.csv, analysis.db, the cluster's summary, or computed from
 * the timeline's overlap lanes. `job-summary`: the file of a job of summaries, which has means of a step alone.
 */
export type SplitSource =
  | 'step-trace'
  | 'analysis-db'
  | 'cluster-step-trace'
  | 'cluster-db'
  | 'timeline'
  | 'job-summary';

/** A step by its number; all steps together (their sum); or of each part the median over the steps. */
export type SummaryStep = number | 'all' | 'median';

/** Which ranks: of several jobs those of one; of all that are open where none is named. */
export interface SummaryScope {
  /** `RankJob.key`. */
  readonly job?: string;
}

export interface SummaryOverview {
  readonly ranks: readonly SummaryRank[];
  /** Numbers of the steps, ascending. Empty where the profiler marked none: then `all` is the whole recording. */
  readonly steps: readonly number[];
  /** What is wrong with the files it was read from. */
  readonly notices: readonly Notice[];
}

/**
 * The parts of a step, by the definitions of step_trace_time.csv, ns; NaN where the source has no such column.
 * computing + notOverlapped + free is the step (`stage` + `bubble`, up to the rounding of the file).
 */
export interface StepSplit {
  readonly computing: Float64Array;
  readonly notOverlapped: Float64Array;
  readonly overlapped: Float64Array;
  readonly communication: Float64Array;
  readonly free: Float64Array;
  readonly stage: Float64Array;
  /** In `hcom_receive`, as the profiler counts it: 0 for pipelines that use other calls. */
  readonly bubble: Float64Array;
  readonly notOverlappedExceptReceive: Float64Array;
  /**
   * From the step's start on the host to its first device task: before `stage`, not a part of it. With several steps that
   * time is also in the `free` of the step before, so that adding up both counts it twice.
   */
  readonly preparing: Float64Array;
}

export type SplitPart = keyof StepSplit;

/** In the order of step_trace_time.csv. */
export const SPLIT_PARTS = [
  'computing',
  'notOverlapped',
  'overlapped',
  'communication',
  'free',
  'stage',
  'bubble',
  'notOverlappedExceptReceive',
  'preparing',
] as const satisfies readonly SplitPart[];

/** One value a step, in the order of `SummaryOverview.steps`: the least, median and greatest of the ranks. */
export interface SplitOverSteps {
  readonly min: StepSplit;
  readonly median: StepSplit;
  readonly max: StepSplit;
}

export interface JobFacts {
  readonly facts: readonly JobFact[];
  readonly environment: readonly { readonly name: string; readonly values: readonly FactValue[] }[];
}

export interface JobFact {
  readonly id: JobFactId;
  /** More than one where the ranks differ. */
  readonly values: readonly FactValue[];
}

export type JobFactId =
  | 'ranks'
  | 'worldSize'
  | 'hosts'
  | 'devices'
  | 'deviceName'
  | 'level'
  | 'metrics'
  | 'activities'
  | 'options'
  | 'schedule'
  | 'framework'
  | 'cann'
  | 'backend'
  | 'parallel'
  | 'collectionEnd';

export interface FactValue {
  readonly text: string;
  /** Numbers of the ranks that say so. */
  readonly ranks: readonly number[];
}

/** How many ranks there are along each dimension. The number of ranks is tensor × context × data × pipeline. */
export interface ParallelSizes {
  readonly tensor: number;
  readonly context: number;
  readonly data: number;
  readonly pipeline: number;
  /** Ranks that share one layer's experts; lies across other dimensions and adds no ranks. */
  readonly expert: number;
}

export type ParallelDimension = keyof ParallelSizes;

/**
 * How frameworks number their ranks, fastest dimension first, and which ranks share experts:
 * `megatron` tensor, context, data, pipeline, experts across data (Megatron-Core's "tp-cp-ep-dp-pp");
 * `megatron-pp-dp` tensor, context, pipeline, data, experts across data ("tp-cp-pp-ep-dp");
 * `mindspeed` as `megatron`, experts across context and data;
 * `mindie` tensor, data, pipeline, experts across tensor and data, the other ranks of a stage (MOE_TP) fastest;
 * `vllm` tensor, pipeline, data (`ExternalDP x DP x PP x TP`), experts across tensor and data.
 */
export type ParallelLayout = 'megatron' | 'megatron-pp-dp' | 'mindspeed' | 'mindie' | 'vllm';

export interface ParallelQuestion extends OfJob {
  /** Absent: the one that agrees with the groups in profiler_metadata.json. */
  readonly layout?: ParallelLayout;
  /** Absent: those that the dump tells, see `ParallelMap.sizesFrom`. */
  readonly sizes?: ParallelSizes;
  readonly step: SummaryStep;
}

export interface ParallelMap {
  readonly layout: ParallelLayout;
  readonly sizes: ParallelSizes;
  /**
   * `metadata`: profiler_metadata.json; `groups`: the groups named in it, where it has no sizes; `stages`: only the stages are known, from the cluster's summary, the rest is taken to
   * be data parallel; `summaries`: as the ranks of a job of summaries stand; `none`: nothing is known, all ranks are taken to be data parallel; `typed`: those of the question.
   */
  readonly sizesFrom: 'metadata' | 'groups' | 'stages' | 'summaries' | 'none' | 'typed';
  /** Why the sizes can't be true; the coordinates are empty then. */
  readonly problem?: 'too-few-ranks' | 'experts-do-not-divide' | 'several-jobs';
  /** One coordinate a rank. */
  readonly coordinates: Readonly<Record<ParallelDimension, Int32Array>>;
  /** Of more than one rank. */
  readonly groups: readonly ParallelGroup[];
  /** Computing of each rank over that of its peers, the other ranks of its stage (1.05: 5 % more); NaN without peers. */
  readonly relativeComputing: Float64Array;
  /** Positions of ranks that compute longer than their peers, slowest first. */
  readonly slowRanks: readonly number[];
  readonly slowLimits: PeerLimits;
  readonly stages: readonly StageComputing[];
  /** Greatest over least median computing of the stages; NaN with one stage. */
  readonly stageImbalance: number;
  /** (max − min) / mean of computing over all ranks, whatever their place. */
  readonly spread: number;
}

/** What makes a rank slow among its peers. */
export interface PeerLimits {
  /** So much over the median of the peers (a ratio: 0.05 is 5 %) … */
  readonly excess: number;
  /** … and so many of their median absolute deviations. */
  readonly deviations: number;
  /** Fewer peers than this are compared with the fastest of them, by `excess` alone. */
  readonly few: number;
}

export interface ParallelGroup {
  readonly dimension: ParallelDimension;
  /** Positions, ascending in the dimension; ranks that the dump lacks are left out. */
  readonly ranks: readonly number[];
  /** Median of its ranks' `relativeComputing`; NaN where none has peers. */
  readonly relativeComputing: number;
  /** More than half of its ranks are slow: one slow rank does not make each of its groups slow. */
  readonly isSlow: boolean;
}

export interface StageComputing {
  readonly stage: number;
  readonly ranks: readonly number[];
  /** Median, ns. */
  readonly computingNs: number;
  /** (max − min) / mean over its ranks. */
  readonly spread: number;
  /** Median absolute deviation from the median, as a share of it; NaN for fewer ranks than `PeerLimits.few`. */
  readonly deviation: number;
}

/** Phases of each step of one rank, ns, from its timeline: they follow each other without gaps. */
export interface StepPhases {
  readonly steps: readonly number[];
  /** From the step's start on the host to the first device task of a forward op. */
  readonly preparing: Float64Array;
  /** Stretches from a task of a forward op to the next task of a backward op. */
  readonly forward: Float64Array;
  readonly backward: Float64Array;
  /** From the end of the last backward task to the end of the step on the device: optimizer and last collectives. */
  readonly tail: Float64Array;
  /** Dump's time. */
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

export interface PipelineQuestion extends ParallelQuestion {
  /** Of the pipeline to draw: position of one of its ranks; default: the first. */
  readonly member?: number;
  /** Columns of `PipelineLanes`. */
  readonly bucketCount: number;
}

export interface PipelineChart {
  /** First stage first. */
  readonly stages: readonly PipelineStage[];
  /** Micro-batches in a step: receives of the first stage; absent where they can't be counted. */
  readonly microBatches?: number;
  /** Of the pipeline with that member, side by side in time; absent without timelines. */
  readonly lanes?: PipelineLanes;
}

/** Means over the ranks of a stage, ns. */
export interface PipelineStage {
  readonly stage: number;
  readonly ranks: readonly number[];
  readonly computingNs: number;
  /** Exposed, without the bubble. */
  readonly communicationNs: number;
  /** Waiting for another stage: send, receive and batchSendRecv without the time in which data moved. NaN: not known. */
  readonly bubbleNs: number;
  readonly freeNs: number;
}

export interface PipelineLanes {
  /** The first column begins here, dump's time. */
  readonly startNs: number;
  readonly bucketNs: number;
  readonly lanes: readonly {
    readonly stage: number;
    /** Position. */
    readonly rank: number;
    /** Share of each column (0…1) that the device computes. */
    readonly computing: Float32Array;
    /** Communicates without computing, except for what waits for another stage. */
    readonly communication: Float32Array;
    /** Is in a send or receive without computing. */
    readonly bubble: Float32Array;
  }[];
}

/** How much each expert (or each rank's experts) had to do. */
export interface ExpertLoad {
  readonly source: 'expert-load' | 'grouped-matmul';
  /** Layers, or for `grouped-matmul` the calls in the order of the step. */
  readonly rows: readonly string[];
  /** Experts, or for `grouped-matmul` ranks. */
  readonly columns: readonly string[];
  /** Tokens (rows of the matrix), row after row; NaN: none told. */
  readonly tokens: Float64Array;
  /** Of each row: greatest over mean. */
  readonly imbalance: Float64Array;
  /** Ranks with kernel tables that were not read, since all of them together are too large. */
  readonly leftOutRanks: number;
}

/** A counter over its whole time. */
export interface CounterStatistics {
  readonly lane: LaneId;
  readonly series: number;
  readonly min: number;
  /** By time: a value holds until the next sample. */
  readonly mean: number;
  readonly max: number;
  readonly sampleCount: number;
}

export interface SummaryTables {
  /** One row a rank: the parts of the step, and their shares. */
  'summary.split': SummaryScope & { readonly step: SummaryStep };
  /** One row a rank, one column a kind of file with its size; no value: the rank lacks it. */
  'summary.files': SummaryScope;
}

export interface SummaryQuestions extends DataPreparationQuestions, StepTraceQuestions {
  'summary.overview': { readonly question: SummaryScope; readonly answer: SummaryOverview };
  'summary.split': { readonly question: SummaryScope & { readonly step: SummaryStep }; readonly answer: StepSplit };
  /**
   * One value a rank: how much of its Free passed while its host was already in the next step (its Preparing). NaN: no
   * timeline tells. Takes the timelines of all ranks.
   */
  'summary.freeInNextStep': {
    readonly question: SummaryScope & { readonly step: SummaryStep };
    readonly answer: Float64Array;
  };
  'summary.overSteps': { readonly question: OfJob; readonly answer: SplitOverSteps };
  'summary.job': { readonly question: SummaryScope; readonly answer: JobFacts };
  'summary.parallel': { readonly question: ParallelQuestion; readonly answer: ParallelMap };
  /** Undefined: the rank has no timeline, or no step in it. */
  'summary.phases': { readonly question: { readonly rank: RankIndex }; readonly answer: StepPhases | undefined };
  /** Undefined: one stage only. */
  'summary.pipeline': { readonly question: PipelineQuestion; readonly answer: PipelineChart | undefined };
  /** Undefined: no experts in this dump. Without expert_load.csv this reads the ranks' kernel tables, which may take long. */
  'summary.experts': {
    readonly question: OfJob & { readonly step: SummaryStep };
    readonly answer: ExpertLoad | undefined;
  };
  'summary.counters': {
    readonly question: { readonly lanes: readonly LaneId[] };
    readonly answer: readonly CounterStatistics[];
  };
}
