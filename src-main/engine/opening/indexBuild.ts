import type { Remote } from 'comlink';
import { collectGarbage } from '../../../src-worker/base/collectGarbage';
import type { ArrangedSlices } from '../../../src-worker/index/arrangedSlices';
import type { ArrangedLane } from '../../../src-worker/index/arranging/arrange';
import type { BuiltFlows } from '../../../src-worker/index/arrows/flows';
import type { LaunchSlices } from '../../../src-worker/index/arrows/launchArrows';
import type { BoundFlows, MatchedFlows } from '../../../src-worker/index/arrows/matchFlows';
import { type BuiltIndex, type IndexRows, layOutRows } from '../../../src-worker/index/buildIndex';
import { rowCount } from '../../../src-worker/index/columns/chunks';
import type { BuiltCounters } from '../../../src-worker/index/counters/counters';
import {
  bindableLanes,
  type IndexDraft,
  type PlacedDraft,
  type SliceSource,
} from '../../../src-worker/index/draft/indexDraft';
import type { LaneFilter } from '../../../src-worker/index/draft/laneChoice';
import type { IndexedFiles } from '../../../src-worker/index/eventSource';
import { type IndexedIds, NO_IDS } from '../../../src-worker/index/ids/sliceIds';
import type { LaneDraft } from '../../../src-worker/index/indexRank';
import type { LaneIds } from '../../../src-worker/index/laneRegistry';
import type { SegmentEvents } from '../../../src-worker/index/segmentEvents';
import type { IndexingApi } from '../../../src-worker/indexingApi';
import type { ThreadPool } from '../threads/threadPool';
import type { Cancellation } from './cancellation';
import { heaviest, shareOut } from './shareOut';

export interface BuildOptions {
  readonly files: IndexedFiles;
  /** Ids that lanes have had before. */
  readonly laneIds: LaneIds;
  /** Which lanes are wanted, where there are too many to show each. */
  readonly filter: LaneFilter | undefined;
  /** Segments were read in several stages. */
  readonly wereStages: boolean;
}

/** Slices are moved in two turns, of so many parts in fifteen the first: fewer than half, since ids are put together beside it. */
const MOVED_PARTS = 15;
const MOVED_FIRST = 6;
/**
 * From so many slices on the room that those of the first turn took is let go before the next turn: 1 GB takes 65 MB less for it, and no
 * longer. For fewer it would cost more time than it saves memory: see `LET_GO_SLICES`.
 */
const LET_GO_BETWEEN_SLICES = 2_000_000;
/** From so many on that of the last turn, too, is let go behind it. */
const LET_GO_BEHIND_SLICES = 3_000_000;
/** Slices are moved in so many parts by each thread. */
const MOVES_PER_THREAD = 6;
/**
 * Of a rank of so many slices the room that they took is let go while others are still at work. It is not done for fewer,
 * since each time costs some 50 ms: every thread's heap is collected, and with the garbage goes what V8 has compiled of loops
 * that are under way, to be compiled again.
 */
const LET_GO_SLICES = 6_000_000;
/** Up to this many events one thread makes the index alone. */
export const SMALL_EVENTS = 100_000;

/**
 * Makes the index of what has been read, over the threads of the pool. What is moved, matched and arranged when, and beside what, is decided by
 * the room that each takes: see docs/performance.md.
 */
export class IndexBuild {
  constructor(
    readonly pool: ThreadPool,
    readonly cancel: Cancellation,
    readonly options: BuildOptions,
  ) {}

