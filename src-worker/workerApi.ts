import { transfer } from 'comlink';
import type {
  ColumnValues,
  FindSliceQuery,
  FlowArrows,
  FlowQuery,
  LaneCopyQuestion,
  LaneFileReading,
  LaneFileReport,
  LaneMergeQuestion,
  NeighbourDirection,
  PathQuestion,
  QuestionName,
  RankIndex as RankNumber,
  SearchQuery,
  SearchResult,
  SliceDetails,
  SliceRef,
  SliceSource,
  SliceSummary,
  StatisticsQuery,
  StatisticsResult,
  TablePage,
  TableQuery,
  ViewportQuery,
  ViewSources,
} from '../src-contract';
import type { ClockShift } from './base/clockShift';
import { giveBufferAway } from './base/giveBufferAway';
import { once } from './base/once';
import type { SliceLoops } from './index/loops/sliceLoops';
import type { RankIndex } from './index/rankIndex';
import { IndexingApi } from './indexingApi';
import type { PathLane } from './model/dependencies/pathLane';
import type { LaneCopies } from './model/laneCopies';
import type { MadeLanes } from './model/madeLanes';
import type { TableFiles, TablePlace } from './model/tableRanks';
import { builtInCollectives, type CollectiveNames } from './names/collectiveNames';
import { queryFlows } from './query/flowArrows';
import { makeRankStretches, type RankStretches } from './query/quads/makeStretches';
import type { DrawnViewport } from './query/quads/quadColumns';
import type { LaneShare } from './query/quads/sharedLanes';
import { DrawingSpace, drawViewport } from './query/quads/viewport';
import { RankView } from './query/rankView';
import { querySearch } from './query/search';
import { findSlice } from './query/slice/findSlice';
import { queryNeighbour, querySlice } from './query/slice/sliceDetails';
import { sliceAtSource } from './query/slice/sliceSource';
import { queryStatistics } from './query/sums/statistics';
import { SummedLanes } from './query/sums/summedLanes';
import { CsvMemories } from './tables/csvMemory';
import { claimPart, type PartClaim, type QuestionCells, type RankBringer, ThreadWork } from './threadWork';
import type { Tokenizer } from './tokenizer/batch';
import type { DumpTables, TableAnswer } from './views/dumpTables';
import type { OwnLanesMade, WantedOwnLanes } from './views/search/ownLanes';

/** A rank's index on its way to the threads that answer queries about it. */
export interface LoadedRank {
  readonly rank: RankNumber;
  readonly label: string;
  readonly generation: number;
  /** What was read from the files, then what was made of it: see `RankView`. */
  readonly parts: readonly RankIndex[];
  /** What is shown beside them: see `RankView.append`. */
  readonly appended?: readonly RankIndex[];
  /** What to add to the parts' times to get the rank's own. */
  readonly offsetNs: number;
  readonly shift: ClockShift;
  /** By part; absent until they have been made. */
  readonly stretches?: RankStretches | undefined;
}

/** What has been made of a rank; `stretches` is absent as long as there is more to do. */
export interface StretchesMade {
  readonly generation: number;
  readonly stretches: RankStretches | undefined;
}

/** What can't be read is told of by whoever reads it. */
async function isOtherFile(path: string): Promise<boolean> {
  const [discovery, { readableRoots }] = await Promise.all([
    import('./discovery/laneFiles'),
    import('./files/readable'),
  ]);
  try {
    return discovery.isOtherFile(path, readableRoots());
  } catch {
    return false;
  }
}

/** What is made in the background lets a question wait for so long. */
const STEP_MS = 5;

const NO_VIEWS: ViewSources = {
  operator: false,
  memory: false,
  summary: false,
  communication: false,
  findings: false,
  ranks: false,
  missing: [],
  unrecorded: [],
  columnOptions: {},
};

/** What a worker thread does, called from the engine's thread. One instance per thread; it holds the ranks loaded into it. */
export class WorkerApi extends IndexingApi {
  readonly #dumps = new Map<string, Map<number, RankView>>();
  /** Read when something is first asked about them. */
  readonly #tables = new Map<string, () => Promise<DumpTables>>();

