/**
 * The Engine's contract: everything the window (or any other client) may ask about a dump.
 *
 * The only file of `src-worker` that `src-renderer` imports, and only for its types. Every value here survives
 * `structuredClone` and msgpackr, since it crosses a MessagePort (Electron) or a WebSocket (browser host).
 *
 * Time: `…Ns` is a number of nanoseconds since the dump's origin (`DumpState.originNs`), an integer in a float64, exact
 * for 104 days. An instant before the origin is negative. Epoch times exist only as `bigint`.
 */

import type { ColumnValues, TableKind, TablePage, TableQuery, ViewSources } from './api/tables';
import type { AnswerOf, QuestionName, QuestionOf } from './api/views';

export type * from './api/communication';
export type * from './api/memory';
export type * from './api/operator';
export type * from './api/summary';
export type * from './api/tables';
export type * from './api/views';

declare const brand: unique symbol;
type Branded<T, B extends string> = T & { readonly [brand]: B };

/** One opened dump, for as long as it is open. */
export type DumpId = Branded<string, 'DumpId'>;
/** Position of a rank in `DumpState.ranks`; not the rank's number in the job (that is `RankState.rank`). */
export type RankIndex = Branded<number, 'RankIndex'>;
/** One lane (thread, stream, plane, counter) of one rank; unique within the dump and stable while it is open. */
export type LaneId = Branded<number, 'LaneId'>;
/** Row of a slice in its rank's slice table. Changes with the rank's `generation`. */
export type SliceIndex = Branded<number, 'SliceIndex'>;
/** Index into a rank's pool of distinct names. */
export type NameId = Branded<number, 'NameId'>;

// ---------------------------------------------------------------------------------------------------------------------
// Sentences for the user

export type NoticeSeverity = 'info' | 'warning' | 'error';

/** A sentence for the user: what is wrong, where, and what to do. */
export interface Notice {
  /** Stable kebab-case name; the key of its translation (`notice.<code>`), filled from `params`. */
  readonly code: string;
  readonly severity: NoticeSeverity;
  /** The sentence in English, complete. */
  readonly message: string;
  readonly params: Readonly<Record<string, string | number>>;
  /** Absolute path of the file or folder it is about. */
  readonly path?: string;
  /** Where in that file (of the unpacked bytes for gzip and zip). */
  readonly byteOffset?: number;
}

/** Events of one file that are not in the index, for one reason. */
export interface SkippedEvents {
  readonly notice: Notice;
  readonly eventCount: number;
  /** Byte offsets of the first few of them. */
  readonly byteOffsets: readonly number[];
}

// ---------------------------------------------------------------------------------------------------------------------
// The dump, its ranks and lanes

export type DumpStatus = 'discovering' | 'indexing' | 'ready' | 'cancelled' | 'failed';
export type RankStatus = 'waiting' | 'indexing' | 'ready' | 'no-timeline' | 'cancelled' | 'failed';

