import type { Remote } from 'comlink';
import { once } from '../../../src-worker/base/once';
import type { IndexingApi } from '../../../src-worker/indexingApi';
import { Thread, ThreadDiedError } from './thread';
import type { ThreadProgram } from './threadProgram';
import { PLAIN_START, type ThreadStart } from './threadStart';
import type { ThreadApi } from './workerMain';

/** What indexes works in columns, and makes few objects: with the usual 48 MB for new ones, all of it would come to be used. */
const LIMITS = { maxYoungGenerationSizeMb: 2 } as const;

interface Job {
  readonly run: (thread: Thread) => Promise<void>;
  readonly reject: (error: Error) => void;
  readonly stop: AbortSignal | undefined;
}

/** The job was told to stop before it had an answer. */
export class JobStoppedError extends Error {
  override readonly name = 'JobStoppedError';
  constructor() {
    super('The job was stopped');
  }
}

/** Threads for long jobs, started when first needed or by `start`; a job has a thread for itself, the others wait in line. */
export class ThreadPool {
  #here: (() => Remote<IndexingApi>) | undefined;
  readonly #idle: Thread[] = [];
  readonly #all = new Set<Thread>();
  readonly #waiting: Job[] = [];
  /** Signals that are listened to: one listener each, however many jobs they are of. */
  readonly #signals = new WeakSet<AbortSignal>();
  /** Threads in the middle of jobs that may be stopped. */
  readonly #stoppable = new Map<Thread, AbortSignal>();
  /** Threads that may hold on to what is long done with. */
  readonly #uncollected = new Set<Thread>();
  /**
   * Where threads give way, the first of them does so only when it is told to: what stands before the first slices is its work, and a
   * window that is put up meanwhile would leave it no core.
   */
  #hurrying: Thread | undefined;
  #mayHurry: boolean;
  #isStopped = false;

  constructor(
    readonly program: ThreadProgram,
    readonly size: number,
    readonly threadStart: ThreadStart = PLAIN_START,
    /** `start` does something. */
    readonly isAhead = true,
    /** Jobs of indexing are done by this, in the thread that asks, until threads are needed. */
    here?: () => IndexingApi,
  ) {
    this.#here = here && once(() => promisesOf(here()));
    this.#mayHurry = threadStart.givesWay === true;
  }

  /** From now on threads do all jobs: there is more to do than starting them takes. */
  needThreads(): void {
    this.#here = undefined;
  }

