/** What the Summary view may ask of the phases of a step, as a step trace has them. */
import type { RankIndex } from '../ids';

export interface StepTraceQuestion {
  readonly rank: RankIndex;
  /** Number of the step to show; absent: the mean of all but the first. */
  readonly step?: number;
  /**
   * The kernels between which forward and backward lie, by name: what MindSpore takes from PROFILING_FP_START and
   * PROFILING_BP_END. With them the phases are worked out of the timeline's kernels, whatever the dump's files say.
   */
  readonly ops?: PhaseOps;
}

export interface PhaseOps {
  /** The first kernel of this name in a step begins forward. */
  readonly forwardStart: string;
  /** The last one of this name ends backward. */
  readonly backwardEnd: string;
}

/**
 * Where the phases are read from, best first: MindSpore Insight's step_trace_raw_*, msprof's step_trace_*.csv and *.json, the
 * "Step Trace" lane of the timeline; or the kernels that were chosen.
 */
export type StepTraceSource = 'step-trace-raw' | 'step-trace-table' | 'timeline' | 'chosen-ops';

/**
 * Steps by number, one value each, ns. A step goes from the end of the one before (where that is known, else from its own
 * start) to its end:
 *
 *     ├ interval ┤├ forward and backward ┤├ tail ┤
 */
export interface StepTrace {
  readonly source: StepTraceSource;
  readonly steps: Float64Array;
  readonly totalNs: Float64Array;
  /** From the end of the step before to the first op of forward: for data, mostly. NaN where that step was not recorded. */
  readonly intervalNs: Float64Array;
  /** NaN where the trace has no such op, as in inference. */
  readonly forwardBackwardNs: Float64Array;
  /** From the last op of backward to the end: last collectives and update of the parameters. */
  readonly tailNs: Float64Array;
  readonly shown: ShownStep;
}

/** The step that was asked for, or the mean. */
export interface ShownStep {
  /** Absent: the mean of so many steps. */
  readonly step?: number;
  readonly stepCount: number;
  readonly totalNs: number;
  /** Since its start: forward begins, backward ends. NaN: not known. */
  readonly forwardNs: number;
  readonly backwardNs: number;
  /** All-reduces and other collectives. */
  readonly collectives: readonly CollectiveBar[];
  /** Dump's time; absent for the mean, and where the file counts from somewhere else. */
  readonly startNs?: number;
}

export interface CollectiveBar {
  /** Stream or lane that it runs on. */
  readonly lane: string;
  /** Since the step's start. */
  readonly startNs: number;
  readonly endNs: number;
}

export interface StepTraceQuestions {
  /** Undefined: nothing tells of phases. */
  'summary.stepTrace': { readonly question: StepTraceQuestion; readonly answer: StepTrace | undefined };
  /** Names of the kernels of the rank's first whole step, in their order, to choose `PhaseOps` from. */
  'summary.stepTraceOps': { readonly question: { readonly rank: RankIndex }; readonly answer: readonly string[] };
}
