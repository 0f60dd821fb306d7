import type {
  ClockChoice,
  CopiedLane,
  DumpId,
  DumpState,
  DumpUpdate,
  LaneCopyQuestion,
  LaneId,
  LaneMergeQuestion,
  Notice,
  PathQuestion,
  QuestionId,
  RankIndex as RankNumber,
  ReadingChange,
  ShownClock,
  SourceFile,
} from '../../../src-contract';
import type { ClockShift } from '../../../src-worker/base/clockShift';
import type { DiscoveredDump, DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import { profileNames } from '../../../src-worker/discovery/jobNames';
import { notice } from '../../../src-worker/files/notices';
import { systemReason } from '../../../src-worker/files/systemReason';
import type { LaneFilter } from '../../../src-worker/index/draft/laneChoice';
import { missingTableNotices } from '../../../src-worker/model/missingTables';
import type { TableFiles, TablePlace } from '../../../src-worker/model/tableRanks';
import type { FoundRecord, KeptRecord, RecordOf } from '../../../src-worker/model/work';
import { JobStoppedError, type ThreadPool } from '../threads/threadPool';
import { Cancellation } from './cancellation';
import { deferred } from './deferred';
import type { AskClock } from './dumpClock';
import { DumpRecord } from './dumpRecord';
import { Growth, type GrowthEvents } from './growth';
import type { IndexCache } from './indexCache';
import { ONE_THREAD_BYTES } from './indexJob';
import { isOfNewcomers, joiningOf, type Newcomers, newcomerNotices } from './joining';
import { LateNotices } from './lateNotices';
import { type LaneMaker, MadeGroups, type ShowOwnLanes } from './madeGroups';
import { NewFiles } from './newFiles';
import { RankClocks } from './rankClocks';
import { type LoadedIndexes, RankIndexes } from './rankIndexes';
import { rankLabels, unusedLabel } from './rankLabels';
import { RankReading } from './rankReading';
import { initialRankState, withLate } from './rankState';
import { RankStates } from './rankStates';
import { readingFailure } from './readingFailure';
import { RankQueue } from './readingQueue';
import { Revisions } from './revisions';

/** Of a job of more ranks only the first are read at once, the others when they are needed. */
const MOST_READ_AT_ONCE = 32;
const FIRST_READ = 4;

/** What was asked for, and the ranks in there that are not to be shown, by their places. */
export type OpenedPaths = Pick<DumpState, 'paths' | 'without'>;

/** Where a dump's indexes go, and what is told and asked about them there. */
export interface IndexKeeper extends LoadedIndexes {
  /** From now on the ranks are shown by these clocks. */
  setClocks(shifts: readonly ClockShift[]): void;
  /** How the ranks' clocks stand to each other. */
  readonly askClock: AskClock;
  readonly lanes: LaneMaker;
  /** Makes the dump's tables known; answers the instant that they begin with, by the dump's clock, where that is needed at least. */
  openTables(files: TableFiles, isFirstNsNeeded: boolean): Promise<bigint | undefined>;
}

/** One dump from `open` to `close`: its state, and the work of reading it. */
export class OpenDump {
  #notices: readonly Notice[] = [];
  readonly #late = new LateNotices();
  #clusterFiles: readonly SourceFile[] = [];
  /** Resolves when the tables are known, or the dump is not to be read any more. */
  readonly #tables = deferred();
  #status: DumpState['status'] = 'discovering';
  #measuring: Promise<void> = Promise.resolve();
  #openMs: number | undefined;
  readonly #openedAtMs = performance.now();
  readonly #cancellation = new Cancellation();
  readonly #clocks: RankClocks;
  readonly #ranks: RankStates;
  readonly #reading: RankReading;
  readonly #record: DumpRecord;
  readonly #recordsSaved: Promise<void>[] = [];
  readonly #growth: Growth;
  readonly #newFiles: NewFiles;
  readonly #made: MadeGroups;
  readonly #queue: RankQueue;
  /** Resolves when the ranks that are read at once are, or will not be for now. */
  readonly #firstRest = deferred();
  readonly #finished = deferred();
  readonly #revisions = new Revisions(this.#finished.promise);
  /** Resolves when a rank's slices are shown, nothing more is to come, or the dump is closed. */
  readonly #shown = deferred();
  #isClosed = false;
  #found: DiscoveredDump | undefined;
  #laneFilter: LaneFilter = '';
  #filtering: Promise<void> = Promise.resolve();

  constructor(
    readonly id: DumpId,
    readonly what: OpenedPaths,
    readonly title: string,
    readonly pool: ThreadPool,
    readonly cache: IndexCache,
    readonly keeper: IndexKeeper,
  ) {
    this.#clocks = new RankClocks(keeper.askClock);
    this.#ranks = new RankStates(this.#clocks, this.#revisions);
    const indexes = new RankIndexes(pool, cache, this.#cancellation, keeper);
    this.#record = new DumpRecord(cache, pool, indexes);
    this.#reading = new RankReading(this.#ranks, indexes, this.#cancellation, {
      shown: () => this.#shown.resolve(),
      notSaved: (error) => this.#notKept('cache-not-written', error),
      isClosed: () => this.#isClosed,
    });
    const growthEvents: GrowthEvents = {
      found: (rank, found) => this.#foundMore(rank, found),
      show: (...of) => this.#reading.readOn(...of),
      readAgain: (rank, found, isNew) => this.#reading.read(rank, isNew ? withRewritten(found) : found),
      growing: (rank, isGrowing) => this.#ranks.update(rank, { isGrowing }),
      failed: (rank, error) => {
        if (this.#isClosed) return;
        const notices = [...this.#ranks.all[rank].notices, readingFailure(error)];
        this.#ranks.update(rank, { isGrowing: false, notices });
      },
    };
    this.#growth = new Growth(pool, this.#cancellation, growthEvents, what.paths);
    this.#newFiles = new NewFiles({
      discover: () => this.#discover(),
      isGrowing: () => this.#growth.isFollowing,
      take: (now, isStill) => this.#takeNewcomers(now, isStill),
    });
    this.#made = new MadeGroups(id, this.#ranks, keeper.lanes);
    this.#queue = new RankQueue(
      pool.size,
      (rank) => this.#readRank(rank),
      () =>
        this.#ranks.all.flatMap(({ index, status }) => (status === 'unread' || status === 'waiting' ? [index] : [])),
      () => this.#queueChanged(),
      () => this.#rested(),
    );
  }

  /** Reads everything; resolves when there is nothing more to do. Never rejects: what fails is in the state. */
  async read(): Promise<void> {
    this.pool.start();
    void this.#shown.promise.then(() => {
      // A window draws now.
      this.#revisions.tellNow();
      this.pool.giveWay();
    });
    try {
      const found = await this.#discover();
      if (!this.#isClosed) await this.#index(found);
    } catch (error) {
      if (this.#isClosed) return;
      const isStopped = error instanceof JobStoppedError;
      this.#notices = [...this.#notices, isStopped ? notice('cancelled', 'info') : readingFailure(error)];
      this.#status = isStopped ? 'cancelled' : 'failed';
    }
    this.#tables.resolve();
    this.#finished.resolve();
    this.#shown.resolve();
    this.#revisions.touch();
  }

  #discover(): Promise<DiscoveredDump> {
    const { paths, without } = this.what;
    return this.pool.run((api) => api.discover(paths, without), false, this.#cancellation.force);
  }

  /** Waits for it; false where the dump could not be opened, or was closed before one event had been read. */
  async somethingShown(): Promise<boolean> {
    await this.#shown.promise;
    const { status, ranks, progress } = this.state();
    if (ranks.some(({ groups }) => groups.length > 0)) return true;
    return this.#isClosed ? progress.eventsDone > 0 : status !== 'failed';
  }

  cancel(): void {
    this.#cancellation.request();
    // What waits is told apart from what was read; also while nothing begins.
    if (this.#queue.isPaused) this.#queue.change({ kind: 'resume' });
  }

  /** See `Engine.filterLanes`. */
  async filterLanes(text: string): Promise<void> {
    this.#laneFilter = text;
    this.#filtering = this.#filtering.then(() => this.#filterRanks(text));
    await this.#filtering;
  }

  /** Never rejects, like opening. */
  async #filterRanks(text: string): Promise<void> {
    await this.#finished.promise;
    for (const [rank, found] of (this.#found?.ranks ?? []).entries()) {
      // Somebody may have asked for something else meanwhile.
      if (this.#isClosed || this.#laneFilter !== text) return;
      const { status, notices } = this.#ranks.all[rank];
      if (status !== 'ready' || !notices.some(({ code }) => code.endsWith('-folded'))) continue;
      await this.#reading.readFiltered(rank, found, text);
    }
  }

  /** See `Engine.showPath`. */
  showPath(question: PathQuestion, id?: QuestionId): Promise<LaneId | undefined> {
    return this.#made.showPath(question, id);
  }

  removePaths(): void {
    this.#made.removePaths();
  }

  /** See `Engine.copyLanes`. */
  copyLanes(question: LaneCopyQuestion, id?: QuestionId): Promise<readonly CopiedLane[] | undefined> {
    return this.#made.copyLanes(question, id);
  }

  /** See `MadeGroups.changeOwnLanes`. */
  changeOwnLanes<T>(work: (show: ShowOwnLanes) => Promise<T>): Promise<T> {
    return this.#made.changeOwnLanes(work);
  }

  /** See `Engine.mergeLanes`. */
  mergeLanes(question: LaneMergeQuestion, id?: QuestionId): Promise<LaneId | undefined> {
    return this.#made.mergeLanes(question, id);
  }

  removeCopies(): void {
    this.#made.removeCopies();
  }

  /** What the rank is called, as long as no other one that is read has its name. */
  labelOf(rank: RankNumber): string | undefined {
    return this.#ranks.all[rank]?.label;
  }

  close(): void {
    this.#isClosed = true;
    this.#growth.end();
    this.#newFiles.end();
    this.#tables.resolve();
    this.#shown.resolve();
    this.cancel();
    this.#revisions.close();
  }

  /** All of it has been read. */
  get isReady(): boolean {
    return this.#status === 'ready';
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** What has changed as soon as the state is newer than `seenRevision`. */
  watch(seenRevision: number): Promise<DumpUpdate> {
    return this.#revisions.watch(seenRevision, () => this.state());
  }

  /** What questions need to go between the ranks' own times and those that are shown, and to call the ranks by their names. */
  get place(): Omit<TablePlace, 'generations'> {
    return { ...this.#clocks.forQuestions, names: this.#reading.names };
  }

  state(): DumpState {
    const ranks = this.#ranks.shown();
    const placed = ranks.filter(({ groups }) => groups.length > 0);
    return {
      id: this.id,
      revision: this.#revisions.current,
      status: this.#status,
      title: this.title,
      ...this.what,
      originNs: this.#clocks.originNs,
      ...(ranks.length > 1 ? { clock: this.#clocks.inForce } : {}),
      startNs: placed.reduce((min, { startNs }) => Math.min(min, startNs), placed[0]?.startNs ?? 0),
      endNs: placed.reduce((max, { endNs }) => Math.max(max, endNs), placed[0]?.endNs ?? 0),
      ...this.#readingState(),
      progress: this.#ranks.progress,
      ranks: ranks.map((rank) => withLate(rank, this.#late.ofRank(rank.index))),
      clusterFiles: this.#clusterFiles,
      notices: [...this.#notices, ...this.#late.ofDump],
      ...(this.#openMs === undefined ? {} : { openMs: this.#openMs }),
    };
  }

  async #index(found: DiscoveredDump): Promise<void> {
    this.#found = found;
    this.#notices = found.notices;
    this.#status = 'indexing';
    this.#clusterFiles = found.clusterFiles;
    const labels = rankLabels(found.ranks);
    found.ranks.forEach((rank, i) => {
      this.#ranks.put(i, initialRankState(i, rank, labels[i]));
    });
    this.#revisions.touch();
    if (this.#ranks.progress.bytesTotal > ONE_THREAD_BYTES) this.pool.needThreads();
    void this.#openTables(found, true);
    const withTimeline = found.ranks.flatMap(({ timelinePaths }, i) =>
      timelinePaths.length > 0 ? [i as RankNumber] : [],
    );
    const first = withTimeline.length > MOST_READ_AT_ONCE ? withTimeline.slice(0, FIRST_READ) : withTimeline;
    for (const rank of withTimeline.slice(first.length)) this.#ranks.update(rank, { status: 'unread' });
    this.#queue.change({ kind: 'next', ranks: first });
    if (first.length > 0) await this.#firstRest.promise;
    await this.#tables.promise;
    this.#placeRanks();
    this.#status = this.#finalStatus();
    if (this.#status === 'cancelled') this.#notices = [...this.#notices, notice('cancelled', 'info')];
    this.#openMs = performance.now() - this.#openedAtMs;
    void this.#measureClock();
    if (this.#status === 'ready' && !this.#isClosed) this.#newFiles.begin(found);
  }

  /** See `Engine.readTimelines`. Of a dump that was cancelled nothing more is read. */
  readTimelines(change: ReadingChange): void {
    if (!this.#isClosed && !this.#cancellation.isRequested) this.#queue.change(change);
  }

  #readingState(): Pick<DumpState, 'reading'> {
    const { waiting, isPaused } = this.#queue;
    return waiting.length > 0 || isPaused ? { reading: { waiting: [...waiting], isPaused } } : {};
  }

  #queueChanged(): void {
    const wanted = new Set(this.#queue.waiting);
    for (const { index, status } of this.#ranks.all) {
      const isWanted = wanted.has(index) || this.#queue.isUnderWay(index);
      if (status === 'unread' && isWanted) this.#ranks.update(index, { status: 'waiting' });
      else if (status === 'waiting' && !isWanted) this.#ranks.update(index, { status: 'unread' });
    }
    this.#revisions.touch();
  }

  /** All has been read that is to be: what came late is placed among the others, by its clock. */
  #rested(): void {
    this.#firstRest.resolve();
    if (this.#status !== 'ready') return;
    this.#placeRanks();
    void this.#measureClock();
  }

  /** Shows the ranks by the clock decided for, where that is another than they are shown by. */
  #placeRanks(): void {
    if (!this.#isClosed && this.#ranks.place()) this.keeper.setClocks(this.#clocks.shifts);
  }

  /** See `Engine.clock`. */
  shownClock(): ShownClock | undefined {
    return this.#ranks.all.length > 1 ? this.#clocks.shown(this.#ranks.all) : undefined;
  }

  /** See `Engine.setClock`. */
  async setClock(choice: ClockChoice): Promise<void> {
    this.#clocks.choose(choice);
    this.#revisions.touch();
    await this.#finished.promise;
    await this.#measureClock();
  }

  /** After all that was asked before, so that what was chosen last counts. Never rejects. */
  #measureClock(): Promise<void> {
    this.#measuring = this.#measuring.then(() => this.#measureOnce());
    return this.#measuring;
  }

  async #measureOnce(): Promise<void> {
    if (this.#isClosed || this.#ranks.all.length < 2) return;
    try {
      await this.#clocks.decide(this.#ranks.all);
    } catch (error) {
      if (this.#isClosed) return;
      this.#note(notice('clock-not-measured', 'warning', {}, { reason: systemReason(error) }));
    }
    this.#placeRanks();
  }

  #finalStatus(): DumpState['status'] {
    if (this.#ranks.all.some(({ status }) => status === 'cancelled')) return 'cancelled';
    if (this.#clusterFiles.length > 0) return 'ready';
    return this.#ranks.all.some(({ status }) => status === 'ready' || status === 'no-timeline' || status === 'unread')
      ? 'ready'
      : 'failed';
  }

  /** The tables are read while nobody waits for them; without a timeline, they tell what time counts from. `isWhole`: no more are expected. */
  async #openTables(found: DiscoveredDump, isWhole: boolean): Promise<void> {
    const ranks = this.#ranks.all.map(({ index, rank, label, folder, hostName, files, place, job }) => {
      const startedMs = job?.startedMs === undefined ? {} : { startedMs: job.startedMs };
      const ofJob = job === undefined ? {} : { job };
      return { index, rank, label, folder, hostName, files, ...ofJob, ...startedMs, ...profileNames(place) };
    });
    this.#record.setFiles({ ranks, clusterFiles: found.clusterFiles });
    try {
      const isWithoutTimeline = found.ranks.every(({ timelinePaths }) => timelinePaths.length === 0);
      const files = { ranks, clusterFiles: found.clusterFiles };
      const firstNs = await this.keeper.openTables(files, isWithoutTimeline);
      if (isWithoutTimeline) this.#clocks.countFrom(firstNs);
      if (isWhole) this.noteLate(missingTableNotices({ ranks }));
    } catch (error) {
      if (!this.#isClosed) this.#notices = [...this.#notices, readingFailure(error)];
    }
    this.#tables.resolve();
    this.#revisions.touch();
  }

  /** What the files of tables turned out to be, whenever that is found. */
  noteLate(notices: readonly Notice[]): void {
    const changed = this.#late.add(notices, this.#ranks.all);
    if (changed.size > 0) this.#revisions.touch(...[...changed].filter((rank) => rank !== undefined));
  }

  /** Resolves when questions about tables can be answered. */
  async tablesKnown(): Promise<void> {
    await this.#tables.promise;
  }

  async #readRank(rank: number): Promise<void> {
    const found = this.#found?.ranks[rank];
    if (!found || this.#isClosed) return;
    await this.#reading.read(rank, found);
    const { status } = this.#ranks.all[rank];
    if (!this.#isClosed && (status === 'ready' || status === 'failed')) await this.#growth.follow(rank, found);
  }

  /** A rank goes on in files that were not there when it was opened. */
  #foundMore(rank: number, found: DiscoveredRank): void {
    if (!this.#found || this.#isClosed) return;
    const { files: known } = this.#found.ranks[rank];
    const paths = new Set(known.map(({ path }) => path));
    // Tables may have come to it meanwhile.
    const files = [...known, ...found.files.filter(({ path }) => !paths.has(path))];
    this.#found = {
      ...this.#found,
      ranks: this.#found.ranks.map((own, at) => (at === rank ? { ...found, files } : own)),
    };
    this.#ranks.update(rank, { files });
  }

  /** Ranks and tables that have come since join those that are there; what cannot is told. False: files are still being written. */
  #takeNewcomers(now: DiscoveredDump, isStill: (file: SourceFile) => boolean): boolean {
    const open = this.#found;
    if (!open || this.#isClosed || this.#cancellation.isRequested) return true;
    const { ranks, grown, clusterFiles, left, isWaiting } = joiningOf(open, now, isStill);
    if (ranks.length > 0 || grown.size > 0 || clusterFiles.length > open.clusterFiles.length)
      this.#join(
        {
          ...open,
          ranks: [...open.ranks.map((own, index) => grown.get(index) ?? own), ...ranks],
          clusterFiles,
        },
        open,
      );
    this.#tellNewcomers(left);
    return !isWaiting;
  }

  /** `found`: the ranks of `before` in their places, those that have come behind them. */
  #join(found: DiscoveredDump, before: DiscoveredDump): void {
    this.#found = found;
    this.#clusterFiles = found.clusterFiles;
    const unread: RankNumber[] = [];
    const labels = rankLabels(found.ranks);
    // Those that are there keep their names.
    const used = new Set(this.#ranks.all.map(({ label }) => label));
    for (const [index, rank] of found.ranks.entries()) {
      const own = before.ranks[index];
      if (rank === own) continue;
      const isRead = own !== undefined && own.timelinePaths.length > 0;
      if (isRead) {
        this.#ranks.update(index, { files: rank.files });
        continue;
      }
      const label = own ? this.#ranks.all[index].label : unusedLabel(labels[index], used);
      this.#ranks.put(index, initialRankState(index, rank, label));
      unread.push(index as RankNumber);
    }
    void this.#openTables(found, false);
    const isOfFew = found.ranks.length <= MOST_READ_AT_ONCE;
    if (isOfFew) this.#queue.change({ kind: 'next', ranks: unread });
    else for (const rank of unread) this.#ranks.update(rank, { status: 'unread' });
  }

  #tellNewcomers(left: Newcomers): void {
    const told = newcomerNotices(left);
    const before = this.#notices.filter(isOfNewcomers);
    if (JSON.stringify(told) === JSON.stringify(before)) return;
    this.#notices = [...this.#notices.filter((own) => !isOfNewcomers(own)), ...told];
    this.#revisions.touch();
  }

  /** Resolves when all indexes that are to be saved are, and what has been found out. */
  async saved(): Promise<void> {
    await this.#reading.saved();
    await Promise.all(this.#recordsSaved);
  }

  /** See `RecordStore`. */
  async loadRecord(of: RecordOf): Promise<FoundRecord> {
    const found = await this.#record.load(of);
    this.noteLate(found.record?.notices ?? []);
    return found;
  }

  saveRecord(of: RecordOf, { bytes, notices }: KeptRecord): void {
    const all = [...notices, ...this.#late.all];
    const saving = this.#record.save(of, { bytes, notices: all }, this.#reading.saved());
    this.#recordsSaved.push(
      saving.catch((error: unknown) => (this.#isClosed ? undefined : this.#notKept('findings-not-kept', error))),
    );
  }

  #notKept(code: 'cache-not-written' | 'findings-not-kept', error: unknown): void {
    const reason = systemReason(error);
    this.#note(notice(code, 'info', {}, { path: this.cache.folder, reason }));
  }

  #note(told: Notice): void {
    this.#notices = [...this.#notices, told];
    this.#revisions.touch();
  }
}

/** Said with what is read of them then. */
function withRewritten(found: DiscoveredRank): DiscoveredRank {
  const [path] = found.timelinePaths;
  return { ...found, notices: [...found.notices, notice('timeline-rewritten', 'info', {}, { path })] };
}
