import { availableParallelism } from 'node:os';
import { proxy } from 'comlink';
import type {
  AnswerOf,
  ColumnValues,
  DumpId,
  DumpState,
  FindSliceQuery,
  FlowQuery,
  LaneCopyQuestion,
  LaneId,
  NeighbourDirection,
  Notice,
  PathQuestion,
  QuestionId,
  QuestionName,
  QuestionOf,
  QuestionProgress,
  RankIndex,
  SearchQuery,
  SearchResult,
  SliceRef,
  SliceSource,
  SliceSummary,
  StatisticsQuery,
  TablePage,
  TableQuery,
  Unrecorded,
  ViewportQuery,
  ViewportResult,
  ViewSources,
} from '../../../src-contract';
import { errorNames, NamedError } from '../../../src-contract/wire/errors';
import type { PathLane } from '../../../src-worker/model/dependencies/pathLane';
import type { TableFiles, TablePlace } from '../../../src-worker/model/dumpContext';
import type { LaneCopies } from '../../../src-worker/model/laneCopies';
import type { FoundRecord, KeptRecord, RecordOf } from '../../../src-worker/model/work';
import { LANES_PER_RANK } from '../../../src-worker/query/rankView';
import type { LaneShare } from '../../../src-worker/query/sharedLanes';
import { TableError } from '../../../src-worker/tables/tableError';
import { cells, type QuestionCells } from '../../../src-worker/threadWork';
import type { TableAnswer } from '../../../src-worker/views/dumpTables';
import type { ThreadProgram } from '../threads/threadProgram';
import type { ThreadStart } from '../threads/threadStart';
import { isStopped, QuestionsUnderWay, stoppedError } from './questionsUnderWay';
import { QuestionThread, type Restore } from './questionThread';
import type { ResidentRanks } from './residentRanks';
import { joinedViewport, SharedDrawing } from './sharedDrawing';
import { Stretching } from './stretching';
import { TableThreads } from './tableThreads';
import { WarmUp, warmUpQueries } from './warmUp';

/** Some 200,000 slices: what is worked out of such a rank at a time takes a tenth of a second at most. */
const SHORT_RANK_BYTES = 16 << 20;

/** What questions need of a dump that is open. */
export interface AskedDump {
  readonly id: DumpId;
  /** All of it has been read. */
  readonly isReady: boolean;
  readonly place: Omit<TablePlace, 'generations'>;
  /** Resolves when questions about tables can be answered. */
  tablesKnown(): Promise<void>;
  noteLate(notices: readonly Notice[]): void;
  /** See `RecordStore`. */
  loadRecord(of: RecordOf): Promise<FoundRecord>;
  saveRecord(of: RecordOf, record: KeptRecord): void;
}

/** The dump, or a `DumpClosedError`. */
export function openOne<T>(open: T | undefined, dump: DumpId): T {
  if (!open) throw new NamedError(errorNames.dumpClosed, `The dump ${dump} is not open`);
  return open;
}

