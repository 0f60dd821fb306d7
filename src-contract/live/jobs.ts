/** Jobs that are watched while they run. */
import type { LiveJobId } from '../ids';
import type { LiveProfileWay } from './profiles';
import type { LiveText } from './text';

/**
 * Where its steps come from: training logs, csv or JSON lines of step times, JSON lines and databases of msMonitor, a Prometheus server, or
 * dumps that appear below a folder. Folders stand for the files in them. `pattern` of logs: the id of a preset, or a regular expression with named groups; undefined: whichever preset matches first.
 */
export interface LiveSource {
  readonly kind: LiveSourceKind;
  readonly paths: readonly string[];
  readonly pattern?: string;
  /** Of a server, which has no paths. */
  readonly metric?: LiveMetric;
}

/** What is asked of a Prometheus server. */
export interface LiveMetric {
  /** Who asks stands in the environment that the program was started with, never here. */
  readonly address: string;
  /** A gauge of step times, or the name of a histogram's `_sum`. */
  readonly query: string;
  /** Undefined: as the name says, else seconds. */
  readonly unit?: 's' | 'ms';
  /** Of a series: the label that has its rank. */
  readonly rankLabel: string;
  readonly resolutionS: number;
}

/** What a step of the whole job is; each is undefined where nobody has said it. */
export interface LiveWork {
  /** Samples, or tokens. */
  readonly samples?: number;
  /** Floating-point operations of the model, forwards and backwards. */
  readonly flops?: number;
  /** What all devices of the job together can do in a second. */
  readonly peakFlops?: number;
}

export const LIVE_SOURCES = ['log', 'steps', 'monitor', 'prometheus', 'dumps'] as const;
export type LiveSourceKind = (typeof LIVE_SOURCES)[number];

/** Limits of ModelArts' rule; in the environment, `skip` is PERF_BASELINE_SKIP_STEPS and so on. */
export interface LiveLimits {
  readonly skip: number;
  readonly baseline: number;
  readonly sigmas: number;
  readonly inARow: number;
  readonly cooldownNs: number;
  readonly mostTriggers: number;
}

/** No step for `factor` times the median is a stall, but not before `leastNs`. */
export interface LiveStall {
  readonly factor: number;
  readonly leastNs: number;
}

/** What of a job can be changed while it is watched, beside its limits; absent members stay as they are. */
export interface LiveJobChange {
  readonly work?: LiveWork;
  /** From the next silence on. */
  readonly stall?: LiveStall;
  /** '': what has happened is sent nowhere. */
  readonly webhook?: string;
}

export interface LiveJobWish {
  readonly source: LiveSource;
  readonly limits: Partial<LiveLimits>;
  /** What an alarm asks for. */
  readonly profile: LiveProfileWay;
  /** How this machine sees the place where dumps come to lie; undefined: it does not, and waits for none. */
  readonly dumps: string | undefined;
  readonly work?: LiveWork;
  /** Of the pipeline: ranks are held against those of their stage; undefined: against those that compute as long. */
  readonly stages?: number;
  /** Undefined: the usual one. */
  readonly stall?: LiveStall;
  /** An address that alarms, stalls and reports are sent to; undefined: that of the environment, if there is one. */
  readonly webhook?: string;
}

/**
 * `waiting`: no step yet. `no-baseline`: too few steps yet. `flat`: no step can have a score. `at-risk`: the last steps were spikes, or
 * steps drift. `profiling`: a profile is being asked for or taken. `report-ready`: what
 * the last alarm's profile shows is there. `ended`: the job is done, or not followed any more, since its pattern is too slow.
 */
export type LiveStatus =
  | 'waiting'
  | 'no-baseline'
  | 'flat'
  | 'watching'
  | 'at-risk'
  | 'profiling'
  | 'report-ready'
  | 'stalled'
  | 'ended';

export interface LiveJob {
  readonly id: LiveJobId;
  readonly title: string;
  readonly source: LiveSource;
  readonly profile: LiveProfileWay;
  readonly status: LiveStatus;
  readonly limits: LiveLimits;
  readonly work: LiveWork;
  readonly stall: LiveStall;
  /** Of its own; undefined: that of the environment, if there is one. */
  readonly webhook: string | undefined;
  /** Undefined: too few steps yet. */
  readonly baseline: { readonly meanNs: number; readonly deviationNs: number } | undefined;
  /** Steps that the baseline still waits for. */
  readonly missingSteps: number;
  /** Since it is watched. */
  readonly stepCount: number;
  readonly rankCount: number;
  /** The last one. */
  readonly step: number | undefined;
  readonly atMs: number | undefined;
  readonly durationNs: number | undefined;
  /** Steps are slower than the baseline since then; undefined: they are not. */
  readonly slower: LiveSlower | undefined;
  /** Slower than their peers, as of the last steps; ascending. */
  readonly slowRanks: readonly number[];
  readonly alarmCount: number;
  /** What the last profile shows; undefined: there is none yet. */
  readonly report: LiveReport | undefined;
  readonly eventCount: number;
  /** Why no step comes, and the like; empty: nothing is wrong. */
  readonly problems: readonly LiveText[];
  /** Another watcher of the same files asks for profiles. */
  readonly isElsewhere: boolean;
}

export interface LiveReport {
  readonly text: LiveText;
  /** What can be opened; empty: there is no dump. */
  readonly paths: readonly string[];
}

export interface LiveSlower {
  readonly sinceMs: number;
  readonly fromStep: number;
  readonly meanNs: number;
}

export interface LiveUpdate {
  /** Grows with each change of any job. */
  readonly revision: number;
  readonly jobs: readonly LiveJob[];
}

/** What a source tells, before it is watched. */
export interface LivePreview {
  readonly files: readonly LivePreviewFile[];
  /** So many are followed; of some only it is told what their lines say. */
  readonly fileCount: number;
  /** Why nothing can be told; undefined: something can. */
  readonly problem: LiveText | undefined;
}

export interface LivePreviewFile {
  readonly path: string;
  /** The last ones. */
  readonly lines: readonly LivePreviewLine[];
}

export interface LivePreviewLine {
  readonly text: string;
  /** What it tells of; undefined: of no step. */
  readonly step: { readonly number: number; readonly ms: number; readonly rank: number | undefined } | undefined;
}

/** How a file, a series or a dump folder is, of those that a job is read from. */
export interface LiveSourceStatus {
  readonly path: string;
  readonly rank: number | undefined;
  /** Lines, records or answers of a server. */
  readonly readCount: number;
  readonly unchangedMs: number;
  /** What it said last; undefined: that is not kept. */
  readonly lastLine: string | undefined;
  /** Why no step comes of it; undefined: one has. */
  readonly problem: LiveText | undefined;
}

export interface LiveSources {
  /** Those that something is wrong with first; not all of a thousand. */
  readonly sources: readonly LiveSourceStatus[];
  readonly count: number;
}

/** Why the rule made no alarm of some steps. */
export interface LiveWhy {
  readonly text: LiveText;
  /** Limits that would have made one, by how many spikes in a row; empty: none would, or there are no scores. */
  readonly ways: readonly LiveWhyWay[];
}

export interface LiveWhyWay {
  /** PERF_MIN_SPIKE_CONSEC … */
  readonly inARow: number;
  /** … with the largest PERF_KSIGMA that would have done. */
  readonly sigmas: number;
  readonly atStep: number;
  /** Alarms that these limits would have made of other steps. */
  readonly falseAlarms: number;
}
