/** The dump, its ranks and lanes. */
import type { DumpClock } from './clock';
import type { DumpId, LaneId, RankIndex } from './ids';
import type { Notice, SkippedEvents } from './notices';
import type { ReadingQueue } from './reading';

export type DumpStatus = 'discovering' | 'indexing' | 'ready' | 'cancelled' | 'failed';
/** `unread`: its timeline is read when it is first needed; `waiting`: it will be read. */
export type RankStatus = 'unread' | 'waiting' | 'indexing' | 'ready' | 'no-timeline' | 'cancelled' | 'failed';

export interface DumpState {
  readonly id: DumpId;
  /** Grows with every change. */
  readonly revision: number;
  readonly status: DumpStatus;
  /** Last part of the opened path, for the window's title. */
  readonly title: string;
  readonly paths: readonly string[];
  /** `RankState.place` of the ranks in there that are not to be shown. */
  readonly without: readonly string[];
  /**
   * Epoch (or boot-relative) ns of the instant that every `…Ns` counts from, by the clock of the reference. When all ranks
   * are read it moves to the first event of all, and again when the job is shown by another clock.
   */
  readonly originNs: bigint;
  /** Absent of one rank alone. */
  readonly clock?: DumpClock;
  /** Absent while nothing waits and nothing is paused. */
  readonly reading?: ReadingQueue;
  /** First start and last end over all ranks; both 0 while nothing is known. */
  readonly startNs: number;
  readonly endNs: number;
  readonly progress: Progress;
  readonly ranks: readonly RankState[];
  /** Summaries of the whole job (`cluster_analysis_output`, `cluster_analysis.db`), with or without its ranks. */
  readonly clusterFiles: readonly SourceFile[];
  /** About the dump as a whole; those of one rank are in `RankState.notices`. */
  readonly notices: readonly Notice[];
  /** Ms from `open` to `ready`; absent before. */
  readonly openMs?: number;
}

/**
 * What `Engine.watch` answers: the state as it is now, but of the ranks only those that changed. A job of hundreds of ranks
 * with a hundred lanes each is megabytes; they would cross the border ten times a second.
 */
export interface DumpUpdate extends Omit<DumpState, 'ranks'> {
  /** Pass it to the next `Engine.watch`. Of a part, it is that of the last rank in it. */
  readonly revision: number;
  /** Each as it is now; those that changed longest ago first. */
  readonly changedRanks: readonly RankState[];
  /** More ranks have changed than fit in one answer. The state is consistent again after the first answer that is no part. */
  readonly isPart: boolean;
}

export interface Progress {
  readonly bytesDone: number;
  readonly bytesTotal: number;
  readonly eventsDone: number;
  /** Of a rank's `bytesDone`, where damaged files are unpacked once more, how many have been by now; absent: none is. */
  readonly bytesAgain?: number;
}

export interface RankState {
  readonly index: RankIndex;
  /** Number of the rank in the job, where the dump tells it. */
  readonly rank?: number;
  /** "Rank 0", or a file name where the rank is not known; unique within the dump. */
  readonly label: string;
  /** Folder of the rank (or of the bare trace file), absolute. */
  readonly folder: string;
  readonly hostName?: string;
  /** A path that no other rank has; the same for the same files, whatever they are opened with. */
  readonly place: string;
  /** Of several jobs in the dump the one that the rank is of. */
  readonly job?: RankJob;
  readonly status: RankStatus;
  readonly progress: Progress;
  /** Its files are being written: what has come is shown every few seconds. */
  readonly isGrowing?: boolean;
  /** Grows each time the index is replaced by a fuller one; `SliceIndex` values of an older one are stale. */
  readonly generation: number;
  readonly startNs: number;
  readonly endNs: number;
  /** Processes and counters in the order of the dump (`process_sort_index`, then first appearance). */
  readonly groups: readonly LaneGroup[];
  /** Events read from the files, by phase letter ("X", "C", "s", …). */
  readonly eventCounts: Readonly<Record<string, number>>;
  readonly flowCategories: readonly FlowCategory[];
  readonly files: readonly SourceFile[];
  readonly skipped: readonly SkippedEvents[];
  readonly notices: readonly Notice[];
}