/** Asks the threads about open dumps: those methods of the Engine that answer from indexes and tables. */
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
  readonly #tables: TableThreads;
  /** The files that those know. */
  readonly #tableFiles = new Map<DumpId, TableFiles>();
  /** Views that there has been data for: it stays on disk when it is dropped from memory. */
  readonly #views = new Map<DumpId, ViewSources>();

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
                (...part) => this.#askPart(...part),
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
    this.#tables = new TableThreads((givesWay) =>
      newThread((api) => [...this.#tableFiles].map(([dump, files]) => api.openTables(dump, files)), givesWay),
    );
  }

  /** Soon there will be something to draw and to read. */
  start(): void {
    for (const thread of [this.#drawing, this.#tables.first]) thread.start();
  }

  /** Answers the instant that their times begin with. */
  openTables(dump: DumpId, files: TableFiles): Promise<bigint | undefined> {
    this.#tableFiles.set(dump, files);
    const [first, ...others] = this.#tables.threads;
    for (const thread of others) thread.tell((api) => api.openTables(dump, files)).catch(() => {});
    return first.ask('openTables', dump, files);
  }

  /** It has been closed. */
  forget(dump: DumpId): void {
    this.#underWay.stopAll(dump);
    this.#tableFiles.delete(dump);
    this.#views.delete(dump);
    this.#tables.forget(dump);
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
    return [this.#drawing, this.#searching, ...this.#tables.threads];
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

  async views(dump: DumpId): Promise<ViewSources> {
    const opened = this.#open(dump);
    await opened.tablesKnown();
    const now = await this.#tables.ask(dump, 'views', this.#hasShortRanks(dump), (thread) => {
      this.resident.giveLoaded(thread, dump);
      return thread.ask('views', dump, this.#placeOf(opened));
    });
    const before = this.#views.get(dump);
    const views = before ? eitherViews(before, now) : now;
    if (this.find(dump)) this.#views.set(dump, views);
    return views;
  }

  table(query: TableQuery, id?: QuestionId): Promise<TablePage> {
    return this.#answer(query.dump, query.source.table, id, (thread, place, own) =>
      thread.ask('table', query, place, own),
    );
  }

  tableCsv(query: TableQuery, id?: QuestionId): Promise<string> {
    return this.#answer(query.dump, query.source.table, id, (thread, place, own) =>
      thread.ask('tableCsv', query, place, own),
    );
  }

  columnValues(query: TableQuery, column: string, id?: QuestionId): Promise<ColumnValues> {
    return this.#answer(query.dump, query.source.table, id, (thread, place, own) =>
      thread.ask('columnValues', query, column, place, own),
    );
  }

  ask<K extends QuestionName>(dump: DumpId, name: K, question: QuestionOf<K>, id?: QuestionId): Promise<AnswerOf<K>> {
    return this.#answer(dump, name, id, async (thread, place, own) => {
      const answer = await thread.ask('ask', dump, name, question, place, own);
      // The worker's answers are typed by the same interface; only the name of the question crosses the border.
      return answer as TableAnswer<AnswerOf<K>>;
    });
  }

  /** See `pathLane`. */
  pathLane(dump: DumpId, question: PathQuestion, firstId: number, id?: QuestionId): Promise<PathLane | undefined> {
    return this.#answer(dump, 'findings.path', id, (thread, place, own) =>
      thread.ask('pathLane', dump, question, firstId, place, own),
    );
  }

  /** See `laneCopies`. */
  laneCopies(
    dump: DumpId,
    question: LaneCopyQuestion,
    firstId: number,
    id?: QuestionId,
  ): Promise<LaneCopies | undefined> {
    return this.#answer(dump, 'compare.places', id, (thread, place, own) =>
      thread.ask('laneCopies', dump, question, firstId, place, own),
    );
  }

  /** `name` of a table or question: its view's, a dot, and its own. */
  async #answer<T>(
    dump: DumpId,
    name: string,
    id: QuestionId | undefined,
    ask: (thread: QuestionThread, place: TablePlace, own: QuestionCells) => Promise<TableAnswer<T>>,
  ): Promise<T> {
    await this.#open(dump).tablesKnown();
    const opened = this.#open(dump);
    const [view] = name.split('.', 1);
    const { outcome, notices } = await this.#underWay.run(dump, id, (own) =>
      this.#tables.ask(dump, view, this.#hasShortRanks(dump), (thread) => ask(thread, this.#placeOf(opened), own)),
    );
    opened.noteLate(notices);
    if (outcome.kind === 'done') return outcome.value;
    throw outcome.kind === 'failed' ? new TableError(outcome.notice) : stoppedError();
  }

  #askPart(dump: DumpId, part: string, rank: RankIndex, own: QuestionCells): Promise<TableAnswer<unknown>> {
    const opened = this.#open(dump);
    return this.#tables.askPart(dump, async (thread) => {
      const answer = await thread.ask('part', dump, part, rank, this.#placeOf(opened), own);
      opened.noteLate(answer.notices);
      return answer;
    });
  }

  progress(id: QuestionId): QuestionProgress | undefined {
    return this.#underWay.progress(id);
  }

  cancel(id: QuestionId): void {
    this.#underWay.stop(id);
  }

  #hasShortRanks(dump: DumpId): boolean {
    return this.resident.largestBytes(dump) <= SHORT_RANK_BYTES;
  }

  #placeOf(opened: AskedDump): TablePlace {
    return { ...opened.place, generations: this.resident.generationsOf(opened.id) };
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

function eitherViews(a: ViewSources, b: ViewSources): ViewSources {
  const available = {
    operator: a.operator || b.operator,
    memory: a.memory || b.memory,
    summary: a.summary || b.summary,
    communication: a.communication || b.communication,
    findings: a.findings || b.findings,
  };
  const ofKind = (views: ViewSources, kind: Unrecorded['kind']) => views.unrecorded.filter((own) => own.kind === kind);
  const [before, now] = [ofKind(a, 'lanes'), ofKind(b, 'lanes')];
  // None are listed as long as no timeline was in memory; one that was seen once is there.
  const lanes = before.length > 0 && now.length > 0 ? now.filter(isAmong(before)) : [...before, ...now];
  return {
    ...available,
    missing: b.missing,
    unrecorded: [
      ...ofKind(b, 'view').filter(({ what }) => !available[what as keyof typeof available]),
      ...ofKind(b, 'file'),
      ...lanes,
    ],
    columnOptions: { ...a.columnOptions, ...b.columnOptions },
  };
}

const isAmong = (others: readonly Unrecorded[]) => (own: Unrecorded) => others.some(({ what }) => what === own.what);
