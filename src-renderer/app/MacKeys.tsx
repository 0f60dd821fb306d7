import type { ReactNode } from 'react';
import { IsMacContext } from '../base/commands';
import { useApp } from './useApp';

/** Tells all parts within whose keys are before the user: those of the machine in front of them, which need not be the one of the engine. */
export function MacKeys({ children }: { readonly children: ReactNode }) {
  // Drawn again when the host is known, since Electron tells its platform there.
  const host = useApp((state) => state.host);
  const isMac = host?.kind === 'electron' ? host.platform === 'darwin' : navigator.userAgent.includes('Mac OS');
  return <IsMacContext value={isMac}>{children}</IsMacContext>;
}
