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
import type { CopiedLane, DumpUpdate, LaneCopyQuestion } from './dump';
import type { EngineSettings, EngineUsage, FolderListing, HostInfo, RecentDump, Survey, SurveyExtent } from './host';
import type { DumpId, LaneId, RankIndex, SliceSource } from './ids';
import type { QuestionId, QuestionProgress } from './progress';
import type { ReadingChange } from './reading';
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
import type { ColumnValues, TablePage, TableQuery, ViewSources } from './tables';
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
export type * from './notices';
export type * from './pathComponents';
export { PATH_PARTS } from './pathComponents';
export type * from './progress';
export type * from './reading';
export type * from './slices';
export { MOST_STATISTICS_RANKS } from './slices';
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
export type * from './views/stepSeries';
export type * from './views/stepTrace';
export type * from './views/summary';
export { SPLIT_PARTS } from './views/summary';
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

  viewport(query: ViewportQuery): Promise<ViewportResult>;
  flows(query: FlowQuery): Promise<FlowArrows>;
  /** Undefined when `ref` is stale or out of range. */
  slice(dump: DumpId, ref: SliceRef): Promise<SliceDetails | undefined>;
  /** Finds a slice again after its rank's generation changed. */
  sliceAtSource(dump: DumpId, rank: RankIndex, source: SliceSource): Promise<SliceRef | undefined>;
  /** The slice beside, around or inside this one on its lane. */
  neighbour(dump: DumpId, ref: SliceRef, direction: NeighbourDirection): Promise<SliceSummary | undefined>;
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
  /** Of what was asked with an `id`; undefined when it has been answered. */
  questionProgress(id: QuestionId): Promise<QuestionProgress | undefined>;
  /** Nobody waits for the answer any more: it is stopped between two ranks, and rejects with a `QuestionStoppedError`. */
  cancelQuestion(id: QuestionId): Promise<void>;

  /** What the user has muted in dumps of these paths, now or before. */
  mutedFindings(dump: DumpId): Promise<readonly MutedFinding[]>;
  /** `reason` undefined: it is shown again. Answers all that are muted; rejects with a `NotSavedError`. */
  muteFinding(dump: DumpId, finding: string, reason?: string): Promise<readonly MutedFinding[]>;

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
}
