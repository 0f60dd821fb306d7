import type { DumpId } from '../../../src-contract';
import type { QuestionThread } from './questionThread';

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
    if (!hasShortRanks) return this.#askOf(this.#apartOne(), who, false, ask);
    const [first] = this.#members;
    await Promise.all([...first.asked].map(({ over }) => over));
    return this.#askOf(first, who, true, ask);
  }

  /** A part of the answer to what comes by itself, by a thread that does nothing else: the two take a core each. */
  askPart<T>(dump: DumpId, ask: (thread: QuestionThread) => Promise<T>): Promise<T> {
    this.#helping ??= { thread: this.make(true), asked: new Set() };
    return this.#askOf(this.#helping, `${dump} part`, false, ask);
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

  #add(): Member {
    const member: Member = { thread: this.make(false), asked: new Set() };
    this.#members.push(member);
    return member;
  }
}