  /** Uses the segments up: `segments` is empty afterwards. Rejects with a `JobStoppedError` when it was cancelled. */
  async build(segments: SegmentEvents[], eventCount: number, baseUs: number): Promise<BuiltIndex> {
    const { filter, files, laneIds } = this.options;
    // A small rank is done before the threads would have been told about each other.
    if (eventCount < SMALL_EVENTS) return this.#use((api) => api.buildIndex(segments, files, baseUs, laneIds, filter));
    const idSources = segments.map(({ ids }) => ({ ids }));
    const gatheringIds = () =>
      this.#use((api) => api.gatherIds(NO_IDS.refs, idSources)).finally(() => {
        idSources.length = 0;
      });
    const readCount = segments.reduce((sum, { slices }) => sum + rowCount(slices), 0);
    // Ids need nothing of the draft, which is one thread's, but room for their references. Where memory is short they wait.
    const gatheredEarly = readCount < LET_GO_SLICES ? gatheringIds() : undefined;
    // It is waited for below.
    gatheredEarly?.catch(() => {});
    const { sources, ...draft } = await this.#draft(segments);
    const { slices, idRefs, laneFirst, maps, lanes, categories, tasks, names } = draft;
    const sliceCount = slices.flags.length;
    const isLarge = sliceCount >= LET_GO_SLICES;
    const sampled = segments.map(({ samples, sampleGroups }) => ({ samples, sampleGroups }));
    const flowSources = segments.map(({ flowEnds }, i) => ({ flowEnds, maps: maps[i] }));
    const reports = segments.map(({ countByPhase, oddities, skipped, notices }) => {
      return { countByPhase, oddities, skipped, notices };
    });
    segments.length = 0;
    const withRefs = (ids: IndexedIds) => (ids.kind.length === 0 ? ids : { ...ids, refs: idRefs });
    const gathering = (gatheredEarly ?? gatheringIds()).then(withRefs);
    gathering.catch(() => {});
    const counting = () =>
      this.#use((api) => api.draftCounters(draft, sampled, filter)).finally(() => {
        sampled.length = 0;
      });
    // One, until arrows have been made of it.
    const matched: MatchedFlows[] = [];
    const matching = async () => {
      try {
        matched.push(await this.#use((api) => api.matchFlows(flowSources, lanes.length, categories.length), true));
      } finally {
        flowSources.length = 0;
        this.#letGoOf(sliceCount);
      }
    };
    const { startNs, durationNs, longEndNs, flags, name, category, source, sourceBases } = slices;
    const times = { startNs, durationNs, longEndNs };
    const { hasOverlapLanes } = draft;
    const looking = ({ rowFirstSlice }: IndexRows) =>
      Promise.all([
        this.#use((api) => api.computeLanes({ slices: { ...times, flags, name }, names, laneFirst, hasOverlapLanes })),
        this.#use((api) => api.buildIntervalTree(times, rowFirstSlice)),
      ]);
    const arranging = async () => {
      const arranged = await this.#arrange({ slices, idRefs, laneFirst, tasks, names });
      return { arranged, rows: layOutRows(laneFirst, arranged) };
    };

    let looked: ReturnType<typeof looking> | undefined;
    let counted: BuiltCounters;
    let inOrder: Awaited<ReturnType<typeof arranging>>;
    if (isLarge) {
      // Counters, ids and arrows don't touch the slices. What each is made from, and what is sorted for it, is let go before the
      // next takes room, and all of it before slices take room in their lanes as well.
      [counted] = await Promise.all([counting(), gathering]);
      this.#letGoOf(sliceCount);
      await matching();
      await this.#moveSlices(sources, draft);
      this.#letGo();
      inOrder = await arranging();
    } else {
      counted = await this.#moveInTurns(sources, draft, gathering, counting);
      // First what takes longest and can't be divided: lanes, and what needs nothing but them, fill what is left.
      const matchingAll = matching();
      const arrangingAll = arranging();
      looked = arrangingAll.then(({ rows }) => looking(rows));
      // It is waited for below.
      looked.catch(() => {});
      [inOrder] = await Promise.all([arrangingAll, matchingAll]);
    }
    this.#letGoOf(sliceCount);
    const { arranged, rows } = inOrder;
    const ids = await gathering;
    // In a thread that has let go of what its lanes were arranged in.
    const bound = [await this.#use((api) => api.withRoomToBind(matched[0]))];
    matched.length = 0;
    await this.#bindFlows(bound, { ...times, flags, ...rows, ids }, categories, bindableLanes(lanes));
    // Ends of arrows are let go before there is all of the tree.
    this.#letGoOf(sliceCount);
    const buildingFlows = this.#buildFlows(bound, { startNs, category, source, sourceBases, ids }, categories);
    if (isLarge) await buildingFlows;
    const [flows, [computed, tree]] = await Promise.all([buildingFlows, looked ?? looking(rows)]);
    this.#letGoOf(sliceCount);
    const parts = { draft, arranged, rows, ids, tree, flows, counters: counted, computed };
    const built = await this.#use((api) => api.finishIndex(parts, reports, files, baseUs));
    // What this thread held when it was collected between the turns is no longer new to V8, which would keep it.
    if (sliceCount >= LET_GO_BETWEEN_SLICES) setImmediate(collectGarbage);
    return built;
  }

  /** Decides where everything goes. The segments have no slices afterwards: they are the draft's. */
  async #draft(segments: SegmentEvents[]): Promise<IndexDraft> {
    const { laneIds, filter, wereStages } = this.options;
    // What earlier stages have found for later ones belongs to nobody any more.
    if (wereStages) this.#letGo();
    const draft = await this.#use((api) => api.draftIndex(segments, laneIds, filter));
    segments.forEach((segment, i) => {
      segments[i] = { ...segment, slices: [] };
    });
    return draft;
  }

  /**
   * Moves the slices to their lanes, in turns: when the first have been moved, where they were is let go if they are many, and
   * counters are made beside the next ones. So never do all of them take room twice, and only those after the first do beside what
   * counters are made of and what is made of ids.
   */
  async #moveInTurns(
    sources: SliceSource[],
    draft: PlacedDraft,
    gathering: Promise<IndexedIds>,
    counting: () => Promise<BuiltCounters>,
  ): Promise<BuiltCounters> {
    const parts = shareOut(sources.splice(0), MOVED_PARTS, (source) => rowCount(source.slices));
    const sliceCount = draft.slices.flags.length;
    await Promise.all([gathering, this.#moveSlices(parts.splice(0, MOVED_FIRST).flat(), draft)]);
    if (sliceCount >= LET_GO_BETWEEN_SLICES) this.#letGo();
    const counted = counting();
    // It is waited for below.
    counted.catch(() => {});
    await this.#moveSlices(parts.splice(0).flat(), draft);
    const built = await counted;
    if (sliceCount >= LET_GO_BEHIND_SLICES) this.#letGo();
    return built;
  }

  /**
   * Moves the slices to their lanes, and uses `sources` up: where slices were is let go while others are still moved, so
   * that there is never room for all of them twice.
   */
  async #moveSlices(sources: SliceSource[], { slices, idRefs }: PlacedDraft): Promise<void> {
    const { pool } = this;
    const weightOf = (source: SliceSource) => rowCount(source.slices);
    const parts = shareOut(sources.splice(0), pool.size * MOVES_PER_THREAD, weightOf);
    // Where memory counts the small ones are first: when the large ones are in two places the room of all others is free.
    if (slices.flags.length >= LET_GO_SLICES) parts.reverse();
    let movedCount = 0;
    await Promise.all(
      parts.map(async (part) => {
        await this.#use((api) => api.scatterSources(part, { slices, idRefs }));
        part.length = 0;
        if (++movedCount % pool.size === 0) this.#letGoOf(slices.flags.length);
      }),
    );
  }

  #letGo(): void {
    letGo(this.pool);
  }

  #letGoOf(sliceCount: number): void {
    letGoOf(this.pool, sliceCount);
  }

  async #bindFlows(
    [matched]: readonly BoundFlows[],
    arranged: ArrangedSlices,
    categories: readonly string[],
    lanes: readonly number[],
  ): Promise<void> {
    const { laneFirst } = matched;
    // Of one lane with many rows an end takes longer than of others: so there are more parts than threads.
    const parts = shareOut(lanes, this.pool.size * 4, (lane) => laneFirst[lane + 1] - laneFirst[lane]);
    await Promise.all(parts.map((part) => this.#use((api) => api.bindFlowEnds(matched, arranged, categories, part))));
  }

  /** Uses what was matched up. */
  async #buildFlows(matched: BoundFlows[], slices: LaunchSlices, categories: readonly string[]): Promise<BuiltFlows> {
    try {
      return await this.#use((api) => api.buildFlows(matched[0], slices, categories));
    } finally {
      matched.length = 0;
      this.#letGoOf(slices.startNs.length);
    }
  }

  async #arrange(draft: LaneDraft): Promise<ArrangedLane[]> {
    const { laneFirst } = draft;
    const lanes = Array.from({ length: laneFirst.length - 1 }, (_, lane) => lane);
    const arranged: ArrangedLane[] = new Array(lanes.length);
    // More parts than threads, so that the threads end at about the same time.
    const weightOf = (lane: number) => laneFirst[lane + 1] - laneFirst[lane];
    // Of a large rank the longest lanes are one thread's: each takes memory by its longest.
    const long = laneFirst[lanes.length] < LET_GO_SLICES ? [] : heaviest(lanes, this.pool.size, weightOf);
    const others = lanes.filter((lane) => !long.includes(lane));
    const parts = [long, ...shareOut(others, this.pool.size * 4, weightOf)].filter((part) => part.length > 0);
    await Promise.all(
      parts.map(async (part) => {
        const done = await this.#use((api) => api.arrangeLanes(draft, part));
        part.forEach((lane, i) => {
          arranged[lane] = done[i];
        });
      }),
    );
    return arranged;
  }

  /** A thread of the pool, until the user has had enough. */
  #use<T>(work: (api: Remote<IndexingApi>) => Promise<T>, isUrgent = false): Promise<T> {
    return this.pool.run(work, isUrgent, this.cancel.force);
  }
}

/**
 * Memory that nobody holds any more is free only when all threads know: see collectGarbage.ts. This one a moment later, when
 * the jobs that have just ended are forgotten with all that they were given.
 */
function letGo(pool: ThreadPool): void {
  pool.collectGarbage();
  setImmediate(collectGarbage);
}

/** The same if it is the room of enough slices to be worth it. */
export function letGoOf(pool: ThreadPool, sliceCount: number): void {
  if (sliceCount >= LET_GO_SLICES) letGo(pool);
}
