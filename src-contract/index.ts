/**
 * The Engine's contract: everything the window (or any other client) may ask about a dump.
 *
 * Every value here survives
 * `structuredClone` and msgpackr, since it crosses a MessagePort (Electron) or a WebSocket (browser host).
 *
 * Time: `…Ns` is a number of nanoseconds since the dump's origin (`DumpState.originNs`), an integer in a float64, exact
 * for 104 days. An instant before the origin is negative. Epoch times exist only as `bigint`. All are by the clock that the job
 * is shown by (`DumpState.clock`); durations are as the rank's own clock measured them.
 */

import type { ClockChoice, ShownClock } from './clock';
import type { FlowArrows, FlowQuery, ViewportQuery, ViewportResult } from './drawing';
import type { CopiedLane, DumpUpdate, LaneCopyQuestion, LaneMergeQuestion } from './dump';
import type { EngineSettings, EngineUsage, FolderListing, HostInfo, RecentDump, Survey, SurveyExtent } from './host';
import type { DumpId, LaneId, LiveJobId, RankIndex, SliceSource } from './ids';
import type {
  LiveJobChange,
  LiveJobWish,
  LiveLimits,
  LivePreview,
  LiveSource,
  LiveSources,
  LiveUpdate,
  LiveWhy,
} from './live/jobs';
import type { LiveBeforeProfile, LiveDiagnosis, LiveProfileRequest } from './live/profiles';
import type { LiveEvent, LiveSeries, LiveSeriesQuery } from './live/series';
import type { LiveText } from './live/text';
import type { KeptMark } from './marks';
import type { LaneFileReading, LaneFileReport, OwnLane, ShownOwnLanes } from './ownLanes';
import type { QuestionId, QuestionProgress } from './progress';
import type { ReadingChange } from './reading';
import type { ScaleProgress } from './scale';
import type {
  FindSliceQuery,
  NeighbourDirection,
  SearchQuery,
  SearchResult,
  SliceDetails,
  SliceRef,
  SliceSummary,
  StatisticsQuery,
  StatisticsResult,
} from './slices';
import type { SqlAnswer, SqlColumn, SqlFileFormat, SqlRows, SqlSetup, SqlTable, SqlWish } from './sql';
import type { ColumnValues, TablePage } from './tableRows';
import type { TableQuery, ViewSources } from './tables';
import type { PathQuestion } from './views/criticalPath';
import type { MutedFinding } from './views/findings';
import type { AnswerOf, QuestionName, QuestionOf } from './views/questions';

export type * from './clock';
export type * from './drawing';
export { HUE_CLASSES } from './drawing';
export type * from './dump';
export type { Sentence, SentenceId, SentenceLanguage } from './findings/sentence';
export type * from './host';
export type * from './ids';
export { instantText, jobsOf, jobTitle } from './jobs';
export type * from './live/jobs';
export type * from './live/profiles';
export type * from './live/series';
export type * from './live/text';
export type * from './marks';
export { MARK_COLOURS, MOST_MARKS } from './marks';
export type * from './notices';
export type * from './ownLanes';
export { LANE_FILE_UNITS, MOST_OWN_LANES } from './ownLanes';
export type * from './pathComponents';
export { PATH_PARTS } from './pathComponents';
export type * from './progress';
export type * from './reading';
export type * from './scale';
export type * from './slices';
export { MOST_STATISTICS_RANKS } from './slices';
export type * from './sql';
export type * from './tableRows';
export type * from './tables';
export type * from './views/communication';
export type * from './views/compare';
export { BESIDE_PARTS, KERNEL_FAMILIES, PART_GROUPS } from './views/compare';
export type * from './views/criticalPath';
export type * from './views/dataPreparation';
export type * from './views/findings';
export type * from './views/job';
export type * from './views/memory';
export type * from './views/operator';
export { otherTableName, STATISTICS_KINDS } from './views/operator';
export type * from './views/patterns';
export type * from './views/questions';
export type * from './views/ranks';
export type * from './views/search';
export type * from './views/stepSeries';
export type * from './views/stepTrace';
export type * from './views/summary';
export { SPLIT_PARTS } from './views/summary';
export type * from './views/timeline';
export type * from './views/whatIf';

/** All of it is asynchronous and safe to call again. A call about a dump that is closed rejects with `DumpClosedError`. */
export interface Engine {
  host(): Promise<HostInfo>;

