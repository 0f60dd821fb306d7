import { useEffect } from 'react';
import type { Sides, SliceDetails } from '../../src-contract';
import { useAsked } from '../session/answers/useAnswer';
import { useSession, useSessionState } from '../session/answers/useSession';
import type { SessionState } from '../session/sessionState';

/** Keeps `SessionState.match` true to what is selected and compared. For one part of the window. */
export function useMatch(): void {
  const session = useSession();
  const sides = useSessionState(({ comparison }) => comparison);
  // A copy has the match of what it is of.
  const slice = useSessionState(({ selectedDetails }) => selectedDetails?.standsFor ?? selectedDetails?.ref);
  const key = sides && slice && `match ${JSON.stringify([sides, slice])}`;
  const { value } = useAsked(key, async (id) => {
    if (!sides || !slice) return undefined;
    const { engine, dumpId } = session;
    const found = await engine.ask(dumpId, 'compare.match', { ...sides, slice }, id);
    const details = found && (await engine.slice(dumpId, found.other));
    return details && { of: key, details: placeInCopy(session.store.getState(), sides, found.otherSide, details) };
  });
  const details = value?.of === key ? value?.details : undefined;
  useEffect(() => session.actions.showMatch(details), [session, details]);
}

/**
 * Of two steps of one rank, B stands once more beside A: the match is shown there. The slice that is selected may itself be such a
 * copy; its match is A's own slice.
 */
function placeInCopy(
  { dump }: Pick<SessionState, 'dump'>,
  sides: Sides,
  side: 'a' | 'b',
  details: SliceDetails,
): SliceDetails {
  if (side === 'a' || sides.a.rank !== sides.b.rank) return details;
  for (const { copy, lanes } of dump.ranks[sides.b.rank]?.groups ?? []) {
    const lane = copy?.step === sides.b.step ? lanes[copy.of.indexOf(details.lane)] : undefined;
    if (copy && lane) return { ...details, lane: lane.id, startNs: details.startNs + copy.byNs };
  }
  return details;
}
