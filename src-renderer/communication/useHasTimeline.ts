import type { DumpSession } from '../app/session';
import { useSession } from '../app/useSession';

/** Whether any rank has a timeline (yet): without one nothing tells of arrivals but the starts. */
export function useHasTimeline(session: DumpSession): boolean {
  return useSession(session, ({ dump }) => dump.ranks.some(({ generation }) => generation > 0));
}
