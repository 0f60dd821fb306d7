import type { ExposedCommunication, WaitedFor } from '../../../src-contract';
import { difference, type Intervals, intersection, totalNs, union } from '../../index/intervals/intervals';
import type { DumpContext } from '../dumpContext';
import { type GroupPlaces, seenCollectives } from './arrivals';
import { collectivesOfRank } from './collectives';
import { isForPeer, planeTasks, type WaitRange } from './planeTasks';

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
  const waits = seen.flatMap(({ observer, collective, all }) =>
    observer.index === rank && all ? [{ group: collective.group, all }] : [],
  );
  const peers = new WaitedPeers(groups);
  // Of 10^5 waits the peers are looked up once, and each peer's columns are made when their length is known.
  const peerOf = new Uint32Array(waits.reduce((sum, { all }) => sum + all.end - all.first, 0));
  let at = 0;
  for (const { group, all } of waits) {
    peers.count(group, all, peerOf, at);
    at += all.end - all.first;
  }
  const spans = peers.all.map(({ count }) => new PeerSpans(count));
  at = 0;
  for (const { all } of waits) {
    putWaits(spans, all, peerOf, at);
    at += all.end - all.first;
  }
  return peers.all.map(({ place }, own) => {
    const { startNs, endNs } = spans[own];
    return { ...place, waitingNs: totalNs(intersection(union(startNs, endNs), exposed)) };
  });
}

interface WaitedPeer {
  readonly place: Omit<WaitedFor, 'waitingNs'>;
  /** Among all peers. */
  readonly position: number;
  count: number;
}

/** In place of a peer's position: the wait is for no other rank. */
const NOBODY = 0xffff_ffff;

/** For whom a rank waited, in the order in which they were first counted. */
class WaitedPeers {
  readonly all: WaitedPeer[] = [];
  readonly #byKey = new Map<string, WaitedPeer>();
  readonly #byPlace = new Map<string, Map<number, WaitedPeer>>();

  constructor(readonly groups: GroupPlaces) {}

  /** Waits in collectives of that group: position of each one's peer into `peerOf`, from `to` on. */
  count(group: string, { of, first, end }: WaitRange, peerOf: Uint32Array, to: number): void {
    const places = this.#byPlace.get(group) ?? new Map<number, WaitedPeer>();
    this.#byPlace.set(group, places);
    const { order, target } = of;
    for (let at = first; at < end; at++) {
      const row = order[at];
      peerOf[to + at - first] = NOBODY;
      if (!isForPeer(of, row)) continue;
      const own = places.get(target[row]) ?? this.#newPlace(places, group, target[row]);
      peerOf[to + at - first] = own.position;
      own.count++;
    }
  }

  #newPlace(places: Map<number, WaitedPeer>, group: string, target: number): WaitedPeer {
    const peer = this.groups.rankAt(group, target);
    const key = peer === undefined ? `${target} of ${group}` : String(peer);
    const place = peer === undefined ? { rank: target, isGlobal: false, group } : { rank: peer, isGlobal: true };
    const own = this.#byKey.get(key) ?? { place, position: this.all.length, count: 0 };
    if (own.position === this.all.length) this.all.push(own);
    this.#byKey.set(key, own);
    places.set(target, own);
    return own;
  }
}

class PeerSpans {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  count = 0;

  constructor(length: number) {
    this.startNs = new Float64Array(length);
    this.endNs = new Float64Array(length);
  }
}

function putWaits(spans: readonly PeerSpans[], { of, first, end }: WaitRange, peerOf: Uint32Array, from: number): void {
  const { order, startNs, endNs } = of;
  for (let at = first; at < end; at++) {
    const peer = peerOf[from + at - first];
    if (peer === NOBODY) continue;
    const own = spans[peer];
    const row = order[at];
    own.startNs[own.count] = startNs[row];
    own.endNs[own.count++] = endNs[row];
  }
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
