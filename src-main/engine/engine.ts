import { randomUUID } from 'node:crypto';
import { availableParallelism, totalmem } from 'node:os';
import { proxy } from 'comlink';
import type {
  AnswerOf,
  ColumnValues,
  DumpId,
  DumpUpdate,
  Engine,
  EngineSettings,
  EngineUsage,
  FindSliceQuery,
  FlowQuery,
  FolderListing,
  HostInfo,
  LaneId,
  NeighbourDirection,
  QuestionId,
  QuestionName,
  QuestionOf,
  QuestionProgress,
  RankIndex,
  RecentDump,
  SearchQuery,
  SearchResult,
  SliceRef,
  SliceSource,
  SliceSummary,
  StatisticsQuery,
  TablePage,
  TableQuery,
  ViewportQuery,
  ViewSources,
} from '../../src-contract';
import { errorNames, NamedError } from '../../src-contract/wire/errors';
import type { TableFiles, TablePlace } from '../../src-worker/model/dumpContext';
import { LANES_PER_RANK } from '../../src-worker/query/rankView';
import { TableError } from '../../src-worker/tables/tableError';
import { cells, type QuestionCells } from '../../src-worker/threadWork';
import type { TableAnswer } from '../../src-worker/views/dumpTables';
import { removeLeftovers } from '../base/temporary';
import { DEFAULT_CACHE_LIMIT_BYTES, IndexCache, indexCacheFolder } from './opening/indexCache';
import { dumpTitle, OpenDump } from './opening/openDump';
import { isStopped, QuestionsUnderWay, stoppedError } from './questions/questionsUnderWay';
import { QuestionThread, type Restore } from './questions/questionThread';
import { ResidentRanks } from './questions/residentRanks';
import { TableThreads } from './questions/tableThreads';
import { ThreadPool } from './threads/threadPool';
import type { ThreadStart } from './threads/threadStart';
import { makeDemo } from './user/demoDump';
import { listFolder } from './user/folderListing';
import { type OwnCollectives, readOwnCollectives } from './user/ownCollectives';
import { readableRoots } from './user/readableRoots';
import { RecentDumps } from './user/recentDumps';
import { SettingsFile } from './user/settings';
import type { UserDirs } from './user/userDirs';

export interface EngineOptions {
  /** The built entry of the worker threads. */
  readonly workerUrl: URL;
  readonly host: HostInfo;
  readonly userDirs: UserDirs;
  /** Threads that index; one per core unless told. */
  readonly indexThreads?: number;
  /** Ms after which these threads are started, whether a dump is opened or not: the first one need not wait for them. */
  readonly threadsAfterMs?: number;
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

class LocalEngine implements Engine {
  readonly #dumps = new Map<DumpId, OpenDump>();
  readonly #pool: ThreadPool;
  readonly #recent: RecentDumps;
  /** Of each open dump: done once it is among the recent ones, or will not be. */
  readonly #remembering = new Map<DumpId, Promise<void>>();
  /** That of the dumps that have been closed: it needs no more reading. */
  #remembered: Promise<unknown> = Promise.resolve();
  readonly #cache: IndexCache;
  readonly #resident = new ResidentRanks();
  readonly #questions = new QuestionsUnderWay(this.#resident);
  /** Each has a thread of its own, so that neither waits for the other, nor for views: what is drawn and clicked on, */
  readonly #drawing: QuestionThread;
  /** what is searched and counted, */
  readonly #searching: QuestionThread;
  /** and what views ask, which may take long. */
  readonly #tables: TableThreads;
  /** The files that those know. */
  readonly #tableFiles = new Map<DumpId, TableFiles>();
  /** Views that there has been data for: it stays on disk when it is dropped from memory. */
  readonly #views = new Map<DumpId, ViewSources>();
  readonly #settings: SettingsFile;
  readonly #collectives: OwnCollectives;
  readonly #readableRoots: readonly string[];
  /** Settings are read; dumps are opened only then. */
  readonly #ready: Promise<unknown>;
  readonly #startingThreads: NodeJS.Timeout | undefined;
  #demo: Promise<string> | undefined;