  /** Starts all threads: soon there will be work for them. */
  start(): void {
    if (!this.isAhead || this.#isStopped) return;
    // The first one gets the first job.
    while (this.#all.size < this.size) this.#idle.unshift(this.#newThread());
  }

  /** From now on all threads give way, if they are such as do: there is something to draw. */
  giveWay(): void {
    const thread = this.#hurrying;
    this.#hurrying = undefined;
    this.#mayHurry = false;
    // A thread that dies of it is found out by its next job.
    thread?.call((api) => api.giveWay()).catch(() => {});
  }

  /**
   * `isUrgent` goes to the head of the line. A job whose `stop` fires is rejected with a `JobStoppedError`; if a thread is
   * in the middle of it, the thread is ended, and another one will do what comes next.
   */
  run<T>(work: (api: Remote<IndexingApi>) => Promise<T>, isUrgent = false, stop?: AbortSignal): Promise<T> {
    const here = this.#here;
    if (!here) return this.runInThread(work, isUrgent, stop);
    return stop?.aborted ? Promise.reject(new JobStoppedError()) : work(here());
  }

  /** The same of what only threads do. */
  runInThread<T>(work: (api: Remote<ThreadApi>) => Promise<T>, isUrgent = false, stop?: AbortSignal): Promise<T> {
    if (this.#isStopped) return Promise.reject(stoppedError());
    if (stop?.aborted) return Promise.reject(new JobStoppedError());
    if (stop && !this.#signals.has(stop)) {
      this.#signals.add(stop);
      stop.addEventListener('abort', () => this.#stopJobs(stop), { once: true });
    }
    return new Promise((resolve, reject) => {
      const job = { run: (thread: Thread) => this.#call(thread, work, stop).then(resolve, reject), reject, stop };
      if (isUrgent) this.#waiting.unshift(job);
      else this.#waiting.push(job);
      this.#next();
    });
  }

  async #call<T>(
    thread: Thread,
    work: (api: Remote<ThreadApi>) => Promise<T>,
    stop: AbortSignal | undefined,
  ): Promise<T> {
    if (!stop) return thread.call(work);
    if (stop.aborted) throw new JobStoppedError();
    this.#stoppable.set(thread, stop);
    try {
      return await thread.call(work);
    } catch (error) {
      throw stop.aborted ? new JobStoppedError() : error;
    } finally {
      this.#stoppable.delete(thread);
    }
  }

  #stopJobs(stop: AbortSignal): void {
    for (const [thread, of] of this.#stoppable) if (of === stop) void thread.stop();
    const stopped = this.#waiting.filter((job) => job.stop === stop);
    const others = this.#waiting.filter((job) => job.stop !== stop);
    this.#waiting.splice(0, this.#waiting.length, ...others);
    for (const { reject } of stopped) reject(new JobStoppedError());
  }

  /** Keeps the code of the threads' program, as it is once they have worked, where none is kept yet. */
  async keepCode(): Promise<void> {
    if (!this.program.isCodeWanted || this.#here) return;
    // A thread that dies of it is found out by its next job.
    const code = await this.runInThread((api) => api.programCode()).catch(() => undefined);
    if (code && this.program.isCodeWanted) this.program.keepCode(code);
  }

  /** No job waits for a thread. */
  get isLineEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  /** Ends those that do nothing: with all that they have made room for. Who needs one later has another. */
  endIdle(): void {
    for (const thread of this.#idle.splice(0)) {
      this.#all.delete(thread);
      this.#uncollected.delete(thread);
      void thread.stop();
    }
  }

  /** Has every thread collect its garbage, now or after the job that it has: see collectGarbage.ts. */
  collectGarbage(): void {
    for (const thread of this.#all) this.#uncollected.add(thread);
    this.#collectIdle();
  }

  #collectIdle(): void {
    // A job that comes at once is sent along with it.
    setImmediate(() => {
      for (const thread of this.#idle.splice(0)) this.#use(thread, () => this.#collect(thread));
    });
  }

  async #collect(thread: Thread): Promise<void> {
    // A thread that dies of it is found out by its next job.
    if (this.#uncollected.delete(thread)) await thread.call((api) => api.collectGarbage()).catch(() => {});
  }

  #next(isNewAllowed = false): void {
    const job = this.#waiting[0];
    const thread = job && this.#takeThread(isNewAllowed);
    if (!thread) return;
    this.#waiting.shift();
    this.#use(thread, async () => {
      // The job does not wait for an answer: the thread does what it is told one after another.
      const collected = this.#collect(thread);
      await job.run(thread);
      await collected;
    });
  }

  /** Does something with a thread that is nobody else's, and puts it back. */
  #use(thread: Thread, work: () => Promise<void>): void {
    void work().finally(() => {
      if (thread.isAlive) this.#idle.push(thread);
      else {
        this.#all.delete(thread);
        this.#uncollected.delete(thread);
      }
      this.#next();
      if (this.#uncollected.has(thread)) this.#collectIdle();
    });
  }

  /** Undefined: there is none, or not yet. A thread that has just answered is idle a moment later, and need not have another beside it. */
  #takeThread(isNewAllowed: boolean): Thread | undefined {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size >= this.size) return undefined;
    if (isNewAllowed || this.#all.size === 0) return this.#newThread();
    setImmediate(() => this.#next(true));
    return undefined;
  }

  #newThread(): Thread {
    const hurries = this.#mayHurry;
    const start = hurries ? { ...this.threadStart, givesWay: false } : this.threadStart;
    const thread = new Thread(this.program, start, LIMITS);
    if (hurries) this.#hurrying = thread;
    this.#mayHurry = false;
    this.#all.add(thread);
    return thread;
  }

  /** Ends the threads; who still waits for a job is rejected, and so is who asks for one later: no thread outlives this. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const { reject } of this.#waiting.splice(0)) reject(stoppedError());
    await Promise.all([...this.#all].map((thread) => thread.stop()));
  }
}

function stoppedError(): ThreadDiedError {
  return new ThreadDiedError('The threads have been stopped');
}

/** What it answers and throws comes in promises, as from a thread. */
function promisesOf(api: IndexingApi): Remote<IndexingApi> {
  const get = (_target: object, name: string) => {
    const method = Reflect.get(api, name) as (...args: unknown[]) => unknown;
    return async (...args: unknown[]) => method.apply(api, args);
  };
  return new Proxy({}, { get }) as Remote<IndexingApi>;
}
