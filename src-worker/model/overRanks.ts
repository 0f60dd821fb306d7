/** A question that goes over the ranks of a dump, one after another. */
import { QuestionStopped, type Work } from './work';

/** One that goes over ranks gives others a turn when so much time has passed. */
const TURN_MS = 8;

/** A rank, or its place in the dump. */
export type Placed = number | { readonly index: number };

/**
 * `map` of each of these ranks: those in memory first, others' questions in between, with the question's pauses, and none of the rest
 * when nobody waits any more (`QuestionStopped`). The results stand in the order of the ranks.
 */
export async function overRanks<R extends Placed, T>(
  ranks: readonly R[],
  map: (rank: R) => T | Promise<T>,
  isInMemory: (place: number) => boolean,
  work: Work,
): Promise<T[]> {
  const results = new Array<T>(ranks.length);
  const walk = work.begin(ranks.length);
  let turnBeganMs = performance.now();
  try {
    for (const at of inMemoryFirst(ranks, isInMemory)) {
      if (work.isStopped) throw new QuestionStopped();
      results[at] = await map(ranks[at]);
      walk.step();
      const workedMs = performance.now() - turnBeganMs;
      if (workedMs < TURN_MS) continue;
      await turnOfOthers(work.pauseMs?.(workedMs) ?? 0);
      turnBeganMs = performance.now();
    }
  } finally {
    walk.end();
  }
  return results;
}

function turnOfOthers(pauseMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (pauseMs > 0) setTimeout(resolve, pauseMs);
    else setImmediate(resolve);
  });
}

function inMemoryFirst(ranks: readonly Placed[], isInMemory: (place: number) => boolean): readonly number[] {
  const places = ranks.map((_, at) => at);
  const is = places.map((at) => isInMemory(placeOf(ranks[at])));
  return [...places.filter((at) => is[at]), ...places.filter((at) => !is[at])];
}

function placeOf(rank: Placed): number {
  return typeof rank === 'number' ? rank : rank.index;
}
