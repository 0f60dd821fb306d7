/** What the program finds out by itself. The sentences stand in `../findings`: here are their ids and values. */

import type { ClockMethod, RankClock } from '../clock';
import type { OfJob } from '../dump';
import type { Sentence } from '../findings/sentence';
import type { LaneId, RankIndex } from '../ids';
import type { SliceRef } from '../slices';
import type { ExposedCommunication } from './communication';
import type { CriticalPath, PathMarks, PathQuestion } from './criticalPath';
import type { ThresholdId, Thresholds } from './job';
import type { ChipFacts, ComputeType } from './operator';
import type { FindingPredictions, WhatIf, WhatIfChoices, WhatIfQuestion } from './whatIf';

export type FindingClass = 'parallelism' | 'input' | 'host' | 'compute' | 'communication' | 'memory';

/** Numbers of the shared list of analyses: "A2" is the dispatch-bound rule. docs/findings.md has the table. */
export type RuleId =
  | 'A2'
  | 'A5'
  | 'B2'
  | 'B3'
  | 'B6'
  | 'B7'
  | 'B8'
  | 'B9'
  | 'H2'
  | 'H1'
  | 'B5'
  | 'C4'
  | 'B4'
  | 'C5'
  | 'A4'
  | 'C1'
  | 'C2'
  | 'C3'
  | 'C6'
  | 'C7'
  | 'C8'
  | 'C9'
  | 'D2'
  | 'D3'
  | 'D4'
  | 'E1'
  | 'E2'
  | 'F1';

/** The system whose rule it is, or whose question it answers. */
export type FindingSource =
  | 'ModelArts'
  | 'MindStudio Insight'
  | 'msprof-analyze'
  | 'PerfTracker'
  | 'Hermes'
  | 'MindSpore Insight'
  | 'Tracelane';

export type FindingConfidence = 'high' | 'medium' | 'low';

/** Where to see it. */
export type FindingEvidence =
  | {
      readonly kind: 'slice';
      readonly ref: SliceRef;
      readonly lane: LaneId;
      readonly name: string;
      readonly startNs: number;
      readonly durationNs: number;
    }
  | {
      readonly kind: 'range';
      readonly rank: RankIndex;
      readonly startNs: number;
      readonly endNs: number;
      readonly lanes: readonly LaneId[];
      /** Number of the step that it is; undefined: the device is free in it. */
      readonly step?: number;
    };

export interface FindingPlace {
  /** Numbers of ranks in the job that it holds for; empty: of the whole job. The worst is `Finding.rank`. */
  readonly ranks: readonly number[];
  /** Of the worst rank, where several dumps have one with its number. */
  readonly label?: string;
  /** Of all of them, where several dumps have ranks of one number. */
  readonly labels?: readonly string[];
  readonly step?: string;
  readonly group?: string;
  readonly op?: string;
  /** Pipeline stages. */
  readonly stages?: readonly number[];
  readonly link?: { readonly source: number; readonly target: number; readonly transport: string };
}

export interface Finding {
  /** The same for the same finding of the same dump. */
  readonly id: string;
  readonly rule: RuleId;
  readonly class: FindingClass;
  /** Number of the rank in the job; undefined: no single rank. */
  readonly rank: number | undefined;
  readonly place: FindingPlace;
  /** Of several jobs the one that it is about: `RankJob.key`; absent: it is about ranks of several. */
  readonly job?: string;
  readonly title: Sentence;
  readonly cause: Sentence;
  readonly advice: readonly Sentence[];
  readonly lostNsPerStep: number;
  /** Of the step of the job, 0 to 1. */
  readonly shareOfStep: number;
  /** At most so much is gained; how that is worked out. */
  readonly gain: { readonly nsPerStep: number; readonly formula: Sentence };
  readonly confidence: FindingConfidence;
  readonly evidence: readonly FindingEvidence[];
  /** What follows from it on other ranks, or was seen by other rules: not findings of their own. */
  readonly effects: readonly Sentence[];
  /** C9: how the buckets of a step are sent, and how they had better be. */
  readonly fusion?: BucketPlan;
  /** A2: the longest gaps of each owner, longest first. */
  readonly gaps?: readonly OwnedGap[];
}

/** A gap of Free, and who kept the device waiting in it. */
export interface OwnedGap {
  readonly owner: FreeOwner;
  readonly range: FindingEvidence & { readonly kind: 'range' };
}

export interface BucketPlan {
  readonly buckets: readonly PlannedBucket[];
  readonly messageCount: number;
  /** By how much earlier the last message ends. */
  readonly gainNs: number;
}

