import { randomUUID } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { basename, dirname, join } from 'node:path';
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
  QuestionName,
  QuestionOf,
  RankIndex,
  RecentDump,
  SearchQuery,
  SearchResult,
  SliceRef,
  SliceSummary,
  SourceSpot,
  StatisticsQuery,
  TablePage,
  TableQuery,
  ViewportQuery,
  ViewSources,
} from '../../src-contract';
import type { TableFiles, TablePlace } from '../../src-worker/model/dumpContext';
import { LANES_PER_RANK } from '../../src-worker/query/rankView';
import { TableError } from '../../src-worker/tables/tableError';
import type { TableAnswer } from '../../src-worker/views/dumpTables';
import { listFolder } from './folderListing';
import { DEFAULT_CACHE_LIMIT_BYTES, IndexCache, indexCacheFolder } from './indexCache';
import { dumpTitle, OpenDump } from './openDump';
import { QuestionThread, type Restore } from './questionThread';
import { RecentDumps } from './recentDumps';
import { ResidentRanks } from './residentRanks';
import { SettingsFile } from './settings';
import { ThreadPool } from './threadPool';
import type { UserDirs } from './userDirs';

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

/** A call about a dump that is not open (any more). */
export class DumpClosedError extends Error {
  override readonly name = 'DumpClosedError';
  constructor(dump: DumpId) {
    super(`The dump ${dump} is not open`);
  }
}

export function createEngine(options: EngineOptions): EngineHost {
  const engine = new LocalEngine(options);
  return { engine, dispose: () => engine.dispose() };
}

/** The demo as the welcome page opens it. A change of these, or of what the generator writes, needs a new folder name. */
const DEMO = {
  folder: 'demo-2',
  ranks: 8,
  steps: 4,
  model: { layersPerStage: 1, microBatches: 4 },
  parallel: { tensor: 2, pipeline: 2, data: 2 },
  faults: [
    { kind: 'slow-rank', rank: 3, factor: 1.35 },
    { kind: 'slow-link', between: [4, 5], factor: 0.25 },
  ],
  seed: 7,
} as const;

class LocalEngine implements Engine {
  readonly #dumps = new Map<DumpId, OpenDump>();
  readonly #pool: ThreadPool;
  readonly #recent: RecentDumps;
  readonly #cache: IndexCache;
  /** Answers what is drawn and clicked on; the other thread what may take longer, so that drawing never waits for it. */
  readonly #drawing: QuestionThread;
  readonly #asking: QuestionThread;
  readonly #resident: ResidentRanks;
  /** The files that the asking thread knows. */
  readonly #tableFiles = new Map<DumpId, TableFiles>();
  readonly #settings: SettingsFile;
  /** Settings are read; dumps are opened only then. */
  readonly #ready: Promise<unknown>;
  readonly #startingThreads: NodeJS.Timeout | undefined;
  #demo: Promise<string> | undefined;

