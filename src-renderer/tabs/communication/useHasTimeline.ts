import type { DumpSession } from '../../session/session';
import { useSession } from '../../session/useSession';

/** Whether any rank has a timeline (yet): without one nothing tells of arrivals but the starts. */
export function useHasTimeline(session: DumpSession): boolean {
  return useSession(session, ({ dump }) => dump.ranks.some(({ generation }) => generation > 0));
}