/** Times from when the first bucket’s gradients were computed. */
export interface PlannedBucket {
  readonly sizeBytes: number;
  readonly readyNs: number;
  /** Sent by itself, and in the plan, as simulated. */
  readonly endNs: number;
  readonly fusedEndNs: number;
  /** Number of its message in the plan, from 0. */
  readonly message: number;
}

/** Looked at and found fine: "4 % of 10 %". */
export interface NotReported {
  readonly rule: RuleId;
  readonly class: FindingClass;
  readonly rank: number | undefined;
  /** Of that rank: of several dumps each may have one of its number. */
  readonly label?: string;
  readonly title: Sentence;
  readonly value: number;
  readonly limit: number;
  readonly threshold: ThresholdId;
}

/** A rule that could not run (for some ranks), and why. */
export interface NotRun {
  readonly rule: RuleId;
  readonly reason: Sentence;
  /** Numbers in the job; empty: none of them. */
  readonly ranks: readonly number[];
}

/** E5: what the numbers rest on; shown before any verdict. */
export interface TrustNote {
  readonly severity: 'info' | 'warning';
  readonly sentence: Sentence;
}

/** A1: sums over the steps of one rank, ns. The first three are the whole. NaN: not known. */
export interface RankStepSplit {
  readonly rank: number;
  readonly label: string;
  readonly source: string | undefined;
  readonly stepCount: number;
  readonly computingNs: number;
  readonly notOverlappedNs: number;
  readonly freeNs: number;
  readonly overlappedNs: number;
  readonly communicationNs: number;
  readonly preparingNs: number;
  readonly stageNs: number;
  readonly bubbleNs: number;
  /** A4: computing while the host works. Undefined: no timeline tells. */
  readonly besideHostNs?: number;
  /** A5; undefined without a timeline that has planes. */
  readonly exposed?: ExposedCommunication;
  /** A3: parts of Free by who kept the device waiting; they sum to it. Undefined without a timeline. */
  readonly free?: FreeParts;
}

/** Who kept the device waiting. */
export type FreeOwner =
  | 'compile'
  | 'synchronise'
  | 'dataloader'
  | 'garbage-collection'
  | 'allocator'
  | 'copy'
  | 'queue-full'
  | 'python'
  | 'op'
  | 'launch'
  | 'unrecorded';

export interface FreeParts {
  readonly freeNs: number;
  readonly owners: readonly FreePart[];
  /** Device start − host's call, of what ended a wait: small where the device waits for the host. NaN: no arrows. */
  readonly medianDelayNs: number;
}

export interface FreePart {
  readonly owner: FreeOwner;
  readonly ns: number;
  /** What it was in detail, most first: names of calls, frames, ops. */
  readonly names: readonly { readonly name: string; readonly ns: number }[];
}

/** A limit that the rules went by. */
export interface UsedThreshold {
  readonly id: ThresholdId;
  readonly value: number;
  /** Without the user's changes. */
  readonly usual: number;
  readonly unit: ThresholdUnit;
}

export type ThresholdUnit = 'ns' | 'hours' | 'bytes' | 'ratio' | 'count' | 'deviations';

/** A rule that looked at the dump, or could not. */
export interface CheckedRule {
  readonly rule: RuleId;
  readonly sources: readonly FindingSource[];
  /** That may be changed, see `FindingsReport.thresholds`. */
  readonly thresholds: readonly ThresholdId[];
}

export type KernelBound = 'compute' | 'memory' | 'underutilised' | 'unknown';

/** The kinds of kernels that take most time, and the device whose roofline they stand under. */
export interface KernelRoofline {
  /** Undefined: the device is not known. */
  readonly chip?: ChipFacts;
  /** Of all ranks, by total time; the first few. */
  readonly rows: readonly KernelKindRow[];
  /** Ranks that have kernels, all of theirs that compute. */
  readonly ranks: readonly KernelsOfRank[];
}

export interface KernelsOfRank {
  readonly rank: number;
  readonly label: string;
  readonly count: number;
  readonly totalNs: number;
  /** Of dynamic shapes; undefined: no column tells. */
  readonly dynamicCount?: number;
}

/** Kernels of one type with the same shapes. NaN: not known. */
export interface KernelKindRow {
  readonly type: string;
  readonly shapes: string;
  readonly core: string;
  readonly count: number;
  readonly totalNs: number;
  readonly meanNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  /** Of the computing of all ranks, 0 to 1. */
  readonly share: number;
  /** Of one call. */
  readonly flop: number;
  readonly computeType?: ComputeType;
  /** Of its tensors, each once. */
  readonly sizeBytes: number;
  readonly flopPerByte: number;
  readonly flopPerSecond: number;
  readonly bytesPerSecond: number;
  /** Of what the roofline allows, 0 to 1. */
  readonly reach: number;
  readonly bound: KernelBound;
}

