import { availableParallelism } from 'node:os';
import { proxy } from 'comlink';
import type {
  DumpId,
  DumpState,
  FindSliceQuery,
  FlowQuery,
  LaneId,
  NeighbourDirection,
  QuestionId,
  QuestionProgress,
  RankIndex,
  SearchQuery,
  SearchResult,
  SliceRef,
  SliceSource,
  SliceSummary,
  StatisticsQuery,
  ViewportQuery,
  ViewportResult,
} from '../../../src-contract';
import { type AwaitedAnswers, awaitedAnswers } from '../../../src-worker/base/awaitedAnswers';
import { collectNewGarbage } from '../../../src-worker/base/collectGarbage';
import { type DrawnViewport, viewportOf } from '../../../src-worker/query/quads/quadColumns';
import type { LaneShare } from '../../../src-worker/query/quads/sharedLanes';
import { LANES_PER_RANK } from '../../../src-worker/query/rankView';
import { cells, type QuestionCells } from '../../../src-worker/threadWork';
import type { ThreadProgram } from '../threads/threadProgram';
import type { ThreadStart } from '../threads/threadStart';
import { type AskedDump, openOne } from './askedDump';
import { Leisure } from './leisure';
import { isStopped, QuestionsUnderWay, stoppedError } from './questionsUnderWay';
import { QuestionThread, type Restore } from './questionThread';
import type { ResidentRanks } from './residentRanks';
import { Rest } from './rest';
import { SharedDrawing } from './sharedDrawing';
import { Stretching } from './stretching';
import { TableQuestions } from './tableQuestions';
import { type UnaskedView, WarmUp, warmUpStatistics, warmUpViews } from './warmUp';

/** After so much of answers new garbage is collected: V8 counts to 10 MB. */
const COLLECTED_BYTES = 5_000_000;

/**
 * Asks the threads about open dumps: those methods of the Engine that answer from indexes. Those about tables and views are
 * `tables`.
 */
export class DumpQuestions {
  readonly #underWay: QuestionsUnderWay;
  readonly #sharedDrawing = new SharedDrawing();
  readonly #rest = new Rest();
  readonly #leisure: Leisure;
  /** While a view is moved. */
  #pausing: Promise<void> | undefined;
  readonly #warmUp: WarmUp;
  readonly #stretching: Stretching;
  /**
   * Each has a thread of its own, so that neither waits for the other, nor for views: what is drawn and clicked on (with the
   * help of the next one, where there is much to draw and nothing to search),
   */
  readonly #drawing: QuestionThread;
  /** what is searched and counted, */
  readonly #searching: QuestionThread;
  /** In buffers, since garbage was collected last. */
  #answeredBytes = 0;
  /** Views that the searching thread draws, or helps to, and has not answered. */
  #helpingCount = 0;
  /** and what views ask, which may take long. */
  readonly tables: TableQuestions;

