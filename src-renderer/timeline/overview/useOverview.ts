import { useEffect, useMemo, useState } from 'react';
import type { RankIndex } from '../../../src-contract';
import { useLatestAnswer } from '../../base/useLatestAnswer';
import { useRevision } from '../../session/answers/useAnswer';
import { useSession, useSessionState } from '../../session/answers/useSession';
import { timesOf } from '../../session/times';

/** Enough for any screen, and some KB at the most. */
const COLUMNS = 1_024;
/** Whoever has just opened a dump and moves at once looks at the timeline. */
const MOST_MS = 10_000;

/** Asks for the overview of the rank whose slice is selected, or was last; else of the first one that is read. */
export function useOverview(): void {
  const session = useSession();
  const [wanted, setWanted] = useState<RankIndex>();
  const selected = useSessionState(({ selectedSlice }) => selectedSlice?.rank);
  useEffect(() => {
    if (selected !== undefined) setWanted(selected);
  }, [selected]);
  const rank = useSessionState(({ dump }) => {
    const isRead = (index: RankIndex | undefined) => index !== undefined && dump.ranks[index]?.status === 'ready';
    return isRead(wanted) ? wanted : dump.ranks.find(({ index, groups }) => isRead(index) && groups.length > 0)?.index;
  });
  const startNs = useSessionState(({ dump }) => dump.startNs);
  const endNs = useSessionState(({ dump }) => dump.endNs);
  const question = useMemo(
    () => (rank === undefined || endNs <= startNs ? undefined : { rank, startNs, endNs, columns: COLUMNS }),
    [rank, startNs, endNs],
  );
  const { value } = useLatestAnswer(
    question && JSON.stringify(question),
    async () => {
      await session.motion.rests(MOST_MS);
      const found = question && (await session.engine.ask(session.dumpId, 'timeline.overview', question));
      return found && { ...found, rank: question.rank, range: question };
    },
    { version: useRevision() },
  );
  useEffect(() => {
    // What was shown before stays until there is something else to show.
    if (value) timesOf(session).show(value);
  }, [session, value]);
}
