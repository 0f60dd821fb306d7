/** One question to the Engine whose answer is wanted again when the dump has changed. */

/** The answer to a question, and whether a newer one is still awaited (the old answer stays visible meanwhile). */
export interface Latest<T> {
  readonly answer: T | undefined;
  readonly isAsking: boolean;
}

export interface QuestionOptions<T> {
  readonly ask: () => Promise<T>;
  /** Before it is asked for the first time. */
  readonly delayMs: number;
  readonly onAnswer: (answer: T) => void;
  readonly onAsking: () => void;
  readonly onError: (error: unknown) => void;
}

/** While a dump is read, its data changes many times a second: an answer is asked for again at most this often. */
export const RENEW_MS = 1_000;

/**
 * Asks once, `delayMs` after it was made, and again after `dataChanged`: once an answer is there, `RENEW_MS` later, so that
 * neither changes nor slow answers keep answers from coming at all. Answers after `dispose` are dropped.
 */
export class LatestQuestion<T> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isUnderWay = false;
  #isOutdated = false;
  #isDisposed = false;

  constructor(readonly options: QuestionOptions<T>) {
    this.#askIn(options.delayMs);
  }

  dataChanged(): void {
    this.#isOutdated = true;
    if (this.#timer === undefined && !this.#isUnderWay) this.#askIn(RENEW_MS);
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
  }

  #askIn(ms: number): void {
    this.options.onAsking();
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#ask();
    }, ms);
  }

  async #ask(): Promise<void> {
    const { ask, onAnswer, onError } = this.options;
    this.#isUnderWay = true;
    this.#isOutdated = false;
    try {
      const answer = await ask();
      if (!this.#isDisposed) onAnswer(answer);
    } catch (error) {
      if (!this.#isDisposed) onError(error);
    }
    this.#isUnderWay = false;
    if (this.#isOutdated && !this.#isDisposed) this.#askIn(RENEW_MS);
  }
}