export interface DumpState {
  readonly id: DumpId;
  /** Grows with every change. */
  readonly revision: number;
  readonly status: DumpStatus;
  /** Last part of the opened path, for the window's title. */
  readonly title: string;
  readonly paths: readonly string[];
  /**
   * Epoch (or boot-relative) ns of the instant that every `…Ns` counts from. When all ranks are read it moves to the
   * first event of all, once; every rank's `generation` grows with it.
   */
  readonly originNs: bigint;
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
  readonly status: RankStatus;
  readonly progress: Progress;
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

export interface SourceFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** `timeline`: its events are shown; `table`: csv/json beside it; `unread`: known, not readable by this version. */
  readonly role: 'timeline' | 'table' | 'unread';
  /** What the table holds, where Tracelane knows it. */
  readonly table?: TableKind;
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

export interface SliceLane extends LaneCommon {
  readonly kind: 'slices';
  /** tid as the bytes in the file, or '' for an asynchronous or computed lane. */
  readonly tid: string;
  /** Rows needed so that no slice hides another; at least 1. */
  readonly rowCount: number;
  readonly sliceCount: number;
  /** Slices that start inside another slice of the lane and end after it (not nested). */
  readonly overlapCount: number;
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

// ---------------------------------------------------------------------------------------------------------------------
// Viewport

export interface ViewportQuery {
  readonly dump: DumpId;
  readonly startNs: number;
  readonly endNs: number;
  /** Slices shorter than this are merged with their neighbours in the same row. */
  readonly nsPerPixel: number;
  /** Lanes to return in full. */
  readonly lanes: readonly LaneId[];
  /** Groups or slice lanes to return as busy shares only (drawn folded). */
  readonly folded: readonly LaneId[];
  /** Names come with the quads at least this many pixels wide. */
  readonly labelMinPixels: number;
}

/**
 * What is to draw. Quads of all lanes stand in one table, lane after lane in the order asked, row after row, start after
 * start; `lanes` tells where each lane's part is. A lane that does not exist (any more) is left out.
 */
export interface ViewportResult {
  readonly startNs: number;
  readonly endNs: number;
  readonly nsPerPixel: number;
  readonly lanes: readonly LaneQuads[];
  readonly quads: PackedQuads;
  readonly counters: readonly CounterCurve[];
  readonly folded: readonly FoldedBusy[];
  /** Names of the quads wide enough for a label, per rank. */
  readonly names: readonly RankNames[];
}

export interface LaneQuads {
  readonly lane: LaneId;
  readonly rank: RankIndex;
  readonly generation: number;
  /** This lane's quads are `firstQuad … firstQuad + quadCount - 1` of `ViewportResult.quads`. */
  readonly firstQuad: number;
  readonly quadCount: number;
  /** Its rows, from the top, are `firstRow … firstRow + rowCount - 1` of `PackedQuads.rowQuads`. */
  readonly firstRow: number;
  readonly rowCount: number;
}

/**
 * Quads in few bytes, none of them rounded: 15 each, 19 with the name. An answer can have 100,000, and they cross threads
 * and a socket. Whoever draws unpacks them once, reading all columns in step:
 *
 *     a row   originNs ├─ gap 0 ─┤ duration 0 ├─ gap 1 ─┤ duration 1 ├─ …
 *
 * Quads are not clipped to the window: a first gap can be negative. A merged quad spans from the first start to the last
 * end of its slices. A number that does not fit is the column's greatest (2³² - 1, 255), and stands in `large`, which is
 * read in step, too: of each quad the gap first, then the duration, then the count.
 */
export interface PackedQuads {
  /** Whole ns at which the first gap of every row begins. */
  readonly originNs: number;
  /** Quads of one slice at least this long have a name. */
  readonly namedFromNs: number;
  /** Quads in each row of each lane. */
  readonly rowQuads: Uint32Array;
  readonly gapNs: Uint32Array;
  readonly durationNs: Uint32Array;
  /** The slice itself, or the longest one of a merged quad (`SliceIndex`). */
  readonly slice: Uint32Array;
  /** Slices in the quad; 1 = exactly the one. */
  readonly sliceCount: Uint8Array;
  /** Share of the quad's span that is busy, 0…255; 255 for a single slice. */
  readonly busy: Uint8Array;
  /** `hueClass * 16 + variant`; the same name has the same colour everywhere. See `hueClasses`. */
  readonly colour: Uint8Array;
  /** `NameId`s of the quads that have one, in their order. */
  readonly name: Uint32Array;
  readonly large: Float64Array;
}

/** Order = value of `colour >> 4`. */
export type HueClass = 'host' | 'python' | 'runtime' | 'compute' | 'communication' | 'memory' | 'wait' | 'idle';

export interface RankNames {
  readonly rank: RankIndex;
  readonly ids: Uint32Array;
  readonly names: readonly string[];
}

/** One counter series over the window, at most ~2 points a pixel: peaks are kept. */
export interface CounterCurve {
  readonly lane: LaneId;
  /** Index into `CounterLane.series`. */
  readonly series: number;
  /** Start of each step; the value holds until the next start. The first may lie before the window. */
  readonly startNs: Float64Array;
  readonly minValue: Float64Array;
  readonly maxValue: Float64Array;
  /** Value that holds at the end of the step. */
  readonly lastValue: Float64Array;
}

/** Where a folded group or lane is busy: one share (0…255) and one colour a pixel, from `startNs` on. */
export interface FoldedBusy {
  readonly lane: LaneId;
  readonly startNs: number;
  readonly nsPerPixel: number;
  readonly busy: Uint8Array;
  readonly colour: Uint8Array;
}

// ---------------------------------------------------------------------------------------------------------------------
// One slice

export interface SliceRef {
  readonly rank: RankIndex;
  readonly slice: SliceIndex;
  /** The rank's generation that `slice` belongs to. */
  readonly generation: number;
}

/** A JSON value without loss: numbers keep the digits of the file (ids exceed 2^53). */
export type ArgValue =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'number'; readonly digits: string }
  | { readonly kind: 'literal'; readonly text: 'true' | 'false' | 'null' }
  | { readonly kind: 'list'; readonly items: readonly ArgValue[] }
  | { readonly kind: 'object'; readonly entries: readonly ArgEntry[] };

export interface ArgEntry {
  readonly key: string;
  readonly value: ArgValue;
}

export interface SliceSummary {
  readonly ref: SliceRef;
  readonly lane: LaneId;
  readonly row: number;
  readonly name: string;
  readonly category: string;
  readonly startNs: number;
  readonly durationNs: number;
  readonly colour: number;
  /** An instant event (ph i, I, R, …): a moment, not a span of length zero. */
  readonly isInstant: boolean;
  /** Begun and never ended in the file: drawn to the end of its lane. */
  readonly isUnfinished: boolean;
}

export interface SliceDetails extends SliceSummary {
  readonly rankLabel: string;
  readonly groupName: string;
  readonly laneName: string;
  /** Start as the dump's own clock has it. */
  readonly epochStartNs: bigint;
  /** Duration less the union of the slices nested in it. */
  readonly selfNs: number;
  /** `args` of the event as written; of B/E pairs those of B, then of E. Empty for computed slices. */
  readonly args: readonly ArgEntry[];
  /** Set when the event could not be read again. */
  readonly argsNotice?: Notice;
  readonly source?: SourceSpot;
  readonly parent?: SliceSummary;
  readonly links: readonly SliceLink[];
}

export interface SourceSpot {
  readonly path: string;
  readonly byteOffset: number;
}

/** A flow arrow between the slice asked about and `other`. */
export interface SliceLink {
  readonly direction: 'incoming' | 'outgoing';
  readonly category: string;
  /** Id as the bytes in the file. */
  readonly flowId: string;
  readonly other: SliceSummary;
  readonly otherRankLabel: string;
  readonly otherLaneName: string;
  /** Arrow's end minus its start; negative where the clocks disagree. */
  readonly delayNs: number;
  /** Where the arrow begins and ends. */
  readonly fromNs: number;
  readonly toNs: number;
}

export type NeighbourDirection = 'previous' | 'next' | 'parent' | 'child';

// ---------------------------------------------------------------------------------------------------------------------
// Flows, search, statistics

export interface FlowQuery {
  readonly dump: DumpId;
  readonly startNs: number;
  readonly endNs: number;
  readonly nsPerPixel: number;
  readonly categories: readonly string[];
  /** Arrows with an end on a lane not listed are left out. */
  readonly lanes: readonly LaneId[];
  readonly maxArrows: number;
}

/** Arrows that touch the window. Those that would fall on the same pixels are merged. */
export interface FlowArrows {
  readonly fromNs: Float64Array;
  readonly toNs: Float64Array;
  readonly fromLane: Uint32Array;
  readonly toLane: Uint32Array;
  readonly fromRow: Uint16Array;
  readonly toRow: Uint16Array;
  /** Index into `FlowQuery.categories`. */
  readonly category: Uint8Array;
  /** Arrows merged into this one. */
  readonly arrowCount: Uint32Array;
  /** Arrows in the window, merged or not, drawn or not. */
  readonly totalCount: number;
}

export interface SearchQuery {
  readonly dump: DumpId;
  /** Substring of the name; case is ignored. */
  readonly text: string;
  readonly maxResults: number;
}

export interface SearchResult {
  /** By rank, lane, start; at most `maxResults`. */
  readonly slices: readonly SliceSummary[];
  readonly totalCount: number;
}

export interface FindSliceQuery {
  readonly dump: DumpId;
  readonly rank: RankIndex;
  /** When it starts: the slice that starts within `toleranceNs` of it, nearest first. */
  readonly startNs: number;
  readonly toleranceNs: number;
  /** Its name, where more than one slice starts then; the slice that has it is preferred. */
  readonly name?: string;
  /** Only lanes of these groups; all where it is not given. */
  readonly groups?: readonly GroupKind[];
}

export interface StatisticsQuery {
  readonly dump: DumpId;
  readonly startNs: number;
  readonly endNs: number;
  readonly lanes: readonly LaneId[];
  readonly maxRows: number;
}

export interface NameStatistics {
  readonly name: string;
  readonly count: number;
  readonly totalNs: number;
  readonly minNs: number;
  readonly maxNs: number;
  readonly colour: number;
  readonly longest: SliceSummary;
}

export interface StatisticsResult {
  /** By total time, longest first; slices count with their whole duration. */
  readonly rows: readonly NameStatistics[];
  readonly sliceCount: number;
  readonly nameCount: number;
}

// ---------------------------------------------------------------------------------------------------------------------
// The host and the engine

export interface HostInfo {
  readonly kind: 'electron' | 'browser';
  readonly version: string;
  readonly platform: string;
  /** What the command line asked to open; the window opens it when it starts. */
  readonly initialPaths: readonly string[];
  /** Folders that the folder browser may show (browser host); empty in Electron, which has real dialogs. */
  readonly roots: readonly string[];
}

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  readonly kind: 'folder' | 'file';
  readonly sizeBytes: number;
  readonly modifiedMs: number;
  /** It looks like something Tracelane opens (a rank, a job, a trace file). */
  readonly isDump: boolean;
}

