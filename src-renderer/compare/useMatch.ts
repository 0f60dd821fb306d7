import { useEffect } from 'react';
import { useAsked } from '../session/useAnswer';
import { useSession, useSessionState } from '../session/useSession';

/** Keeps `SessionState.match` true to what is selected and compared. For one part of the window. */
export function useMatch(): void {
  const session = useSession();
  const sides = useSessionState(({ comparison }) => comparison);
  const slice = useSessionState(({ selectedDetails }) => selectedDetails?.ref);
  const key = sides && slice && `match ${JSON.stringify([sides, slice])}`;
  const { value } = useAsked(key, async (id) => {
    if (!sides || !slice) return undefined;
    const { engine, dumpId } = session;
    const found = await engine.ask(dumpId, 'compare.match', { ...sides, slice }, id);
    const details = found && (await engine.slice(dumpId, found.other));
    return details && { of: key, details };
  });
  const details = value?.of === key ? value?.details : undefined;
  useEffect(() => session.actions.showMatch(details), [session, details]);
}
