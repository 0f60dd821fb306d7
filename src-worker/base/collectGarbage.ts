import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from './once';

/**
 * Makes this thread's collector run now. Shared memory is freed only when the collectors of all threads that ever held it
 * have seen that they don't any more, and a thread with nothing else to do may not look for minutes: without this, a
 * gigabyte of what is long done with stays. Takes a few ms.
 */
export function collectGarbage(): void {
  collector()?.();
}

/**
 * The same of what is new alone, in some tenths of a millisecond. V8 counts buffers as if all of them stayed: after 10 MB of them it looks
 * through all that it has, on all cores, though what is new could be let go of at once.
 */
export function collectNewGarbage(): void {
  collector()?.({ type: 'minor' });
}

/**
 * Threads that are told to collect at once look for their function at once, and one may take the flag back before another has its context: that
 * one would never collect, and what all have shared would stay. Each try takes a millisecond.
 */
const MOST_TRIES = 50;

type Collect = (options?: { readonly type: 'minor' }) => void;

/**
 * The function `gc` of a context made while the flag is set; the thread's own context has none. The flag is of the whole process, and as
 * long as it is other than when code was compiled, V8 takes none of it in threads that start (compiledProgram.ts).
 */
const collector = once((): Collect | undefined => {
  // A process that was started with the flag has it in every context, and keeps it.
  const own: unknown = Reflect.get(globalThis, 'gc');
  if (typeof own === 'function') return (...options) => own(...options);
  return foundBy(collectorOfNewContext);
});

/** The first function that `look` comes upon; undefined if it does not in many tries. */
export function foundBy(look: () => unknown): Collect | undefined {
  for (let i = 0; i < MOST_TRIES; i++) {
    const collect = look();
    if (typeof collect === 'function') return (...options) => collect(...options);
  }
  return undefined;
}

function collectorOfNewContext(): unknown {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('typeof gc === "function" ? gc : undefined');
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
