/** How many answers somebody waits for just now, in memory that all threads see. What nobody waits for lets them go first. */
export type AwaitedAnswers = Int32Array<SharedArrayBuffer>;

/** So long at most in all: what waits may have a thread that an answer needs. */
const MOST_WAITED_MS = 3_000;

export function awaitedAnswers(): AwaitedAnswers {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
}

/** One more of them, or one less. */
export function addAwaited(awaited: AwaitedAnswers, count: 1 | -1): void {
  Atomics.add(awaited, 0, count);
  Atomics.notify(awaited, 0);
}

/** Sleeps, in a thread that works at something long, as long as answers are awaited. */
export class LetsAnswersFirst {
  #leftMs: number;

  constructor(
    readonly awaited: AwaitedAnswers | undefined,
    mostWaitedMs = MOST_WAITED_MS,
  ) {
    this.#leftMs = mostWaitedMs;
  }

  /** To be called every few milliseconds. It takes no time where no answer is awaited. */
  step(): void {
    const { awaited } = this;
    if (!awaited) return;
    for (let count = Atomics.load(awaited, 0); count > 0 && this.#leftMs > 0; count = Atomics.load(awaited, 0)) {
      const fromMs = performance.now();
      Atomics.wait(awaited, 0, count, this.#leftMs);
      this.#leftMs -= performance.now() - fromMs;
    }
  }
}