export interface FolderListing {
  readonly path: string;
  /** Absent at a root. */
  readonly parent?: string;
  readonly entries: readonly FolderEntry[];
  readonly notice?: Notice;
}

export interface RecentDump {
  readonly paths: readonly string[];
  readonly title: string;
  readonly openedMs: number;
  readonly exists: boolean;
}

/** What the user may set about the engine; kept in the user's configuration folder, for all windows. */
export interface EngineSettings {
  /** Saved indexes take up at most this on disk; the least recently used go first. 0: nothing is saved. */
  readonly cacheLimitBytes: number;
  /** Indexes in memory take up at most this; those not used for longest go back to the cache. */
  readonly memoryBudgetBytes: number;
}

/** What is taken up right now. */
export interface EngineUsage {
  readonly cacheFolder: string;
  readonly cachedIndexes: number;
  readonly cacheBytes: number;
  readonly memoryBytes: number;
}

/** All of it is asynchronous and safe to call again. A call about a dump that is closed rejects with `DumpClosedError`. */
export interface Engine {
  host(): Promise<HostInfo>;

  /** Starts opening; answers at once. Follow it with `watch`. Nothing is ever written to these paths. */
  open(paths: readonly string[]): Promise<DumpId>;
  /** Generates (once) and opens the demo dump. */
  openDemo(): Promise<DumpId>;
  /** Answers when the state is newer than `seenRevision` (0 = at once, with all ranks), at most every 100 ms. */
  watch(dump: DumpId, seenRevision: number): Promise<DumpUpdate>;
  /** Stops indexing; what has been read stays open. */
  cancel(dump: DumpId): Promise<void>;
  close(dump: DumpId): Promise<void>;

