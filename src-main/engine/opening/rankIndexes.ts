import type { DiscoveredRank } from '../../../src-worker/discovery/discoveredDump';
import { type FileFingerprint, fingerprintsOf } from '../../../src-worker/files/fingerprints';
import type { ReadSoFar } from '../../../src-worker/importers/growingRank';
import type { RankResult } from '../../../src-worker/importers/importRank';
import type { BuiltIndex } from '../../../src-worker/index/buildIndex';
import type { LaneFilter } from '../../../src-worker/index/draft/laneChoice';
import type { LaneIds } from '../../../src-worker/index/laneRegistry';
import type { LoadedRank } from '../../../src-worker/workerApi';
import type { RankReader } from '../questions/residentRanks';
import type { ThreadPool } from '../threads/threadPool';
import { Cancellation } from './cancellation';
import type { IndexCache } from './indexCache';
import { IndexJob, type IndexJobEvents } from './indexJob';
import { ReadingTurns } from './readingTurns';
import { SnapshotPace } from './snapshotPace';

/** Where a dump's indexes go. */
export interface LoadedIndexes {
  /** Takes a rank's index to where queries are answered. */
  load(loaded: LoadedRank): void;
  /** The index of that generation can be read again, should it be dropped from memory. */
  saved(rank: number, generation: number, reader: RankReader): void;
  /** They take up more memory than they may. */
  isFull(): boolean;
}

/** A rank's index, and where it came from. */
export interface ReadIndex {
  readonly result: RankResult;
  readonly isCached: boolean;
  /** Its files as they were before they were read. */
  readonly before: readonly FileFingerprint[];
  /** Of an index from the cache: see `IndexCache.stampOf`. */
  readonly stamp?: string | undefined;
}

/** Makes the indexes of a dump's ranks, puts them into use, and sees to it that each can be had again. */
export class RankIndexes {
  /** Of each rank: how many indexes have been put into use. */
  readonly #generations: number[] = [];
  /** Of each rank: ids that its lanes have, to keep them when they are chosen anew. */
  readonly #laneIds = new Map<number, LaneIds>();
  /** Of those ranks whose index in use is kept: see `IndexCache.stampOf`. */
  readonly #stamps = new Map<number, string>();
  /** Each resolves when it has ended, one way or the other. */
  readonly #saving = new Set<Promise<void>>();
  readonly #pace = new SnapshotPace();
  readonly #turns = new ReadingTurns();

  constructor(
    readonly pool: ThreadPool,
    readonly cache: IndexCache,
    readonly cancellation: Cancellation,
    readonly loaded: LoadedIndexes,
  ) {}

