import { proxy, type Remote } from 'comlink';
import type { Progress } from '../../../src-contract';
import { collectGarbage } from '../../../src-worker/base/collectGarbage';
import { notice } from '../../../src-worker/files/notices';
import { forgetFound, foundBefore, gatherExcerpts, gatherSegments } from '../../../src-worker/importers/gatherSegments';
import type { ReadSoFar } from '../../../src-worker/importers/growingRank';
import type { FoundTables, SegmentPlan, SegmentResult, SegmentSizes } from '../../../src-worker/importers/importer';
import { describedFiles } from '../../../src-worker/importers/importers';
import type { RankResult } from '../../../src-worker/importers/importRank';
import type { ArrangedLane } from '../../../src-worker/index/arrange';
import type { ArrangedSlices } from '../../../src-worker/index/arrangedSlices';
import { type BuiltIndex, type IndexRows, layOutRows } from '../../../src-worker/index/buildIndex';
import { rowCount } from '../../../src-worker/index/chunks';
import type { BuiltCounters } from '../../../src-worker/index/counters/counters';
import type { FileCheck, IndexedFiles } from '../../../src-worker/index/eventSource';
import type { BuiltFlows } from '../../../src-worker/index/flows';
import {
  bindableLanes,
  type IndexDraft,
  type PlacedDraft,
  type SliceSource,
} from '../../../src-worker/index/indexDraft';
import { buildIndex, type LaneDraft } from '../../../src-worker/index/indexRank';
import type { LaneFilter } from '../../../src-worker/index/laneChoice';
import type { LaneIds } from '../../../src-worker/index/laneRegistry';
import type { LaunchSlices } from '../../../src-worker/index/launchArrows';
import type { BoundFlows, MatchedFlows } from '../../../src-worker/index/matchFlows';
import type { SegmentEvents } from '../../../src-worker/index/segmentEvents';
import { type IndexedIds, NO_IDS } from '../../../src-worker/index/sliceIds';
import { JobStoppedError, type ThreadPool } from '../threads/threadPool';
import type { ThreadApi } from '../threads/workerMain';
import type { Cancellation } from './cancellation';
import { heaviest, shareOut } from './shareOut';
import { SnapshotPace } from './snapshotPace';
import { readingOrder } from './spreadOrder';

export interface IndexJobEvents {
  /** Segments are known; work begins. */
  started(): void;
  /** An excerpt of what has been read so far; fuller ones follow, and then all. Absent: nobody wants to see it. */
  snapshot?(built: BuiltIndex): void;
}

export interface IndexJobOptions {
  /** Ids that lanes have had before. */
  readonly laneIds?: LaneIds;
  /** Of the whole dump, which may read several ranks at once. */
  readonly pace?: SnapshotPace;
  readonly sizes?: SegmentSizes;
  /** Of several in the files, the one that is the rank. */
  readonly device?: number;
  /** What has been read already: an index is made of it, and nothing else is read. */
  readonly read?: ReadSoFar;
  /** Which lanes are wanted, where there are too many to show each. */
  readonly filter?: LaneFilter;
}

/** Slices that a snapshot has of a segment: few, so that all snapshots cost some hundredths of an opening of any size. */
const EXCERPT_SLICES = 700;
/** Slices in a snapshot of all segments: some for every pixel of every lane in a window. */
const SNAPSHOT_SLICES = 50_000;
/** Slices of the first segment, which alone makes the first snapshot: as a rule all. */
const FIRST_SNAPSHOT_SLICES = 50_000;
/** A segment that could not be divided, or a packed one, is shown in parts while it is read. */
const LONG_SEGMENT_BYTES = 64 << 20;
/** Slices are moved in turns, each of so many parts in fifteen: fewer than half first, since ids are put together beside them. */
const MOVED_PARTS = 15;
const MOVED_IN_TURN = [6, 9];
/** From so many slices on there is one turn more, and ends of arrows are let go once they are matched. */
const MANY_SLICES = 4_000_000;
const MANY_MOVED_IN_TURN = [5, 4, 6];
/** Slices are moved in so many parts by each thread. */
const MOVES_PER_THREAD = 6;
/**
 * Of a rank of so many slices the room that they took is let go while others are still at work. It is not done for fewer,
 * since each time costs some 50 ms: every thread's heap is collected, and with the garbage goes what V8 has compiled of loops
 * that are under way, to be compiled again.
 */
const LET_GO_SLICES = 6_000_000;
/** Where threads are started when they are needed, one has read so little before the next one would have begun. */
const ONE_THREAD_BYTES = 8 << 20;
/** Up to this many events one thread makes the index alone. */
const SMALL_EVENTS = 100_000;