  viewport(query: ViewportQuery): Promise<ViewportResult>;
  flows(query: FlowQuery): Promise<FlowArrows>;
  /** Undefined when `ref` is stale or out of range. */
  slice(dump: DumpId, ref: SliceRef): Promise<SliceDetails | undefined>;
  /** Finds a slice again after its rank's generation changed. */
  sliceAtSource(dump: DumpId, rank: RankIndex, source: SourceSpot): Promise<SliceRef | undefined>;
  /** The slice beside, around or inside this one on its lane. */
  neighbour(dump: DumpId, ref: SliceRef, direction: NeighbourDirection): Promise<SliceSummary | undefined>;
  search(query: SearchQuery): Promise<SearchResult>;
  statistics(query: StatisticsQuery): Promise<StatisticsResult>;
  /** The slice of a kernel, op or collective that a table speaks of; undefined where the timeline has none. */
  findSlice(query: FindSliceQuery): Promise<SliceSummary | undefined>;

  /** Which views the dump has data for; grows while it is read. */
  views(dump: DumpId): Promise<ViewSources>;
  /** Rejects with a `TableError` (its message is a sentence for the user) where a file can't be read at all. */
  table(query: TableQuery): Promise<TablePage>;
  /** The rows asked for as csv (RFC 4180), with a header line if they begin at row 0; times as the file's clock has them. */
  tableCsv(query: TableQuery): Promise<string>;
  columnValues(query: TableQuery, column: string): Promise<ColumnValues>;
  /** A question of one of the views. */
  ask<K extends QuestionName>(dump: DumpId, name: K, question: QuestionOf<K>): Promise<AnswerOf<K>>;

  listFolder(path: string): Promise<FolderListing>;
  recentDumps(): Promise<readonly RecentDump[]>;
  forgetRecentDump(paths: readonly string[]): Promise<void>;

  settings(): Promise<EngineSettings>;
  /** Takes effect at once; rejects with a `RangeError` for values that make no sense. */
  changeSettings(change: Partial<EngineSettings>): Promise<EngineSettings>;
  usage(): Promise<EngineUsage>;
  /** Deletes all saved indexes; answers how many bytes that frees. */
  clearCache(): Promise<number>;
}
