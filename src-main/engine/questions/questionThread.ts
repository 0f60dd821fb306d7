import type { Remote } from 'comlink';
import { errorNames, NamedError } from '../../../src-contract/wire/errors';
import { Thread, ThreadDiedError } from '../threads/thread';
import type { ThreadProgram } from '../threads/threadProgram';
import { PLAIN_START, type ThreadStart } from '../threads/threadStart';
import type { ThreadApi } from '../threads/workerMain';

/** Sends a thread all that it has to hold, in the order of the calls. */
export type Restore = (api: Remote<ThreadApi>) => readonly Promise<unknown>[];

type Question = {
  [K in keyof ThreadApi]: ThreadApi[K] extends (...args: never[]) => unknown ? K : never;
}[keyof ThreadApi];
type ArgsOf<K extends Question> = Parameters<ThreadApi[K]>;
type AnswerOf<K extends Question> = Awaited<ReturnType<ThreadApi[K]>>;

/** So many deaths within the time below, and nothing is asked until the time has passed. */
const MOST_DEATHS = 10;
const DEATHS_WITHIN_MS = 60_000;
const MOST_REFUSED = 100;

/**
 * A thread that answers questions about what it holds, started by the first of them. When it dies, the next question starts another one, which is told
 * by `restore` what the dead one held. Whatever waited may have been what killed it: each of these is asked once more, by
 * itself, before anything else is. A question that a thread dies of alone is not asked again.
 *
 *     one dies, and A, B, C waited:   restart  ask A  ok │ ask B  dies │ restart  ask C  ok │ everything that came since
 *                                                        └ B is refused from here on
 */
export class QuestionThread {
  #thread: Thread | undefined;
  #isStopped = false;
  /** Questions being asked by themselves, one after another. */
  #trials: Promise<unknown> = Promise.resolve();
  #trialCount = 0;
  /** Keys of questions that threads died of, the latest last. */
  readonly #refused = new Map<string, Error>();
  #deathTimesMs: readonly number[] = [];

  constructor(
    readonly program: ThreadProgram,
    readonly restore: Restore,
    readonly threadStart: ThreadStart = PLAIN_START,
    readonly nowMs: () => number = () => performance.now(),
  ) {}

  /** It has been started, and has no more to do than so many questions. */
  isIdleBut(questionCount: number): boolean {
    return this.#thread?.isAlive === true && this.#thread.waitingCount <= questionCount;
  }

  get isStarted(): boolean {
    return this.#thread !== undefined;
  }

  /** Otherwise it is started by what it is asked first. One that has been stopped stays so. */
  start(): void {
    if (!this.#isStopped) this.#living();
  }

  /**
   * Asks what changes nothing in the thread, or nothing that asking twice would change otherwise. Rejects with what the
   * answer throws, and with an `UnanswerableError` where a thread died of the question, or threads die all the time.
   */
  async ask<K extends Question>(name: K, ...args: ArgsOf<K>): Promise<AnswerOf<K>> {
    this.#check(name, args);
    while (this.#trialCount > 0) await this.#trials;
    try {
      return await this.#send(name, args);
    } catch (error) {
      if (!(error instanceof ThreadDiedError) || this.#isStopped) throw error;
      return this.#inTrial(() => this.#tryAlone(name, args));
    }
  }

  /**
   * Changes what the thread holds. `restore` must know of the change already: where there is no thread, or it dies of
   * something meanwhile, that is how the next one learns of it.
   */
  async tell(change: (api: Remote<ThreadApi>) => Promise<unknown>): Promise<void> {
    if (!this.#thread?.isAlive) return;
    try {
      await this.#thread.call(change);
    } catch (error) {
      if (!(error instanceof ThreadDiedError)) throw error;
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#thread?.stop();
  }

  #send<K extends Question>(name: K, args: ArgsOf<K>): Promise<AnswerOf<K>> {
    return this.#living().call((api) => {
      const method = api[name] as unknown as (...args: ArgsOf<K>) => Promise<AnswerOf<K>>;
      return method(...args);
    });
  }

  /** Within one turn of the event loop: no change comes between what `restore` sends and the question. */
  #living(): Thread {
    if (this.#thread?.isAlive) return this.#thread;
    if (this.#isStopped) throw new ThreadDiedError('The thread has been stopped');
    if (this.#thread) this.#countDeath();
    const thread = new Thread(this.program, this.threadStart);
    this.#thread = thread;
    // Nobody waits for it: a thread that dies of what it is to hold is found out by the question that started it.
    const restored = thread.call(async (api) => {
      for (const told of this.restore(api)) told.catch(() => {});
    });
    restored.catch((error: unknown) => {
      if (!(error instanceof ThreadDiedError)) throw error;
    });
    return thread;
  }

  /** Throws where there are too many. */
  #countDeath(): void {
    const nowMs = this.nowMs();
    this.#deathTimesMs = [...this.#deathTimesMs.filter((diedMs) => diedMs > nowMs - DEATHS_WITHIN_MS), nowMs];
    if (this.#deathTimesMs.length > MOST_DEATHS) {
      throw new NamedError(
        errorNames.unanswerable,
        'What answers questions in Tracelane ended again and again in the last minute. Wait for a minute and try again; ' +
          'if it stays so, open less at once.',
      );
    }
  }

  #check(name: Question, args: readonly unknown[]): void {
    const refusal = this.#refused.size > 0 && this.#refused.get(keyOf(name, args));
    if (refusal) throw refusal;
  }

  async #tryAlone<K extends Question>(name: K, args: ArgsOf<K>): Promise<AnswerOf<K>> {
    // The same question may have waited twice.
    this.#check(name, args);
    try {
      return await this.#send(name, args);
    } catch (error) {
      if (!(error instanceof ThreadDiedError) || this.#isStopped) throw error;
      const refusal = new NamedError(
        errorNames.unanswerable,
        `Tracelane failed twice while it answered this (${error.message}), and does not try again until the dump has been ` +
          'closed and opened. Everything else goes on.',
      );
      this.#refuse(keyOf(name, args), refusal);
      throw refusal;
    }
  }

  #refuse(key: string, refusal: Error): void {
    this.#refused.set(key, refusal);
    const oldest = this.#refused.keys().next();
    if (this.#refused.size > MOST_REFUSED && !oldest.done) this.#refused.delete(oldest.value);
  }

  #inTrial<T>(trial: () => Promise<T>): Promise<T> {
    this.#trialCount++;
    const done = this.#trials.then(trial).finally(() => {
      this.#trialCount--;
    });
    this.#trials = done.catch(() => {});
    return done;
  }
}

/** A dump's id is in it, so that a dump opened again begins anew. */
function keyOf(name: Question, args: readonly unknown[]): string {
  return `${name} ${JSON.stringify(args, (_key, value: unknown) => plain(value))}`;
}

/** How far a question is belongs to one time of asking it. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  return ArrayBuffer.isView(value) ? undefined : value;
}