/**
 * Indexes one rank on all threads of the pool:
 *
 *     plan → read segment 0 │ snapshot │ read segment 6 │ read segment 2 │ … │ scatter │ arrange lanes      │ finish
 *            read segment 7 │ read segment 4  │ snapshot │ read segment …    │ scatter │ counters, flows, … │
 *
 * Each stage is a pure function in `src-worker/index`; here is only which thread does what, and in what order. Segments
 * are read in an order that soon has some from everywhere in the file, so that the picture of it does not grow at its
 * end but becomes denser in place.
 */
export class IndexJob {
  #plan: SegmentPlan | undefined;
  #results: (SegmentResult | undefined)[] = [];
  #cells: Float64Array[] = [];
  #laneIds: LaneIds;
  readonly #pace: SnapshotPace;
  #snapshot: Promise<void> = Promise.resolve();
  #isSnapshotRunning = false;
  #lastSnapshot: BuiltIndex | undefined;
  /** Of each segment the part that snapshots show. */
  #excerpts: SegmentEvents[][] = [];
  #isReading = true;
  /** It has a result, or has failed: what a thread still makes of an excerpt is not shown any more. */
  #isOver = false;
  /** Once all has been read. */
  #checks: readonly FileCheck[] | undefined;
  /** Of a segment that is still read. */
  #earlyBaseUs: number | undefined;

  constructor(
    readonly paths: readonly string[],
    readonly pool: ThreadPool,
    readonly cancel: Cancellation,
    readonly events: IndexJobEvents,
    readonly options: IndexJobOptions = {},
  ) {
    this.#laneIds = options.laneIds ?? new Map();
    this.#pace = options.pace ?? new SnapshotPace();
  }

  /** How far reading has come. */
  progress(bytesTotal: number): Progress {
    const bytesDone = this.#cells.reduce((sum, cells) => sum + cells[0], 0);
    const eventsDone = this.#cells.reduce((sum, cells) => sum + cells[1], 0);
    return { bytesDone: Math.min(bytesDone, bytesTotal), bytesTotal, eventsDone };
  }

  async run(): Promise<RankResult> {
    try {
      return await this.#run();
    } catch (error) {
      if (error instanceof JobStoppedError) return this.#stopped();
      throw error;
    } finally {
      this.#isOver = true;
    }
  }

