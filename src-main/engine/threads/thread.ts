import type { ResourceLimits, Worker } from 'node:worker_threads';
import type { Remote } from 'comlink';
import { errorNames } from '../../../src-contract/wire/errors';
import { threadCalls } from './threadCalls';
import type { ThreadProgram } from './threadProgram';
import { PLAIN_START, type ThreadStart } from './threadStart';
import type { ThreadApi } from './workerMain';

/** What a thread has ended of: there was no memory left for it, or what it sent can't be taken in, or anything else. */
export type DeathCause = 'memory' | 'message' | 'other';

/** The worker thread ended before it answered. */
export class ThreadDiedError extends Error {
  override readonly name = errorNames.threadDied;
  constructor(
    message: string,
    readonly deathCause: DeathCause = 'other',
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A worker thread and the calls to it. A call is rejected, never left hanging, when the thread dies. */
export class Thread {
  readonly #worker: Worker;
  readonly #api: Remote<ThreadApi>;
  /** Who waits for an answer. (A race against one promise of the thread's death would keep every answer alive.) */
  readonly #waiting = new Set<(error: ThreadDiedError) => void>();
  #death: ThreadDiedError | undefined;

  constructor(program: ThreadProgram, start: ThreadStart = PLAIN_START, resourceLimits: ResourceLimits = {}) {
    this.#worker = program.newWorker(start, resourceLimits);
    this.#api = threadCalls<ThreadApi>(this.#worker);
    // After an error the thread ends only a moment later: whoever gets the rejection must not give it another job.
    this.#worker.once('error', (error: Error) => {
      const isMemory = 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      this.#die(new ThreadDiedError(error.message, isMemory ? 'memory' : 'other', { cause: error }));
    });
    // Whose answer it was is not known: nobody must wait for it.
    this.#worker.once('messageerror', (error) => {
      this.#die(new ThreadDiedError('The worker thread sent what can’t be taken in', 'message', { cause: error }));
      void this.#worker.terminate();
    });
    this.#worker.once('exit', () => this.#die(new ThreadDiedError('The worker thread ended')));
  }

  get isAlive(): boolean {
    return this.#death === undefined;
  }

  /** What it has been asked and has not answered. */
  get waitingCount(): number {
    return this.#waiting.size;
  }

  call<T>(run: (api: Remote<ThreadApi>) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#death) {
        reject(this.#death);
        return;
      }
      this.#waiting.add(reject);
      run(this.#api).then(
        (answer) => {
          this.#waiting.delete(reject);
          resolve(answer);
        },
        (error: unknown) => {
          this.#waiting.delete(reject);
          reject(error);
        },
      );
    });
  }

  #die(death: ThreadDiedError): void {
    this.#death ??= death;
    for (const reject of this.#waiting) reject(this.#death);
    this.#waiting.clear();
  }

  /** From now on it is dead: it may still answer before it has ended, and must not be given anything more to do then. */
  async stop(): Promise<void> {
    this.#die(new ThreadDiedError('The worker thread was stopped'));
    await this.#worker.terminate();
  }
}
