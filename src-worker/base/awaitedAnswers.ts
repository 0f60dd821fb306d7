/**
 * How many answers somebody waits for just now, and since when there are any, in memory that all threads see. What nobody waits for lets
 * them go first.
 */
export type AwaitedAnswers = Int32Array<SharedArrayBuffer>;

const COUNT = 0;
const SINCE = 1;
/** The clock of all threads, in whole ms, as far as it has room in 32 bits. */
const CLOCK_MS = 2 ** 30;
/** An answer that takes longer goes on beside what has waited so long: more may wait for that in turn, as the reading of other files. */
const MOST_WAITED_MS = 2_000;

export function awaitedAnswers(): AwaitedAnswers {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** One more of them, or one less. */
export function addAwaited(awaited: AwaitedAnswers, count: 1 | -1): void {
  if (Atomics.load(awaited, COUNT) === 0) Atomics.store(awaited, SINCE, clockMs());
  Atomics.add(awaited, COUNT, count);
  Atomics.notify(awaited, COUNT);
}

export function areAwaited(awaited: AwaitedAnswers): boolean {
  return Atomics.load(awaited, COUNT) > 0;
}

/**
 * Sleeps as long as answers are awaited, in a thread that works at something long: to be called every few milliseconds. It takes no time
 * where none is, or has been for `mostWaitedMs`.
 */
export function letAnswersFirst(awaited: AwaitedAnswers, mostWaitedMs = MOST_WAITED_MS): void {
  for (let count = Atomics.load(awaited, COUNT); count > 0; count = Atomics.load(awaited, COUNT)) {
    const waitedMs = (clockMs() - Atomics.load(awaited, SINCE) + CLOCK_MS) % CLOCK_MS;
    if (waitedMs >= mostWaitedMs) return;
    Atomics.wait(awaited, COUNT, count, mostWaitedMs - waitedMs);
  }
}

function clockMs(): number {
  return Date.now() % CLOCK_MS;
}