/** Ranks that ran together, and were profiled at one time. */
export interface RankJob {
  /** Tells it from the other jobs of the dump. */
  readonly key: string;
  /** What names tell: an id, a folder. */
  readonly name: string;
  /** Ms since the epoch, of the profile, where names tell it. */
  readonly startedMs?: number;
}

/** One of several jobs that are open in one window: each has groups, links and a rank 0 of its own. */
export interface OfJob {
  /** `RankJob.key`; questions are answered of the first where it is absent, tables have the rows of all with their names. */
  readonly job?: string;
}

export interface SourceFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** `timeline`: its events are shown; `table`: csv/json beside it; `unread`: known, not readable by this version. */
  readonly role: 'timeline' | 'table' | 'unread';
  /** What the table holds, where Tracelane knows it. */
  readonly table?: TableKind;
  /** Of a database with several devices, each of which is a rank: whose rows count. */
  readonly device?: number;
}

/** What a process is, as far as its name tells; decides its icon and default hue. */
export type GroupKind = 'python' | 'cann' | 'hardware' | 'communication' | 'overlap' | 'counters' | 'other';

export interface LaneGroup {
  /** Unique within the dump; never equal to a lane's id. Usable in `ViewportQuery.folded`. */
  readonly id: LaneId;
  readonly kind: GroupKind;
  /** Process name, else "Process <pid>". */
  readonly name: string;
  /** pid as the bytes in the file. */
  readonly pid: string;
  /** `process_labels` ("CPU", "NPU"), or ''. */
  readonly labels: string;
  readonly lanes: readonly LaneInfo[];
  /** The lane is the critical path of a step: see `Engine.showPath`. */
  readonly path?: ShownPath;
  /** The lanes are those of a step once more, at another time: see `Engine.copyLanes`. */
  readonly copy?: ShownCopy;
  /** The lanes are the user's own: see `Engine.showOwnLanes`. */
  readonly isOwn?: true;
  /** `OwnLane.id` of each of them. */
  readonly ownLanes?: readonly string[];
  /** The lanes stand for others of the rank: see `Engine.mergeLanes`. */
  readonly merge?: LaneMerge;
}

export interface ShownPath {
  /** The profiler's number; absent: the recording has no steps and is taken as one. */
  readonly step?: number;
}

/** Slices of a step that begin in [startNs, endNs), asked for once more `byNs` later. */
export interface LaneCopyQuestion {
  readonly rank: RankIndex;
  /** The profiler's number: what the copy is called by. */
  readonly step: number;
  /** Of the rank; those without such slices are left out. */
  readonly lanes: readonly LaneId[];
  readonly startNs: number;
  readonly endNs: number;
  readonly byNs: number;
}

/** Slices of lanes of a rank once more, in their place. */
export interface LaneMergeQuestion {
  readonly rank: RankIndex;
  readonly lanes: readonly LaneId[];
  /** All in one lane, or in a lane for each kind of work: computing, communication by type, memory… */
  readonly into: LaneMergeKind;
  /** So much later. */
  readonly byNs: number;
}

export type LaneMergeKind = 'one' | 'work';

export interface LaneMerge {
  readonly into: LaneMergeKind;
  readonly byNs: number;
  /** What the group's lanes stand for. */
  readonly of: readonly LaneId[];
}

export interface CopiedLane {
  readonly lane: LaneId;
  /** What it is a copy of. */
  readonly of: LaneId;
}

export interface ShownCopy {
  readonly step: number;
  readonly byNs: number;
  /** What the group's lanes are copies of, one after the other. */
  readonly of: readonly LaneId[];
}

