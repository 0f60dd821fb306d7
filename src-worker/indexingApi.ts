import type { Survey, SurveyExtent } from '../src-contract';
import type { AwaitedAnswers } from './base/awaitedAnswers';
import { collectGarbage } from './base/collectGarbage';
import { discoverDump } from './discovery/discover';
import type { DiscoveredDump } from './discovery/discoveredDump';
import { survey } from './discovery/survey';
import { type FileFingerprint, fingerprintsOf } from './files/fingerprints';
import { type GrownFile, grownFile } from './importers/growth';
import type { FoundTables, Segment, SegmentPlan, SegmentResult } from './importers/importer';
import { describedFiles, importerNamed, planRank } from './importers/importers';
import type { SegmentCells } from './importers/segmentCells';
import type { ArrangedSlices } from './index/arrangedSlices';
import type { ArrangedLane } from './index/arranging/arrange';
import { bindFlowEnds } from './index/arrows/bindFlows';
import { type BuiltFlows, buildFlows } from './index/arrows/flows';
import {
  type BoundFlows,
  type FlowSource,
  type MatchedFlows,
  matchFlows,
  withRoomToBind,
} from './index/arrows/matchFlows';
import { type BuiltIndex, draftCounters, finishIndex, type IndexParts, type SegmentReport } from './index/buildIndex';
import {
  type CacheSection,
  fillCacheSections,
  type OpenedCacheFile,
  openCacheFile,
  writeCacheFile,
} from './index/cache/cacheFile';
import { type ComputedFrom, type ComputedLanes, computeLanes } from './index/computed/computedPart';
import type { BuiltCounters } from './index/counters/counters';
import { draftIndex, type IndexDraft } from './index/draft/indexDraft';
import type { LaneFilter } from './index/draft/laneChoice';
import { EarlyExcerpts, type OnExcerpt } from './index/earlyExcerpts';
import type { ImporterName, IndexedFiles } from './index/eventSource';
import { excerptOf } from './index/excerpt';
import { gatherIds } from './index/ids/gatherIds';
import type { IndexedIds } from './index/ids/sliceIds';
import { arrangeDraftLanes, buildIndex, buildSnapshot, type LaneDraft, scatterSources } from './index/indexRank';
import type { LaneIds } from './index/laneRegistry';
import { plainLoops, type SliceLoops } from './index/loops/sliceLoops';
import type { IntervalTree } from './index/rankIndex';
import type { SegmentEvents } from './index/segmentEvents';
import type { CollectiveNames } from './names/collectiveNames';
import { LeafMemories } from './sqlite/leafMemory';
import type { QuestionCells } from './threadWork';
import type { Tokenizer } from './tokenizer/batch';
import { TokenizerPool } from './tokenizer/tokenizerPool';

export interface ReadSegment {
  readonly result: SegmentResult;
  /** What of it can be shown before the rest is read, where that is asked for and has not been told of in parts. */
  readonly excerpt: SegmentEvents | undefined;
}

/**
 * What a worker thread does to make an index of files, and to keep it. Each is a pure function of what it is given; the engine
 * runs them on several threads.
 */
export class IndexingApi {
  readonly #tokenizers: TokenizerPool;
  readonly #memories: LeafMemories;
  readonly #createLoops: () => SliceLoops;
  #kept: SliceLoops | undefined;

  constructor(
    createTokenizer: (baseUs: number | undefined) => Tokenizer,
    readonly collectives: CollectiveNames,
    /** Makes the loops that this thread uses, and keeps for what comes next. */
    createLoops: () => SliceLoops = () => plainLoops,
    /** See `LeafMemories`. */
    loadPages: () => WebAssembly.Module | undefined = () => undefined,
  ) {
    this.#memories = new LeafMemories(loadPages);
    this.#createLoops = createLoops;
    this.#tokenizers = new TokenizerPool(createTokenizer);
  }

