import type { ExposedCommunication } from '../api';
import type { DumpContext } from '../tables/dumpContext';
import { intersection, lengthNs, union } from './intervals';
import { planeTasks } from './planeTasks';

/**
 * What exposed communication is: moving data, waiting for peers, or neither (analyses.md A5). Both are unions over all
 * planes: a wait counts while any plane waits, unlike with the wait time of the one plane that waited least. The two may
 * overlap, so that they and the rest can sum to more than the whole.
 */
export async function exposedCommunication(dump: DumpContext, rank: number): Promise<ExposedCommunication | undefined> {
  const tasks = await planeTasks(dump, rank);
  if (!tasks?.exposed) return undefined;
  const exposed = union(tasks.exposed);
  const moving = intersection(union(tasks.moving), exposed);
  const waiting = intersection(union(tasks.waits), exposed);
  const peers = new Map<number, { startNs: number; endNs: number }[]>();
  for (const wait of tasks.waits) {
    if (Number.isNaN(wait.target)) continue;
    const own = peers.get(wait.target);
    if (own) own.push(wait);
    else peers.set(wait.target, [wait]);
  }
  const byPeer = [...peers].map(([peer, waits]) => {
    return { rank: peer, waitingNs: lengthNs(intersection(union(waits), exposed)) };
  });
  return {
    exposedNs: lengthNs(exposed),
    movingNs: lengthNs(moving),
    waitingNs: lengthNs(waiting),
    restNs: lengthNs(exposed) - lengthNs(union([...moving, ...waiting])),
    byPeer: byPeer.sort((a, b) => b.waitingNs - a.waitingNs),
  };
}
