import { createContext, Script } from 'node:vm';

/**
 * Runs it, and throws a `TimeLimitError` when it has not ended by then: whatever it is at, a regular expression that goes back and
 * forth as well. `run` is left where it is, so it must not hold anything half done that others see.
 */
export function withinMs(limitMs: number, run: () => void): void {
  try {
    script.runInContext(createContext({ run }), { timeout: limitMs });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new TimeLimitError();
    throw error;
  }
}

export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

const script = new Script('run()');
