import type { ClockChoice, ClockMode, MovedRank, RankIndex } from '../../../src-contract';
import type { DumpSession } from '../../session/session';

const MAX_HISTORY = 100;

/** What was chosen before, the last one last; it goes with the dump. */
function historyOf(session: DumpSession): ClockChoice[] {
  return session.viewState('clock', (): ClockChoice[] => []);
}

/** What of it changes; undefined: chosen by itself again. */
export interface ClockChange {
  readonly mode?: ClockMode | undefined;
  readonly reference?: RankIndex | undefined;
  /** With another clock a rank stands aligned with nothing: it is moved no more. */
  readonly moved?: MovedRank | undefined;
}

/** Resolves when the dump is shown by it. Rejects as the Engine does. */
export async function chooseClock(session: DumpSession, change: ClockChange): Promise<void> {
  const { clock } = session.store.getState().dump;
  if (!clock) return;
  const history = historyOf(session);
  history.push(clock.choice);
  if (history.length > MAX_HISTORY) history.shift();
  const { mode, reference, moved } = { ...clock.choice, moved: undefined, ...change };
  await session.engine.setClock(session.dumpId, {
    ...(mode && { mode }),
    ...(reference !== undefined && { reference }),
    ...(moved && { moved }),
  });
}

export function canUndoClock(session: DumpSession): boolean {
  return historyOf(session).length > 0;
}

export async function undoClock(session: DumpSession): Promise<void> {
  const before = historyOf(session).pop();
  if (before) await session.engine.setClock(session.dumpId, before);
}