interface LaneCommon {
  readonly id: LaneId;
  readonly name: string;
  /** First start and last end; both 0 for an empty lane. */
  readonly startNs: number;
  readonly endNs: number;
  /** True if Tracelane derived the lane; false if its events stand in the dump. */
  readonly isComputed: boolean;
}

/** `exposed`: communication that no compute overlaps. Computing, exposed and free are all of the device's time. */
export type TimePart = 'computing' | 'communication' | 'exposed' | 'free';

export interface SliceLane extends LaneCommon {
  readonly kind: 'slices';
  /** tid as the bytes in the file, or '' for an asynchronous or computed lane. */
  readonly tid: string;
  /** Rows needed so that no slice hides another; at least 1. */
  readonly rowCount: number;
  readonly sliceCount: number;
  /** Slices that start inside another slice of the lane and end after it (not nested). */
  readonly overlapCount: number;
  /** Of the lanes that split the device's time, which part of it this is. */
  readonly timePart?: TimePart;
  /** It has the slices of many threads: of those there are too many for lanes of their own. */
  readonly isFolded?: true;
}

export interface CounterLane extends LaneCommon {
  readonly kind: 'counter';
  readonly series: readonly CounterSeries[];
}

export type LaneInfo = SliceLane | CounterLane;

export interface CounterSeries {
  /** Name of the arg ("Read(MB/s)"), with the accelerator where one counter multiplexes several ("value, acc_id 3"). */
  readonly name: string;
  /** "MB/s", "KB", "MHz", "%", or ''. */
  readonly unit: string;
  readonly sampleCount: number;
  readonly minValue: number;
  readonly maxValue: number;
}

export interface FlowCategory {
  readonly name: string;
  /** Arrows: pairs of a start and an end. */
  readonly linkCount: number;
  /** Starts or ends without a partner, and ends with no slice to bind to. */
  readonly unpairedCount: number;
}

/** What the tables of one rank, or of the job as a whole, are read from. */
export type TableKind =
  | 'kernels'
  | 'operator-details'
  | 'op-statistic'
  | 'api-statistic'
  | 'l2-cache'
  | 'ai-cpu'
  | 'nic'
  | 'roce'
  | 'operator-memory'
  | 'memory-record'
  | 'module-memory'
  | 'static-memory'
  | 'step-trace'
  | 'communication'
  | 'communication-matrix'
  | 'metadata'
  | 'profiler-info'
  | 'analysis-db'
  | 'profiler-db'
  | 'cluster-step-trace'
  | 'cluster-communication'
  | 'cluster-communication-matrix'
  | 'communication-group'
  | 'cluster-db'
  /** A csv or JSON-lines file of step times of the job, whoever has written it. */
  | 'step-times'
  /** What `tracelane reduce` has made of summaries of ranks. */
  | 'job-summary'
  /** What the last run of `tracelane scale` was to do: see `Engine.scaleProgress`. */
  | 'scale-tasks'
  /** Events or counters, opened with the dump to be lanes of it: see `Engine.laneFile`. */
  | 'lane-file'
  | 'expert-load'
  /** Tables that msprof and MindSpore's profiler write, shown row by row. */
  | 'task-time'
  | 'communication-statistic'
  | 'op-times'
  | 'op-type-times'
  | 'framework-ops'
  | 'op-flops'
  | 'scope-flops'
  | 'flops-summary'
  | 'dynamic-shapes'
  | 'parallel-strategy'
  | 'ai-cpu-times'
  /** Any other csv beside a rank's timeline, shown with the columns that it has. */
  | 'other-table'
  /** Phases of steps: of MindSpore Insight, of msprof. */
  | 'step-trace-raw'
  | 'iterations'
  /** Memory along the order of execution, and what of it is the device's. */
  | 'memory-usage'
  | 'memory-summary'
  /** Of MindSpore's data pipeline: the operators with their queues, the host queue, the device queue, CPU use. */
  | 'data-pipeline'
  | 'host-queue'
  | 'device-queue'
  | 'data-cpu';
