import { proxy, type Remote } from 'comlink';
import type { Progress } from '../../../src-contract';
import { notice } from '../../../src-worker/files/notices';
import { forgetFound, foundBefore, gatherExcerpts, gatherSegments } from '../../../src-worker/importers/gatherSegments';
import type { ReadSoFar } from '../../../src-worker/importers/growingRank';
import type { FoundTables, SegmentPlan, SegmentResult, SegmentSizes } from '../../../src-worker/importers/importer';
import { describedFiles } from '../../../src-worker/importers/importers';
import type { RankResult } from '../../../src-worker/importers/importRank';
import { newProgress } from '../../../src-worker/importers/segmentCells';
import type { BuiltIndex } from '../../../src-worker/index/buildIndex';
import { rowCount } from '../../../src-worker/index/columns/chunks';
import type { LaneFilter } from '../../../src-worker/index/draft/laneChoice';
import type { FileCheck, IndexedFiles } from '../../../src-worker/index/eventSource';
import { buildIndex } from '../../../src-worker/index/indexRank';
import type { LaneIds } from '../../../src-worker/index/laneRegistry';
import type { SegmentEvents } from '../../../src-worker/index/segmentEvents';
import type { IndexingApi } from '../../../src-worker/indexingApi';
import { JobStoppedError, type ThreadPool } from '../threads/threadPool';
import type { Cancellation } from './cancellation';
import { IndexBuild, letGoOf, SMALL_EVENTS } from './indexBuild';
import type { ReadingTurn } from './readingTurns';
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
  /** Among the ranks of the dump that are read at the same time; it has passed when the job has ended. */
  readonly turn?: ReadingTurn;
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
/** Where threads are started when they are needed, one has read so little before the next one would have begun. */
export const ONE_THREAD_BYTES = 8 << 20;

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
    // What is over is not under way any more, whatever its cells say.
    const bytesAgain = this.#cells.reduce((sum, cells, segment) => sum + (this.#results[segment] ? 0 : cells[2]), 0);
    const done = { bytesDone: Math.min(bytesDone, bytesTotal), bytesTotal, eventsDone };
    return bytesAgain > 0 ? { ...done, bytesAgain } : done;
  }

  async run(): Promise<RankResult> {
    try {
      return await this.#run();
    } catch (error) {
      if (error instanceof JobStoppedError) return this.#stopped();
      throw error;
    } finally {
      this.#isOver = true;
      this.options.turn?.passes();
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
    else await this.#readInTurn(this.#plan);
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
  #use<T>(work: (api: Remote<IndexingApi>) => Promise<T>, isUrgent = false): Promise<T> {
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

  async #readInTurn(plan: SegmentPlan): Promise<void> {
    const { turn } = this.options;
    await turn?.comes();
    const reading = this.#read(plan);
    turn?.passes();
    await reading;
  }

  async #read(plan: SegmentPlan): Promise<void> {
    this.#results = plan.segments.map(() => undefined);
    this.#excerpts = plan.segments.map(() => []);
    this.#cells = plan.segments.map(() => newProgress());
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
    const sliceCount = this.#results.reduce((sum, result) => sum + (result ? rowCount(result.events.slices) : 0), 0);
    letGoOf(this.pool, sliceCount);
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
    read: (api: Remote<IndexingApi>, earlier: readonly FoundTables[]) => Promise<T>,
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

  /** Uses the segments up. */
  #build(segments: SegmentEvents[], eventCount: number, baseUs: number): Promise<BuiltIndex> {
    const wereStages = this.#plan?.segments.some(({ stage = 0 }) => stage > 0) === true;
    const options = { files: this.#files, laneIds: this.#laneIds, filter: this.options.filter, wereStages };
    return new IndexBuild(this.pool, this.cancel, options).build(segments, eventCount, baseUs);
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
