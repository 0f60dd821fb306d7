import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import type { DumpSession, SessionState } from './session';

/** The open dump; the window provides it for all that it shows of one. */
export const SessionContext = createContext<DumpSession | undefined>(undefined);

export function useSession(): DumpSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession outside of an open dump');
  return session;
}

/** Part of the session's state; the component is drawn again when that part changes (compared by `Object.is`). */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().store, select);
}
