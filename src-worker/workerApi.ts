import { transfer } from 'comlink';
import type {
  FlowArrows,
  FlowQuery,
  NeighbourDirection,
  RankIndex as RankNumber,
  SearchQuery,
  SearchResult,
  SliceDetails,
  SliceRef,
  SliceSummary,
  SourceSpot,
  StatisticsQuery,
  StatisticsResult,
  ViewportQuery,
  ViewportResult,
} from './api';
import { type DiscoveredDump, discoverDump } from './formats/discover';
import type { RankSummary } from './index/buildIndex';
import { indexRank, type RankResult, type RankTask } from './index/indexRank';
import type { RankIndex } from './index/rankIndex';
import { queryFlows } from './query/flowArrows';
import { RankView } from './query/rankView';
import { querySearch } from './query/search';
import { queryNeighbour, querySlice, sliceAtSource } from './query/sliceDetails';
import { queryStatistics } from './query/statistics';
import { queryViewport } from './query/viewport';

/** A rank's index on its way to the threads that answer queries about it. */
export interface LoadedRank {
  readonly rank: RankNumber;
  readonly label: string;
  readonly generation: number;
  readonly index: RankIndex;
  /** What to add to the index's times to get the dump's. */
  readonly offsetNs: number;
}

/** Hears from `WorkerApi.indexRank` while it runs. Its calls are not awaited. */
export interface IndexListener {
  progress(progress: RankResult['progress']): void;
  snapshot(index: RankIndex, summary: RankSummary, progress: RankResult['progress']): void;
}

/** What a worker thread does, called from the engine's thread. One instance per thread; it holds the ranks loaded into it. */
export class WorkerApi {
  readonly #dumps = new Map<string, Map<number, RankView>>();

  discover(paths: readonly string[]): Promise<DiscoveredDump> {
    return discoverDump(paths);
  }

  /** `cancelFlag[0]` other than 0 stops it at the next block of bytes. */
  indexRank(task: RankTask, sizeBytes: number, cancelFlag: Int32Array, listener: IndexListener): Promise<RankResult> {
    return indexRank(task, sizeBytes, {
      progress: (progress) => listener.progress(progress),
      snapshot: (index, summary, progress) => listener.snapshot(index, summary, progress),
      isCancelled: () => Atomics.load(cancelFlag, 0) !== 0,
    });
  }

  loadRank(dump: string, loaded: LoadedRank): void {
    let ranks = this.#dumps.get(dump);
    if (!ranks) {
      ranks = new Map();
      this.#dumps.set(dump, ranks);
    }
    ranks.set(loaded.rank, new RankView(loaded.rank, loaded.label, loaded.generation, loaded.index, loaded.offsetNs));
  }

  unloadDump(dump: string): void {
    this.#dumps.delete(dump);
  }

  viewport(query: ViewportQuery): ViewportResult {
    const result = queryViewport(this.#ranks(query.dump), query);
    const buffers = [
      ...Object.values(result.quads),
      ...result.counters.flatMap((curve) => [curve.startNs, curve.minValue, curve.maxValue, curve.lastValue]),
      ...result.folded.flatMap(({ busy, colour }) => [busy, colour]),
    ].map(({ buffer }) => buffer);
    return transfer(result, buffers);
  }

  flows(query: FlowQuery): FlowArrows {
    return queryFlows(this.#ranks(query.dump), query);
  }

  search(query: SearchQuery): SearchResult {
    return querySearch(this.#ranks(query.dump), query);
  }

  statistics(query: StatisticsQuery): StatisticsResult {
    return queryStatistics(this.#ranks(query.dump), query);
  }

  async slice(dump: string, ref: SliceRef): Promise<SliceDetails | undefined> {
    const rank = this.#rankOf(dump, ref);
    return rank && querySlice(rank, ref.slice);
  }

  neighbour(dump: string, ref: SliceRef, direction: NeighbourDirection): SliceSummary | undefined {
    const rank = this.#rankOf(dump, ref);
    return rank && queryNeighbour(rank, ref.slice, direction);
  }

  sliceAtSource(dump: string, rank: RankNumber, source: SourceSpot): SliceRef | undefined {
    const view = this.#ranks(dump).get(rank);
    const slice = view && sliceAtSource(view, source);
    return slice === undefined ? undefined : view?.ref(slice);
  }

  #ranks(dump: string): ReadonlyMap<number, RankView> {
    return this.#dumps.get(dump) ?? new Map();
  }

  /** Undefined when the reference is of an older index, or of none. */
  #rankOf(dump: string, ref: SliceRef): RankView | undefined {
    const rank = this.#ranks(dump).get(ref.rank);
    const isValid = rank?.generation === ref.generation && ref.slice < rank.index.slices.startNs.length;
    return isValid ? rank : undefined;
  }
}
