import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { TimeRange } from '../../base/timeRange';
import type { DumpSession } from '../session';
import type { SessionState } from '../sessionState';

/** The open dump; the window provides it for all that it shows of one. */
export const SessionContext = createContext<DumpSession | undefined>(undefined);

export function useSession(): DumpSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of an open dump');
  return session;
}

/**
 * Part of the session's state; the component is drawn again when that part changes (compared by `Object.is`). Not for what the
 * timeline shows: see `useView`.
 */
export function useSessionState<T>(select: (state: Omit<SessionState, 'view' | 'scrollTop'>) => T): T {
  return useStore(useSession().calmStore, select);
}

/** Something told from what the timeline shows; asked for with every frame while the user moves. */
export function useView<T>(select: (view: TimeRange) => T): T {
  return useStore(useSession().store, (state) => select(state.view));
}
