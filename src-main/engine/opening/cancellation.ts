/** What is nearly done when it is cancelled may still end within this time; then its threads are ended. */
const GRACE_MS = 100;

/**
 * A user's wish that a dump's work stop. Threads that read look at `flag` between blocks of bytes and answer what they
 * have; stages that look at nothing, or take longer, are ended with their threads when `force` fires.
 */
export class Cancellation {
  /** `[0]` other than 0: stop. In shared memory, since threads look at it. */
  readonly flag = new Int32Array(new SharedArrayBuffer(4));
  readonly #force = new AbortController();

  /** `graceMs`: infinite where a thread is worth more than the moment that it takes: none is ended. */
  constructor(readonly graceMs = GRACE_MS) {}

  get isRequested(): boolean {
    return Atomics.load(this.flag, 0) !== 0;
  }

  get force(): AbortSignal {
    return this.#force.signal;
  }

  request(): void {
    if (this.isRequested) return;
    Atomics.store(this.flag, 0, 1);
    if (this.graceMs < Number.POSITIVE_INFINITY) setTimeout(() => this.#force.abort(), this.graceMs).unref();
  }
}
