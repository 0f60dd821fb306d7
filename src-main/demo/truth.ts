import type { Fault, FaultEffect } from './faults/fault';
import type { InferenceOptions, MoeOptions } from './options';
import type { HostTransport, ParallelSizes } from './parallel';
import type { PhaseCounts } from './trace/rankTrace';

/** What a generated dump holds, for tests to compare with what was read from it. Also written as `truth.json`. */
export interface DemoTruth {
  readonly seed: number;
  readonly parallel: ParallelSizes;
  readonly ranksPerHost: number;
  readonly hostTransport: HostTransport;
  readonly layersPerStage: number;
  readonly microBatches: number;
  readonly moe?: Required<MoeOptions>;
  readonly inference?: InferenceOptions;
  /** What was planted; the ranks' `effects` say where, when and how much. */
  readonly faults: readonly Fault[];
  readonly ranks: readonly RankTruth[];
  /** Ranks that are in no file but have a fault. */
  readonly unwritten: readonly UnwrittenTruth[];
}

export interface RankTruth {
  readonly rank: number;
  readonly hostName: string;
  readonly deviceId: number;
  /** How far its clock is ahead of the true time: `clockOffsetNs` at the job's origin, and so much more a second. */
  readonly clockOffsetNs: number;
  readonly clockDriftPpm: number;
  /** Name of the rank's folder in the job's folder. */
  readonly folder: string;
  /** 0 without a timeline as text, as all counts of its events. */
  readonly traceBytes: number;
  /** Events of trace_view.json by phase. */
  readonly counts: Readonly<PhaseCounts>;
  readonly eventCount: number;
  /** Of the rank's databases; undefined where there are none. */
  readonly databases?: DatabaseTruth;
  /** Arrows: starts that meet their end, by category. One start with two ends counts twice. */
  readonly flowLinks: Readonly<Record<string, number>>;
  readonly kernelCount: number;
  readonly collectiveCount: number;
  readonly steps: readonly StepTruth[];
  readonly effects: readonly EffectTruth[];
}

export interface DatabaseTruth {
  readonly bytes: number;
  /** By table. */
  readonly rows: Readonly<Record<string, number>>;
}

export interface UnwrittenTruth {
  readonly rank: number;
  readonly effects: readonly EffectTruth[];
}

/** What one fault did to one rank in one step. Times are epoch ns on the rank's clock, as decimal digits. */
export interface EffectTruth extends Omit<FaultEffect, 'startNs' | 'endNs'> {
  readonly startNs: string;
  readonly endNs: string;
}

/** Times are epoch ns on the rank's clock, as decimal digits. */
export interface StepTruth {
  readonly step: number;
  readonly startNs: string;
  readonly endNs: string;
  /** From its first kernel or collective to that of the next step; the last step ends with its last one. */
  readonly deviceStartNs: string;
  readonly deviceEndNs: string;
  readonly computingNs: number;
  readonly communicationNs: number;
  readonly notOverlappedNs: number;
  readonly freeNs: number;
}
