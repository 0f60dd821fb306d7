import type { DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import type { RankResult } from '../../../src-worker/importers/importRank';
import type { BuiltIndex } from '../../../src-worker/index/buildIndex';
import type { LaneFilter } from '../../../src-worker/index/laneChoice';
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
  /** An index could not be kept for the next time. */
  notSaved(error: unknown): void;
  /** Nothing is shown any more. */
  readonly isClosed: () => boolean;
}

/** Reads a dump's ranks, one call for each, and says in their states how far that is and what it came to. */
export class RankReading {
  readonly #saved: Promise<void>[] = [];

  constructor(
    readonly ranks: RankStates,
    readonly indexes: RankIndexes,
    readonly cancellation: Cancellation,
    readonly events: ReadingEvents,
  ) {}

  /** Never rejects: what fails is in the rank's state. */
  async read(rank: number, found: DiscoveredRank): Promise<void> {
    if (this.cancellation.isRequested) return this.ranks.update(rank, { status: 'cancelled' });
    const { bytesTotal } = this.ranks.all[rank].progress;
    const job = this.indexes.job(found, {
      started: () => this.ranks.update(rank, { status: 'indexing' }),
      snapshot: (built) => this.#show(rank, found, built),
    });
    const reporting = setInterval(() => {
      const progress = job.progress(bytesTotal);
      if (progress.bytesDone !== this.ranks.all[rank].progress.bytesDone) this.ranks.update(rank, { progress });
    }, PROGRESS_EVERY_MS);
    try {
      const read = await this.indexes.read(found, job);
      const { result, isCached } = read;
      this.#nameByContent(rank, result);
      this.#show(rank, found, result);
      const eventsDone = Object.values(result.summary.eventCounts).reduce((sum, count) => sum + count, 0);
      const progress = isCached ? { bytesDone: bytesTotal, bytesTotal, eventsDone } : job.progress(bytesTotal);
      this.ranks.update(rank, { status: result.status, progress });
      if (isCached) this.indexes.offerReader(rank, found, result.laneIds);
      else if (result.status === 'ready') this.#saved.push(this.#save(rank, found, read));
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
      this.#show(rank, found, result);
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
    const label = `Rank ${number}`;
    const isTaken = this.ranks.all.some((other) => other.label === label);
    this.ranks.update(rank, isTaken ? { rank: number } : { rank: number, label });
  }

  /** Puts an index into use: first where queries are answered, then into the state. */
  #show(rank: number, found: DiscoveredRank, built: BuiltIndex): void {
    if (this.events.isClosed()) return;
    const { clocks } = this.ranks;
    const { offsetNs, notices } = clocks.offsetOf(built.index);
    const { index, label } = this.ranks.all[rank];
    const generation = this.indexes.load(built, { rank: index, label, offsetNs, shift: clocks.shiftOf(rank) });
    const ownNotices = [...found.notices, ...notices];
    const state = withSummary(this.ranks.all[rank], built.summary, built.index, offsetNs, ownNotices);
    this.ranks.put(rank, { ...state, generation });
    this.events.shown();
  }
}
