import type { ParallelSizes } from './parallel';
import type { PhaseCounts } from './trace/rankTrace';

/** What a generated dump holds, for tests to compare with what was read from it. Also written as `truth.json`. */
export interface DemoTruth {
  readonly seed: number;
  readonly parallel: ParallelSizes;
  readonly layersPerStage: number;
  readonly microBatches: number;
  readonly ranks: readonly RankTruth[];
}

export interface RankTruth {
  readonly rank: number;
  /** Name of the rank's folder in the job's folder. */
  readonly folder: string;
  readonly traceBytes: number;
  /** Events of trace_view.json by phase. */
  readonly counts: Readonly<PhaseCounts>;
  readonly eventCount: number;
  /** Arrows: starts that meet their end, by category. One start with two ends counts twice. */
  readonly flowLinks: Readonly<Record<string, number>>;
  readonly kernelCount: number;
  readonly collectiveCount: number;
  readonly steps: readonly StepTruth[];
}

/** Times are epoch ns on the rank's clock, as decimal digits. */
export interface StepTruth {
  readonly step: number;
  readonly startNs: string;
  readonly endNs: string;
  readonly deviceStartNs: string;
  readonly deviceEndNs: string;
  readonly computingNs: number;
  readonly communicationNs: number;
  readonly notOverlappedNs: number;
  readonly freeNs: number;
}
