import { useStore } from 'zustand';
import type { DumpSession, SessionState } from './session';

/** Part of a session's state; the component is drawn again when that part changes (compared by `Object.is`). */
export function useSession<T>(session: DumpSession, select: (state: SessionState) => T): T {
  return useStore(session.store, select);
}
