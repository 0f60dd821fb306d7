import { randomUUID } from 'node:crypto';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type {
  ClockChoice,
  CopiedLane,
  DumpId,
  DumpUpdate,
  Engine,
  EngineSettings,
  EngineUsage,
  FindSliceQuery,
  FlowQuery,
  FolderListing,
  HostInfo,
  KeptMark,
  LaneCopyQuestion,
  LaneFileReading,
  LaneId,
  LaneMergeQuestion,
  LiveBeforeProfile,
  LiveDiagnosis,
  LiveEvent,
  LiveJobChange,
  LiveJobId,
  LiveJobWish,
  LiveLimits,
  LivePreview,
  LiveProfileRequest,
  LiveSeries,
  LiveSeriesQuery,
  LiveSource,
  LiveSources,
  LiveText,
  LiveUpdate,
  LiveWhy,
  MutedFinding,
  NeighbourDirection,
  OwnLane,
  PathQuestion,
  QuestionId,
  QuestionName,
  QuestionOf,
  QuestionProgress,
  RankIndex,
  ReadingChange,
  RecentDump,
  ScaleProgress,
  SearchQuery,
  ShownClock,
  ShownOwnLanes,
  SliceRef,
  SliceSource,
  SqlAnswer,
  SqlColumn,
  SqlFileFormat,
  SqlRows,
  SqlSetup,
  SqlTable,
  SqlWish,
  StatisticsQuery,
  Survey,
  SurveyExtent,
  TableQuery,
  ViewportQuery,
} from '../../src-contract';
import { awaitedAnswers } from '../../src-worker/base/awaitedAnswers';
import { collectGarbage } from '../../src-worker/base/collectGarbage';
import type { IndexingApi } from '../../src-worker/indexingApi';
import { LatePart } from '../base/latePart';
import { removeLeftovers, temporaryName } from '../base/temporary';
import type { SqlQuestions } from '../sql/sqlQuestions';
import type { WatchedJobs } from '../watch/jobs/watchedJobs';
import { dumpTitle } from './opening/dumpTitle';
import { DEFAULT_CACHE_LIMIT_BYTES, IndexCache, indexCacheFolder } from './opening/indexCache';
import { OpenDump, type OpenedPaths } from './opening/openDump';
import { withLabels } from './opening/rankLabels';
import { Rehearsal } from './opening/rehearsal';
import { openOne } from './questions/askedDump';
import { DumpQuestions } from './questions/dumpQuestions';
import { ResidentRanks } from './questions/residentRanks';
import { LateCollection } from './threads/lateCollection';
import { ThreadPool } from './threads/threadPool';
import { ThreadProgram } from './threads/threadProgram';
import type { ThreadStart } from './threads/threadStart';
import { DEMO_TITLE, demoFolder, makeDemo } from './user/demoDump';
import { listFolder } from './user/folderListing';
import { MutedFindings } from './user/mutedFindings';
import { type OwnCollectives, readOwnCollectives } from './user/ownCollectives';
import { readableRoots } from './user/readableRoots';
import { RecentDumps } from './user/recentDumps';
import { SettingsFile } from './user/settings';
import { Surveys } from './user/surveys';
import type { UserDirs } from './user/userDirs';
import { UserLanes } from './user/userLanes';
import { UserMarks } from './user/userMarks';

export interface EngineOptions {
  /** The built entry of the worker threads. */
  readonly workerUrl: URL;
  readonly host: HostInfo;
  readonly userDirs: UserDirs;
  /**
   * A window shows what is read while it is read: threads that index give way to it and to what answers it. They take both
   * of two cores otherwise, and the first slices are drawn later.
   */
  readonly hasWindow?: boolean;
  /** Threads that index; one per core unless told. */
  readonly indexThreads?: number;
  /** Ms after which these threads are started, and rehearse, whether a dump is opened or not: the first one need not wait for them. */
  readonly threadsAfterMs?: number;
  /** Threads are started only when there is something for them to do: a command may have ended before all of them are. */
  readonly hasThreadsWhenNeeded?: boolean;
  /** Makes what reads small dumps in the thread of the engine, which may read all that the user may (`host.roots` is empty). */
  readonly readsHere?: ((start: ThreadStart) => IndexingApi) | undefined;
  /** No index is saved, and no dump is among the recent ones: what is opened is opened once, by one process of many. */
  readonly leavesNothing?: boolean;
  /** What answers holds little that is done with, at the cost of some processor time: beside it others may answer for other ranks. */
  readonly isSparing?: boolean;
  /** Where V8's code of the threads' program is kept; in the user's cache folder unless told, nowhere with `leavesNothing`. */
  readonly codeFolder?: string;
  /** What a window may have run to get a profile of a job that is watched (`TRACELANE_PROFILE_COMMAND`). */
  readonly profileCommand?: string | undefined;
  /** Of the program: it says who asks a Prometheus server, and which (`TRACELANE_PROMETHEUS_URL`); limits of watched jobs (`PERF_KSIGMA` …). */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** The command line: dumps of profiles are analysed by it. */
  readonly programPath?: string;
}

