import { setTimeout } from 'node:timers/promises';

/** A rank whose file takes longer to look through does not hold up the others: threads would have nothing to do. */
const WAITED_MS = 200;

/** When a rank's parts may stand in line for the threads. */
export interface ReadingTurn {
  /** Resolves when the parts of those that began before it stand there, after a fifth of a second at the latest. */
  comes(): Promise<void>;
  /** Its own do now, or it has none. */
  passes(): void;
}

/**
 * Keeps ranks that are read at the same time in the order in which they were begun: several are looked through at once, and the
 * first that was would have all its parts read before any of the others, and be shown alone for seconds. The first rank is what the
 * window has at its top.
 */
export class ReadingTurns {
  #last: Promise<void> = Promise.resolve();

  next(): ReadingTurn {
    const before = this.#last;
    let passes = () => {};
    this.#last = new Promise((resolve) => {
      passes = resolve;
    });
    return { comes: () => Promise.race([before, setTimeout(WAITED_MS, undefined, { ref: false })]), passes };
  }
}