  /**
   * Resolves when there is memory for one more index, or none that waits to be saved, and with it to be dropped: on a disk that
   * is slower than the reading all of a large job would come into memory otherwise.
   */
  async room(): Promise<void> {
    while (this.#saving.size > 0 && this.loaded.isFull()) await Promise.race(this.#saving);
  }

  /** What reads a rank's files from their beginning, in the order in which this is called; to be given to `read`. */
  job(found: DiscoveredRank, events: IndexJobEvents): IndexJob {
    return new IndexJob(found.timelinePaths, this.pool, this.cancellation, events, {
      pace: this.#pace,
      turn: this.#turns.next(),
      ...deviceOf(found),
    });
  }

  /** From the cache, else by `job`. Rejects where the files can't be read. */
  async read(found: DiscoveredRank, job: IndexJob): Promise<ReadIndex> {
    const before = await fingerprintsOf(found.timelinePaths).catch(() => []);
    const { device } = deviceOf(found);
    const cached = await this.cache.load(found.timelinePaths, this.pool, this.cancellation.force, device);
    // Where it has not been read, nobody need wait for it.
    if (cached) job.options.turn?.passes();
    const result = cached ?? (await job.run());
    this.#pace.shown(performance.now(), 0);
    const stamp = cached && (await this.cache.stampOf(found.timelinePaths, device));
    return { result, isCached: cached !== undefined, before, stamp };
  }

  /** Reads the rank's files again, for the lanes that are wanted: they keep their ids. */
  readFiltered(rank: number, found: DiscoveredRank, filter: LaneFilter): Promise<RankResult> {
    const laneIds = this.#laneIds.get(rank) ?? new Map();
    return this.#again(found, laneIds, filter, this.cancellation);
  }

  /** Of what has been read of files that are still being written. The lanes keep their ids. */
  ofRead(rank: number, found: DiscoveredRank, read: ReadSoFar): Promise<RankResult> {
    const laneIds = this.#laneIds.get(rank) ?? new Map();
    const { timelinePaths } = found;
    return new IndexJob(timelinePaths, this.pool, this.cancellation, { started: () => {} }, { laneIds, read }).run();
  }

  /** Puts an index into use where queries are answered; answers its generation. */
  load(built: BuiltIndex, place: Omit<LoadedRank, 'generation' | 'parts'>): number {
    const generation = (this.#generations[place.rank] ?? 0) + 1;
    this.#generations[place.rank] = generation;
    this.#laneIds.set(place.rank, built.laneIds);
    this.#stamps.delete(place.rank);
    this.loaded.load({ ...place, generation, parts: partsOf(built) });
    return generation;
  }

  /** Saves the index for the next time. Rejects where it could not be written; it can be had again all the same. */
  save(rank: number, found: DiscoveredRank, read: ReadIndex): Promise<void> {
    const saving = this.#save(rank, found, read);
    const ended = saving.catch(() => undefined).then(() => void this.#saving.delete(ended));
    this.#saving.add(ended);
    return saving;
  }

  async #save(rank: number, found: DiscoveredRank, { before, result }: ReadIndex): Promise<void> {
    const generation = this.#generations[rank];
    const { device } = deviceOf(found);
    try {
      const isKept = await this.cache.save(found.timelinePaths, before, result, this.pool, device);
      const stamp = isKept ? await this.cache.stampOf(found.timelinePaths, device) : undefined;
      if (this.#generations[rank] === generation) this.setStamp(rank, stamp);
    } finally {
      // Also where it was not kept: the memory budget holds all the same.
      this.offerReader(rank, found, result.laneIds);
    }
  }

  /** Of the index that is in use. */
  setStamp(rank: number, stamp: string | undefined): void {
    if (stamp !== undefined) this.#stamps.set(rank, stamp);
  }

  /**
   * What tells the ranks' indexes of these generations (by their places) from any others; undefined where one of them is
   * not kept, or not in use any more.
   */
  stampsOf(generations: ReadonlyMap<number, number>): readonly (readonly [number, string])[] | undefined {
    const stamps: (readonly [number, string])[] = [];
    for (const [rank, generation] of generations) {
      const stamp = this.#stamps.get(rank);
      if (stamp === undefined || this.#generations[rank] !== generation) return undefined;
      stamps.push([rank, stamp]);
    }
    return stamps.sort(([a], [b]) => a - b);
  }

  /** Tells how the index can be had again: from the cache, or, where it is not kept (any more), from the files. */
  offerReader(rank: number, found: DiscoveredRank, laneIds: LaneIds, filter: LaneFilter = ''): void {
    const { timelinePaths: paths } = found;
    const { device } = deviceOf(found);
    const reader = async () => {
      const cached = filter === '' ? await this.cache.load(paths, this.pool, undefined, device) : undefined;
      if (cached) return partsOf(cached);
      const read = await this.#again(found, laneIds, filter, new Cancellation());
      return read.status === 'ready' ? partsOf(read) : undefined;
    };
    this.loaded.saved(rank, this.#generations[rank], reader);
  }

  #again(found: DiscoveredRank, laneIds: LaneIds, filter: LaneFilter, cancellation: Cancellation): Promise<RankResult> {
    const options = { laneIds, filter, ...deviceOf(found) };
    return new IndexJob(found.timelinePaths, this.pool, cancellation, { started: () => {} }, options).run();
  }
}

function partsOf({ index, computed }: BuiltIndex): LoadedRank['parts'] {
  return [index, ...computed];
}

/** Of a rank that is one of several devices in its files, which. */
function deviceOf({ files }: DiscoveredRank): { readonly device?: number } {
  const device = files.find((file) => file.role === 'timeline' && file.device !== undefined)?.device;
  return device === undefined ? {} : { device };
}