  get #loops(): SliceLoops {
    this.#kept ??= this.#createLoops();
    return this.#kept;
  }

  discover(paths: readonly string[], without: readonly string[]): Promise<DiscoveredDump> {
    return discoverDump(paths, { without });
  }

  /** See `Engine.survey`. */
  survey(paths: readonly string[], extent: SurveyExtent, own: QuestionCells): Promise<Survey> {
    return survey(paths, extent, own);
  }

  collectGarbage(): void {
    this.#tokenizers.clear();
    this.#memories.clear();
    this.#kept = undefined;
    collectGarbage();
  }

  // The stages of making an index.

  planRank(...args: Parameters<typeof planRank>): Promise<SegmentPlan> {
    return planRank(...args);
  }

  /** Of a file that is being written. */
  grownFile(...args: Parameters<typeof grownFile>): Promise<GrownFile> {
    return grownFile(...args);
  }

  async readSegment(
    importer: ImporterName,
    segment: Segment,
    baseUs: number | undefined,
    cells: SegmentCells,
    excerptSlices: number,
    earlier: readonly FoundTables[],
    onExcerpt?: OnExcerpt,
  ): Promise<ReadSegment> {
    const choose: SliceLoops['chosenRows'] = (...of) => this.#loops.chosenRows(...of);
    const early = onExcerpt && new EarlyExcerpts(excerptSlices, onExcerpt, choose);
    const reading = importerNamed(importer).read(
      segment,
      baseUs,
      this.#tokenizers,
      (bytesDone, eventCount, soFar, ownBaseUs, bytesAgain = 0) => {
        cells.progress[0] = bytesDone;
        cells.progress[1] = eventCount;
        cells.progress[2] = bytesAgain;
        early?.offer(eventCount, soFar, ownBaseUs);
        return Atomics.load(cells.cancel, 0) === 0;
      },
      earlier,
      this.#memories,
    );
    const result = await reading;
    early?.end();
    const isWanted = excerptSlices > 0 && !early;
    return { result, excerpt: isWanted ? excerptOf(result.events, excerptSlices, choose) : undefined };
  }

  /** All stages after reading at once: of a small rank. */
  buildIndex(
    segments: readonly SegmentEvents[],
    files: IndexedFiles,
    baseUs: number,
    laneIds: LaneIds,
    filter?: LaneFilter,
  ): BuiltIndex {
    return buildIndex(segments, describedFiles(files), baseUs, laneIds, this.collectives, filter, this.#loops);
  }

  buildSnapshot(excerpts: readonly SegmentEvents[], files: IndexedFiles, baseUs: number, laneIds: LaneIds): BuiltIndex {
    return buildSnapshot(excerpts, describedFiles(files), baseUs, laneIds, this.collectives, this.#loops);
  }

  draftIndex(segments: readonly SegmentEvents[], laneIds: LaneIds, filter?: LaneFilter): IndexDraft {
    return draftIndex(segments, laneIds, filter, this.#loops);
  }

  scatterSources(...args: Parameters<typeof scatterSources>): void {
    scatterSources(...args);
  }

  arrangeLanes(draft: LaneDraft, lanes: readonly number[]): ArrangedLane[] {
    return arrangeDraftLanes(draft, lanes, this.collectives, this.#loops);
  }

  gatherIds(...args: Parameters<typeof gatherIds>): IndexedIds {
    return gatherIds(...args);
  }

  draftCounters(...args: Parameters<typeof draftCounters>): BuiltCounters {
    return draftCounters(...args);
  }

  computeLanes(from: ComputedFrom): readonly ComputedLanes[] {
    return computeLanes(from);
  }

  matchFlows(sources: readonly FlowSource[], laneCount: number, categoryCount: number): MatchedFlows {
    return matchFlows(sources, laneCount, categoryCount, this.#loops.flowLoops());
  }

  withRoomToBind(matched: MatchedFlows): BoundFlows {
    return withRoomToBind(matched);
  }

  bindFlowEnds(
    matched: BoundFlows,
    slices: ArrangedSlices,
    categories: readonly string[],
    lanes: readonly number[],
  ): void {
    const loops = this.#loops;
    bindFlowEnds(matched, slices, categories, lanes, (...of) => loops.sweepLane(...of));
  }

  buildIntervalTree(...args: Parameters<SliceLoops['buildIntervalTree']>): IntervalTree {
    return this.#loops.buildIntervalTree(...args);
  }

  buildFlows(...args: Parameters<typeof buildFlows>): BuiltFlows {
    return buildFlows(...args);
  }

  finishIndex(parts: IndexParts, reports: readonly SegmentReport[], files: IndexedFiles, baseUs: number): BuiltIndex {
    return finishIndex(parts, reports, describedFiles(files), baseUs);
  }

  // The index cache: see cacheFile.ts. Calls reject with what reading and writing throws.

  writeCacheFile(path: string, value: unknown, awaited?: AwaitedAnswers): number {
    return writeCacheFile(path, value, this.#loops.columnPacking(), awaited);
  }

  openCacheFile(path: string): OpenedCacheFile {
    return openCacheFile(path);
  }

  fillCacheSections(path: string, sections: readonly CacheSection[]): void {
    fillCacheSections(path, sections, this.#loops.columnPacking());
  }

  fingerprintsOf(paths: readonly string[]): Promise<FileFingerprint[]> {
    return fingerprintsOf(paths);
  }
}
