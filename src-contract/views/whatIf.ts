/** E4: steps replayed with something changed. Times are ns. */
import type { OfJob } from '../dump';
import type { PathComponent } from '../pathComponents';

/** Work of the host that is known by its name; `other`: all that is not. */
export const hostParts = [
  'compile',
  'dataloader',
  'garbage-collection',
  'synchronise',
  'allocator',
  'copy',
  'other',
] as const;
export type HostPart = (typeof hostParts)[number];

/** `factor`: of the time that it takes; 0 removes it. Ranks are numbers in the job; without any it holds for all. */
export type WhatIfChange =
  | { readonly kind: 'kernels'; readonly name: string; readonly ranks?: readonly number[]; readonly factor: number }
  | { readonly kind: 'computing'; readonly ranks?: readonly number[]; readonly factor: number }
  | { readonly kind: 'communication'; readonly ranks?: readonly number[]; readonly factor: number }
  /** Collectives of the groups that both ranks are in. */
  | { readonly kind: 'link'; readonly source: number; readonly target: number; readonly factor: number }
  | { readonly kind: 'group'; readonly group: string; readonly factor: number }
  /** Groups whose traffic is mostly over it. */
  | { readonly kind: 'transport'; readonly transport: string; readonly factor: number }
  | { readonly kind: 'host'; readonly part: HostPart; readonly ranks?: readonly number[]; readonly factor: number }
  /** No kernel of the rank takes longer than the median of its peers’ same call. */
  | { readonly kind: 'like-peers'; readonly rank: number }
  /** Nobody waits for this rank: it is there when the others are. */
  | { readonly kind: 'lateness'; readonly rank: number };

export interface WhatIf {
  /** Of the rank that takes longest, mean over its steps. */
  readonly stepNs: number;
  readonly predictedNs: number;
  readonly ranks: readonly PredictedRank[];
  /** What the predicted steps are mostly made of, on the rank that takes longest then. */
  readonly bound: PathBound | undefined;
  /** Calls, tasks and collectives that the change is about; 0: none is there. */
  readonly changedCount: number;
}

export interface PredictedRank {
  readonly rank: number;
  readonly label: string;
  readonly stepNs: number;
  readonly predictedNs: number;
}

/** The part of the critical path that takes most of it. */
export interface PathBound {
  readonly component: PathComponent;
  readonly rank: number;
  readonly label: string;
  readonly share: number;
}

export interface WhatIfQuestion extends OfJob {
  readonly changes: readonly WhatIfChange[];
}

/** What there is to change. */
export interface WhatIfChoices {
  /** By total time, most first; the first of them. */
  readonly kernels: readonly { readonly name: string; readonly ns: number; readonly count: number }[];
  readonly groups: readonly { readonly group: string; readonly ranks: readonly number[]; readonly ns: number }[];
  readonly transports: readonly string[];
  readonly ranks: readonly number[];
  /** Below the median of the others of their transport, furthest below first. */
  readonly links: readonly {
    readonly source: number;
    readonly target: number;
    readonly transport: string;
    readonly bandwidthGBps: number;
    readonly usualGBps: number;
  }[];
}

/** What a finding's cause costs by replay. */
export interface FindingPrediction {
  /** `Finding.id`. */
  readonly finding: string;
  /** The job's step without the cause; never shorter than the finding's gain allows. */
  readonly predictedNs: number;
  /** The step of its own job, where several are open. */
  readonly stepNs?: number;
  readonly bound: PathBound | undefined;
}

export interface FindingPredictions {
  /** As in the report. NaN: not known. */
  readonly stepNs: number;
  /** Of the findings whose causes are in the graph. */
  readonly findings: readonly FindingPrediction[];
}
