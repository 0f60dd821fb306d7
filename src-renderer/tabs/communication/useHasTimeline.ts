import { useSessionState } from '../../session/answers/useSession';

/** Whether any rank's timeline has lanes of HCCL, whose planes tell when peers arrived: a GPU's has none. */
export function useHasPlanes(): boolean {
  return useSessionState(({ dump }) =>
    dump.ranks.some(({ groups }) => groups.some(({ kind }) => kind === 'communication')),
  );
}

/** Whether any rank has a timeline (yet): without one nothing tells of arrivals but the starts. */
export function useHasTimeline(): boolean {
  return useSessionState(({ dump }) => dump.ranks.some(({ generation }) => generation > 0));
}
