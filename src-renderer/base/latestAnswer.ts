/** The one way to ask the Engine for something that is asked for again and again: only the latest answer counts. */

export interface LatestOptions<Q, A> {
  /** `signal` is aborted when nobody waits for the answer any more. */
  readonly ask: (question: Q, signal: AbortSignal) => Promise<A>;
  readonly onAnswer: (answer: A, question: Q) => void;
  readonly onError: (error: unknown) => void;
  /** A question has been put, or one will be asked again; its answer is awaited from now on. */
  readonly onAsking?: () => void;
}

/** While a dump is read, its data changes many times a second: an answer is asked for again at most this often. */
export const RENEW_MS = 1_000;

/**
 * Asks one question at a time. While an answer is awaited only the newest further question is kept, so that moving a view
 * never piles up requests and yet always shows something. After `renew` the same question is asked again, `RENEW_MS` after
 * its answer, so that neither changes nor slow answers keep answers from coming at all. Nothing comes after `dispose`.
 */
export class LatestAnswer<Q, A> {
  readonly #options: LatestOptions<Q, A>;
  /** Asked as soon as it is its turn. */
  #next: { readonly question: Q } | undefined;
  #last: { readonly question: Q } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isUnderWay = false;
  /** The data has changed since the last question was asked. */
  #isOutdated = false;
  readonly #disposed = new AbortController();

  constructor(options: LatestOptions<Q, A>) {
    this.#options = options;
  }

  /** `delayMs`: a pause while one types or drags; another question begins it anew. Undefined: at once. */
  request(question: Q, delayMs?: number): void {
    if (this.#isDisposed) return;
    this.#next = { question };
    this.#clearTimer();
    if (this.#isUnderWay) return;
    if (delayMs === undefined) void this.#run();
    else this.#runIn(delayMs);
  }

  /** The last question may have another answer now. */
  renew(): void {
    this.#isOutdated = true;
    if (this.#timer === undefined && !this.#isUnderWay) this.#askAgain();
  }

  /** Forgets a question that has not been asked yet. */
  cancelPending(): void {
    this.#next = undefined;
    this.#clearTimer();
  }

  dispose(): void {
    this.#disposed.abort();
    this.cancelPending();
  }

  get #isDisposed(): boolean {
    return this.#disposed.signal.aborted;
  }

  #askAgain(): void {
    if (this.#isDisposed || this.#last === undefined) return;
    this.#next = this.#last;
    this.#runIn(RENEW_MS);
  }

  #runIn(ms: number): void {
    this.#options.onAsking?.();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#run();
    }, ms);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #run(): Promise<void> {
    const { ask, onAnswer, onError } = this.#options;
    this.#isUnderWay = true;
    while (this.#next !== undefined) {
      this.#last = this.#next;
      this.#next = undefined;
      this.#isOutdated = false;
      const { question } = this.#last;
      try {
        const answer = await ask(question, this.#disposed.signal);
        if (!this.#isDisposed) onAnswer(answer, question);
      } catch (error) {
        if (!this.#isDisposed) onError(error);
      }
    }
    this.#isUnderWay = false;
    if (this.#isOutdated) this.#askAgain();
  }
}
