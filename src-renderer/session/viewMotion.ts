/** The view that is being moved: the engine is told, and what can wait does until it rests. */
import type { StoreApi } from 'zustand/vanilla';
import type { Engine } from '../../src-contract';
import type { SessionState } from './sessionState';

/** So long after it was moved last it rests. */
const REST_MS = 150;
/** Whoever is about to move it has begun by then. */
const FIRST_MS = 300;
/** So often the engine is told that it still moves: see `Engine.viewMoves`. */
const TELL_MS = 2_000;

export interface ViewMotion {
  /** Resolves in a moment, when the view is not moved then or any more; after `mostMs` it is no longer waited for. */
  rests(mostMs: number): Promise<void>;
}

export function followMotion(
  engine: Pick<Engine, 'viewMoves'>,
  store: Pick<StoreApi<SessionState>, 'subscribe'>,
): ViewMotion {
  let movedMs = Number.NEGATIVE_INFINITY;
  let resting: Promise<void> | undefined;
  const tell = (isMoving: boolean) => {
    // Without it the view moves all the same; that the connection is gone is said by all else.
    engine.viewMoves(isMoving).catch(() => {});
  };
  const followUntilRest = async () => {
    for (let toldMs = Number.NEGATIVE_INFINITY; ; ) {
      const nowMs = performance.now();
      if (nowMs - toldMs >= TELL_MS) {
        tell(true);
        toldMs = nowMs;
      }
      const waitMs = movedMs + REST_MS - nowMs;
      if (waitMs <= 0) break;
      await inMs(waitMs);
    }
    resting = undefined;
    tell(false);
  };
  store.subscribe((now, before) => {
    // What comes with more of the dump is nobody's doing.
    if (now.dump !== before.dump || (now.view === before.view && now.scrollTop === before.scrollTop)) return;
    movedMs = performance.now();
    resting ??= followUntilRest();
  });
  return {
    async rests(mostMs) {
      await inMs(FIRST_MS);
      await Promise.race([resting, inMs(mostMs - FIRST_MS)]);
    },
  };
}

function inMs(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
