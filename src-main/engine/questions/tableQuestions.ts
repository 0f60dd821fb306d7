import type {
  AnswerOf,
  ColumnValues,
  DumpId,
  LaneCopyQuestion,
  LaneFileReading,
  LaneFileReport,
  LaneMergeQuestion,
  PathQuestion,
  QuestionId,
  QuestionName,
  QuestionOf,
  RankIndex,
  TablePage,
  TableQuery,
  Unrecorded,
  ViewSources,
} from '../../../src-contract';
import type { PathLane } from '../../../src-worker/model/dependencies/pathLane';
import type { LaneCopies } from '../../../src-worker/model/laneCopies';
import type { MadeLanes } from '../../../src-worker/model/madeLanes';
import type { TableFiles, TablePlace } from '../../../src-worker/model/tableRanks';
import { TableError } from '../../../src-worker/tables/tableError';
import type { PartClaim, QuestionCells } from '../../../src-worker/threadWork';
import type { TableAnswer } from '../../../src-worker/views/dumpTables';
import type { OwnLanesMade, WantedOwnLanes } from '../../../src-worker/views/search/ownLanes';
import { LateCollection } from '../threads/lateCollection';
import { type AskedDump, openOne } from './askedDump';
import type { Leisure } from './leisure';
import { type QuestionsUnderWay, stoppedError } from './questionsUnderWay';
import type { QuestionThread, Restore } from './questionThread';
import type { ResidentRanks } from './residentRanks';

/** Some 200,000 slices: what is worked out of such a rank at a time takes a tenth of a second at most. */
const SHORT_RANK_BYTES = 16 << 20;

type Ask<T> = (thread: QuestionThread, place: TablePlace, own: QuestionCells) => Promise<TableAnswer<T>>;

