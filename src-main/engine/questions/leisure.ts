import { type AwaitedAnswers, addAwaited, areAwaited, awaitedAnswers } from '../../../src-worker/base/awaitedAnswers';
import { inMs, Rest } from './rest';

/** When what nobody has asked for may be begun: nobody moves a view, or waits for an answer. */
export class Leisure {
  #answeredAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    readonly rest = new Rest(),
    readonly awaited: AwaitedAnswers = awaitedAnswers(),
  ) {}

  /**
   * Runs a question that somebody waits for, until it has been answered, stopped, or has failed. `Rest` does not hear of it: what pauses until
   * rest comes may be part of the answer.
   */
  async during<T>(ask: () => Promise<T>): Promise<T> {
    addAwaited(this.awaited, 1);
    try {
      return await ask();
    } finally {
      addAwaited(this.awaited, -1);
      this.#answeredAtMs = performance.now();
    }
  }

  /** Resolves when it is there, and nothing else that the caller knows of is in the way. */
  async comes(isInTheWay: () => boolean = () => false): Promise<void> {
    for (;;) {
      await this.rest.comes();
      if (!this.#isAnswerAwaited() && !isInTheWay()) return;
      await inMs(this.rest.restMs);
    }
  }

  /** Who has been answered a moment ago may ask for more of the same, as for a count and then for its rows. */
  #isAnswerAwaited(): boolean {
    return areAwaited(this.awaited) || performance.now() < this.#answeredAtMs + this.rest.restMs;
  }
}