export interface EngineHost {
  readonly engine: Engine;
  /** Closes every dump and ends the threads. */
  dispose(): Promise<void>;
}

/** Share of the machine's memory that indexes take up unless told otherwise. */
const DEFAULT_MEMORY_SHARE = 0.4;

export function createEngine(options: EngineOptions): EngineHost {
  const engine = new LocalEngine(options);
  return { engine, dispose: () => engine.dispose() };
}

async function watchedJobs(options: EngineOptions): Promise<WatchedJobs> {
  const [{ WatchedJobs }, { metricLogin }] = await Promise.all([
    import('../watch/jobs/watchedJobs'),
    import('../watch/metricLogin'),
  ]);
  return new WatchedJobs({
    configDir: options.userDirs.configDir,
    command: options.profileCommand,
    metricLogin: metricLogin(options.environment ?? {}),
    environment: options.environment ?? {},
    program: options.programPath,
  });
}

async function sqlQuestions(
  engine: Engine,
  { userDirs, workerUrl, environment = {} }: EngineOptions,
  readableRoots: readonly string[],
): Promise<SqlQuestions> {
  const [{ SqlQuestions }, { formOfFile }] = await Promise.all([
    import('../sql/sqlQuestions'),
    import('./summaries/endOfSummaries'),
  ]);
  return new SqlQuestions({
    engine,
    processPath: fileURLToPath(new URL('sqlProcess.js', workerUrl)),
    configDir: userDirs.configDir,
    cacheDir: userDirs.cacheDir,
    readableRoots,
    environment,
    formOf: formOfFile,
  });
}

