import type { ReactNode } from 'react';
import { SessionContext } from '../session/answers/useSession';
import { useApp } from './useApp';

/** What is about the open dump and stands outside of its screen; nothing where none is open. */
export function OfOpenDump({ children }: { readonly children: ReactNode }) {
  const screen = useApp((state) => state.screen);
  return screen.kind === 'dump' && <SessionContext value={screen.session}>{children}</SessionContext>;
}
