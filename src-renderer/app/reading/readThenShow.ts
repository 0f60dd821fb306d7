import type { RankIndex } from '../../../src-contract';
import { deviceFirst } from '../../session/lanes/laneOrder';
import type { DumpSession } from '../../session/session';

/** Reads the rank's timeline next, and scrolls there as soon as there is something of it. Rejects as the Engine does. */
export async function readThenShow(session: DumpSession, rank: RankIndex): Promise<void> {
  await session.engine.readTimelines(session.dumpId, { kind: 'next', ranks: [rank] });
  const show = (): boolean => {
    const { groups, status } = session.store.getState().dump.ranks[rank];
    if (groups.length > 0) session.actions.scrollTo(deviceFirst(groups)[0].id);
    // It was taken out of the queue, or can't be read: nothing is waited for.
    return groups.length > 0 || (status !== 'waiting' && status !== 'indexing');
  };
  let isRequested = false;
  const stop = session.store.subscribe(({ dump }) => {
    isRequested ||= dump.ranks[rank].status !== 'unread';
    if (isRequested && show()) stop();
  });
}
