import type { ExposedCommunication, WaitedFor } from '../../../src-contract';
import { difference, type Intervals, intersection, totalNs, union, unionOf } from '../../index/intervals';
import type { DumpContext } from '../dumpContext';
import { type GroupPlaces, seenCollectives } from './arrivals';
import { collectivesOfRank } from './collectives';
import { type NotifyWait, planeTasks } from './planeTasks';

/**
 * What exposed communication is: moving data, waiting for peers, or neither (analyses.md A5). Both are unions over all
 * planes: a wait counts while any plane waits, unlike with the wait time of the one plane that waited least. The two may
 * overlap, so that they and the rest can sum to more than the whole.
 */
export async function exposedCommunication(dump: DumpContext, rank: number): Promise<ExposedCommunication | undefined> {
  const tasks = await planeTasks(dump, rank);
  if (!tasks?.exposed) return undefined;
  const exposed = union(tasks.exposed.startNs, tasks.exposed.endNs);
  const moving = intersection(union(tasks.moving.startNs, tasks.moving.endNs), exposed);
  const waiting = intersection(union(tasks.waits.startNs, tasks.waits.endNs), exposed);
  const byPeer = await waitsByPeer(dump, rank, exposed);
  return {
    exposedNs: totalNs(exposed),
    movingNs: totalNs(moving),
    waitingNs: totalNs(waiting),
    restNs: totalNs(difference(difference(exposed, moving), waiting)),
    isSplit: tasks.hasPlanes,
    profiler: await profilerSums(dump, rank),
    byPeer: byPeer.sort((a, b) => b.waitingNs - a.waitingNs),
  };
}

/** Undefined where no file has them. */
async function profilerSums(dump: DumpContext, index: number): Promise<ExposedCommunication['profiler']> {
  const rank = dump.rankAt(index);
  const own = rank ? await collectivesOfRank(dump, rank) : [];
  const measured = own.filter(({ waitNs, idleNs }) => !Number.isNaN(waitNs + idleNs));
  if (measured.length === 0) return undefined;
  return {
    waitNs: measured.reduce((sum, { waitNs }) => sum + waitNs, 0),
    idleNs: measured.reduce((sum, { idleNs }) => sum + idleNs, 0),
  };
}

/** The `target` of a wait is a place in the group of its collective: the same place is another rank in another group. */
async function waitsByPeer(dump: DumpContext, rank: number, exposed: Intervals): Promise<WaitedFor[]> {
  const { seen, groups } = await seenCollectives(dump.ofRank(rank));
  const peers = new Map<string, Omit<WaitedFor, 'waitingNs'> & { readonly waits: NotifyWait[] }>();
  for (const { observer, collective, waits } of seen) {
    if (observer.index !== rank) continue;
    for (const wait of waits) {
      const peer = groups.rankAt(collective.group, wait.target);
      const key = peer === undefined ? `${wait.target} of ${collective.group}` : String(peer);
      const { group } = collective;
      const place = peer === undefined ? { rank: wait.target, isGlobal: false, group } : { rank: peer, isGlobal: true };
      const own = peers.get(key) ?? { ...place, waits: [] };
      peers.set(key, own);
      own.waits.push(wait);
    }
  }
  return [...peers.values()].map(({ waits, ...peer }) => {
    return { ...peer, waitingNs: totalNs(intersection(unionOf(waits), exposed)) };
  });
}

/**
 * Where one rank by itself can't tell whose a place in a group is, all of them together may. What is waited for one rank in two groups at
 * the same time is then counted twice.
 */
export function withKnownPeers(own: ExposedCommunication, groups: GroupPlaces): ExposedCommunication {
  if (own.byPeer.every(({ isGlobal }) => isGlobal)) return own;
  const peers = new Map<string, WaitedFor>();
  for (const { rank: place, isGlobal, group, waitingNs } of own.byPeer) {
    const rank = isGlobal ? place : groups.rankAt(group ?? '', place);
    const key = rank === undefined ? `${place} of ${group}` : String(rank);
    const others = peers.get(key)?.waitingNs ?? 0;
    const told =
      rank === undefined ? { rank: place, isGlobal, ...(group !== undefined && { group }) } : { rank, isGlobal: true };
    peers.set(key, { ...told, waitingNs: others + waitingNs });
  }
  return { ...own, byPeer: [...peers.values()].sort((a, b) => b.waitingNs - a.waitingNs) };
}