/** Asks the threads about tables and views: those methods of the Engine that answer from files, or from whole ranks. */
export class TableQuestions {
  readonly #threads: TableThreads;
  /** The files that the threads know. */
  readonly #files = new Map<DumpId, TableFiles>();
  /** Views that there has been data for: it stays on disk when it is dropped from memory. */
  readonly #views = new Map<DumpId, ViewSources>();
  /** Of what findings of long ranks were made with: their threads have room for it (roomToGrow.ts), and seldom look for it themselves. */
  readonly #collection = new LateCollection(() => {
    // A thread that dies of it is found out by its next question.
    for (const thread of this.#threads.apart) thread.tell((api) => api.collectGarbage()).catch(() => {});
  });

  constructor(
    newThread: (holds: Restore, givesWay: boolean) => QuestionThread,
    readonly underWay: QuestionsUnderWay,
    /** What somebody waits for is told to it. */
    readonly leisure: Leisure,
    readonly resident: ResidentRanks,
    /** The dump, if it is open. */
    readonly find: (dump: DumpId) => AskedDump | undefined,
  ) {
    this.#threads = new TableThreads((givesWay) =>
      newThread((api) => [...this.#files].map(([dump, files]) => api.openTables(dump, files)), givesWay),
    );
  }

  get threads(): readonly QuestionThread[] {
    return this.#threads.threads;
  }

  /** What comes by itself and takes long has not been answered. */
  get isAtUnasked(): boolean {
    return this.#threads.isAtUnasked;
  }

  /** Soon there will be something to read. */
  start(): void {
    this.#threads.first.start();
  }

  /**
   * Answers the instant that their times begin with. `isAtOnce`: they are read while nobody waits for them; otherwise, and with no answer, when
   * somebody asks for one.
   */
  async openTables(dump: DumpId, files: TableFiles, isAtOnce: boolean): Promise<bigint | undefined> {
    this.#files.set(dump, files);
    const [first, ...others] = this.#threads.threads;
    if (!isAtOnce && !first.isStarted) return undefined;
    for (const thread of others) thread.tell((api) => api.openTables(dump, files)).catch(() => {});
    return first.ask('openTables', dump, files);
  }

  /** It has been closed. */
  forget(dump: DumpId): void {
    this.#files.delete(dump);
    this.#views.delete(dump);
    this.#threads.forget(dump);
  }

  views(dump: DumpId): Promise<ViewSources> {
    return this.leisure.during(() => this.#viewsOf(dump));
  }

  async #viewsOf(dump: DumpId): Promise<ViewSources> {
    const opened = openOne(this.find(dump), dump);
    await opened.tablesKnown();
    const now = await this.#threads.ask(dump, 'views', this.#hasShortRanks(dump), (thread) => {
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
    return this.#answer(dump, name, id, asking(dump, name, question));
  }

  /** The same of the ranks' clocks, for the dump itself: it comes by itself, and views are looked at meanwhile. */
  clock(dump: DumpId, wish: QuestionOf<'job.clock'>): Promise<AnswerOf<'job.clock'>> {
    return this.#answered(dump, 'job', undefined, asking(dump, 'job.clock', wish));
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

  /** See `ownLanes`. */
  ownLanes(dump: DumpId, wanted: WantedOwnLanes, firstId: number, id?: QuestionId): Promise<OwnLanesMade> {
    return this.#answer(dump, 'search.page', id, (thread, place, own) =>
      thread.ask('ownLanes', dump, wanted, firstId, place, own),
    );
  }

  /** See `Engine.laneFile`. */
  laneFile(
    dump: DumpId,
    path: string,
    rank: RankIndex,
    reading: LaneFileReading | undefined,
    id?: QuestionId,
  ): Promise<LaneFileReport | undefined> {
    return this.#answer(dump, 'search.page', id, (thread, place, own) =>
      thread.ask('laneFile', dump, path, rank, reading, place, own),
    );
  }

  /** See `mergedLanes`. */
  mergedLanes(
    dump: DumpId,
    question: LaneMergeQuestion,
    firstId: number,
    id?: QuestionId,
  ): Promise<MadeLanes | undefined> {
    return this.#answer(dump, 'compare.places', id, (thread, place, own) =>
      thread.ask('mergedLanes', dump, question, firstId, place, own),
    );
  }

  /** `name` of a table or question: its view's, a dot, and its own. */
  #answer<T>(dump: DumpId, name: string, id: QuestionId | undefined, ask: Ask<T>): Promise<T> {
    const [view] = name.split('.', 1);
    const answered = () => this.#answered(dump, view, id, ask);
    return UNASKED.has(view) ? answered() : this.leisure.during(answered);
  }

  async #answered<T>(dump: DumpId, view: string, id: QuestionId | undefined, ask: Ask<T>): Promise<T> {
    await openOne(this.find(dump), dump).tablesKnown();
    const opened = openOne(this.find(dump), dump);
    const isUnasked = UNASKED.has(view);
    const { outcome, notices } = await this.underWay.run(
      dump,
      id,
      (own) =>
        this.#threads.ask(dump, view, this.#hasShortRanks(dump), (thread) => ask(thread, this.#placeOf(opened), own)),
      isUnasked,
    );
    opened.noteLate(notices);
    if (isUnasked) this.#collection.ask();
    if (outcome.kind === 'done') return outcome.value;
    throw outcome.kind === 'failed' ? new TableError(outcome.notice) : stoppedError();
  }

  /** See `RankBringer.part`. */
  askPart(
    dump: DumpId,
    part: string,
    rank: RankIndex,
    own: QuestionCells,
    claim: PartClaim,
  ): Promise<TableAnswer<unknown>> {
    const opened = openOne(this.find(dump), dump);
    return this.#threads.askPart(dump, async (thread) => {
      const answer = await thread.ask('part', dump, part, rank, this.#placeOf(opened), own, claim);
      opened.noteLate(answer.notices);
      return answer;
    });
  }

  #hasShortRanks(dump: DumpId): boolean {
    return this.resident.largestBytes(dump) <= SHORT_RANK_BYTES;
  }

  #placeOf(opened: AskedDump): TablePlace {
    return { ...opened.place, generations: this.resident.generationsOf(opened.id) };
  }
}

function asking<K extends QuestionName>(dump: DumpId, name: K, question: QuestionOf<K>): Ask<AnswerOf<K>> {
  return async (thread, place, own) => {
    const answer = await thread.ask('ask', dump, name, question, place, own);
    // The worker's answers are typed by the same interface; only the name of the question crosses the border.
    return answer as TableAnswer<AnswerOf<K>>;
  };
}

/** So many views can keep a thread busy for long, and another one is answered at once. */
const MOST_THREADS = 3;
/** Views whose questions take long and come by themselves. */
const UNASKED: ReadonlySet<string> = new Set(['findings']);

interface Member {
  readonly thread: QuestionThread;
  readonly asked: Set<Asked>;
}

/** A question under way. */
interface Asked {
  /** Whose it is: a dump and a view. */
  readonly who: string;
  /** It gives others their turn so often that nobody needs another thread because of it. */
  readonly isShared: boolean;
  /** Resolves when it has been answered, or has failed. */
  readonly over: Promise<unknown>;
}

