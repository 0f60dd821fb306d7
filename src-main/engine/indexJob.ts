import type { Remote } from 'comlink';
import type { Progress } from '../../src-worker/api';
import { collectGarbage } from '../../src-worker/collectGarbage';
import type { ArrangedLane } from '../../src-worker/index/arrange';
import { type BuiltIndex, layOutRows } from '../../src-worker/index/buildIndex';
import type { ArrangedSlices } from '../../src-worker/index/flows';
import type { IndexDraft, PlacedDraft } from '../../src-worker/index/indexDraft';
import { buildIndex, gatherSegments, indexedFiles, type RankResult } from '../../src-worker/index/indexRank';
import type { LaneIds } from '../../src-worker/index/laneRegistry';
import type { MatchedFlows } from '../../src-worker/index/matchFlows';
import type { SegmentEvents } from '../../src-worker/index/segmentEvents';
import type { SegmentPlan, SegmentResult } from '../../src-worker/index/segments';
import type { Cancellation } from './cancellation';
import { shareOut } from './shareOut';
import { JobStoppedError, type ThreadPool } from './threadPool';
import type { ThreadApi } from './workerMain';

export interface IndexJobEvents {
  /** Segments are known; work begins. */
  started(): void;
  /** An index of what has been read so far; a fuller one follows. */
  snapshot(built: BuiltIndex): void;
}

/** After the first snapshot, which comes with the first segment, the next one comes not before this. */
const SECOND_SNAPSHOT_MS = 10_000;
const SNAPSHOT_GROWTH = 3;
/** Up to this many events one thread makes the index alone. */
const SMALL_EVENTS = 100_000;

/**
 * Indexes one rank on all threads of the pool:
 *
 *     plan → read segment 0 │ read segment 2 │ scatter │ arrange lanes      │ finish
 *            read segment 1 │ snapshot       │ scatter │ counters, flows, … │
 *
 * Each stage is a pure function in `src-worker/index`; here is only which thread does what, and in what order.
 */
export class IndexJob {
  #plan: SegmentPlan | undefined;
  #results: (SegmentResult | undefined)[] = [];
  #cells: Float64Array[] = [];
  #laneIds: LaneIds;
  #snapshot: Promise<void> = Promise.resolve();
  #isSnapshotRunning = false;
  #lastSnapshot: BuiltIndex | undefined;
  #nextSnapshotMs = 0;
  readonly #begunMs = performance.now();