  /** What there is to show when not even what had been read could be arranged in time. */
  #stopped(): RankResult {
    const files = this.#files;
    const built = this.#lastExcerpt() ?? buildIndex([], describedFiles(files), this.#baseUs ?? 0, this.#laneIds);
    return { ...built, values: new Map(), status: 'cancelled' };
  }

  /** The last snapshot, to stay. */
  #lastExcerpt(): BuiltIndex | undefined {
    const last = this.#lastSnapshot;
    if (!last) return undefined;
    return {
      ...last,
      summary: { ...last.summary, notices: [...last.summary.notices, notice('excerpt-only', 'warning')] },
    };
  }

  async #run(): Promise<RankResult> {
    this.#plan =
      this.options.read?.plan ??
      (await this.#use((api) => api.planRank(this.paths, this.options.sizes, this.options.device)));
    this.events.started();
    // A moment later the thread that has planned is idle, and gets the first segment: what reads such a file is loaded there.
    await new Promise((resolve) => setImmediate(resolve));
    if (this.options.read) this.#results = [...this.options.read.results];
    else await this.#read(this.#plan);
    this.#isReading = false;
    await this.#snapshot;
    this.#excerpts = [];
    const { segments, values, status, notices, checks } = gatherSegments(this.#plan, this.#results);
    this.#checks = checks;
    const eventCount = segments.reduce((sum, segment) => sum + segment.eventCount, 0);
    const baseUs = this.#baseUs ?? 0;
    this.#results = [];
    // Who cancels wants it to stop: what the last snapshot shows has to do, if there is one. What was read to its end all
    // the same is no snapshot: it would be taken, and kept, for the whole.
    const built = (status === 'cancelled' && this.#lastExcerpt()) || (await this.#build(segments, eventCount, baseUs));
    this.#cells = [Float64Array.of(Number.MAX_SAFE_INTEGER, eventCount)];
    if (eventCount >= SMALL_EVENTS) this.pool.collectGarbage();
    const summary = { ...built.summary, notices: [...notices, ...built.summary.notices] };
    return { ...built, summary, values, status };
  }

  /** A thread of the pool, until the user has had enough. */
  #use<T>(work: (api: Remote<ThreadApi>) => Promise<T>, isUrgent = false): Promise<T> {
    return this.pool.run(work, isUrgent, this.cancel.force);
  }

  get #isCancelled(): boolean {
    return this.cancel.isRequested;
  }

  get #files(): IndexedFiles {
    const files = { importer: this.#plan?.importer ?? 'traceEvents', paths: this.paths } as const;
    return this.#checks ? { ...files, checks: this.#checks } : files;
  }

  /** µs that the times of all segments count from. */
  get #baseUs(): number | undefined {
    if (this.#plan?.baseUs !== undefined) return this.#plan.baseUs;
    return this.#earlyBaseUs ?? this.#results.find((result) => result?.baseUs !== undefined)?.baseUs;
  }

  async #read(plan: SegmentPlan): Promise<void> {
    this.#results = plan.segments.map(() => undefined);
    this.#excerpts = plan.segments.map(() => []);
    this.#cells = plan.segments.map(() => new Float64Array(new SharedArrayBuffer(16)));
    // Without a time to count from, the first segment has to find one before the others can begin.
    if (plan.baseUs === undefined) for (let i = 0; i < plan.segments.length; i++) await this.#readSegment(plan, i);
    else for (const stage of stagesOf(plan)) await this.#readStage(plan, stage);
  }

  async #readStage(plan: SegmentPlan, stage: readonly number[]): Promise<void> {
    if (this.#isForOneThread(plan)) for (const i of stage) await this.#readSegment(plan, i);
    else await Promise.all(stage.map((i) => this.#readSegment(plan, i)));
    const { stage: number = 0 } = plan.segments[stage[0]];
    if (!this.#results.some((result) => result?.foundForNext)) return;
    this.#results = forgetFound(plan.segments, this.#results, number);
    this.#letGoOf(this.#results.reduce((sum, result) => sum + (result ? rowCount(result.events.slices) : 0), 0));
  }

  #isForOneThread({ segments }: SegmentPlan): boolean {
    return !this.pool.isAhead && segments.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) <= ONE_THREAD_BYTES;
  }

  /** Slices of a segment's excerpt; 0 where none will be shown. */
  #excerptSlices(plan: SegmentPlan, i: number): number {
    const [{ kind, sizeBytes }] = plan.segments;
    const isShort = plan.segments.length === 1 && kind === 'plain' && sizeBytes <= LONG_SEGMENT_BYTES;
    if (!this.events.snapshot || isShort || this.#isForOneThread(plan)) return 0;
    if (i === 0) return FIRST_SNAPSHOT_SLICES;
    return Math.min(EXCERPT_SLICES, Math.ceil(SNAPSHOT_SLICES / plan.segments.length));
  }

  async #readSegment(plan: SegmentPlan, i: number): Promise<void> {
    if (this.#isCancelled && i > 0) return;
    const cells = { progress: this.#cells[i], cancel: this.cancel.flag };
    const excerptSlices = this.#excerptSlices(plan, i);
    const segment = plan.segments[i];
    const isLong = segment.kind === 'packed' || segment.sizeBytes > LONG_SEGMENT_BYTES;
    const onExcerpt = (excerpt: SegmentEvents, baseUs: number | undefined) => {
      // It may come late: behind the whole segment, or the whole job.
      if (!this.#isReading || this.#results[i]) return;
      this.#excerpts[i].push(excerpt);
      this.#earlyBaseUs ??= baseUs;
      this.#offerSnapshot(plan, false);
    };
    const early = excerptSlices > 0 && isLong ? proxy(onExcerpt) : undefined;
    const read = await this.#withFound(plan, i, (api, earlier) =>
      api.readSegment(plan.importer, segment, this.#baseUs, cells, excerptSlices, earlier, early),
    );
    this.#results[i] = read.result;
    if (read.excerpt) this.#excerpts[i].push(read.excerpt);
    this.#cells[i][0] = plan.segments[i].sizeBytes;
    this.#offerSnapshot(plan, this.#results.filter((result) => result === undefined).length === 1);
  }

  /** By itself, so that what earlier stages have found is not kept by `onExcerpt`, which a thread can hold on to for long. */
  #withFound<T>(
    plan: SegmentPlan,
    i: number,
    read: (api: Remote<ThreadApi>, earlier: readonly FoundTables[]) => Promise<T>,
  ): Promise<T> {
    const earlier = foundBefore(plan.segments, this.#results, plan.segments[i]);
    return this.#use((api) => read(api, earlier));
  }

  /** `isLastChance`: the one segment left will not take long, and when it is done there is no time for a snapshot. */
  #offerSnapshot(plan: SegmentPlan, isLastChance: boolean): void {
    if (this.#isCancelled || this.#isSnapshotRunning || this.#excerpts[0].length === 0) return;
    if (this.#results.every((result) => result !== undefined)) return;
    if (!this.#pace.isDue(performance.now(), isLastChance && this.pool.isLineEmpty)) return;
    this.#isSnapshotRunning = true;
    this.#snapshot = this.#makeSnapshot(plan).finally(() => {
      this.#isSnapshotRunning = false;
    });
    // It may fail long before it is waited for.
    this.#snapshot.catch(() => {});
  }

  async #makeSnapshot(plan: SegmentPlan): Promise<void> {
    const excerpts = gatherExcerpts(plan, this.#results, this.#excerpts);
    const files = this.#files;
    const baseUs = this.#baseUs ?? 0;
    let begunMs = 0;
    const built = await this.#use((api) => {
      begunMs = performance.now();
      return api.buildSnapshot(excerpts, files, baseUs, this.#laneIds);
    }, true);
    if (this.#isOver) return;
    this.#laneIds = built.laneIds;
    this.#lastSnapshot = built;
    this.#pace.shown(performance.now(), performance.now() - begunMs);
    this.events.snapshot?.(built);
  }

  /** Uses the segments up: `segments` is empty afterwards. */
  async #build(segments: SegmentEvents[], eventCount: number, baseUs: number): Promise<BuiltIndex> {
    const { filter } = this.options;
    const files = this.#files;
    // A small rank is done before the threads would have been told about each other.
    if (eventCount < SMALL_EVENTS)
      return this.#use((api) => api.buildIndex(segments, files, baseUs, this.#laneIds, filter));
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
        if (sliceCount >= MANY_SLICES) this.#letGo();
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
    return this.#use((api) => api.finishIndex(parts, reports, files, baseUs));
  }

  /** Decides where everything goes. The segments have no slices afterwards: they are the draft's. */
  async #draft(segments: SegmentEvents[]): Promise<IndexDraft> {
    // What earlier stages have found for later ones belongs to nobody any more.
    if (this.#plan?.segments.some(({ stage = 0 }) => stage > 0)) this.#letGo();
    const draft = await this.#use((api) => api.draftIndex(segments, this.#laneIds, this.options.filter));
    segments.forEach((segment, i) => {
      segments[i] = { ...segment, slices: [] };
    });
    return draft;
  }

  /**
   * Moves the slices to their lanes, in turns: when the first have been moved, where they were is let go, and counters are made
   * beside the next ones. So never all of them take room twice, and only those after the first do beside what counters are made of
   * and what is made of ids.
   */
  async #moveInTurns(
    sources: SliceSource[],
    draft: PlacedDraft,
    gathering: Promise<IndexedIds>,
    counting: () => Promise<BuiltCounters>,
  ): Promise<BuiltCounters> {
    const parts = shareOut(sources.splice(0), MOVED_PARTS, (source) => rowCount(source.slices));
    const [first, ...others] = draft.slices.flags.length < MANY_SLICES ? MOVED_IN_TURN : MANY_MOVED_IN_TURN;
    await Promise.all([gathering, this.#moveSlices(parts.splice(0, first).flat(), draft)]);
    this.#letGo();
    const counted = counting();
    // It is waited for below.
    counted.catch(() => {});
    for (const count of others) {
      await this.#moveSlices(parts.splice(0, count).flat(), draft);
      if (parts.length > 0) this.#letGo();
    }
    await counted;
    this.#letGo();
    return counted;
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

  /**
   * Memory that nobody holds any more is free only when all threads know: see collectGarbage.ts. This one a moment later, when
   * the jobs that have just ended are forgotten with all that they were given.
   */
  #letGo(): void {
    this.pool.collectGarbage();
    setImmediate(collectGarbage);
  }

  /** The same if it is the room of enough slices to be worth it. */
  #letGoOf(sliceCount: number): void {
    if (sliceCount >= LET_GO_SLICES) this.#letGo();
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
}

/** Positions of the segments that may be read at the same time, in the order in which they are. */
function stagesOf({ segments }: SegmentPlan): number[][] {
  const stages = new Set(segments.map(({ stage = 0 }) => stage));
  return [...stages]
    .sort((a, b) => a - b)
    .map((stage) => {
      const own = [...segments.keys()].filter((i) => (segments[i].stage ?? 0) === stage);
      return readingOrder(own.length).map((i) => own[i]);
    });
}
