/** Which timelines are read, and in which order. */
import type { RankIndex } from './ids';

/**
 * A job of many ranks is listed before any timeline is read. Those of its first ranks are read then, the others when they are
 * first needed, or all of them in the background.
 */
export interface ReadingQueue {
  /** Ranks whose timelines wait to be read, the next one first. */
  readonly waiting: readonly RankIndex[];
  /** What is being read is read to its end; nothing else begins. */
  readonly isPaused: boolean;
}

export type ReadingChange =
  /** Reads these before all others, whether they were to be read or not. */
  | { readonly kind: 'next'; readonly ranks: readonly RankIndex[] }
  /** Reads all that are not read yet, behind those that wait. */
  | { readonly kind: 'all' }
  /** Puts a rank that waits before another; behind all where none is named. */
  | { readonly kind: 'move'; readonly rank: RankIndex; readonly before?: RankIndex }
  /** They are not to be read for now; absent: none that wait are. */
  | { readonly kind: 'drop'; readonly ranks?: readonly RankIndex[] }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' };