  constructor(
    readonly paths: readonly string[],
    readonly pool: ThreadPool,
    readonly cancel: Cancellation,
    readonly events: IndexJobEvents,
    /** Ids that lanes have had before. */
    laneIds: LaneIds = new Map(),
  ) {
    this.#laneIds = laneIds;
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
    }
  }

  /** What there is to show when not even what had been read could be arranged in time. */
  #stopped(): RankResult {
    const files = indexedFiles(this.paths, this.#plan);
    const built = this.#lastSnapshot ?? buildIndex([], files, this.#baseUs ?? 0, this.#laneIds);
    return { ...built, values: new Map(), status: 'cancelled' };
  }

  async #run(): Promise<RankResult> {
    this.#plan = await this.#use((api) => api.planSegments(this.paths));
    this.events.started();
    await this.#read(this.#plan);
    await this.#snapshot;
    const { segments, values, status, notices } = gatherSegments(this.#plan, this.#results);
    const eventCount = segments.reduce((sum, segment) => sum + segment.eventCount, 0);
    const baseUs = this.#baseUs ?? 0;
    this.#results = [];
    // Who cancels wants it to stop: what the last snapshot shows has to do, if there is one. What was read to its end all
    // the same is no snapshot: it would be taken, and kept, for the whole.
    const built = (status === 'cancelled' && this.#lastSnapshot) || (await this.#build(segments, eventCount, baseUs));
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

  /** µs that the times of all segments count from. */
  get #baseUs(): number | undefined {
    return this.#plan?.baseUs ?? this.#results.find((result) => result?.baseUs !== undefined)?.baseUs;
  }

  async #read(plan: SegmentPlan): Promise<void> {
    this.#results = plan.segments.map(() => undefined);
    this.#cells = plan.segments.map(() => new Float64Array(new SharedArrayBuffer(16)));
    // Without a time to count from, the first segment has to find one before the others can begin.
    const alone = plan.baseUs === undefined ? plan.segments.length : 0;
    for (let i = 0; i < alone; i++) await this.#readSegment(plan, i);
    await Promise.all(plan.segments.map((_, i) => (i < alone ? undefined : this.#readSegment(plan, i))));
  }

  async #readSegment(plan: SegmentPlan, i: number): Promise<void> {
    if (this.#isCancelled && i > 0) return;
    const cells = { progress: this.#cells[i], cancel: this.cancel.flag };
    this.#results[i] = await this.#use((api) => api.readSegment(plan.segments[i], this.#baseUs, cells));
    this.#cells[i][0] = plan.segments[i].sizeBytes;
    this.#offerSnapshot(plan);
  }

  #offerSnapshot(plan: SegmentPlan): void {
    const elapsedMs = performance.now() - this.#begunMs;
    const isComplete = this.#results.every((result) => result !== undefined);
    if (
      isComplete ||
      this.#isCancelled ||
      this.#isSnapshotRunning ||
      elapsedMs < this.#nextSnapshotMs ||
      !this.#results[0]
    )
      return;
    this.#isSnapshotRunning = true;
    this.#nextSnapshotMs = Math.max(SECOND_SNAPSHOT_MS, elapsedMs * SNAPSHOT_GROWTH);
    this.#snapshot = this.#makeSnapshot(plan).finally(() => {
      this.#isSnapshotRunning = false;
    });
    // It may fail long before it is waited for.
    this.#snapshot.catch(() => {});
  }

  async #makeSnapshot(plan: SegmentPlan): Promise<void> {
    const { segments } = gatherSegments(plan, this.#results);
    const baseUs = this.#baseUs ?? 0;
    const files = indexedFiles(this.paths, plan);
    const built = await this.#use((api) => api.buildIndex(segments, files, baseUs, this.#laneIds), true);
    this.#laneIds = built.laneIds;
    this.#lastSnapshot = built;
    this.events.snapshot(built);
  }

  /** Uses the segments up: `segments` is empty afterwards. */
  async #build(segments: SegmentEvents[], eventCount: number, baseUs: number): Promise<BuiltIndex> {
    const { pool } = this;
    const files = indexedFiles(this.paths, this.#plan);
    // A small rank is done before the threads would have been told about each other.
    if (eventCount < SMALL_EVENTS) return this.#use((api) => api.buildIndex(segments, files, baseUs, this.#laneIds));
    const draft = await this.#placeSlices(segments);
    const { slices, laneFirst, maps } = draft;
    const samples = segments.map((segment) => ({ samples: segment.samples }));
    const flowSources = segments.map(({ flowEnds }, i) => ({ flowEnds, maps: maps[i] }));
    const reports = segments.map(({ countByPhase, oddities, skipped, notices }) => {
      return { countByPhase, oddities, skipped, notices };
    });
    segments.length = 0;
    pool.collectGarbage();
    collectGarbage();
    // Flows and counters don't touch the slices. They come first: they can't be divided, and the lanes fill what is left.
    const { lanes, categories } = draft;
    const matching = this.#use((api) => api.matchFlows(flowSources, lanes.length, categories.length));
    const counting = this.#use((api) => api.draftCounters(draft, samples));
    const arranging = this.#arrange({ slices, laneFirst });
    const [arranged, matched, counters] = await Promise.all([arranging, matching, counting]);
    const rows = layOutRows(laneFirst, arranged);
    const { startNs, endNs } = slices;
    const binding = this.#bindFlows(matched, { startNs, endNs, ...rows });
    const [tree, flows] = await Promise.all([
      this.#use((api) => api.buildIntervalTree(startNs, endNs, rows.rowFirstSlice)),
      binding.then(() => this.#use((api) => api.buildFlows(matched, categories))),
    ]);
    const parts = { draft, arranged, rows, tree, flows, counters };
    return this.#use((api) => api.finishIndex(parts, reports, files, baseUs));
  }

  /** Decides where everything goes, and moves the slices there. */
  async #placeSlices(segments: readonly SegmentEvents[]): Promise<PlacedDraft> {
    const { pool } = this;
    const { sources, ...placed } = await this.#use((api) => api.draftIndex(segments, this.#laneIds));
    const parts = shareOut(sources, pool.size, ({ slices }) => slices.reduce((sum, { count }) => sum + count, 0));
    await Promise.all(parts.map((part) => this.#use((api) => api.scatterSlices(part, placed.slices))));
    return placed;
  }

  async #bindFlows(matched: MatchedFlows, arranged: ArrangedSlices): Promise<void> {
    const { laneFirst } = matched;
    const lanes = Array.from({ length: laneFirst.length - 1 }, (_, lane) => lane);
    const parts = shareOut(lanes, this.pool.size, (lane) => laneFirst[lane + 1] - laneFirst[lane]);
    await Promise.all(parts.map((part) => this.#use((api) => api.bindFlowEnds(matched, arranged, part))));
  }

  async #arrange(draft: Pick<IndexDraft, 'slices' | 'laneFirst'>): Promise<ArrangedLane[]> {
    const { laneFirst } = draft;
    const lanes = Array.from({ length: laneFirst.length - 1 }, (_, lane) => lane);
    const arranged: ArrangedLane[] = new Array(lanes.length);
    // More parts than threads, so that the threads end at about the same time.
    const parts = shareOut(lanes, this.pool.size * 4, (lane) => laneFirst[lane + 1] - laneFirst[lane]);
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
