import { useApp } from './useApp';

/** Keys are named as on the machine in front of the user, which need not be the one of the engine. */
export function useIsMac(): boolean {
  // Drawn again when the host is known, since Electron tells its platform there.
  const host = useApp((state) => state.host);
  return host?.kind === 'electron' ? host.platform === 'darwin' : navigator.userAgent.includes('Mac OS');
}
