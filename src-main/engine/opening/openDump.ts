import { basename } from 'node:path';
import type {
  ClockChoice,
  DumpClock,
  DumpId,
  DumpState,
  DumpUpdate,
  Notice,
  Progress,
  RankIndex as RankNumber,
  RankState,
  ReadingChange,
  ShownClock,
  SourceFile,
} from '../../../src-contract';
import { type ClockShift, NO_SHIFT, toJobNs } from '../../../src-worker/base/clockShift';
import type { DiscoveredDump, DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import { notice } from '../../../src-worker/files/notices';
import { systemReason } from '../../../src-worker/files/systemReason';
import { unreadable } from '../../../src-worker/files/unreadable';
import type { RankResult } from '../../../src-worker/importers/importRank';
import type { BuiltIndex } from '../../../src-worker/index/buildIndex';
import type { LaneFilter } from '../../../src-worker/index/laneChoice';
import type { LaneIds } from '../../../src-worker/index/laneRegistry';
import type { RankIndex } from '../../../src-worker/index/rankIndex';
import type { TableFiles, TablePlace } from '../../../src-worker/model/dumpContext';
import { missingTableNotices } from '../../../src-worker/model/missingTables';
import type { LoadedRank } from '../../../src-worker/workerApi';
import type { RankReader } from '../questions/residentRanks';
import { ThreadDiedError } from '../threads/thread';
import { JobStoppedError, type ThreadPool } from '../threads/threadPool';
import { Cancellation } from './cancellation';
import { type AskClock, decideClock, dumpClock, shiftsOf, shownClock, UNDECIDED } from './dumpClock';
import { type FileFingerprint, fingerprintsOf, type IndexCache } from './indexCache';
import { IndexJob } from './indexJob';
import { LateNotices } from './lateNotices';
import { rankLabels } from './rankLabels';
import { initialRankState, inJobTime, withSummary } from './rankState';
import { RankQueue } from './readingQueue';
import { SnapshotPace } from './snapshotPace';

/** Of a job of more ranks only the first are read at once, the others when they are needed. */
const MOST_READ_AT_ONCE = 32;
const FIRST_READ = 4;
/** A state is answered at most this often. */
const WATCH_EVERY_MS = 100;
const PROGRESS_EVERY_MS = 100;
/** Lanes, files and notices of the ranks in one answer: as many as a window decodes in a few ms. */
const MAX_ANSWER_ITEMS = 1_000;
/** Farther apart than this, two ranks' clocks count from different things (boot and epoch, say). */
const MAX_CLOCK_DISTANCE_NS = 30 * 86_400 * 1_000_000_000;

/** What was asked for, and the ranks in there that are not to be shown, by their places. */
export type OpenedPaths = Pick<DumpState, 'paths' | 'without'>;

/** Where a dump's indexes go. */
export interface IndexKeeper {
  /** Takes a rank's index to where queries are answered. */
  load(loaded: LoadedRank): void;
  /** The index of that generation can be read again, should it be dropped from memory. */
  saved(rank: number, generation: number, reader: RankReader): void;
  /** From now on the ranks are shown by these clocks. */
  setClocks(shifts: readonly ClockShift[]): void;
  /** How the ranks' clocks stand to each other. */
  readonly askClock: AskClock;
  /** Makes the dump's tables known; answers the instant that they begin with, by the dump's clock. */
  openTables(files: TableFiles): Promise<bigint | undefined>;
}

/** One dump from `open` to `close`: its state, and the work of reading it. */
export class OpenDump {
  /** By their own clocks. */
  readonly #ranks: RankState[] = [];
  /** The same as they are shown, until one or the other changes. */
  readonly #shownRanks: (RankState | undefined)[] = [];
  /** Of each rank: the revision that it changed with last. */
  readonly #rankRevisions: number[] = [];
  /** Of each rank: how many indexes have been shown or are on their way. */
  readonly #generations: number[] = [];
  readonly #saved: Promise<void>[] = [];
  #notices: readonly Notice[] = [];
  readonly #late = new LateNotices();
  #clusterFiles: readonly SourceFile[] = [];
  /** Resolves when the tables are known, or the dump is not to be read any more. */
  readonly #tables = deferred();
  #status: DumpState['status'] = 'discovering';
  #revision = 1;
  /** What own times count from: set by the first rank to come. */
  #originNs: bigint | undefined;
  #shifts: readonly ClockShift[] = [];
  /** Of ranks to come. */
  #nextShift = NO_SHIFT;
  #clockRevision = 0;
  #clockChoice: ClockChoice = {};
  #clock = UNDECIDED;
  #measuring: Promise<void> = Promise.resolve();
  #openMs: number | undefined;
  readonly #openedAtMs = performance.now();
  readonly #cancellation = new Cancellation();
  readonly #pace = new SnapshotPace();
  readonly #queue: RankQueue;
  /** Resolves when the ranks that are read at once are, or will not be for now. */
  readonly #firstRest = deferred();
  #changed = deferred();
  readonly #finished = deferred();
  /** Resolves when a rank's slices are shown, nothing more is to come, or the dump is closed. */
  readonly #shown = deferred();
  #lastAnswerMs = Number.NEGATIVE_INFINITY;
  /** Revision of the last answer that was only a part. */
  #partRevision: number | undefined;
  #isClosed = false;
  #found: DiscoveredDump | undefined;
  /** Of each rank: ids that its lanes have, to keep them when they are chosen anew. */
  readonly #laneIds = new Map<number, LaneIds>();
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
    this.#queue = new RankQueue(
      pool.size,
      (rank) => this.#readRank(rank),
      () => this.#ranks.flatMap(({ index, status }) => (status === 'unread' || status === 'waiting' ? [index] : [])),
      () => this.#queueChanged(),
      () => this.#rested(),
    );
  }

  /** Reads everything; resolves when there is nothing more to do. Never rejects: what fails is in the state. */
  async read(): Promise<void> {
    this.pool.start();
    try {
      const found = await this.pool.run(
        (api) => api.discover(this.what.paths, this.what.without),
        false,
        this.#cancellation.force,
      );
      if (!this.#isClosed) await this.#index(found);
    } catch (error) {
      if (this.#isClosed) return;
      const isStopped = error instanceof JobStoppedError;
      this.#notices = [...this.#notices, isStopped ? notice('cancelled', 'info') : failure(error)];
      this.#status = isStopped ? 'cancelled' : 'failed';
    }
    this.#tables.resolve();
    this.#finished.resolve();
    this.#shown.resolve();
    this.#touch();
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
      const { status, notices } = this.#ranks[rank];
      if (status !== 'ready' || !notices.some(({ code }) => code.endsWith('-folded'))) continue;
      await this.#readFiltered(rank, found, text);
    }
  }

  async #readFiltered(rank: number, found: DiscoveredRank, filter: LaneFilter): Promise<void> {
    const laneIds = this.#laneIds.get(rank) ?? new Map();
    try {
      const job = new IndexJob(
        found.timelinePaths,
        this.pool,
        this.#cancellation,
        { started: () => {} },
        { laneIds, filter, ...partOf(found) },
      );
      const result = await job.run();
      if (result.status !== 'ready') return;
      this.#show(rank, found, result);
      this.#offerReader(rank, found, result.laneIds, filter);
    } catch (error) {
      this.#update(rank, { notices: [...this.#ranks[rank].notices, failure(error)] });
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#tables.resolve();
    this.#shown.resolve();
    this.cancel();
    this.#touch();
  }

  /** All of it has been read. */
  get isReady(): boolean {
    return this.#status === 'ready';
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** What has changed as soon as the state is newer than `seenRevision`. */
  async watch(seenRevision: number): Promise<DumpUpdate> {
    while (this.#revision <= seenRevision && !this.#isClosed) await this.#changed.promise;
    const waitMs = this.#lastAnswerMs + WATCH_EVERY_MS - performance.now();
    // The rest of an answer is not waited for.
    const isFirst = seenRevision > 0 && seenRevision !== this.#partRevision;
    // That it is done, or has been cancelled, is told at once.
    if (isFirst && waitMs > 0)
      await Promise.race([new Promise((resolve) => setTimeout(resolve, waitMs)), this.#finished.promise]);
    this.#lastAnswerMs = performance.now();
    return this.#updateSince(seenRevision);
  }

  #updateSince(seenRevision: number): DumpUpdate {
    const { ranks, ...state } = this.state();
    const revisionOf = (rank: RankState) => this.#rankRevisions[rank.index];
    const changed = ranks
      .filter((rank) => revisionOf(rank) > seenRevision)
      .sort((a, b) => revisionOf(a) - revisionOf(b));
    const changedRanks = firstItems(changed, MAX_ANSWER_ITEMS);
    const isPart = changedRanks.length < changed.length;
    if (!isPart) return { ...state, changedRanks, isPart };
    const revision = revisionOf(changedRanks[changedRanks.length - 1]);
    this.#partRevision = revision;
    return { ...state, revision, changedRanks, isPart };
  }

  /** What questions need to go between the ranks' own times and those that are shown. */
  get clockPlace(): Pick<TablePlace, 'originNs' | 'shifts' | 'clockRevision'> {
    return { originNs: this.#originNs ?? 0n, shifts: this.#shifts, clockRevision: this.#clockRevision };
  }

  state(): DumpState {
    const ranks = this.#ranks.map((_, rank) => this.#shownRank(rank));
    const placed = ranks.filter(({ groups }) => groups.length > 0);
    return {
      id: this.id,
      revision: this.#revision,
      status: this.#status,
      title: this.title,
      ...this.what,
      originNs: (this.#originNs ?? 0n) + BigInt(this.#nextShift.offsetNs),
      ...(ranks.length > 1 ? { clock: this.#dumpClock() } : {}),
      startNs: placed.reduce((min, { startNs }) => Math.min(min, startNs), placed[0]?.startNs ?? 0),
      endNs: placed.reduce((max, { endNs }) => Math.max(max, endNs), placed[0]?.endNs ?? 0),
      ...this.#readingState(),
      progress: sumOf(this.#ranks.filter(({ status }) => status !== 'unread').map(({ progress }) => progress)),
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
      this.#put(i, initialRankState(i, rank, labels[i]));
    });
    this.#touch();
    void this.#openTables(found);
    const withTimeline = found.ranks.flatMap(({ timelinePaths }, i) =>
      timelinePaths.length > 0 ? [i as RankNumber] : [],
    );
    const first = withTimeline.length > MOST_READ_AT_ONCE ? withTimeline.slice(0, FIRST_READ) : withTimeline;
    for (const rank of withTimeline.slice(first.length)) this.#update(rank, { status: 'unread' });
    this.#queue.change({ kind: 'next', ranks: first });
    if (first.length > 0) await this.#firstRest.promise;
    await this.#tables.promise;
    this.#placeRanks();
    this.#status = this.#finalStatus();
    if (this.#status === 'cancelled') this.#notices = [...this.#notices, notice('cancelled', 'info')];
    this.#openMs = performance.now() - this.#openedAtMs;
    void this.#measureClock();
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
    for (const { index, status } of this.#ranks) {
      const isWanted = wanted.has(index) || this.#queue.isUnderWay(index);
      if (status === 'unread' && isWanted) this.#update(index, { status: 'waiting' });
      else if (status === 'waiting' && !isWanted) this.#update(index, { status: 'unread' });
    }
    this.#touch();
  }

  /** All has been read that is to be: what came late is placed among the others, by its clock. */
  #rested(): void {
    this.#firstRest.resolve();
    if (this.#status !== 'ready') return;
    this.#placeRanks();
    void this.#measureClock();
  }

  /** Shows the ranks by the clock decided for. Time counts from the first event of all, which only all of them tell. */
  #placeRanks(): void {
    if (this.#isClosed) return;
    const clocks = shiftsOf(this.#clock, this.#ranks.length);
    const starts = this.#ranks.flatMap(({ index, groups, startNs }) =>
      groups.length > 0 ? [toJobNs(clocks[index], startNs)] : [],
    );
    const firstNs = starts.reduce((min, ns) => Math.min(min, ns), starts[0] ?? 0);
    this.#nextShift = { ...NO_SHIFT, offsetNs: firstNs };
    this.#shifts = clocks.map((shift) => ({ ...shift, offsetNs: Math.round(shift.offsetNs) + firstNs }));
    this.#clockRevision++;
    this.keeper.setClocks(this.#shifts);
    for (const [i, rank] of this.#ranks.entries()) this.#put(i, rank);
  }

  #shiftOf(rank: number): ClockShift {
    return this.#shifts[rank] ?? this.#nextShift;
  }

  #shownRank(rank: number): RankState {
    const shown = this.#shownRanks[rank] ?? inJobTime(this.#ranks[rank], this.#shiftOf(rank));
    this.#shownRanks[rank] = shown;
    return shown;
  }

  #dumpClock(): DumpClock {
    return dumpClock(this.#clock, this.#clockChoice, this.#clockRevision);
  }

  /** See `Engine.clock`. */
  shownClock(): ShownClock | undefined {
    return this.#ranks.length > 1 ? shownClock(this.#dumpClock(), this.#clock, this.#ranks) : undefined;
  }

  /** See `Engine.setClock`. */
  async setClock(choice: ClockChoice): Promise<void> {
    this.#clockChoice = choice;
    this.#touch();
    await this.#finished.promise;
    await this.#measureClock();
  }

  /** After all that was asked before, so that what was chosen last counts. Never rejects. */
  #measureClock(): Promise<void> {
    this.#measuring = this.#measuring.then(() => this.#measureOnce());
    return this.#measuring;
  }

  async #measureOnce(): Promise<void> {
    if (this.#isClosed || this.#ranks.length < 2) return;
    const recordings = this.#ranks
      .filter(({ groups }) => groups.length > 0)
      .map(({ index, startNs, endNs }) => ({ rank: index, startNs, endNs }));
    try {
      this.#clock = await decideClock(this.#clockChoice, recordings, this.keeper.askClock);
    } catch (error) {
      if (this.#isClosed) return;
      this.#clock = { mode: 'off', clock: undefined };
      this.#notices = [...this.#notices, notice('clock-not-measured', 'warning', {}, { reason: systemReason(error) })];
    }
    this.#placeRanks();
  }

  #finalStatus(): DumpState['status'] {
    if (this.#ranks.some(({ status }) => status === 'cancelled')) return 'cancelled';
    if (this.#clusterFiles.length > 0) return 'ready';
    return this.#ranks.some(({ status }) => status === 'ready' || status === 'no-timeline' || status === 'unread')
      ? 'ready'
      : 'failed';
  }

  /** The tables are read while nobody waits for them; without a timeline, they tell what time counts from. */
  async #openTables(found: DiscoveredDump): Promise<void> {
    const ranks = this.#ranks.map(({ index, rank, label, folder, hostName, files }) => {
      return { index, rank, label, folder, hostName, files };
    });
    try {
      const firstNs = await this.keeper.openTables({ ranks, clusterFiles: found.clusterFiles });
      if (found.ranks.every(({ timelinePaths }) => timelinePaths.length === 0)) this.#originNs ??= firstNs;
      this.noteLate(missingTableNotices({ ranks }));
    } catch (error) {
      if (!this.#isClosed) this.#notices = [...this.#notices, failure(error)];
    }
    this.#tables.resolve();
    this.#touch();
  }

  /** What the files of tables turned out to be, whenever that is found. */
  noteLate(notices: readonly Notice[]): void {
    const changed = this.#late.add(notices, this.#ranks);
    if (changed.size === 0) return;
    this.#touch();
    for (const rank of changed) if (rank !== undefined) this.#rankRevisions[rank] = this.#revision;
  }

  /** Resolves when questions about tables can be answered. */
  async tablesKnown(): Promise<void> {
    await this.#tables.promise;
  }

  async #readRank(rank: number): Promise<void> {
    const found = this.#found?.ranks[rank];
    if (found && !this.#isClosed) await this.#indexRank(rank, found);
  }

  async #indexRank(rank: number, found: DiscoveredRank): Promise<void> {
    if (this.#cancellation.isRequested) return this.#update(rank, { status: 'cancelled' });
    const { bytesTotal } = this.#ranks[rank].progress;
    const events = {
      started: () => this.#update(rank, { status: 'indexing' }),
      snapshot: (built: BuiltIndex) => this.#show(rank, found, built),
    };
    const job = new IndexJob(found.timelinePaths, this.pool, this.#cancellation, events, {
      pace: this.#pace,
      ...partOf(found),
    });
    const reporting = setInterval(() => {
      const progress = job.progress(bytesTotal);
      if (progress.bytesDone !== this.#ranks[rank].progress.bytesDone) this.#update(rank, { progress });
    }, PROGRESS_EVERY_MS);
    try {
      const before = await fingerprintsOf(found.timelinePaths).catch(() => []);
      const { device } = partOf(found);
      const cached = await this.cache.load(found.timelinePaths, this.pool, this.#cancellation.force, device);
      const result = cached ?? (await job.run());
      this.#nameByContent(rank, result.values);
      this.#pace.shown(performance.now(), 0);
      this.#show(rank, found, result);
      const eventsDone = Object.values(result.summary.eventCounts).reduce((sum, count) => sum + count, 0);
      const progress = cached ? { bytesDone: bytesTotal, bytesTotal, eventsDone } : job.progress(bytesTotal);
      this.#update(rank, { status: result.status, progress });
      if (cached) this.#offerReader(rank, found, cached.laneIds);
      else if (result.status === 'ready') this.#saved.push(this.#save(rank, found, before, result));
    } catch (error) {
      const notices = [...this.#ranks[rank].notices, failure(error)];
      this.#update(rank, { status: 'failed', notices });
    } finally {
      clearInterval(reporting);
    }
  }

  /** Saves the index for the next time; nobody waits for it. */
  async #save(
    rank: number,
    found: DiscoveredRank,
    before: readonly FileFingerprint[],
    result: RankResult,
  ): Promise<void> {
    try {
      await this.cache.save(found.timelinePaths, before, result, this.pool, partOf(found).device);
    } catch (error) {
      if (this.#isClosed) return;
      const reason = systemReason(error);
      const told = notice('cache-not-written', 'info', {}, { path: this.cache.folder, reason });
      this.#notices = [...this.#notices, told];
      this.#touch();
    }
    // Also where it was not kept: the memory budget holds all the same.
    this.#offerReader(rank, found, result.laneIds);
  }

  /** Tells how the index can be had again: from the cache, or, where it is not kept (any more), from the files. */
  #offerReader(rank: number, found: DiscoveredRank, laneIds: LaneIds, filter: LaneFilter = ''): void {
    const { timelinePaths: paths } = found;
    const { device } = partOf(found);
    const reader = async () => {
      const cached = filter === '' ? await this.cache.load(paths, this.pool, undefined, device) : undefined;
      if (cached) return partsOf(cached);
      const neverCancelled = new Cancellation();
      const silent = { started: () => {} };
      const read = await new IndexJob(paths, this.pool, neverCancelled, silent, {
        laneIds,
        filter,
        ...partOf(found),
      }).run();
      return read.status === 'ready' ? partsOf(read) : undefined;
    };
    this.keeper.saved(rank, this.#generations[rank], reader);
  }

  /** Resolves when all indexes that are to be saved are. */
  async saved(): Promise<void> {
    await Promise.all(this.#saved);
  }

  /** Kineto's rank stands in the file itself. */
  #nameByContent(rank: number, values: ReadonlyMap<string, string>): void {
    const number = distributedRank(values);
    if (number === undefined || this.#ranks[rank].rank !== undefined) return;
    const label = `Rank ${number}`;
    const isTaken = this.#ranks.some((other) => other.label === label);
    this.#update(rank, isTaken ? { rank: number } : { rank: number, label });
  }

  /** Puts an index into use: first where queries are answered, then into the state. */
  #show(rank: number, found: DiscoveredRank, built: BuiltIndex): void {
    const { index, summary } = built;
    if (this.#isClosed) return;
    const generation = (this.#generations[rank] ?? 0) + 1;
    this.#generations[rank] = generation;
    this.#laneIds.set(rank, built.laneIds);
    const { offsetNs, notices } = this.#offsetOf(index);
    const { label } = this.#ranks[rank];
    const shift = this.#shiftOf(rank);
    this.keeper.load({ rank: this.#ranks[rank].index, label, generation, parts: partsOf(built), offsetNs, shift });
    const state = withSummary(this.#ranks[rank], summary, index, offsetNs, [...found.notices, ...notices]);
    this.#put(rank, { ...state, generation });
    this.#shown.resolve();
  }

  /** Where the rank's base lies in the dump's time; the first rank to come sets the origin. */
  #offsetOf(index: RankIndex): { offsetNs: number; notices: Notice[] } {
    const baseNs = BigInt(index.baseUs) * 1000n;
    if (index.slices.startNs.length === 0 && index.counters.length === 0) return { offsetNs: 0, notices: [] };
    this.#originNs ??= baseNs;
    const offsetNs = Number(baseNs - this.#originNs);
    if (Math.abs(offsetNs) < MAX_CLOCK_DISTANCE_NS) return { offsetNs, notices: [] };
    const days = Math.round(Math.abs(offsetNs) / 86_400e9);
    return { offsetNs: 0, notices: [notice('clock-mismatch', 'warning', { days })] };
  }

  #update(rank: number, change: Partial<RankState>): void {
    this.#put(rank, { ...this.#ranks[rank], ...change });
  }

  #put(rank: number, state: RankState): void {
    this.#ranks[rank] = state;
    this.#shownRanks[rank] = undefined;
    this.#touch();
    this.#rankRevisions[rank] = this.#revision;
  }

  #touch(): void {
    this.#revision++;
    this.#changed.resolve();
    this.#changed = deferred();
  }
}

function partsOf({ index, computed }: BuiltIndex): LoadedRank['parts'] {
  return [index, ...computed];
}

/** The same rank, where there is nothing to add: whoever watches it is not woken. */
function withLate(rank: RankState, late: readonly Notice[]): RankState {
  return late.length === 0 ? rank : { ...rank, notices: [...rank.notices, ...late] };
}

/** As many of the first ranks as hold `maxItems`; at least one, if there is one. */
function firstItems(ranks: readonly RankState[], maxItems: number): readonly RankState[] {
  let items = 0;
  const end = ranks.findIndex((rank, i) => {
    const lanes = rank.groups.reduce((sum, group) => sum + group.lanes.length, 0);
    items += 1 + lanes + rank.files.length + rank.notices.length + rank.skipped.length;
    return i > 0 && items > maxItems;
  });
  return end < 0 ? ranks : ranks.slice(0, end);
}

function deferred() {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

function sumOf(parts: readonly Progress[]): Progress {
  return parts.reduce(
    (sum, part) => ({
      bytesDone: sum.bytesDone + part.bytesDone,
      bytesTotal: sum.bytesTotal + part.bytesTotal,
      eventsDone: sum.eventsDone + part.eventsDone,
    }),
    { bytesDone: 0, bytesTotal: 0, eventsDone: 0 },
  );
}

/** `distributedInfo.rank` of a Kineto trace, or that of msMonitor's line about its devices. */
function distributedRank(values: ReadonlyMap<string, string>): number | undefined {
  const text = values.get('distributedInfo') ?? values.get('rank_device_map');
  const rank = text === undefined ? undefined : /"rank"\s*:\s*"?(\d+)/.exec(text)?.[1];
  return rank === undefined ? undefined : Number(rank);
}

/** Why a rank, or the dump, could not be read to its end. */
function failure(error: unknown): Notice {
  if (error instanceof ThreadDiedError) {
    if (error.deathCause === 'memory') return notice('out-of-memory', 'error');
    return notice('reading-ended', 'error');
  }
  return unreadable(undefined, error);
}

/** What to call a dump in the window's title. */
/** Of a rank that is one of several devices in its files, which. */
function partOf({ files }: DiscoveredRank): { readonly device?: number } {
  const device = files.find((file) => file.role === 'timeline' && file.device !== undefined)?.device;
  return device === undefined ? {} : { device };
}

export function dumpTitle(paths: readonly string[]): string {
  const first = basename(paths[0] ?? '') || (paths[0] ?? '');
  return paths.length > 1 ? `${first} + ${paths.length - 1}` : first;
}
