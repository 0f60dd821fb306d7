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
import { LANES_PER_RANK } from '../../../src-worker/query/rankView';
import type { LaneShare } from '../../../src-worker/query/sharedLanes';
import { cells } from '../../../src-worker/threadWork';
import type { ThreadProgram } from '../threads/threadProgram';
import type { ThreadStart } from '../threads/threadStart';
import { type AskedDump, openOne } from './askedDump';
import { isStopped, QuestionsUnderWay, stoppedError } from './questionsUnderWay';
import { QuestionThread, type Restore } from './questionThread';
import type { ResidentRanks } from './residentRanks';
import { joinedViewport, SharedDrawing } from './sharedDrawing';
import { Stretching } from './stretching';
import { TableQuestions } from './tableQuestions';
import { WarmUp, warmUpQueries } from './warmUp';

/**
 * Asks the threads about open dumps: those methods of the Engine that answer from indexes. Those about tables and views are
 * `tables`.
 */
export class DumpQuestions {
  readonly #underWay: QuestionsUnderWay;
  readonly #sharedDrawing = new SharedDrawing();
  readonly #warmUp = new WarmUp((query) => this.#drawUnasked(query));
  readonly #stretching = new Stretching(
    (dump, rank) => this.find(dump)?.isReady === true && this.resident.lacksStretches(dump, rank),
    (dump, rank) => this.#makeStretches(dump, rank),
    () => this.#warmUp.rest(),
  );
  /**
   * Each has a thread of its own, so that neither waits for the other, nor for views: what is drawn and clicked on (with the
   * help of the next one, where there is much to draw and nothing to search),
   */
  readonly #drawing: QuestionThread;
  /** what is searched and counted, */
  readonly #searching: QuestionThread;
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
  ) {
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
        { ...start, givesWay },
      );
      return thread;
    };
    this.#drawing = newThread(() => []);
    this.#searching = newThread(() => []);
    this.tables = new TableQuestions(newThread, this.#underWay, resident, find);
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
    const queries = [...warmUpQueries(state)];
    await this.#stretching.want(state.id, ranksOfLanes(queries.flatMap(({ lanes }) => lanes)));
    await this.#warmUp.run(queries);
  }

  async #makeStretches(dump: DumpId, rank: number): Promise<boolean> {
    const made = await this.#using(this.#drawing, dump, new Set([rank]), (thread) =>
      thread.ask('makeStretches', dump, rank),
    );
    if (made?.stretches) this.resident.setStretches(dump, rank, made.generation, made.stretches);
    return made?.stretches !== undefined;
  }

  /** By both threads. False if the dump has been closed, or its indexes have been dropped from memory. */
  async #drawUnasked(query: ViewportQuery): Promise<boolean> {
    const ranks = ranksOfLanes(query.lanes);
    if (!this.find(query.dump) || !this.resident.areInMemory(query.dump, ranks)) return false;
    // A thread that dies of it is found out by what is asked of it next.
    const threads = availableParallelism() > 1 ? [this.#drawing, this.#searching] : [this.#drawing];
    const drawn = await Promise.allSettled(threads.map((thread) => this.#draw(thread, query)));
    return drawn.every(({ status }) => status === 'fulfilled');
  }

  async viewport(query: ViewportQuery) {
    this.#warmUp.noteAsked();
    // A view that one thread has drawn before the other got up is answered, and its help may still be on its way when the next
    // one is asked for: that keeps nobody, as anything else would.
    const isForTwo = this.#searching.isIdleBut(this.#helpingCount) && this.#sharedDrawing.isForTwo(query);
    const answer = (isForTwo && (await this.#drawByTwo(query))) || (await this.#draw(this.#drawing, query));
    const isMany = this.#sharedDrawing.note(query.dump, answer);
    void this.#stretching.want(query.dump, ranksOfLanes(query.lanes));
    // A thread that begins finds its code cold, and all colours: nothing that is wanted is to wait for that.
    if (isMany && !this.#searching.isStarted && availableParallelism() > 1 && this.find(query.dump)?.isReady)
      void Promise.allSettled([this.#draw(this.#searching, query)]);
    return answer;
  }

  async #draw(thread: QuestionThread, query: ViewportQuery, share?: LaneShare): Promise<ViewportResult> {
    const ranks = ranksOfLanes([...query.lanes, ...query.folded]);
    const isHelp = thread === this.#searching;
    if (isHelp) this.#helpingCount++;
    try {
      return await this.#using(thread, query.dump, ranks, () => thread.ask('viewport', query, share));
    } finally {
      if (isHelp) this.#helpingCount--;
    }
  }

  /** Undefined where the answers don't fit together: a rank was replaced in between, or a thread has died. */
  async #drawByTwo(query: ViewportQuery): Promise<ViewportResult | undefined> {
    const shared = this.#sharedDrawing.lanesFor(query);
    const second = this.#draw(this.#searching, query, shared.second).finally(() => shared.endSecond());
    const first = this.#draw(this.#drawing, query, shared.first);
    // It may come to nothing, and nobody waits for it then.
    Promise.allSettled([first, second]).then(() => this.#sharedDrawing.giveBack(shared));
    const answer = await first;
    if (shared.isFirstAll) return answer;
    const ofSecond = await second;
    return shared.isAll ? joinedViewport(answer, ofSecond, shared.counts) : undefined;
  }

  async flows(query: FlowQuery) {
    return this.#using(this.#drawing, query.dump, ranksOfLanes(query.lanes), (thread) => thread.ask('flows', query));
  }

  async slice(dump: DumpId, ref: SliceRef) {
    return this.#using(this.#drawing, dump, new Set([ref.rank]), (thread) => thread.ask('slice', dump, ref));
  }

  async sliceAtSource(dump: DumpId, rank: RankIndex, source: SliceSource) {
    return this.#using(this.#drawing, dump, new Set([rank]), (thread) =>
      thread.ask('sliceAtSource', dump, rank, source),
    );
  }

  async neighbour(dump: DumpId, ref: SliceRef, direction: NeighbourDirection) {
    return this.#using(this.#drawing, dump, new Set([ref.rank]), (thread) =>
      thread.ask('neighbour', dump, ref, direction),
    );
  }

  /** Rank by rank, so that a dump larger than the memory budget can be searched as well. */
  async search(query: SearchQuery, id?: QuestionId): Promise<SearchResult> {
    this.#open(query.dump);
    return this.#underWay.run(query.dump, id, async (own) => {
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
    });
  }

  async statistics(query: StatisticsQuery) {
    return this.#using(this.#searching, query.dump, ranksOfLanes(query.lanes), (thread) =>
      thread.ask('statistics', query),
    );
  }

  async findSlice(query: FindSliceQuery): Promise<SliceSummary | undefined> {
    return this.#using(this.#drawing, query.dump, new Set([query.rank]), (thread) => thread.ask('findSlice', query));
  }

  progress(id: QuestionId): QuestionProgress | undefined {
    return this.#underWay.progress(id);
  }

  cancel(id: QuestionId): void {
    this.#underWay.stop(id);
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

function ranksOfLanes(lanes: readonly LaneId[]): Set<number> {
  return new Set(lanes.map((lane) => Math.floor(lane / LANES_PER_RANK)));
}