class LocalEngine implements Engine {
  readonly #dumps = new Map<DumpId, OpenDump>();
  readonly #pool: ThreadPool;
  readonly #recent: RecentDumps;
  /** Of each open dump: done once it is among the recent ones, or will not be. */
  readonly #remembering = new Map<DumpId, Promise<void>>();
  /** That of the dumps that have been closed: it needs no more reading. */
  #remembered: Promise<unknown> = Promise.resolve();
  readonly #cache: IndexCache;
  readonly #resident = new ResidentRanks(() => this.#collection.ask());
  readonly #questions: DumpQuestions;
  readonly #settings: SettingsFile;
  readonly #muted: MutedFindings;
  readonly #marks: UserMarks;
  readonly #lanes: UserLanes;
  readonly #surveys: Surveys;
  readonly #watched: LatePart<WatchedJobs>;
  readonly #sql: LatePart<SqlQuestions>;
  readonly #scale = new LatePart(() => import('../scale/progress'));
  readonly #collectives: OwnCollectives;
  readonly #readableRoots: readonly string[];
  /** Settings are read; dumps are opened only then. */
  readonly #ready: Promise<unknown>;
  /** Before the first dump. */
  readonly #rehearsal: Rehearsal;
  /** What a dump held is shared by all threads, and goes only when each of them has looked. */
  readonly #collection = new LateCollection(() => {
    this.#pool.collectGarbage();
    this.#questions.collectGarbage();
    collectGarbage();
  });
  #demo: Promise<string> | undefined;

  constructor(readonly options: EngineOptions) {
    this.#collectives = readOwnCollectives(options.userDirs.configDir);
    const { data } = this.#collectives;
    this.#readableRoots = readableRoots(options.host, options.userDirs);
    const start: ThreadStart = {
      readableRoots: this.#readableRoots,
      ...(data && { collectives: data }),
      ...(options.isSparing && { isSparing: true }),
    };
    const { codeFolder = join(options.userDirs.cacheDir, 'code'), leavesNothing } = options;
    const program = new ThreadProgram(options.workerUrl, leavesNothing ? '' : codeFolder);
    const isAhead = !options.hasThreadsWhenNeeded;
    const { indexThreads = Math.max(1, availableParallelism()), readsHere } = options;
    const here = readsHere && (() => readsHere(start));
    const indexStart = { ...start, ...(options.hasWindow && { givesWay: true }) };
    this.#pool = new ThreadPool(program, indexThreads, indexStart, isAhead, here);
    this.#rehearsal = new Rehearsal(this.#pool, join(options.userDirs.tempDir, temporaryName('rehearsal.json')));
    const { threadsAfterMs } = options;
    if (threadsAfterMs !== undefined) this.#rehearsal.beginAfter(threadsAfterMs);
    this.#recent = new RecentDumps(options.userDirs.configDir);
    this.#muted = new MutedFindings(options.userDirs.configDir);
    this.#marks = new UserMarks(options.userDirs.configDir);
    this.#lanes = new UserLanes(options.userDirs);
    this.#settings = new SettingsFile(options.userDirs.configDir, {
      cacheLimitBytes: DEFAULT_CACHE_LIMIT_BYTES,
      memoryBudgetBytes: Math.round(totalmem() * DEFAULT_MEMORY_SHARE),
    });
    const awaited = awaitedAnswers();
    this.#cache = new IndexCache(indexCacheFolder(options.userDirs), {
      namesVersion: this.#collectives.version,
      // A command has nothing else to do meanwhile.
      ...(isAhead && { awaited }),
    });
    this.#surveys = new Surveys(program, start);
    this.#watched = new LatePart(() => watchedJobs(options));
    this.#sql = new LatePart(() => sqlQuestions(this, options, this.#readableRoots));
    this.#questions = new DumpQuestions(program, start, this.#resident, (dump) => this.#dumps.get(dump), awaited);
    if (isAhead) this.#questions.start();
    // The folder of indexes is cleared up with each look at its size.
    const { configDir, cacheDir, tempDir } = options.userDirs;
    for (const folder of [configDir, cacheDir, tempDir]) void removeLeftovers(folder);
    this.#ready = this.#settings.read().then((settings) => this.#apply(settings));
  }

  async host(): Promise<HostInfo> {
    return this.options.host;
  }

  async open(paths: readonly string[], without: readonly string[] = []): Promise<DumpId> {
    // A window that is reloaded opens the demo by its path: it keeps its name, and is no dump of the user's to be listed.
    const isDemo = paths.length === 1 && paths[0] === demoFolder(this.options.userDirs);
    return this.#open({ paths, without }, isDemo ? DEMO_TITLE : dumpTitle(paths), !isDemo);
  }

  async openDemo(): Promise<DumpId> {
    this.#demo ??= makeDemo(this.options.userDirs, this.#pool).catch((error) => {
      this.#demo = undefined;
      throw error;
    });
    return this.#open({ paths: [await this.#demo], without: [] }, DEMO_TITLE, false);
  }

  async #open(what: OpenedPaths, title: string, isRemembered: boolean): Promise<DumpId> {
    void this.#rehearsal.end();
    await this.#ready;
    const id = randomUUID() as string as DumpId;
    const dump = new OpenDump(id, what, title, this.#pool, this.#cache, {
      load: (loaded) => this.#resident.load(id, loaded),
      saved: (rank, generation, reader) => this.#resident.setReader(id, rank, generation, reader),
      isFull: () => this.#resident.isFull,
      setClocks: (shifts) => this.#resident.setClocks(id, shifts),
      askClock: (wish) => this.#questions.tables.clock(id, wish),
      lanes: {
        path: (...what) => this.#questions.tables.pathLane(...what),
        copies: (...what) => this.#questions.tables.laneCopies(...what),
        own: (...what) => this.#questions.tables.ownLanes(...what),
        merged: (...what) => this.#questions.tables.mergedLanes(...what),
        append: (...part) => this.#resident.append(id, ...part),
      },
      openTables: (files, isFirstNsNeeded) =>
        this.#questions.tables.openTables(id, files, isFirstNsNeeded || this.#pool.isAhead),
    });
    dump.noteLate(this.#collectives.notices);
    this.#dumps.set(id, dump);
    const read = dump.read();
    void read.then(() => (dump.isReady ? this.#pool.keepCode() : undefined));
    // Who has no window draws nothing, and may have ended before.
    if (!this.options.hasThreadsWhenNeeded) void read.then(() => this.#questions.warmUp(dump.state()));
    if (this.options.isSparing) void read.then(() => this.#pool.endIdle());
    // As soon as there is something to see: who closes it again at once finds it among the recent ones.
    const remembering = dump.somethingShown().then(async (isShown) => {
      if (isRemembered && isShown && !this.options.leavesNothing)
        dump.noteLate(await this.#recent.add(what, title, Date.now()));
    });
    this.#remembering.set(id, remembering);
    return id;
  }

  watch(dump: DumpId, seenRevision: number): Promise<DumpUpdate> {
    return this.#get(dump).then((open) => open.watch(seenRevision));
  }

  async cancel(dump: DumpId): Promise<void> {
    (await this.#get(dump)).cancel();
  }

  async filterLanes(dump: DumpId, text: string): Promise<void> {
    await (await this.#get(dump)).filterLanes(text);
  }

  async readTimelines(dump: DumpId, change: ReadingChange): Promise<void> {
    (await this.#get(dump)).readTimelines(change);
  }

  async clock(dump: DumpId): Promise<ShownClock | undefined> {
    return (await this.#get(dump)).shownClock();
  }

  async setClock(dump: DumpId, choice: ClockChoice): Promise<void> {
    await (await this.#get(dump)).setClock(choice);
  }

  async showPath(dump: DumpId, path: PathQuestion, id?: QuestionId): Promise<LaneId | undefined> {
    return (await this.#get(dump)).showPath(path, id);
  }

  async removePaths(dump: DumpId): Promise<void> {
    (await this.#get(dump)).removePaths();
  }

  async copyLanes(dump: DumpId, copy: LaneCopyQuestion, id?: QuestionId): Promise<readonly CopiedLane[] | undefined> {
    return (await this.#get(dump)).copyLanes(copy, id);
  }

  async mergeLanes(dump: DumpId, merge: LaneMergeQuestion, id?: QuestionId): Promise<LaneId | undefined> {
    return (await this.#get(dump)).mergeLanes(merge, id);
  }

  async removeCopies(dump: DumpId): Promise<void> {
    (await this.#get(dump)).removeCopies();
  }

  async close(dump: DumpId): Promise<void> {
    this.#dumps.get(dump)?.close();
    this.#remembered = Promise.all([this.#remembered, this.#remembering.get(dump)]);
    this.#remembering.delete(dump);
    if (!this.#dumps.delete(dump)) return;
    this.#questions.forget(dump);
    void this.#sql.ifAsked((sql) => sql.forget(dump));
    this.#collection.ask();
  }

  async #get(dump: DumpId): Promise<OpenDump> {
    return openOne(this.#dumps.get(dump), dump);
  }

  viewport(query: ViewportQuery) {
    return this.#questions.viewport(query);
  }

  async viewMoves(isMoving: boolean): Promise<void> {
    this.#questions.noteMoving(isMoving);
  }

  flows(query: FlowQuery) {
    return this.#questions.flows(query);
  }

  async slice(dump: DumpId, ref: SliceRef) {
    const details = await this.#questions.slice(dump, ref);
    const opened = this.#dumps.get(dump);
    return details && opened ? withLabels(details, (rank) => opened.labelOf(rank)) : details;
  }

  sliceAtSource(dump: DumpId, rank: RankIndex, source: SliceSource) {
    return this.#questions.sliceAtSource(dump, rank, source);
  }

  neighbour(dump: DumpId, ref: SliceRef, direction: NeighbourDirection) {
    return this.#questions.neighbour(dump, ref, direction);
  }

  search(query: SearchQuery, id?: QuestionId) {
    return this.#questions.search(query, id);
  }

  statistics(query: StatisticsQuery) {
    return this.#questions.statistics(query);
  }

  findSlice(query: FindSliceQuery) {
    return this.#questions.findSlice(query);
  }

  views(dump: DumpId) {
    return this.#questions.tables.views(dump);
  }

  table(query: TableQuery, id?: QuestionId) {
    return this.#questions.tables.table(query, id);
  }

  tableCsv(query: TableQuery, id?: QuestionId) {
    return this.#questions.tables.tableCsv(query, id);
  }

  columnValues(query: TableQuery, column: string, id?: QuestionId) {
    return this.#questions.tables.columnValues(query, column, id);
  }

  ask<K extends QuestionName>(dump: DumpId, name: K, question: QuestionOf<K>, id?: QuestionId) {
    return this.#questions.tables.ask(dump, name, question, id);
  }

  async sqlSetup(): Promise<SqlSetup> {
    return (await this.#sql.get()).setup();
  }

  async sqlTables(dump: DumpId): Promise<readonly SqlTable[]> {
    const opened = await this.#get(dump);
    return (await this.#sql.get()).tables(opened.state());
  }

  async sqlColumns(dump: DumpId, table: string): Promise<SqlAnswer<readonly SqlColumn[]>> {
    const opened = await this.#get(dump);
    return (await this.#sql.get()).columns(opened.state(), table);
  }

  async sqlRows(dump: DumpId, wish: SqlWish, id?: QuestionId): Promise<SqlAnswer<SqlRows>> {
    const opened = await this.#get(dump);
    return (await this.#sql.get()).rows(opened.state(), wish, id);
  }

  async sqlFile(dump: DumpId, wish: SqlWish, format: SqlFileFormat, id?: QuestionId): Promise<SqlAnswer<Uint8Array>> {
    const opened = await this.#get(dump);
    return (await this.#sql.get()).file(opened.state(), wish, format, id);
  }

  async questionProgress(id: QuestionId): Promise<QuestionProgress | undefined> {
    return this.#questions.progress(id);
  }

  async cancelQuestion(id: QuestionId): Promise<void> {
    this.#questions.cancel(id);
    void this.#sql.ifAsked((sql) => sql.cancel(id));
    this.#surveys.cancel(id);
  }

  async mutedFindings(dump: DumpId): Promise<readonly MutedFinding[]> {
    return this.#muted.of((await this.#get(dump)).what.paths);
  }

  async muteFinding(dump: DumpId, finding: string, reason?: string): Promise<readonly MutedFinding[]> {
    return this.#muted.change((await this.#get(dump)).what.paths, finding, reason);
  }

  async userMarks(dump: DumpId): Promise<readonly KeptMark[]> {
    return this.#marks.of((await this.#get(dump)).what.paths);
  }

  async keepUserMarks(dump: DumpId, marks: readonly KeptMark[]): Promise<void> {
    await this.#marks.keep((await this.#get(dump)).what.paths, marks);
  }

  async ownLanes(dump: DumpId): Promise<readonly OwnLane[]> {
    return this.#lanes.of((await this.#get(dump)).what.paths);
  }

  async showOwnLanes(dump: DumpId, lanes: readonly OwnLane[], id?: QuestionId): Promise<ShownOwnLanes> {
    const opened = await this.#get(dump);
    return opened.changeOwnLanes(async (show) => {
      const { lanes: lasting, notes } = await this.#lanes.withCopies(lanes);
      const found = await show(lasting, id);
      await this.#lanes.keep(opened.what.paths, lasting);
      return { lanes: lasting, notes: [...notes, ...found] };
    });
  }

  async laneFile(dump: DumpId, path: string, rank: RankIndex, reading?: LaneFileReading, id?: QuestionId) {
    await this.#get(dump);
    return this.#questions.tables.laneFile(dump, path, rank, reading, id);
  }

  async scaleProgress(dump: DumpId): Promise<ScaleProgress | undefined> {
    const { clusterFiles } = (await this.#get(dump)).state();
    const list = clusterFiles.find(({ table }) => table === 'scale-tasks');
    return list && (await this.#scale.get()).scaleProgress(list.path, this.#readableRoots);
  }

  listFolder(path: string): Promise<FolderListing> {
    return listFolder(path, this.#readableRoots);
  }

  survey(paths: readonly string[], extent: SurveyExtent, id?: QuestionId): Promise<Survey> {
    return this.#surveys.survey(paths, extent, id);
  }

  async recentDumps(): Promise<readonly RecentDump[]> {
    await this.#remembered;
    return this.#recent.list();
  }

  async forgetRecentDump(paths: readonly string[]): Promise<void> {
    await this.#recent.forget(paths);
  }

  async settings(): Promise<EngineSettings> {
    return this.#settings.read();
  }

  async changeSettings(change: Partial<EngineSettings>): Promise<EngineSettings> {
    const settings = await this.#settings.change(change);
    await this.#apply(settings);
    return settings;
  }

  async #apply({ cacheLimitBytes, memoryBudgetBytes }: EngineSettings): Promise<void> {
    this.#resident.setBudget(memoryBudgetBytes);
    this.#cache.limitBytes = this.options.leavesNothing ? 0 : cacheLimitBytes;
    // Others' indexes are not this one's to delete.
    if (this.options.leavesNothing) return;
    await this.#cache.prune();
  }

  async usage(): Promise<EngineUsage> {
    const entries = await this.#cache.entries();
    return {
      cacheFolder: this.#cache.folder,
      cachedIndexes: entries.filter(({ kind }) => kind === 'index').length,
      cacheBytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      memoryBytes: this.#resident.residentBytes,
    };
  }

  clearCache(): Promise<number> {
    return this.#cache.clear();
  }

  async liveJobs(seenRevision: number): Promise<LiveUpdate> {
    return (await this.#watched.get()).update(seenRevision);
  }

  async previewLive(source: LiveSource): Promise<LivePreview> {
    const { previewLines } = await import('../watch/jobs/previewLines');
    return previewLines(source);
  }

  async addLiveJob(wish: LiveJobWish): Promise<LiveJobId> {
    return (await this.#watched.get()).add(wish);
  }

  async removeLiveJob(job: LiveJobId): Promise<void> {
    return (await this.#watched.get()).remove(job);
  }

  async changeLiveLimits(job: LiveJobId, limits: Partial<LiveLimits>): Promise<void> {
    return (await this.#watched.get()).changeLimits(job, limits);
  }

  async changeLiveJob(job: LiveJobId, change: LiveJobChange): Promise<void> {
    return (await this.#watched.get()).changeJob(job, change);
  }

  async liveSeries(query: LiveSeriesQuery): Promise<LiveSeries> {
    return (await this.#watched.get()).series(query);
  }

  async liveEvents(job: LiveJobId, after: number): Promise<readonly LiveEvent[]> {
    return (await this.#watched.get()).events(job, after);
  }

  async whyNoLiveAlarm(job: LiveJobId, fromStep: number, toStep: number): Promise<LiveWhy> {
    return (await this.#watched.get()).whyNoAlarm(job, fromStep, toStep);
  }

  async liveSources(job: LiveJobId): Promise<LiveSources> {
    return (await this.#watched.get()).sources(job);
  }

  async beforeLiveProfile(job: LiveJobId, request: LiveProfileRequest): Promise<LiveBeforeProfile> {
    return (await this.#watched.get()).beforeProfile(job, request);
  }

  async diagnoseLive(what: LiveDiagnosis): Promise<LiveText> {
    return (await this.#watched.get()).diagnose(what);
  }

  async dispose(): Promise<void> {
    await this.#rehearsal.end();
    await this.#sql.ifAsked((sql) => sql.end());
    await this.#watched.ifAsked((watched) => watched.end());
    this.#collection.stop();
    for (const dump of this.#dumps.values()) dump.cancel();
    // An index that is being saved is worth the moment it takes.
    await Promise.all([...this.#dumps.values()].map((dump) => dump.saved()));
    for (const dump of this.#dumps.values()) dump.close();
    this.#dumps.clear();
    // So is what the user has opened and set last.
    await Promise.all([...this.#remembering.values(), this.#remembered]);
    await Promise.all([
      this.#recent.written(),
      this.#settings.written(),
      this.#muted.written(),
      this.#marks.written(),
      this.#lanes.written(),
    ]);
    await Promise.all([this.#pool.stop(), this.#questions.stop(), this.#surveys.stop()]);
  }
}