/** The same collectives (type, group, size) alone and while the device computes, of ranks that have enough of both. */
export interface ContentionKind {
  /** Of several jobs the one whose ranks it was measured on: `RankJob.key`. */
  readonly job?: string;
  readonly type: string;
  /** Key of the group, as in the tables of communication. */
  readonly group: string;
  /** That a call moves over links. */
  readonly sizeBytes: number;
  /** Numbers of the ranks that it was measured on. */
  readonly ranks: readonly number[];
  readonly alone: ContentionCalls;
  readonly beside: ContentionCalls;
}

export interface ContentionCalls {
  readonly count: number;
  /** Bytes moved over links by the links' transit time. */
  readonly bandwidthGBps: number;
}

/** A collective that takes far longer than others of its type, group and size on the same rank. */
export interface LongCall {
  readonly rank: number;
  /** Of the rank, where several jobs have one of its number. */
  readonly label?: string;
  readonly op: string;
  readonly elapseNs: number;
  /** Median of `count` calls. */
  readonly usualNs: number;
  readonly count: number;
  readonly evidence: readonly FindingEvidence[];
}

export interface FindingsReport {
  readonly version: 1;
  /** Of the rank that takes longest, mean over its steps; NaN: nothing tells it. */
  readonly stepNs: number;
  readonly stepCount: number;
  /** A trace of GPUs: what is advised is of CUDA, not of Ascend. */
  readonly isGpu: boolean;
  /** Written by MindSpore’s profiler: what is advised are its settings. */
  readonly isMindSpore: boolean;
  readonly trust: readonly TrustNote[];
  /** How the clocks of the ranks were aligned, worst first; undefined for one rank. */
  readonly clock: ClockMethod | undefined;
  /** Of each rank, with its own error (D1); empty for one rank. */
  readonly clocks: readonly RankClock[];
  readonly split: readonly RankStepSplit[];
  /** By time lost. */
  readonly findings: readonly Finding[];
  readonly notReported: readonly NotReported[];
  readonly notRun: readonly NotRun[];
  /** Longer than their like by the threshold of the walk-through; what loses most first, then those that are more times as long. */
  readonly longCalls: readonly LongCall[];
  /** B1, B5. */
  readonly kernels: KernelRoofline;
  /** C4: by time on the wire, the first few. */
  readonly contention: readonly ContentionKind[];
  /** All rules, once each. */
  readonly checked: readonly CheckedRule[];
  readonly thresholds: readonly UsedThreshold[];
  /** Made by `tracelane reduce` of summaries of the ranks, with the limits of that time: there is nothing to work it out from again. */
  readonly isOfSummaries?: true;
}

export interface FindingsQuestion {
  /** Of several jobs this one alone: `RankJob.key`; absent: all that are open. */
  readonly job?: string;
  /** Instead of the usual limits, where they are given; those that no rule takes are left out. */
  readonly limits?: Partial<Thresholds>;
}

export interface SummariesQuestion {
  /** What the job is called, so that ranks of another are told from it; '': it has no name. */
  readonly jobName: string;
}

export interface FindingsQuestions {
  /** All rules over all ranks. Goes over the ranks one by one; with other limits, over none. */
  'findings.report': { readonly question: FindingsQuestion; readonly answer: FindingsReport };
  /** The critical path of a step. Undefined: no timeline has tasks of a device. Goes over the ranks one by one. */
  'findings.path': { readonly question: PathQuestion; readonly answer: CriticalPath | undefined };
  /** The same path as places on the timeline. */
  'findings.pathMarks': { readonly question: PathQuestion; readonly answer: PathMarks | undefined };
  /** What steps would take with that changed, by replay. Undefined: no timeline has tasks of a device. */
  'findings.whatIf': { readonly question: WhatIfQuestion; readonly answer: WhatIf | undefined };
  'findings.choices': { readonly question: OfJob; readonly answer: WhatIfChoices | undefined };
  /** The same without the cause of each finding of the report with these limits. */
  'findings.predictions': { readonly question: FindingsQuestion; readonly answer: FindingPredictions };
  /** Summaries of all ranks, as the bytes of a Parquet file (docs/summary-format.md). Goes over the ranks one by one. */
  'findings.summaries': { readonly question: SummariesQuestion; readonly answer: Uint8Array };
}

/** A finding that the user does not want to see among the others; kept with the dump. */
export interface MutedFinding {
  /** `Finding.id`. */
  readonly finding: string;
  /** As the user wrote it; may be ''. */
  readonly reason: string;
}