/**
 * The threads that answer for tables and views. What a view has read stays in the thread that it was read in, so its
 * questions go there; while that thread is at work for another view or dump, they go to one that is not, from then on.
 * Mostly there is only the first.
 *
 *     operator.groups, all ranks   ├ thread 0 ───────────────────────────┤
 *     operator.kernels, one rank          ├ thread 0, between two ranks ┤
 *     memory.curves                         ├ thread 1 ┤
 *
 * What comes by itself never keeps a view waiting. Of a dump whose ranks are all short it is answered by the first thread,
 * once that has done what it was at, and views are answered there in between: both find what the other has worked out. Of
 * other dumps it has a thread of its own. What of it needs nothing of the rest is made by one more at the same time.
 *
 *     findings.report, short ranks   (waits) ├ thread 0 ────────────┤
 *     summary.overview               ├ 0 ───┤   ├ 0, in between ┤
 *     findings.report, long ranks    ├ the one apart ─────────────────────────┤
 *       its kernels and memory         ├ one more ─────────────┤
 */
export class TableThreads {
  readonly #members: Member[] = [];
  #apart: Member | undefined;
  #helping: Member | undefined;
  /** Of each dump's views: the thread asked last. */
  readonly #homes = new Map<string, Member>();

  constructor(
    /** A thread that starts with its first question, and holds what the others do; one that nobody waits for gives way. */
    readonly make: (givesWay: boolean) => QuestionThread,
    readonly mostThreads = MOST_THREADS,
  ) {
    this.#add();
  }

  /** Those that have been asked anything, and the first. */
  get threads(): readonly QuestionThread[] {
    return [...this.#members, this.#apart, this.#helping].flatMap((member) => member?.thread ?? []);
  }

  /** Those that have been asked what comes by itself of long ranks. */
  get apart(): readonly QuestionThread[] {
    return [this.#apart, this.#helping].flatMap((member) => member?.thread ?? []);
  }

  /** What comes by itself has not been answered. */
  get isAtUnasked(): boolean {
    const isAt = (member: Member | undefined) => member !== undefined && member.asked.size > 0;
    const isShared = ({ asked }: Member) => [...asked].some((own) => own.isShared);
    return isAt(this.#apart) || isAt(this.#helping) || this.#members.some(isShared);
  }

  get first(): QuestionThread {
    return this.#members[0].thread;
  }

  /** `hasShortRanks`: no rank of the dump takes long. */
  async ask<T>(
    dump: DumpId,
    view: string,
    hasShortRanks: boolean,
    ask: (thread: QuestionThread) => Promise<T>,
  ): Promise<T> {
    const who = `${dump} ${view}`;
    if (!UNASKED.has(view)) return this.#askOf(this.#memberFor(who), who, false, ask);
    if (!hasShortRanks) {
      const apart = this.#apartOne();
      // It will be asked for its part in a moment: both load their code at once.
      this.#helpingOne().thread.start();
      return this.#askOf(apart, who, false, ask);
    }
    const [first] = this.#members;
    await Promise.all([...first.asked].map(({ over }) => over));
    return this.#askOf(first, who, true, ask);
  }

  /** A part of the answer to what comes by itself, by a thread that does nothing else: the two take a core each. */
  askPart<T>(dump: DumpId, ask: (thread: QuestionThread) => Promise<T>): Promise<T> {
    return this.#askOf(this.#helpingOne(), `${dump} part`, false, ask);
  }

  forget(dump: DumpId): void {
    for (const who of this.#homes.keys()) if (who.startsWith(`${dump} `)) this.#homes.delete(who);
  }

  async #askOf<T>(
    member: Member,
    who: string,
    isShared: boolean,
    ask: (thread: QuestionThread) => Promise<T>,
  ): Promise<T> {
    this.#homes.set(who, member);
    const answer = ask(member.thread);
    const own: Asked = { who, isShared, over: answer.catch(() => {}) };
    member.asked.add(own);
    try {
      return await answer;
    } finally {
      member.asked.delete(own);
    }
  }

  #memberFor(who: string): Member {
    const isFree = ({ asked }: Member, own?: string) =>
      [...asked].every((other) => other.isShared || other.who === own);
    const home = this.#homes.get(who);
    if (home && isFree(home, who)) return home;
    const idle = this.#members.find((member) => isFree(member));
    if (idle) return idle;
    if (this.#members.length < this.mostThreads) return this.#add();
    return this.#members.reduce((least, other) => (other.asked.size < least.asked.size ? other : least));
  }

  #apartOne(): Member {
    this.#apart ??= { thread: this.make(true), asked: new Set() };
    return this.#apart;
  }

  #helpingOne(): Member {
    this.#helping ??= { thread: this.make(true), asked: new Set() };
    return this.#helping;
  }

  #add(): Member {
    const member: Member = { thread: this.make(false), asked: new Set() };
    this.#members.push(member);
    return member;
  }
}

function eitherViews(a: ViewSources, b: ViewSources): ViewSources {
  const available = {
    operator: a.operator || b.operator,
    memory: a.memory || b.memory,
    summary: a.summary || b.summary,
    communication: a.communication || b.communication,
    findings: a.findings || b.findings,
    ranks: a.ranks || b.ranks,
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