  /**
   * Starts opening; answers at once. Follow it with `watch`. Nothing is ever written to these paths. `without`: places of ranks
   * (`RankState.place`) that are left out. Adding to a dump and removing from it is opening it anew: what has not changed
   * comes from the saved indexes, and ids of the one never mean anything in the other.
   */
  open(paths: readonly string[], without?: readonly string[]): Promise<DumpId>;
  /** Generates (once) and opens the demo dump. */
  openDemo(): Promise<DumpId>;
  /** Answers when the state is newer than `seenRevision` (0 = at once, with all ranks), at most every 100 ms. */
  watch(dump: DumpId, seenRevision: number): Promise<DumpUpdate>;
  /** Stops indexing; what has been read stays open. */
  cancel(dump: DumpId): Promise<void>;
  close(dump: DumpId): Promise<void>;
  /**
   * Where a rank has too many lanes to show each (`SliceLane.isFolded`, or a notice of counters): only those whose name,
   * process, pid, tid or series has the text are, if there are such; '' for the first ones, as at first. Reads these ranks again, and resolves when they are
   * shown. One at a time: what is asked last counts.
   */
  filterLanes(dump: DumpId, text: string): Promise<void>;
  /** Which timelines are read, and when: see `DumpState.reading`. */
  readTimelines(dump: DumpId, change: ReadingChange): Promise<void>;
  /** The clock that the dump is shown by; undefined of one rank alone. */
  clock(dump: DumpId): Promise<ShownClock | undefined>;
  /** Shows the dump by another clock; resolves when its state says so. What is chosen last counts. */
  setClock(dump: DumpId, choice: ClockChoice): Promise<void>;

  /**
   * Shows the critical path of a step as a group with one lane, on the rank whose step it is (`LaneGroup.path`); answers the lane's id.
   * Undefined: there is no such path. It goes when the rank's index is replaced.
   */
  showPath(dump: DumpId, path: PathQuestion, id?: QuestionId): Promise<LaneId | undefined>;
  /** Takes all such groups away. */
  removePaths(dump: DumpId): Promise<void>;
  /**
   * Shows slices of lanes once more at another time, as a group of their rank (`LaneGroup.copy`), in the place of the one before:
   * so two steps of a rank stand one above the other. Undefined: nothing begins there. It goes when the rank's index is replaced.
   */
  copyLanes(dump: DumpId, copy: LaneCopyQuestion, id?: QuestionId): Promise<readonly CopiedLane[] | undefined>;
  /** Takes such groups away. */
  removeCopies(dump: DumpId): Promise<void>;

  /** The lanes that the user has made in dumps of these paths, now or before. */
  ownLanes(dump: DumpId): Promise<readonly OwnLane[]>;
  /**
   * These are all: each rank that has been read shows what it has of them as a group (`LaneGroup.isOwn`), unless it does already. They
   * go when the rank's index is replaced. Answers them as they are kept: of a file that would go with the window, the path of a copy.
   * Rejects with a `NotSavedError` where they are shown, but could not be kept.
   */
  showOwnLanes(dump: DumpId, lanes: readonly OwnLane[], id?: QuestionId): Promise<ShownOwnLanes>;
  /**
   * What a csv or JSON-lines file of events and counters would be as lanes of a rank; without a `reading`, as it is likely meant.
   * Undefined: it is another file of dumps. Rejects with a `TableError` where it is neither.
   */
  laneFile(
    dump: DumpId,
    path: string,
    rank: RankIndex,
    reading?: LaneFileReading,
    id?: QuestionId,
  ): Promise<LaneFileReport | undefined>;
  /**
   * Makes lanes that stand for others of a rank, as a group of it (`LaneGroup.merge`), whose id is answered; the others stay. Undefined:
   * there are no slices on them. It goes when the rank's index is replaced. Rejects where there are too many slices.
   */
  mergeLanes(dump: DumpId, merge: LaneMergeQuestion, id?: QuestionId): Promise<LaneId | undefined>;

  viewport(query: ViewportQuery): Promise<ViewportResult>;
  /**
   * Whether somebody moves a view: told when they begin, every other second as long as they do, and when it rests. What nobody waits
   * for is left until then.
   */
  viewMoves(isMoving: boolean): Promise<void>;
  flows(query: FlowQuery): Promise<FlowArrows>;
  /** Undefined when `ref` is stale or out of range. */
  slice(dump: DumpId, ref: SliceRef): Promise<SliceDetails | undefined>;
  /** Finds a slice again after its rank's generation changed. */
  sliceAtSource(dump: DumpId, rank: RankIndex, source: SliceSource): Promise<SliceRef | undefined>;
  /** The slice beside, around or inside this one on its lane. */
  neighbour(dump: DumpId, ref: SliceRef, direction: NeighbourDirection): Promise<SliceSummary | undefined>;
  /**
   * The first slices whose name has a text, and how many there are: for who wants a short list at once (`tracelane mcp`). The window
   * searches with the questions `search.*`, which know conditions, sorting and pages.
   */
  search(query: SearchQuery, id?: QuestionId): Promise<SearchResult>;
  statistics(query: StatisticsQuery): Promise<StatisticsResult>;
  /** The slice of a kernel, op or collective that a table speaks of; undefined where the timeline has none. */
  findSlice(query: FindSliceQuery): Promise<SliceSummary | undefined>;