  constructor(
    program: ThreadProgram,
    start: ThreadStart,
    readonly resident: ResidentRanks,
    /** The dump, if it is open. */
    readonly find: (dump: DumpId) => AskedDump | undefined,
    awaited: AwaitedAnswers = awaitedAnswers(),
  ) {
    this.#leisure = new Leisure(this.#rest, awaited);
    this.#warmUp = new WarmUp(
      (view) => this.#drawUnasked(view),
      () => this.tables.isAtUnasked,
      this.#leisure,
    );
    this.#stretching = new Stretching(
      (dump, rank) => this.find(dump)?.isReady === true && this.resident.lacksStretches(dump, rank),
      (dump, rank) => this.#makeStretches(dump, rank),
      () => this.#leisure.comes(),
    );
    this.#underWay = new QuestionsUnderWay(resident);
    const newThread = (holds: Restore, givesWay = false) => {
      const thread: QuestionThread = new QuestionThread(
        program,
        (api) => [
          ...[...this.resident.heldBy(thread)].map(({ dump, rank }) => api.loadRank(dump, rank)),
          ...holds(api),
          api.bringWith(
            proxy(
              this.#underWay.bringer(
                () => thread,
                (...part) => this.tables.askPart(...part),
                {
                  load: (dump, of) => this.#open(dump).loadRecord(of),
                  save: (dump, of, record) => this.find(dump)?.saveRecord(of, record),
                },
              ),
            ),
          ),
        ],
        { ...start, givesWay, isUnasked: givesWay },
      );
      return thread;
    };
    this.#drawing = newThread(() => []);
    this.#searching = newThread(() => []);
    this.tables = new TableQuestions(newThread, this.#underWay, this.#leisure, resident, find);
  }

  /** Soon there will be something to draw and to read. */
  start(): void {
    this.#drawing.start();
    this.tables.start();
  }

  /** It has been closed. */
  forget(dump: DumpId): void {
    this.#underWay.stopAll(dump);
    this.tables.forget(dump);
    this.#stretching.forget(dump);
    this.resident.forget(dump);
    for (const thread of this.#threads()) thread.tell((api) => api.unloadDump(dump)).catch(() => {});
  }

  /** Has every thread collect its garbage, before what it is asked next: see collectGarbage.ts. */
  collectGarbage(): void {
    // A thread that dies of it is found out by its next question.
    for (const thread of this.#threads()) thread.tell((api) => api.collectGarbage()).catch(() => {});
  }

  async stop(): Promise<void> {
    await Promise.all(this.#threads().map((thread) => thread.stop()));
  }

  #open(dump: DumpId): AskedDump {
    return openOne(this.find(dump), dump);
  }

  #threads(): readonly QuestionThread[] {
    return [this.#drawing, this.#searching, ...this.tables.threads];
  }

  /** All that is read at once of the dump has been: see stretching.ts and warmUp.ts. Never rejects. */
  async warmUp(state: DumpState): Promise<void> {
    const sums = [...warmUpStatistics(state)];
    if (sums.length > 0) void this.#startSearching();
    const summed = this.#warmUp.runSums(sums, (query) => this.#sumUnasked(query));
    const views = [...warmUpViews(state)];
    await this.#stretching.want(state.id, ranksOfLanes(views.flatMap(({ query }) => query.lanes)));
    await this.#warmUp.run(views);
    await summed;
  }

  /** The thread is there when the first question comes. Its start takes a core for a while. Never rejects. */
  async #startSearching(): Promise<void> {
    await this.#leisure.comes();
    this.#searching.start();
  }

  /** False if the dump has been closed, or its indexes have been dropped from memory. */
  async #sumUnasked(query: StatisticsQuery): Promise<boolean> {
    if (!this.find(query.dump) || !this.resident.areInMemory(query.dump, ranksOfLanes(query.lanes))) return false;
    // A thread that dies of it is found out by what is asked of it next.
    await Promise.allSettled([this.#sum(query)]);
    return true;
  }

  async #makeStretches(dump: DumpId, rank: number): Promise<boolean> {
    const made = await this.#using(this.#drawing, dump, new Set([rank]), (thread) =>
      thread.ask('makeStretches', dump, rank),
    );
    if (made?.stretches) this.resident.setStretches(dump, rank, made.generation, made.stretches);
    return made?.stretches !== undefined;
  }

  /** False if the dump has been closed, or its indexes have been dropped from memory. */
  async #drawUnasked({ query, by }: UnaskedView): Promise<boolean> {
    const ranks = ranksOfLanes(query.lanes);
    if (!this.find(query.dump) || !this.resident.areInMemory(query.dump, ranks)) return false;
    // A thread that dies of it is found out by what is asked of it next.
    const areTwo = availableParallelism() > 1;
    if (by === 'second' && !areTwo) return true;
    const [{ status }] = await Promise.allSettled([
      by === 'two' && areTwo
        ? this.#drawByTwo(query)
        : this.#draw(by === 'second' ? this.#searching : this.#drawing, query),
    ]);
    return status === 'fulfilled';
  }

  /** Whether somebody moves a view, with or without asking for more of it. */
  noteMoving(isMoving: boolean): void {
    this.#rest.noteMoving(isMoving);
    this.#pausing ??= this.#pauseUntilRest();
  }

  async #pauseUntilRest(): Promise<void> {
    this.#underWay.setPauses(true);
    await this.#rest.comes();
    this.#underWay.setPauses(false);
    this.#pausing = undefined;
  }

  async viewport(query: ViewportQuery) {
    this.#rest.note();
    this.#pausing ??= this.#pauseUntilRest();
    // A view that one thread has drawn before the other got up is answered, and its help may still be on its way when the next
    // one is asked for: that keeps nobody, as anything else would.
    const isForTwo = this.#searching.isIdleBut(this.#helpingCount) && this.#sharedDrawing.isForTwo(query);
    const answer = (isForTwo && (await this.#drawByTwo(query))) || (await this.#drawBy(this.#drawing, query));
    const isMany = this.#sharedDrawing.note(query.dump, answer);
    void this.#stretching.want(query.dump, ranksOfLanes(query.lanes));
    // A thread that begins finds its code cold, and all colours: nothing that is wanted is to wait for that.
    if (isMany && !this.#searching.isStarted && availableParallelism() > 1 && this.find(query.dump)?.isReady)
      void this.#startSecond(query);
    return answer;
  }

  /** Its start takes a core for a while: not while a view is moved, or an answer awaited. Never rejects. */
  async #startSecond(query: ViewportQuery): Promise<void> {
    await this.#leisure.comes();
    if (!this.#searching.isStarted) await Promise.allSettled([this.#draw(this.#searching, query)]);
  }

  /** By one thread. */
  async #drawBy(thread: QuestionThread, query: ViewportQuery): Promise<ViewportResult> {
    const drawn = await this.#draw(thread, query);
    if (!drawn) throw new Error('A thread that has drawn all answered nothing');
    return viewportOf(query, drawn);
  }

  async #draw(thread: QuestionThread, query: ViewportQuery, share?: LaneShare): Promise<DrawnViewport | undefined> {
    const ranks = ranksOfLanes(query.lanes, query.folded);
    const isHelp = thread === this.#searching;
    if (isHelp) this.#helpingCount++;
    try {
      const drawn = await this.#using(thread, query.dump, ranks, () => thread.ask('viewport', query, share));
      if (drawn) this.#countBytes(drawn.table.byteLength);
      return drawn;
    } finally {
      if (isHelp) this.#helpingCount--;
    }
  }

  /** Answers come and go: those that nobody holds any more are collected before V8 takes them for a heap that grows. */
  #countBytes(answeredBytes: number): void {
    this.#answeredBytes += answeredBytes;
    if (this.#answeredBytes < COLLECTED_BYTES) return;
    this.#answeredBytes = 0;
    // Whoever asked has it first.
    setImmediate(collectNewGarbage);
  }

  /** Undefined where what they drew does not fit together: a rank was replaced in between, or a thread has died. */
  async #drawByTwo(query: ViewportQuery): Promise<ViewportResult | undefined> {
    const shared = this.#sharedDrawing.begin();
    const second = this.#draw(this.#searching, query, shared.second).finally(() => shared.endSecond());
    const first = this.#draw(this.#drawing, query, shared.first);
    // The second's answer says nothing: all that it has drawn is in the first one's.
    Promise.allSettled([first, second]).then(() => this.#sharedDrawing.giveBack(shared));
    const drawn = await first;
    return drawn && viewportOf(query, drawn);
  }

  async flows(query: FlowQuery) {
    return this.#asked(this.#drawing, query.dump, ranksOfLanes(query.lanes), (thread) => thread.ask('flows', query));
  }

  async slice(dump: DumpId, ref: SliceRef) {
    return this.#asked(this.#drawing, dump, new Set([ref.rank]), (thread) => thread.ask('slice', dump, ref));
  }

  async sliceAtSource(dump: DumpId, rank: RankIndex, source: SliceSource) {
    return this.#asked(this.#drawing, dump, new Set([rank]), (thread) =>
      thread.ask('sliceAtSource', dump, rank, source),
    );
  }

  async neighbour(dump: DumpId, ref: SliceRef, direction: NeighbourDirection) {
    return this.#asked(this.#drawing, dump, new Set([ref.rank]), (thread) =>
      thread.ask('neighbour', dump, ref, direction),
    );
  }

  /** Rank by rank, so that a dump larger than the memory budget can be searched as well. */
  async search(query: SearchQuery, id?: QuestionId): Promise<SearchResult> {
    this.#open(query.dump);
    return this.#leisure.during(() => this.#underWay.run(query.dump, id, (own) => this.#searchAll(query, own)));
  }

  async #searchAll(query: SearchQuery, own: QuestionCells): Promise<SearchResult> {
    const slices: SliceSummary[] = [];
    let totalCount = 0;
    const ranks = this.resident.ranksOf(query.dump);
    own[cells.ranksTotal] = ranks.length;
    for (const rank of ranks) {
      if (isStopped(own)) throw stoppedError();
      const rest = { ...query, maxResults: query.maxResults - slices.length };
      const found = await this.#using(this.#searching, query.dump, new Set([rank]), (thread) =>
        thread.ask('search', rest, rank),
      );
      slices.push(...found.slices);
      totalCount += found.totalCount;
      own[cells.ranksDone]++;
    }
    return { slices, totalCount };
  }

  async statistics(query: StatisticsQuery) {
    return this.#leisure.during(() => this.#sum(query));
  }

  async #sum(query: StatisticsQuery) {
    return this.#using(this.#searching, query.dump, ranksOfLanes(query.lanes), (thread) =>
      thread.ask('statistics', query),
    );
  }

  async findSlice(query: FindSliceQuery): Promise<SliceSummary | undefined> {
    return this.#asked(this.#drawing, query.dump, new Set([query.rank]), (thread) => thread.ask('findSlice', query));
  }

  progress(id: QuestionId): QuestionProgress | undefined {
    return this.#underWay.progress(id);
  }

  cancel(id: QuestionId): void {
    this.#underWay.stop(id);
  }

  /** Of what somebody waits for: see `#using`. */
  #asked<T>(
    thread: QuestionThread,
    dump: DumpId,
    ranks: ReadonlySet<number>,
    query: (thread: QuestionThread) => Promise<T>,
  ): Promise<T> {
    return this.#leisure.during(() => this.#using(thread, dump, ranks, query));
  }

  /** Rejects if the dump is not open; brings back what of it has been dropped from memory, and keeps it for the query. */
  async #using<T>(
    thread: QuestionThread,
    dump: DumpId,
    ranks: ReadonlySet<number>,
    query: (thread: QuestionThread) => Promise<T>,
  ): Promise<T> {
    this.#open(dump);
    return this.resident.using(thread, dump, ranks, () => query(thread));
  }
}

function ranksOfLanes(...all: readonly (readonly LaneId[])[]): Set<number> {
  const ranks = new Set<number>();
  for (const lanes of all) for (const lane of lanes) ranks.add(Math.floor(lane / LANES_PER_RANK));
  return ranks;
}