  constructor(readonly options: EngineOptions) {
    this.#collectives = readOwnCollectives(options.userDirs.configDir);
    const { data } = this.#collectives;
    this.#readableRoots = readableRoots(options.host, options.userDirs);
    const start: ThreadStart = {
      readableRoots: this.#readableRoots,
      ...(data && { collectives: data }),
    };
    this.#pool = new ThreadPool(options.workerUrl, options.indexThreads ?? Math.max(1, availableParallelism()), start);
    const { threadsAfterMs } = options;
    if (threadsAfterMs !== undefined) {
      this.#startingThreads = setTimeout(() => this.#pool.start(), threadsAfterMs).unref();
    }
    this.#recent = new RecentDumps(options.userDirs.configDir);
    this.#settings = new SettingsFile(options.userDirs.configDir, {
      cacheLimitBytes: DEFAULT_CACHE_LIMIT_BYTES,
      memoryBudgetBytes: Math.round(totalmem() * DEFAULT_MEMORY_SHARE),
    });
    this.#cache = new IndexCache(indexCacheFolder(options.userDirs), { namesVersion: this.#collectives.version });
    const newThread = (holds: Restore) => {
      const thread: QuestionThread = new QuestionThread(
        options.workerUrl,
        (api) => [
          ...[...this.#resident.heldBy(thread)].map(({ dump, rank }) => api.loadRank(dump, rank)),
          ...holds(api),
          api.bringWith(proxy(this.#questions.bringer(() => thread))),
        ],
        start,
      );
      return thread;
    };
    this.#drawing = newThread(() => []);
    this.#searching = newThread(() => []);
    this.#tables = new TableThreads(() =>
      newThread((api) => [...this.#tableFiles].map(([dump, files]) => api.openTables(dump, files))),
    );
    // Soon there will be something to draw and to read.
    for (const thread of [this.#drawing, this.#tables.first]) thread.start();
    // The folder of indexes is cleared up with each look at its size.
    for (const folder of [options.userDirs.configDir, options.userDirs.cacheDir]) void removeLeftovers(folder);
    this.#ready = this.#settings.read().then((settings) => this.#apply(settings));
  }

  async host(): Promise<HostInfo> {
    return this.options.host;
  }

  async open(paths: readonly string[]): Promise<DumpId> {
    return this.#open(paths, dumpTitle(paths), true);
  }

  async openDemo(): Promise<DumpId> {
    this.#demo ??= makeDemo(this.options.userDirs, this.#pool).catch((error) => {
      this.#demo = undefined;
      throw error;
    });
    return this.#open([await this.#demo], 'Demo', false);
  }

  async #open(paths: readonly string[], title: string, isRemembered: boolean): Promise<DumpId> {
    await this.#ready;
    const id = randomUUID() as string as DumpId;
    const dump = new OpenDump(id, paths, title, this.#pool, this.#cache, {
      load: (loaded) => this.#resident.load(id, loaded),
      saved: (rank, generation, reader) => this.#resident.setReader(id, rank, generation, reader),
      moveOrigin: (byNs) => this.#resident.moveOrigin(id, byNs),
      openTables: (files) => this.#openTables(id, files),
    });
    dump.noteLate(this.#collectives.notices);
    this.#dumps.set(id, dump);
    void dump.read();
    // As soon as there is something to see: who closes it again at once finds it among the recent ones.
    const remembering = dump.somethingShown().then(async (isShown) => {
      if (isRemembered && isShown) dump.noteLate(await this.#recent.add(paths, title, Date.now()));
    });
    this.#remembering.set(id, remembering);
    return id;
  }

  /** Answers the instant that their times begin with. */
  #openTables(dump: DumpId, files: TableFiles): Promise<bigint | undefined> {
    this.#tableFiles.set(dump, files);
    const [first, ...others] = this.#tables.threads;
    for (const thread of others) thread.tell((api) => api.openTables(dump, files)).catch(() => {});
    return first.ask('openTables', dump, files);
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

  async close(dump: DumpId): Promise<void> {
    this.#dumps.get(dump)?.close();
    this.#remembered = Promise.all([this.#remembered, this.#remembering.get(dump)]);
    this.#remembering.delete(dump);
    if (!this.#dumps.delete(dump)) return;
    this.#questions.stopAll(dump);
    this.#tableFiles.delete(dump);
    this.#views.delete(dump);
    this.#tables.forget(dump);
    this.#resident.forget(dump);
    for (const thread of this.#threads()) thread.tell((api) => api.unloadDump(dump)).catch(() => {});
  }

  #threads(): readonly QuestionThread[] {
    return [this.#drawing, this.#searching, ...this.#tables.threads];
  }

  async #get(dump: DumpId): Promise<OpenDump> {
    const open = this.#dumps.get(dump);
    if (!open) throw new NamedError(errorNames.dumpClosed, `The dump ${dump} is not open`);
    return open;
  }

  async viewport(query: ViewportQuery) {
    const ranks = ranksOfLanes([...query.lanes, ...query.folded]);
    return this.#using(this.#drawing, query.dump, ranks, (thread) => thread.ask('viewport', query));
  }

  async flows(query: FlowQuery) {
    return this.#using(this.#drawing, query.dump, ranksOfLanes(query.lanes), (thread) => thread.ask('flows', query));
  }

  async slice(dump: DumpId, ref: SliceRef) {
    return this.#using(this.#drawing, dump, new Set([ref.rank]), (thread) => thread.ask('slice', dump, ref));
  }

  async sliceAtSource(dump: DumpId, rank: RankIndex, source: SliceSource) {
    return this.#using(this.#drawing, dump, new Set([rank]), (thread) =>
      thread.ask('sliceAtSource', dump, rank, source),
    );
  }

  async neighbour(dump: DumpId, ref: SliceRef, direction: NeighbourDirection) {
    return this.#using(this.#drawing, dump, new Set([ref.rank]), (thread) =>
      thread.ask('neighbour', dump, ref, direction),
    );
  }

  /** Rank by rank, so that a dump larger than the memory budget can be searched as well. */
  async search(query: SearchQuery, id?: QuestionId): Promise<SearchResult> {
    await this.#get(query.dump);
    return this.#questions.run(query.dump, id, async (own) => {
      const slices: SliceSummary[] = [];
      let totalCount = 0;
      const ranks = this.#resident.ranksOf(query.dump);
      own[cells.ranksTotal] = ranks.length;
      for (const rank of ranks) {
        if (isStopped(own)) throw stoppedError();
        const rest = { ...query, maxResults: query.maxResults - slices.length };
        const found = await this.#using(this.#searching, query.dump, new Set([rank]), (thread) =>
          thread.ask('search', rest, rank),
        );
        slices.push(...found.slices);
        totalCount += found.totalCount;
        own[cells.ranksDone]++;
      }
      return { slices, totalCount };
    });
  }

  async statistics(query: StatisticsQuery) {
    return this.#using(this.#searching, query.dump, ranksOfLanes(query.lanes), (thread) =>
      thread.ask('statistics', query),
    );
  }

  async findSlice(query: FindSliceQuery): Promise<SliceSummary | undefined> {
    return this.#using(this.#drawing, query.dump, new Set([query.rank]), (thread) => thread.ask('findSlice', query));
  }

  async views(dump: DumpId): Promise<ViewSources> {
    const opened = await this.#get(dump);
    await opened.tablesKnown();
    const now = await this.#tables.ask(dump, 'views', (thread) => {
      this.#resident.giveLoaded(thread, dump);
      return thread.ask('views', dump, this.#placeOf(opened));
    });
    const before = this.#views.get(dump);
    const views = before ? eitherViews(before, now) : now;
    if (this.#dumps.has(dump)) this.#views.set(dump, views);
    return views;
  }

  table(query: TableQuery, id?: QuestionId): Promise<TablePage> {
    return this.#answer(query.dump, query.source.table, id, (thread, place, own) =>
      thread.ask('table', query, place, own),
    );
  }

  tableCsv(query: TableQuery, id?: QuestionId): Promise<string> {
    return this.#answer(query.dump, query.source.table, id, (thread, place, own) =>
      thread.ask('tableCsv', query, place, own),
    );
  }

  columnValues(query: TableQuery, column: string, id?: QuestionId): Promise<ColumnValues> {
    return this.#answer(query.dump, query.source.table, id, (thread, place, own) =>
      thread.ask('columnValues', query, column, place, own),
    );
  }

  ask<K extends QuestionName>(dump: DumpId, name: K, question: QuestionOf<K>, id?: QuestionId): Promise<AnswerOf<K>> {
    return this.#answer(dump, name, id, async (thread, place, own) => {
      const answer = await thread.ask('ask', dump, name, question, place, own);
      // The worker's answers are typed by the same interface; only the name of the question crosses the border.
      return answer as TableAnswer<AnswerOf<K>>;
    });
  }

  /** `name` of a table or question: its view's, a dot, and its own. */
  async #answer<T>(
    dump: DumpId,
    name: string,
    id: QuestionId | undefined,
    ask: (thread: QuestionThread, place: TablePlace, own: QuestionCells) => Promise<TableAnswer<T>>,
  ): Promise<T> {
    await (await this.#get(dump)).tablesKnown();
    const opened = await this.#get(dump);
    const [view] = name.split('.', 1);
    const { outcome, notices } = await this.#questions.run(dump, id, (own) =>
      this.#tables.ask(dump, view, (thread) => ask(thread, this.#placeOf(opened), own)),
    );
    opened.noteLate(notices);
    if (outcome.kind === 'done') return outcome.value;
    throw outcome.kind === 'failed' ? new TableError(outcome.notice) : stoppedError();
  }

  async questionProgress(id: QuestionId): Promise<QuestionProgress | undefined> {
    return this.#questions.progress(id);
  }

  async cancelQuestion(id: QuestionId): Promise<void> {
    this.#questions.stop(id);
  }

  #placeOf(opened: OpenDump): TablePlace {
    return { originNs: opened.state().originNs, generations: this.#resident.generationsOf(opened.id) };
  }

  /** Rejects if the dump is not open; brings back what of it has been dropped from memory, and keeps it for the query. */
  async #using<T>(
    thread: QuestionThread,
    dump: DumpId,
    ranks: ReadonlySet<number>,
    query: (thread: QuestionThread) => Promise<T>,
  ): Promise<T> {
    await this.#get(dump);
    return this.#resident.using(thread, dump, ranks, () => query(thread));
  }

  listFolder(path: string): Promise<FolderListing> {
    return listFolder(path, this.#readableRoots);
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
    this.#cache.limitBytes = cacheLimitBytes;
    this.#resident.setBudget(memoryBudgetBytes);
    await this.#cache.prune();
  }

  async usage(): Promise<EngineUsage> {
    const entries = await this.#cache.entries();
    return {
      cacheFolder: this.#cache.folder,
      cachedIndexes: entries.length,
      cacheBytes: entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      memoryBytes: this.#resident.residentBytes,
    };
  }

  clearCache(): Promise<number> {
    return this.#cache.clear();
  }

  async dispose(): Promise<void> {
    clearTimeout(this.#startingThreads);
    for (const dump of this.#dumps.values()) dump.cancel();
    // An index that is being saved is worth the moment it takes.
    await Promise.all([...this.#dumps.values()].map((dump) => dump.saved()));
    for (const dump of this.#dumps.values()) dump.close();
    this.#dumps.clear();
    await Promise.all([this.#pool, ...this.#threads()].map((threads) => threads.stop()));
  }
}

function ranksOfLanes(lanes: readonly LaneId[]): Set<number> {
  return new Set(lanes.map((lane) => Math.floor(lane / LANES_PER_RANK)));
}

function eitherViews(a: ViewSources, b: ViewSources): ViewSources {
  return {
    operator: a.operator || b.operator,
    memory: a.memory || b.memory,
    summary: a.summary || b.summary,
    communication: a.communication || b.communication,
    missing: b.missing,
  };
}
