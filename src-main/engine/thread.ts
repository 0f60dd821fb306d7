import { Worker } from 'node:worker_threads';
import { type Remote, wrap } from 'comlink';
import { nodeEndpoint } from './nodeEndpoint';
import type { ThreadApi } from './workerMain';

/** The worker thread ended before it answered: out of memory, or a defect. */
export class ThreadDiedError extends Error {
  override readonly name = 'ThreadDiedError';
}

/** A worker thread and the calls to it. A call is rejected, never left hanging, when the thread dies. */
export class Thread {
  readonly #worker: Worker;
  readonly #api: Remote<ThreadApi>;
  readonly #died: Promise<never>;
  isAlive = true;

  constructor(workerUrl: URL) {
    this.#worker = new Worker(workerUrl);
    this.#api = wrap<ThreadApi>(nodeEndpoint(this.#worker));
    this.#died = new Promise((_, reject) => {
      this.#worker.once('error', (error: Error) => {
        // It ends only after this: whoever takes the answer must not give it another job.
        this.isAlive = false;
        reject(new ThreadDiedError(error.message, { cause: error }));
      });
      this.#worker.once('exit', () => {
        this.isAlive = false;
        reject(new ThreadDiedError('The worker thread ended'));
      });
    });
    // Of a thread that dies while nobody waits for it.
    this.#died.catch(() => {});
  }

  call<T>(run: (api: Remote<ThreadApi>) => Promise<T>): Promise<T> {
    return Promise.race([run(this.#api), this.#died]);
  }

  async stop(): Promise<void> {
    await this.#worker.terminate();
  }
}
