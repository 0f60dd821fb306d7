import type { Remote } from 'comlink';
import { Thread } from './thread';
import type { ThreadApi } from './workerMain';

interface Job {
  readonly run: (thread: Thread) => Promise<void>;
}

/** Threads for long jobs, started when first needed; a job has a thread for itself, the others wait in line. */
export class ThreadPool {
  readonly #idle: Thread[] = [];
  readonly #all = new Set<Thread>();
  readonly #waiting: Job[] = [];

  constructor(
    readonly workerUrl: URL,
    readonly size: number,
  ) {}

  /** `isUrgent` goes to the head of the line. */
  run<T>(work: (api: Remote<ThreadApi>) => Promise<T>, isUrgent = false): Promise<T> {
    return new Promise((resolve, reject) => {
      const job = { run: (thread: Thread) => thread.call(work).then(resolve, reject) };
      if (isUrgent) this.#waiting.unshift(job);
      else this.#waiting.push(job);
      this.#next();
    });
  }

  #next(): void {
    const job = this.#waiting[0];
    const thread = job && this.#takeThread();
    if (!thread) return;
    this.#waiting.shift();
    void job.run(thread).finally(() => {
      if (thread.isAlive) this.#idle.push(thread);
      else this.#all.delete(thread);
      this.#next();
    });
  }

  #takeThread(): Thread | undefined {
    const idle = this.#idle.pop();
    if (idle) return idle;
    if (this.#all.size >= this.size) return undefined;
    const thread = new Thread(this.workerUrl);
    this.#all.add(thread);
    return thread;
  }

  async stop(): Promise<void> {
    this.#waiting.length = 0;
    await Promise.all([...this.#all].map((thread) => thread.stop()));
  }
}
