import { basename } from 'node:path';
import type { Notice } from '../../../src-contract';
import type { DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import { jobsByFolder } from '../../../src-worker/discovery/jobNames';
import { notice } from '../../../src-worker/files/notices';
import { timeBaseOf } from '../../../src-worker/files/traceEdges';
import type { RankResult } from '../../../src-worker/importers/importRank';
import type { BuiltIndex } from '../../../src-worker/index/buildIndex';
import type { LaneFilter } from '../../../src-worker/index/laneChoice';
import type { FoundName } from '../../../src-worker/model/dumpContext';
import type { Cancellation } from './cancellation';
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
  /** See `IndexJobEvents`. */
  arranging(sliceCount: number): void;
  /** An index could not be kept for the next time. */
  notSaved(error: unknown): void;
  /** Nothing is shown any more. */
  readonly isClosed: () => boolean;
}

/** Reads a dump's ranks, one call for each, and says in their states how far that is and what it came to. */
export class RankReading {
  readonly #saved: Promise<void>[] = [];
  readonly #names = new Map<number, FoundName>();
  /** Of ranks whose files say that they are a rank that another one is. */
  readonly #sameRank = new Map<number, readonly Notice[]>();

  constructor(
    readonly ranks: RankStates,
    readonly indexes: RankIndexes,
    readonly cancellation: Cancellation,
    readonly events: ReadingEvents,
  ) {}

  /** Of ranks whose number stands in their file alone, by their places in the dump. */
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
      arranging: (sliceCount) => this.events.arranging(sliceCount),
    });
    const reporting = setInterval(() => {
      const progress = job.progress(bytesTotal);
      if (progress.bytesDone !== this.ranks.all[rank].progress.bytesDone) this.ranks.update(rank, { progress });
    }, PROGRESS_EVERY_MS);
    try {
      const read = await this.indexes.read(found, job);
      const { result, isCached } = read;
      this.#nameByContent(rank, found, result);
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
  #nameByContent(rank: number, { folder, timelinePaths: [path] }: DiscoveredRank, { values }: RankResult): void {
    const number = distributedRank(values);
    if (number === undefined || this.ranks.all[rank].rank !== undefined) return;
    const others = this.ranks.all.filter((other) => other.rank === number);
    const isOneFolder = others.some((other) => other.folder === folder);
    const apart = others.length === 0 ? '' : ` (${basename(isOneFolder ? path : folder)})`;
    const label = `Rank ${number}${apart}`;
    const isTaken = this.ranks.all.some((other) => other.label === label);
    const name = { rank: number, label: isTaken ? this.ranks.all[rank].label : label };
    this.#names.set(rank, name);
    this.ranks.update(rank, name);
    if (others.length === 0) return;
    this.#tellJobsApart();
    const params = { rank: number, other: others[0].label };
    this.#sameRank.set(rank, [notice('same-rank-inside', 'warning', params, { path })]);
  }

  /** Two ranks have one number, each in a folder of its own: these are two jobs side by side. */
  #tellJobsApart(): void {
    const { all } = this.ranks;
    if (all.some(({ job }) => job !== undefined)) return;
    for (const [at, job] of jobsByFolder(all)?.entries() ?? []) this.ranks.update(at, { job });
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
