/** What any view, and the command line, may ask of the job itself. */
import type { JobClock } from '../clock';
import type { LaneId, RankIndex } from '../ids';
import type { ChipFacts, ChipMatch, DeviceFacts } from './operator';

/** A value that some verdict depends on; ids with a dot: what it is about, and what of it. */
export type ThresholdId =
  | 'clock.outlier'
  | 'clock.end-skew'
  | 'clock.pair-error'
  | 'clock.drift-least'
  | 'clock.drift-most'
  | 'clock.apart'
  | 'clock.match'
  | 'late.from'
  | 'peers.excess'
  | 'peers.deviations'
  | 'peers.few'
  | 'spikes.skip'
  | 'spikes.baseline'
  | 'spikes.score'
  | 'spikes.in-a-row'
  | 'spikes.cooldown'
  | 'spikes.triggers'
  | 'shift.slack'
  | 'shift.limit'
  | 'drift.steps'
  | 'drift.fit'
  | 'drift.growth'
  | 'leak.steps'
  | 'leak.rising-share'
  | 'leak.fit'
  | 'leak.growth-of-peak'
  | 'link.share-of-mean'
  | 'link.deviations'
  | 'link.apart'
  | 'link.least-bytes'
  | 'packets.block'
  | 'packets.small-sdma'
  | 'packets.small-rdma'
  | 'packets.small-share'
  | 'data.empty-host-share'
  | 'data.queue-high'
  | 'data.queue-low'
  | 'data.worker-busy'
  | 'finding.least-share'
  | 'free.share'
  | 'exposed.share'
  | 'compile.calls'
  | 'compile.share'
  | 'ai-cpu.least'
  | 'sync.per-launch'
  | 'dataloader.least'
  | 'garbage-collection.least'
  | 'quiet.least'
  | 'quiet.per-call'
  | 'quiet.call-share'
  | 'allocator.least'
  | 'frequency.deficit'
  | 'transport.share-of-reference'
  | 'sync-waste.share'
  | 'stages.imbalance'
  | 'experts.imbalance'
  | 'link.collapse'
  | 'link.siblings'
  | 'contention.share'
  | 'kernel-room.least'
  | 'kernel-room.share'
  | 'data.system-high'
  | 'data.user-low'
  | 'cpu.busy'
  | 'cpu.others'
  | 'sync-batch-norm.count'
  | 'retransmission.least'
  | 'sequence.repeats'
  | 'sequence.busy'
  | 'sequence.moving'
  | 'bubble.share'
  | 'pattern.share'
  | 'pattern.deviations'
  | WalkThresholdId
  | PackThresholdId;

/** What the walk-through goes by that no rule does. */
export type WalkThresholdId = 'walk.near-vertical' | 'walk.broken' | 'walk.computing' | 'walk.like';

/** When streams are shown by kind of work. */
export type PackThresholdId = 'lanes.pack-from' | 'lanes.near-empty';

/** In the unit that the worker's table says: ns, bytes, shares (0.05 is 5 %), counts, deviations. */
export type Thresholds = Readonly<Record<ThresholdId, number>>;

export interface JobChips {
  /** To choose from. */
  readonly chips: readonly ChipFacts[];
  readonly recognised: ChipMatch;
}

/** A lane of a trace that is written: what its events carry as pid and tid, and the names of a counter's series. */
export interface TraceLane {
  readonly lane: LaneId;
  readonly pid: string;
  readonly tid: string;
  readonly series: readonly string[];
}

/** What of a rank is written as trace-event JSON. */
export interface TraceStretch {
  readonly rank: RankIndex;
  /** Absent: from the beginning, to the end. */
  readonly startNs?: number;
  readonly endNs?: number;
  readonly lanes: readonly TraceLane[];
  /** The page: so many events from there on, slices first, then arrows, then samples of counters. */
  readonly first: number;
  readonly count: number;
}

/** What a trace says around its events, and what of it is needed where they are read again. */
export interface TraceSurroundings {
  /** ns since 1970 that its times count from, in digits; absent where it does not say. */
  readonly baseTimeNs?: string;
  /** As PyTorch writes them. */
  readonly distributedInfo?: object;
  readonly deviceProperties?: object;
}

export interface TracePage {
  readonly around: TraceSurroundings;
  /** Events, each on a line that ends with a comma; by the rank's own clock, to the ns. */
  readonly text: string;
  /** Where the next page begins; undefined: this was the last. */
  readonly next: number | undefined;
  /** Of all pages. */
  readonly sliceCount: number;
  readonly arrowCount: number;
  readonly total: number;
}

export interface JobQuestions {
  /** Known devices, and which of them this one is, as far as the dump tells of it. */
  'job.chips': { readonly question: { readonly device?: DeviceFacts }; readonly answer: JobChips };
  /** What the verdicts depend on, for sentences to quote. */
  'job.thresholds': { readonly question: Readonly<Record<string, never>>; readonly answer: Thresholds };
  /** A page of a stretch as trace-event JSON; undefined where the rank has no timeline (yet). */
  'job.trace': { readonly question: TraceStretch; readonly answer: TracePage | undefined };
  /** `bySteps`: from first common steps alone. */
  'job.clock': {
    readonly question: { readonly reference?: RankIndex; readonly bySteps?: boolean };
    readonly answer: JobClock;
  };
}