  /** Of the threads that draw. */
  #drawing: DrawingSpace | undefined;
  #summed: SummedLanes | undefined;
  readonly #csvMemories: CsvMemories;
  /** Stretches that are being made. */
  #making: { readonly view: RankView; readonly steps: Generator<undefined, RankStretches> } | undefined;
  #bringer: RankBringer | undefined;
  readonly #giveBufferAway = once(giveBufferAway);
  #lastPart: Promise<unknown> = Promise.resolve();

  constructor(
    createTokenizer: (baseUs: number | undefined) => Tokenizer,
    collectives: CollectiveNames = builtInCollectives,
    createLoops?: () => SliceLoops,
    loadPages?: () => WebAssembly.Module | undefined,
    /** See query/assembly. */
    readonly loadDrawing: () => WebAssembly.Module | undefined = () => undefined,
    /** See tables/assembly. */
    loadCsv: () => WebAssembly.Module | undefined = () => undefined,
  ) {
    super(createTokenizer, collectives, createLoops, loadPages);
    this.#csvMemories = new CsvMemories(loadCsv);
  }

  // Queries about the ranks loaded into this thread.

  loadRank(dump: string, loaded: LoadedRank): void {
    let ranks = this.#dumps.get(dump);
    if (!ranks) {
      ranks = new Map();
      this.#dumps.set(dump, ranks);
    }
    const { rank, label, generation, parts, appended, offsetNs, shift, stretches } = loaded;
    const view = new RankView(rank, label, generation, parts, offsetNs, shift);
    if (stretches) view.setStretches(stretches);
    for (const part of appended ?? []) view.append(part);
    ranks.set(rank, view);
  }

