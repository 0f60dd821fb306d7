import { availableParallelism } from 'node:os';
import { setFlagsFromString } from 'node:v8';

/** With so many cores there is one for what V8's own threads compile, beside the threads for findings and a window's. */
const ENOUGH_CORES = 4;

/**
 * Starts a thread that compiles its hot functions itself, where cores are few. V8's threads would, each function at once: they
 * serve the whole process and give way to nobody, whatever the thread does that they work for, which for findings is a third of
 * all. V8 reads the flag when the thread has begun, so that thread itself takes it back, as with roomToGrow.ts.
 */
export function startCompilingItself<T>(start: () => T, coreCount = availableParallelism()): T {
  if (coreCount >= ENOUGH_CORES) return start();
  setFlagsFromString('--no-concurrent-recompilation');
  try {
    return start();
  } catch (error) {
    takeCompilingBack();
    throw error;
  }
}

/** Before anything is compiled. */
export function takeCompilingBack(): void {
  setFlagsFromString('--concurrent-recompilation');
}
