import { type Context, createContext, Script } from 'node:vm';

/**
 * Runs it, and throws a `TimeLimitError` when it has not ended by then: whatever it is at, a regular expression that goes back and
 * forth as well. `run` is left where it is, so it must not hold anything half done that others see.
 */
export function withinMs(limitMs: number, run: () => void): void {
  new TimeLimiter().run(limitMs, run);
}

/** The same, for whoever does so over and over: what V8 needs for it takes ten times as long to be made as to be used. */
export class TimeLimiter {
  readonly #own: { run: () => void } = { run: () => {} };
  #context: Context | undefined;

  /** See `withinMs`. */
  run(limitMs: number, run: () => void): void {
    this.#context ??= createContext(this.#own);
    this.#own.run = run;
    try {
      script.runInContext(this.#context, { timeout: limitMs });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TimeLimitError();
      throw error;
    } finally {
      // Nothing of it is kept alive.
      this.#own.run = () => {};
    }
  }
}

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

const script = new Script('run()');