  constructor(readonly options: EngineOptions) {
    const roots = readableRoots(options);
    this.#pool = new ThreadPool(options.workerUrl, options.indexThreads ?? Math.max(1, availableParallelism()), roots);
    const { threadsAfterMs } = options;
    if (threadsAfterMs !== undefined) {
      this.#startingThreads = setTimeout(() => this.#pool.start(), threadsAfterMs).unref();
    }
    this.#recent = new RecentDumps(options.userDirs.configDir);
    this.#settings = new SettingsFile(options.userDirs.configDir, {
      cacheLimitBytes: DEFAULT_CACHE_LIMIT_BYTES,
      memoryBudgetBytes: Math.round(totalmem() * DEFAULT_MEMORY_SHARE),
    });
    this.#cache = new IndexCache(indexCacheFolder(options.userDirs));
    this.#resident = new ResidentRanks(() => [this.#drawing, this.#asking]);
    const ranks: Restore = (api) => [...this.#resident.loaded()].map(({ dump, rank }) => api.loadRank(dump, rank));
    const tables: Restore = (api) => [...this.#tableFiles].map(([dump, files]) => api.openTables(dump, files));
    this.#drawing = new QuestionThread(options.workerUrl, ranks, roots);
    this.#asking = new QuestionThread(options.workerUrl, (api) => [...ranks(api), ...tables(api)], roots);
    this.#ready = this.#settings.read().then((settings) => this.#apply(settings));
  }

  async host(): Promise<HostInfo> {
    return this.options.host;
  }

  async open(paths: readonly string[]): Promise<DumpId> {
    return this.#open(paths, dumpTitle(paths), true);
  }

  async openDemo(): Promise<DumpId> {
    this.#demo ??= this.#makeDemo().catch((error) => {
      this.#demo = undefined;
      throw error;
    });
    return this.#open([await this.#demo], 'Demo', false);
  }

  async #open(paths: readonly string[], title: string, isRemembered: boolean): Promise<DumpId> {
    await this.#ready;
    const id = randomUUID() as string as DumpId;
    const dump = new OpenDump(id, paths, title, this.#pool, this.#cache, {
      load: async (loaded) => {
        await this.#resident.load(id, loaded);
        // Closed while it was on its way: nothing must stay behind in the threads.
        if (dump.isClosed) await this.#resident.unloadDump(id);
      },
      saved: (rank, generation, reader) => this.#resident.setReader(id, rank, generation, reader),
      moveOrigin: (byNs) => this.#resident.moveOrigin(id, byNs),
      openTables: (files) => {
        // Closed before the tables were known: nothing must stay behind.
        if (!dump.isClosed) this.#tableFiles.set(id, files);
        return this.#asking.ask('openTables', id, files);
      },
    });
    this.#dumps.set(id, dump);
    void dump.read().then(async () => {
      const isWorthRemembering = isRemembered && !dump.isClosed && dump.state().status !== 'failed';
      if (isWorthRemembering) await this.#recent.add(paths, title, Date.now()).catch(() => {});
    });
    return id;
  }

  /** Written aside and renamed, so that a demo folder that exists is whole. */
  async #makeDemo(): Promise<string> {
    const { cacheDir } = this.options.userDirs;
    const { folder: name, ...sizes } = DEMO;
    const folder = join(cacheDir, name);
    const exists = await access(folder).then(
      () => true,
      () => false,
    );
    if (exists) return folder;
    await mkdir(cacheDir, { recursive: true });
    const aside = join(cacheDir, `${name}.${process.pid}.tmp`);
    await rm(aside, { recursive: true, force: true });
    await this.#pool.run((api) => api.generateDemo({ folder: aside, ...sizes }));
    await rename(aside, folder);
    return folder;
  }

  watch(dump: DumpId, seenRevision: number): Promise<DumpUpdate> {
    return this.#get(dump).then((open) => open.watch(seenRevision));
  }

  async cancel(dump: DumpId): Promise<void> {
    (await this.#get(dump)).cancel();
  }

  async close(dump: DumpId): Promise<void> {
    this.#dumps.get(dump)?.close();
    this.#tableFiles.delete(dump);
    if (this.#dumps.delete(dump)) await this.#resident.unloadDump(dump);
  }

  async #get(dump: DumpId): Promise<OpenDump> {
    const open = this.#dumps.get(dump);
    if (!open) throw new DumpClosedError(dump);
    return open;
  }

  async viewport(query: ViewportQuery) {
    return this.#using(query.dump, ranksOfLanes([...query.lanes, ...query.folded]), () =>
      this.#drawing.ask('viewport', query),
    );
  }

  async flows(query: FlowQuery) {
    return this.#using(query.dump, ranksOfLanes(query.lanes), () => this.#drawing.ask('flows', query));
  }

  async slice(dump: DumpId, ref: SliceRef) {
    return this.#using(dump, new Set([ref.rank]), () => this.#drawing.ask('slice', dump, ref));
  }

  async sliceAtSource(dump: DumpId, rank: RankIndex, source: SourceSpot) {
    return this.#using(dump, new Set([rank]), () => this.#drawing.ask('sliceAtSource', dump, rank, source));
  }

  async neighbour(dump: DumpId, ref: SliceRef, direction: NeighbourDirection) {
    return this.#using(dump, new Set([ref.rank]), () => this.#drawing.ask('neighbour', dump, ref, direction));
  }

  /** Rank by rank, so that a dump larger than the memory budget can be searched as well. */
  async search(query: SearchQuery): Promise<SearchResult> {
    await this.#get(query.dump);
    const slices: SliceSummary[] = [];
    let totalCount = 0;
    for (const rank of this.#resident.ranksOf(query.dump)) {
      const rest = { ...query, maxResults: query.maxResults - slices.length };
      const search = () => this.#asking.ask('search', rest, rank);
      const found = await this.#using(query.dump, new Set([rank]), search);
      slices.push(...found.slices);
      totalCount += found.totalCount;
    }
    return { slices, totalCount };
  }

  async statistics(query: StatisticsQuery) {
    return this.#using(query.dump, ranksOfLanes(query.lanes), () => this.#asking.ask('statistics', query));
  }

  async findSlice(query: FindSliceQuery): Promise<SliceSummary | undefined> {
    return this.#using(query.dump, new Set([query.rank]), () => this.#drawing.ask('findSlice', query));
  }

  async views(dump: DumpId): Promise<ViewSources> {
    const opened = await this.#get(dump);
    await opened.tablesKnown();
    return this.#asking.ask('views', dump, this.#placeOf(opened));
  }

  table(query: TableQuery): Promise<TablePage> {
    return this.#fromTables(query.dump, (place) => this.#asking.ask('table', query, place));
  }

  tableCsv(query: TableQuery): Promise<string> {
    return this.#fromTables(query.dump, (place) => this.#asking.ask('tableCsv', query, place));
  }

  columnValues(query: TableQuery, column: string): Promise<ColumnValues> {
    return this.#fromTables(query.dump, (place) => this.#asking.ask('columnValues', query, column, place));
  }

  ask<K extends QuestionName>(dump: DumpId, name: K, question: QuestionOf<K>): Promise<AnswerOf<K>> {
    return this.#fromTables(dump, async (place) => {
      const answer = await this.#asking.ask('ask', dump, name, question, place);
      // The worker's answers are typed by the same interface; only the name of the question crosses the border.
      return answer as TableAnswer<AnswerOf<K>>;
    });
  }

  /** Brings the ranks that the answer turns out to need, one after another, and asks again. */
  async #fromTables<T>(dump: DumpId, run: (place: TablePlace) => Promise<TableAnswer<T>>): Promise<T> {
    const opened = await this.#get(dump);
    await opened.tablesKnown();
    const limit = 2 + 2 * opened.state().ranks.length;
    let needed = new Set<number>();
    for (let attempt = 0; attempt < limit; attempt++) {
      const { outcome, notices } = await this.#using(dump, needed, () => run(this.#placeOf(opened)));
      opened.noteLate(notices);
      if (outcome.kind === 'done') return outcome.value;
      if (outcome.kind === 'failed') throw new TableError(outcome.notice);
      needed = new Set(outcome.ranks);
    }
    throw new Error('The indexes that this takes do not stay in memory: allow Tracelane more of it in the settings');
  }

  #placeOf(opened: OpenDump): TablePlace {
    return { originNs: opened.state().originNs, generations: this.#resident.generationsOf(opened.id) };
  }

  /** Rejects if the dump is not open; brings back what of it has been dropped from memory, and keeps it for the query. */
  async #using<T>(dump: DumpId, ranks: ReadonlySet<number>, query: () => Promise<T>): Promise<T> {
    await this.#get(dump);
    return this.#resident.using(dump, ranks, query);
  }

  listFolder(path: string): Promise<FolderListing> {
    return listFolder(path);
  }

  async recentDumps(): Promise<readonly RecentDump[]> {
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
    await Promise.all([this.#cache.prune(), this.#resident.setBudget(memoryBudgetBytes)]);
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
    await Promise.all([this.#pool.stop(), this.#drawing.stop(), this.#asking.stop()]);
  }
}

/** What the threads may read: what the host's windows may, and what Tracelane itself writes for them. */
function readableRoots({ host, userDirs }: EngineOptions): readonly string[] {
  if (host.roots.length === 0) return [];
  return [
    ...host.roots,
    realpathOfExisting(join(userDirs.cacheDir, DEMO.folder)),
    realpathOfExisting(userDirs.tempDir),
  ];
}

/** Of a path that does not exist yet, the part that does is resolved. */
function realpathOfExisting(path: string): string {
  if (existsSync(path)) return realpathSync.native(path);
  const parent = dirname(path);
  return parent === path ? path : join(realpathOfExisting(parent), basename(path));
}

function ranksOfLanes(lanes: readonly LaneId[]): Set<number> {
  return new Set(lanes.map((lane) => Math.floor(lane / LANES_PER_RANK)));
}
