import type { DumpId } from '../../../src-contract';
import type { QuestionThread } from './questionThread';

/** So many views can keep a thread busy for long, and another one is answered at once. */
const MOST_THREADS = 3;
/** Views whose questions take long and come by themselves: in a thread of their own, so that no other ever waits for them. */
const APART: ReadonlySet<string> = new Set(['findings']);

interface Member {
  readonly thread: QuestionThread;
  /** Of each question under way: whose it is. */
  readonly asked: string[];
}

/**
 * The threads that answer for tables and views. What a view has read stays in the thread that it was read in, so its
 * questions go there; while that thread is at work for another view or dump, they go to one that is not, from then on.
 * Mostly there is only the first.
 *
 *     operator.groups, all ranks   ├ thread 0 ───────────────────────────┤
 *     operator.kernels, one rank          ├ thread 0, between two ranks ┤
 *     memory.curves                         ├ thread 1 ┤
 *     findings.report            ├ the one apart ──────────────────────────────────┤
 */
export class TableThreads {
  readonly #members: Member[] = [];
  #apart: Member | undefined;
  /** Of each dump's views: the thread asked last. */
  readonly #homes = new Map<string, Member>();

  constructor(
    /** A thread that starts with its first question, and holds what the others do. */
    readonly make: () => QuestionThread,
    readonly mostThreads = MOST_THREADS,
  ) {
    this.#add();
  }

  /** Those that have been asked anything, and the first. */
  get threads(): readonly QuestionThread[] {
    return [...this.#members, ...(this.#apart ? [this.#apart] : [])].map(({ thread }) => thread);
  }

  get first(): QuestionThread {
    return this.#members[0].thread;
  }

  async ask<T>(dump: DumpId, view: string, ask: (thread: QuestionThread) => Promise<T>): Promise<T> {
    const who = `${dump} ${view}`;
    const member = APART.has(view) ? this.#apartOne() : this.#memberFor(who);
    this.#homes.set(who, member);
    member.asked.push(who);
    try {
      return await ask(member.thread);
    } finally {
      member.asked.splice(member.asked.indexOf(who), 1);
    }
  }

  forget(dump: DumpId): void {
    for (const who of this.#homes.keys()) if (who.startsWith(`${dump} `)) this.#homes.delete(who);
  }

  #memberFor(who: string): Member {
    const home = this.#homes.get(who);
    if (home?.asked.every((other) => other === who)) return home;
    const idle = this.#members.find(({ asked }) => asked.length === 0);
    if (idle) return idle;
    if (this.#members.length < this.mostThreads) return this.#add();
    return this.#members.reduce((least, other) => (other.asked.length < least.asked.length ? other : least));
  }

  #apartOne(): Member {
    this.#apart ??= { thread: this.make(), asked: [] };
    return this.#apart;
  }

  #add(): Member {
    const member: Member = { thread: this.make(), asked: [] };
    this.#members.push(member);
    return member;
  }
}