  /** See `IndexKeeper.setClocks`. */
  setClocks(dump: string, shifts: readonly ClockShift[]): void {
    for (const [rank, view] of this.#ranks(dump)) if (shifts[rank]) view.setShift(shifts[rank]);
  }

  /** See `RankView.append`. */
  appendPart(dump: string, rank: number, generation: number, part: RankIndex): void {
    const view = this.#dumps.get(dump)?.get(rank);
    if (view?.generation === generation) view.append(part);
  }

  /**
   * Makes some of how the rank looks from afar: to be asked for again until it is there. Undefined: the rank is not in this
   * thread. What has been begun of another rank is dropped.
   */
  makeStretches(dump: string, rank: number): StretchesMade | undefined {
    const view = this.#dumps.get(dump)?.get(rank);
    if (!view) return undefined;
    if (this.#making?.view !== view) this.#making = { view, steps: makeRankStretches(view.parts, this.loadDrawing()) };
    const { generation } = view;
    const endMs = performance.now() + STEP_MS;
    do {
      const { done, value } = this.#making.steps.next();
      if (!done) continue;
      this.#making = undefined;
      return { generation, stretches: value };
    } while (performance.now() < endMs);
    return { generation, stretches: undefined };
  }

  /** See `RankView.setStretches`. */
  setStretches(dump: string, rank: number, generation: number, stretches: RankStretches): void {
    const view = this.#dumps.get(dump)?.get(rank);
    if (view?.generation === generation) view.setStretches(stretches);
  }

  unloadRank(dump: string, rank: number): void {
    if (this.#making?.view === this.#dumps.get(dump)?.get(rank)) this.#making = undefined;
    this.#dumps.get(dump)?.delete(rank);
  }

  unloadDump(dump: string): void {
    this.#making = undefined;
    this.#dumps.delete(dump);
    this.#tables.delete(dump);
  }

  /** With a `share`, those lanes only that the other thread has not taken: see `drawViewport`. */
  viewport(query: ViewportQuery, share?: LaneShare): DrawnViewport | undefined {
    this.#drawing ??= new DrawingSpace(this.loadDrawing());
    const drawn = drawViewport(this.#ranks(query.dump), query, this.#drawing, share);
    if (!drawn) return undefined;
    const buffers = [drawn.table];
    for (const { startNs, minValue, maxValue, lastValue } of drawn.counters)
      for (const { buffer } of [startNs, minValue, maxValue, lastValue]) buffers.push(buffer as ArrayBuffer);
    for (const { busy, colour } of drawn.folded)
      for (const { buffer } of [busy, colour]) buffers.push(buffer as ArrayBuffer);
    return transfer(drawn, buffers);
  }

  flows(query: FlowQuery): FlowArrows {
    return queryFlows(this.#ranks(query.dump), query);
  }

  /** In the one rank only: the engine goes through them one by one. */
  search(query: SearchQuery, rank: number): SearchResult {
    const view = this.#ranks(query.dump).get(rank);
    return querySearch(new Map(view ? [[rank, view]] : []), query);
  }

  statistics(query: StatisticsQuery): StatisticsResult {
    // The same thread helps to draw: the first view would throw away what sums up.
    this.#giveBufferAway();
    if (!this.#summed) {
      const module = this.loadDrawing();
      this.#summed = module && new SummedLanes(module);
    }
    return queryStatistics(this.#ranks(query.dump), query, this.#summed);
  }

  async slice(dump: string, ref: SliceRef): Promise<SliceDetails | undefined> {
    const rank = this.#rankOf(dump, ref);
    return rank && querySlice(rank, ref.slice);
  }

  neighbour(dump: string, ref: SliceRef, direction: NeighbourDirection): SliceSummary | undefined {
    const rank = this.#rankOf(dump, ref);
    return rank && queryNeighbour(rank, ref.slice, direction);
  }

  sliceAtSource(dump: string, rank: RankNumber, source: SliceSource): SliceRef | undefined {
    const view = this.#ranks(dump).get(rank);
    const slice = view && sliceAtSource(view, source);
    return slice === undefined ? undefined : view?.ref(slice);
  }

  findSlice(query: FindSliceQuery): SliceSummary | undefined {
    const view = this.#ranks(query.dump).get(query.rank);
    return view && findSlice(view, query);
  }

  // Tables and the questions of the views, about dumps that were made known with `openTables`.

  /** What questions get indexes by that are not in this thread. */
  bringWith(bringer: RankBringer): void {
    this.#bringer = bringer;
  }

  /** Answers the instant that the tables' times count from, by the dump's clock; undefined where they have none. */
  async openTables(dump: string, files: TableFiles): Promise<bigint | undefined> {
    const first = import('./model/firstInstant').then(({ firstInstantNs }) => firstInstantNs(files));
    // Known at once, so that what is asked next waits for them; and forgotten again where they can't be read.
    const forget = () => {
      if (this.#tables.get(dump) === tables) this.#tables.delete(dump);
    };
    const tables = once(() => {
      const made = this.#newTables(dump, files, first);
      made.catch(forget);
      return made;
    });
    this.#tables.set(dump, tables);
    first.catch(forget);
    return first;
  }

  /** With most of the program's code: threads that index, and a dump that is being opened, do without it. */
  async #newTables(dump: string, files: TableFiles, first: Promise<bigint | undefined>): Promise<DumpTables> {
    const [{ DumpTables }, firstNs] = await Promise.all([import('./views/dumpTables'), first]);
    return new DumpTables(files, firstNs, () => this.#ranks(dump), this.collectives, this.#csvMemories);
  }

  async views(dump: string, place: TablePlace): Promise<ViewSources> {
    return (await this.#tables.get(dump)?.())?.views(place) ?? NO_VIEWS;
  }

  async table(query: TableQuery, place: TablePlace, own: QuestionCells): Promise<TableAnswer<TablePage>> {
    return (await this.#openedTables(query.dump)).table(query, place, this.#work(own));
  }

  async tableCsv(query: TableQuery, place: TablePlace, own: QuestionCells): Promise<TableAnswer<string>> {
    return (await this.#openedTables(query.dump)).tableCsv(query, place, this.#work(own));
  }

  async columnValues(
    query: TableQuery,
    column: string,
    place: TablePlace,
    own: QuestionCells,
  ): Promise<TableAnswer<ColumnValues>> {
    return (await this.#openedTables(query.dump)).columnValues(query, column, place, this.#work(own));
  }

  async ask(
    dump: string,
    name: QuestionName,
    question: unknown,
    place: TablePlace,
    own: QuestionCells,
  ): Promise<TableAnswer<unknown>> {
    return (await this.#openedTables(dump)).ask(name, question, place, this.#work(own));
  }

  /**
   * One after another, so that those not begun are there to be taken back: nobody waits for the answer then. See
   * `DumpContext.elsewhere`.
   */
  part(
    dump: string,
    part: string,
    rank: RankNumber,
    place: TablePlace,
    own: QuestionCells,
    claim: PartClaim,
  ): Promise<TableAnswer<unknown>> {
    const made = this.#lastPart.then(async (): Promise<TableAnswer<unknown>> => {
      const tables = await this.#openedTables(dump);
      if (!claimPart(claim)) return { outcome: { kind: 'stopped' }, notices: [] };
      return tables.part(part, rank, place, this.#work(own));
    });
    this.#lastPart = made.catch(() => {});
    return made;
  }

  /** See `pathLane`. */
  async pathLane(
    dump: string,
    question: PathQuestion,
    firstId: number,
    place: TablePlace,
    own: QuestionCells,
  ): Promise<TableAnswer<PathLane | undefined>> {
    return (await this.#openedTables(dump)).pathLane(question, firstId, place, this.#work(own));
  }

  /** See `laneCopies`. */
  async laneCopies(
    dump: string,
    question: LaneCopyQuestion,
    firstId: number,
    place: TablePlace,
    own: QuestionCells,
  ): Promise<TableAnswer<LaneCopies | undefined>> {
    return (await this.#openedTables(dump)).laneCopies(question, firstId, place, this.#work(own));
  }

  /** See `ownLanes`. */
  async ownLanes(
    dump: string,
    wanted: WantedOwnLanes,
    firstId: number,
    place: TablePlace,
    own: QuestionCells,
  ): Promise<TableAnswer<OwnLanesMade>> {
    return (await this.#openedTables(dump)).ownLanes(wanted, firstId, place, this.#work(own));
  }

  /** See `laneFileReport`; undefined for another file of dumps. */
  async laneFile(
    dump: string,
    path: string,
    rank: RankNumber,
    reading: LaneFileReading | undefined,
    place: TablePlace,
    own: QuestionCells,
  ): Promise<TableAnswer<LaneFileReport | undefined>> {
    if (await isOtherFile(path)) return { outcome: { kind: 'done', value: undefined }, notices: [] };
    return (await this.#openedTables(dump)).laneFile(path, rank, reading, place, this.#work(own));
  }

  /** See `mergedLanes`. */
  async mergedLanes(
    dump: string,
    question: LaneMergeQuestion,
    firstId: number,
    place: TablePlace,
    own: QuestionCells,
  ): Promise<TableAnswer<MadeLanes | undefined>> {
    return (await this.#openedTables(dump)).mergedLanes(question, firstId, place, this.#work(own));
  }

  #work(own: QuestionCells): ThreadWork {
    if (!this.#bringer) throw new Error('Nothing brings indexes into this thread');
    return new ThreadWork(own, this.#bringer);
  }

  async #openedTables(dump: string): Promise<DumpTables> {
    const tables = await this.#tables.get(dump)?.();
    if (!tables) throw new Error(`The files of the dump ${dump} are not known yet`);
    return tables;
  }

  #ranks(dump: string): ReadonlyMap<number, RankView> {
    return this.#dumps.get(dump) ?? new Map();
  }

  /** Undefined when the reference is of an older index, or of none. */
  #rankOf(dump: string, ref: SliceRef): RankView | undefined {
    const rank = this.#ranks(dump).get(ref.rank);
    const isValid = rank?.generation === ref.generation && ref.slice < rank.sliceCount;
    return isValid ? rank : undefined;
  }
}
