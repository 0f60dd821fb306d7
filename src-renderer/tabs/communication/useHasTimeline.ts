import { useSessionState } from '../../session/useSession';

/** Whether any rank has a timeline (yet): without one nothing tells of arrivals but the starts. */
export function useHasTimeline(): boolean {
  return useSessionState(({ dump }) => dump.ranks.some(({ generation }) => generation > 0));
}