  /** Which views the dump has data for; grows while it is read. */
  views(dump: DumpId): Promise<ViewSources>;
  /** Rejects with a `TableError` (its message is a sentence for the user) where a file can't be read at all. */
  table(query: TableQuery, id?: QuestionId): Promise<TablePage>;
  /** The rows asked for as csv (RFC 4180), with a header line if they begin at row 0; times as the file's clock has them. */
  tableCsv(query: TableQuery, id?: QuestionId): Promise<string>;
  columnValues(query: TableQuery, column: string, id?: QuestionId): Promise<ColumnValues>;
  /** A question of one of the views. */
  ask<K extends QuestionName>(dump: DumpId, name: K, question: QuestionOf<K>, id?: QuestionId): Promise<AnswerOf<K>>;
  /** Whether there is what answers queries in SQL. */
  sqlSetup(): Promise<SqlSetup>;
  /** Tables that queries may name. */
  sqlTables(dump: DumpId): Promise<readonly SqlTable[]>;
  /** Of one of them. It is not copied for this. */
  sqlColumns(dump: DumpId, table: string): Promise<SqlAnswer<readonly SqlColumn[]>>;
  /** One statement that reads; it is stopped by `cancelQuestion`. */
  sqlRows(dump: DumpId, wish: SqlWish, id?: QuestionId): Promise<SqlAnswer<SqlRows>>;
  /** All rows, as the bytes of a file. */
  sqlFile(dump: DumpId, wish: SqlWish, format: SqlFileFormat, id?: QuestionId): Promise<SqlAnswer<Uint8Array>>;
  /** Of what was asked with an `id`; undefined when it has been answered. */
  questionProgress(id: QuestionId): Promise<QuestionProgress | undefined>;
  /** Nobody waits for the answer any more: it is stopped between two ranks, and rejects with a `QuestionStoppedError`. */
  cancelQuestion(id: QuestionId): Promise<void>;

  /** What the user has muted in dumps of these paths, now or before. */
  mutedFindings(dump: DumpId): Promise<readonly MutedFinding[]>;
  /** `reason` undefined: it is shown again. Answers all that are muted; rejects with a `NotSavedError`. */
  muteFinding(dump: DumpId, finding: string, reason?: string): Promise<readonly MutedFinding[]>;

  /** What the user has marked in dumps of these paths, now or before. */
  userMarks(dump: DumpId): Promise<readonly KeptMark[]>;
  /** These are all, whether the call before has been answered or not; rejects with a `NotSavedError`. */
  keepUserMarks(dump: DumpId, marks: readonly KeptMark[]): Promise<void>;

  /** Of a dump that is a folder of `tracelane scale`; undefined of any other. Asks the file system, and Slurm where it runs there. */
  scaleProgress(dump: DumpId): Promise<ScaleProgress | undefined>;

  listFolder(path: string): Promise<FolderListing>;
  /** What opening these paths would give. Stopped by `cancelQuestion`: then it answers what it has found. */
  survey(paths: readonly string[], extent: SurveyExtent, id?: QuestionId): Promise<Survey>;
  recentDumps(): Promise<readonly RecentDump[]>;
  forgetRecentDump(paths: readonly string[]): Promise<void>;

  settings(): Promise<EngineSettings>;
  /** Takes effect at once; rejects with a `RangeError` for values that make no sense. */
  changeSettings(change: Partial<EngineSettings>): Promise<EngineSettings>;
  usage(): Promise<EngineUsage>;
  /** Deletes all saved indexes; answers how many bytes that frees. */
  clearCache(): Promise<number>;

  /**
   * The jobs that are watched. Answers when something is newer than `seenRevision` (0: at once), at most four times a second, and after
   * ten seconds though nothing is.
   */
  liveJobs(seenRevision: number): Promise<LiveUpdate>;
  /** What a source tells, before it is watched. */
  previewLive(source: LiveSource): Promise<LivePreview>;
  /** From now on, and the next time the program runs. Rejects with a sentence where that makes no sense. */
  addLiveJob(wish: LiveJobWish): Promise<LiveJobId>;
  removeLiveJob(job: LiveJobId): Promise<void>;
  /** From the next step on; the count of spikes in a row begins anew. */
  changeLiveLimits(job: LiveJobId, limits: Partial<LiveLimits>): Promise<void>;
  /** What a step of it is, for throughput and MFU; what counts as a stall; where alarms are sent to. */
  changeLiveJob(job: LiveJobId, change: LiveJobChange): Promise<void>;
  liveSeries(query: LiveSeriesQuery): Promise<LiveSeries>;
  /** Those with a greater number. */
  liveEvents(job: LiveJobId, after: number): Promise<readonly LiveEvent[]>;
  /** Why the rule made no alarm of these steps (both included), and which limits would have, at how many false alarms. */
  whyNoLiveAlarm(job: LiveJobId, fromStep: number, toStep: number): Promise<LiveWhy>;
  /** What the steps of a job are read from, and why none come. */
  liveSources(job: LiveJobId): Promise<LiveSources>;
  /** What is told before a profile is asked for; daemons are asked how they are, and for nothing else. */
  beforeLiveProfile(job: LiveJobId, request: LiveProfileRequest): Promise<LiveBeforeProfile>;
  /** Asks for a profile by hand; answers what came of it. Rejects with a sentence where nobody takes one. */
  diagnoseLive(what: LiveDiagnosis): Promise<LiveText>;
}
