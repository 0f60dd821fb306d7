import type { ClockMode, MovedRank, RankIndex } from '../../src-contract';
import type { DumpSession } from './session';

/** What of it changes; undefined: chosen by itself again. */
export interface ClockChange {
  readonly mode?: ClockMode | undefined;
  readonly reference?: RankIndex | undefined;
  /** With another clock a rank stands aligned with nothing: it is moved no more. */
  readonly moved?: readonly MovedRank[] | undefined;
}

/** Resolves when the dump is shown by it. Rejects as the Engine does. */
export async function chooseClock(session: DumpSession, change: ClockChange): Promise<void> {
  const { clock } = session.store.getState().dump;
  if (!clock) return;
  const { mode, reference, moved } = { ...clock.choice, moved: undefined, ...change };
  await session.actions.setClock({
    ...(mode && { mode }),
    ...(reference !== undefined && { reference }),
    ...(moved && { moved }),
  });
}
