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

type Collect = (options?: { readonly type: 'minor' }) => void;

/** The function `gc` of a context made after the flag was set; the thread's own context has none. */
const collector = once((): Collect | undefined => {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('typeof gc === "function" ? gc : undefined');
  return typeof collect === 'function' ? (...options) => collect(...options) : undefined;
});
