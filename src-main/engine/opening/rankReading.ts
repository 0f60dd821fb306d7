import type { Notice } from '../../../src-contract';
import type { DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import { fingerprintsOf } from '../../../src-worker/files/fingerprints';
import { timeBaseOf } from '../../../src-worker/files/traceEdges';
import type { ReadSoFar } from '../../../src-worker/importers/growingRank';
import type { RankResult } from '../../../src-worker/importers/importRank';
import type { BuiltIndex } from '../../../src-worker/index/buildIndex';
import type { LaneFilter } from '../../../src-worker/index/draft/laneChoice';
import type { FoundName } from '../../../src-worker/model/tableRanks';
import type { Cancellation } from './cancellation';
import { namesByContent } from './namesByContent';
import type { RankIndexes, ReadIndex } from './rankIndexes';
import { distributedRank } from './rankLabels';
import { withSummary } from './rankState';
import type { RankStates } from './rankStates';
import { readingFailure } from './readingFailure';

const PROGRESS_EVERY_MS = 100;

/** What happens while ranks are read. */
export interface ReadingEvents {
  /** A rank has slices that are shown. */
  shown(): void;
  /** An index could not be kept for the next time. */
  notSaved(error: unknown): void;
  /** Nothing is shown any more. */
  readonly isClosed: () => boolean;
}

/** Reads a dump's ranks, one call for each, and says in their states how far that is and what it came to. */
export class RankReading {
  readonly #saved: Promise<void>[] = [];
  readonly #names = new Map<number, FoundName>();
  /** Ranks whose number stands in their file alone. */
  readonly #byContent = new Set<number>();
  /** Names on disk tell jobs apart. */
  #haveJobs = false;
  /** Of ranks whose files say that they are a rank that another one is. */
  readonly #sameRank = new Map<number, readonly Notice[]>();

  constructor(
    readonly ranks: RankStates,
    readonly indexes: RankIndexes,
    readonly cancellation: Cancellation,
    readonly events: ReadingEvents,
  ) {}

  /** Of ranks that the names on disk don't tell, or not apart, by their places in the dump. */
  get names(): ReadonlyMap<number, FoundName> {
    return this.#names;
  }

  /** Never rejects: what fails is in the rank's state. */
  async read(rank: number, found: DiscoveredRank): Promise<void> {
    await this.indexes.room();
    if (this.cancellation.isRequested) return this.ranks.update(rank, { status: 'cancelled' });
    const { bytesTotal } = this.ranks.all[rank].progress;
    const job = this.indexes.job(found, {
      started: () => this.ranks.update(rank, { status: 'indexing' }),
      snapshot: (built) => this.#show(rank, found, built),
    });
    const reporting = setInterval(() => {
      const progress = job.progress(bytesTotal);
      const shown = this.ranks.all[rank].progress;
      if (progress.bytesDone !== shown.bytesDone || progress.bytesAgain !== shown.bytesAgain)
        this.ranks.update(rank, { progress });
    }, PROGRESS_EVERY_MS);
    try {
      const read = await this.indexes.read(found, job);
      const { result, isCached } = read;
      this.#nameByContent(rank, result);
      this.#show(rank, found, result, result.values);
      const eventsDone = Object.values(result.summary.eventCounts).reduce((sum, count) => sum + count, 0);
      const progress = isCached ? { bytesDone: bytesTotal, bytesTotal, eventsDone } : job.progress(bytesTotal);
      this.ranks.update(rank, { status: result.status, progress });
      if (isCached) {
        this.indexes.setStamp(rank, read.stamp);
        this.indexes.offerReader(rank, found, result.laneIds);
      } else if (result.status === 'ready') this.#saved.push(this.#save(rank, found, read));
    } catch (error) {
      const notices = [...this.ranks.all[rank].notices, readingFailure(error)];
      this.ranks.update(rank, { status: 'failed', notices });
    } finally {
      clearInterval(reporting);
    }
  }

  /**
   * Shows what has come of a rank whose files are still being written; `isLast`: no more will, so that it is kept. Rejects with what
   * making an index rejects with.
   */
  async readOn(rank: number, found: DiscoveredRank, read: ReadSoFar, isLast: boolean): Promise<void> {
    const before = isLast ? await fingerprintsOf(found.timelinePaths).catch(() => []) : [];
    const result = await this.indexes.ofRead(rank, found, read);
    if (result.status !== 'ready' || this.events.isClosed()) return;
    this.#nameByContent(rank, result);
    this.#show(rank, found, result, result.values);
    const eventsDone = Object.values(result.summary.eventCounts).reduce((sum, count) => sum + count, 0);
    const progress = { bytesDone: read.sizeBytes, bytesTotal: read.sizeBytes, eventsDone };
    this.ranks.update(rank, { status: 'ready', progress });
    if (isLast) this.#saved.push(this.#save(rank, found, { result, isCached: false, before }));
  }

  /** Reads a rank with too many lanes again, for those that `filter` names. Never rejects. */
  async readFiltered(rank: number, found: DiscoveredRank, filter: LaneFilter): Promise<void> {
    try {
      const result = await this.indexes.readFiltered(rank, found, filter);
      if (result.status !== 'ready') return;
      this.#show(rank, found, result, result.values);
      this.indexes.offerReader(rank, found, result.laneIds, filter);
    } catch (error) {
      this.ranks.update(rank, { notices: [...this.ranks.all[rank].notices, readingFailure(error)] });
    }
  }

  /** Resolves when all indexes that are to be saved are. */
  async saved(): Promise<void> {
    await Promise.all(this.#saved);
  }

  /** Nobody waits for it. */
  async #save(rank: number, found: DiscoveredRank, read: ReadIndex): Promise<void> {
    try {
      await this.indexes.save(rank, found, read);
    } catch (error) {
      if (!this.events.isClosed()) this.events.notSaved(error);
    }
  }

  /** Kineto's rank stands in the file itself. */
  #nameByContent(rank: number, { values }: RankResult): void {
    const number = distributedRank(values);
    if (number === undefined || this.ranks.all[rank].rank !== undefined) return;
    if (this.#byContent.size === 0) this.#haveJobs = this.ranks.all.some(({ job }) => job !== undefined);
    this.#byContent.add(rank);
    this.ranks.update(rank, { rank: number });
    // With it, others may have to be told apart.
    const names = namesByContent(this.ranks.all, this.#byContent, this.#haveJobs);
    for (const [at, { name, notices }] of names.entries()) {
      this.#names.set(at, name);
      this.#sameRank.set(at, notices);
      this.#call(at, name, notices);
    }
  }

  #call(rank: number, { rank: number, label, job }: FoundName, notices: readonly Notice[]): void {
    const { notices: all, job: before, ...state } = this.ranks.all[rank];
    const others = all.filter(({ code }) => code !== 'same-rank-inside');
    const isCalledSo = state.label === label && before?.key === job?.key;
    if (isCalledSo && others.length === all.length && notices.length === 0) return;
    const ofJob = { ...(number !== undefined && { rank: number }), ...(job && { job }) };
    this.ranks.put(rank, { ...state, ...ofJob, label, notices: [...others, ...notices] });
  }

  /**
   * Puts an index into use: first where queries are answered, then into the state. `values`: what the files say beside their
   * events, once they have been read.
   */
  #show(rank: number, found: DiscoveredRank, built: BuiltIndex, values?: RankResult['values']): void {
    if (this.events.isClosed()) return;
    const { clocks } = this.ranks;
    const { offsetNs, notices } = clocks.offsetOf(built.index, values && timeBaseOf(values));
    const { index, label } = this.ranks.all[rank];
    const generation = this.indexes.load(built, { rank: index, label, offsetNs, shift: clocks.shiftOf(rank) });
    const ownNotices = [...found.notices, ...notices, ...(this.#sameRank.get(rank) ?? [])];
    const state = withSummary(this.ranks.all[rank], built.summary, built.index, offsetNs, ownNotices);
    this.ranks.put(rank, { ...state, generation });
    this.events.shown();
  }
}
