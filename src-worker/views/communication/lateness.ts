import type { CollectiveLanes, CommunicationScope, LateRank, SliceRef } from '../../../src-contract';
import { type Arrival, arrivals } from '../../model/collectives/arrivals';
import type { Collective, Collectives } from '../../model/collectives/collective';
import { collectivesOf } from '../../model/collectives/collectives';
import type { DumpContext } from '../../model/dumpContext';
import { collectiveKey, collectiveNames } from './overview';
import { opInScope } from './scope';

/** Collectives of all ranks side by side. */
export async function collectiveLanes(dump: DumpContext, scope: CommunicationScope): Promise<CollectiveLanes> {
  const data = await collectivesOf(dump);
  const ops = data.ops.filter((op) => opInScope(op, scope) && !Number.isNaN(op.startNs));
  ops.sort((a, b) => a.rank - b.rank || a.startNs - b.startNs);
  const names = collectiveNames(ops);
  const positionOfName = new Map(names.map((name, position) => [collectiveKey(name), position]));
  const ranksWithOps = new Set(ops.map(({ rank }) => rank));
  const ranks = data.ranks.filter(({ rank }) => ranksWithOps.has(rank));
  const positionOfRank = new Map(ranks.map(({ rank }, position) => [rank, position]));
  const starts = startsOf(ops);
  const lateNs = Float64Array.from(ops, (op) => {
    const own = starts.get(collectiveKey(op));
    return own && own.count > 1 ? op.startNs - own.firstNs : Number.NaN;
  });
  return {
    ranks: ranks.map(({ rank, index, label }) => ({ rank, label, ...(index === undefined ? {} : { index }) })),
    rank: Uint32Array.from(ops, ({ rank }) => positionOfRank.get(rank) ?? 0),
    op: Uint32Array.from(ops, (op) => positionOfName.get(collectiveKey(op)) ?? 0),
    ops: names,
    startNs: Float64Array.from(ops, ({ startNs }) => dump.toDumpNs(startNs)),
    elapseNs: Float64Array.from(ops, ({ elapseNs }) => elapseNs),
    lateNs,
    isLast: Uint8Array.from(ops, (op) => {
      const own = starts.get(collectiveKey(op));
      const isLate = own !== undefined && own.lastNs - own.firstNs >= LATE_FROM_NS && !isByDesign(op, scope);
      return isLate && own.lastRank === op.rank ? 1 : 0;
    }),
    isOneClock: new Set(dump.ranks.map(({ hostName }) => hostName)).size <= 1,
  };
}

/** When the ranks came to one collective. */
export interface Starts {
  readonly firstNs: number;
  readonly lastNs: number;
  readonly lastRank: number;
  readonly count: number;
}

/** By `collectiveKey`; ops without a start are passed over. */
export function startsOf(ops: readonly Collective[]): Map<string, Starts> {
  const starts = new Map<string, Starts>();
  for (const op of ops) {
    if (Number.isNaN(op.startNs)) continue;
    const key = collectiveKey(op);
    const known = starts.get(key);
    if (!known) starts.set(key, { firstNs: op.startNs, lastNs: op.startNs, lastRank: op.rank, count: 1 });
    else {
      const isLater = op.startNs > known.lastNs;
      starts.set(key, {
        firstNs: Math.min(known.firstNs, op.startNs),
        lastNs: isLater ? op.startNs : known.lastNs,
        lastRank: isLater ? op.rank : known.lastRank,
        count: known.count + 1,
      });
    }
  }
  return starts;
}

/** Differences below this are the launching of the tasks, not lateness. */
const LATE_FROM_NS = 50_000;

/**
 * The stages of a pipeline come to their sends and receives one after another; that is its design, not lateness. Unless just
 * those are asked about.
 */
function isByDesign({ kind }: Collective, { group, op }: CommunicationScope): boolean {
  return kind === 'p2p' && group === undefined && op === undefined;
}

/** When a rank came to a collective, in the dump's time. */
interface Coming {
  readonly atNs: number;
  readonly isProfiled: boolean;
  readonly isGlobal: boolean;
  readonly evidence: SliceRef | undefined;
}

/**
 * Who came last to the collectives of the scope, and how much later than the next to last: the others waited that long
 * for it alone. A rank's own start tells when it came; of a rank that was not profiled, the waits of others tell.
 */
export async function lateRanks(dump: DumpContext, scope: CommunicationScope): Promise<LateRank[]> {
  const data = await collectivesOf(dump);
  const comings = await comingsOf(dump, data, scope);
  const late = new Map<number, Tally>();
  for (const [key, byRank] of comings) {
    const ordered = [...byRank].sort(([, a], [, b]) => a.atNs - b.atNs);
    for (const [rank, coming] of ordered) tallyOf(late, rank, coming).seenCount++;
    const [last, before] = [ordered.at(-1), ordered.at(-2)];
    if (!last || !before) continue;
    const lateNs = last[1].atNs - before[1].atNs;
    if (lateNs < LATE_FROM_NS) continue;
    const tally = tallyOf(late, last[0], last[1]);
    tally.lastCount++;
    tally.causedNs += lateNs;
    if (lateNs > tally.worstNs) {
      tally.worstNs = lateNs;
      tally.worstKey = key;
      tally.evidence = last[1].evidence;
    }
  }
  const labels = new Map(data.ranks.map(({ rank, label }) => [rank, label]));
  return [...late]
    .filter(([, { lastCount }]) => lastCount > 0)
    .map(([rank, tally]) => lateRank(rank, labels.get(rank) ?? `Rank ${rank}`, tally))
    .sort((a, b) => b.causedNs - a.causedNs);
}

interface Tally {
  readonly isProfiled: boolean;
  readonly isGlobal: boolean;
  lastCount: number;
  seenCount: number;
  causedNs: number;
  worstNs: number;
  worstKey: string;
  evidence: SliceRef | undefined;
}

function tallyOf(tallies: Map<number, Tally>, rank: number, { isProfiled, isGlobal }: Coming): Tally {
  let tally = tallies.get(rank);
  if (!tally) {
    const nothing = { lastCount: 0, seenCount: 0, causedNs: 0, worstNs: 0, worstKey: '', evidence: undefined };
    tally = { isProfiled, isGlobal, ...nothing };
    tallies.set(rank, tally);
  }
  return tally;
}

function lateRank(rank: number, label: string, tally: Tally): LateRank {
  const [step = '', group = '', op = ''] = tally.worstKey.split('\n');
  const { isProfiled, isGlobal, lastCount, seenCount, causedNs, worstNs, evidence } = tally;
  return {
    rank: isGlobal ? rank : unknownAt(rank),
    label,
    isProfiled,
    isGlobal,
    lastCount,
    seenCount,
    causedNs,
    worst: { op, group, step, lateNs: worstNs },
    ...(evidence ? { evidence } : {}),
  };
}

/** Per collective: when each rank came, as far as it is known. */
async function comingsOf(
  dump: DumpContext,
  { ops }: Collectives,
  scope: CommunicationScope,
): Promise<Map<string, Map<number, Coming>>> {
  const comings = new Map<string, Map<number, Coming>>();
  const add = (key: string, rank: number, coming: Coming) => {
    const byRank = comings.get(key) ?? new Map<number, Coming>();
    comings.set(key, byRank);
    const known = byRank.get(rank);
    // Its own start is better than what others saw; of two that saw it, the one that waited longer knows it better.
    if (!known || (!known.isProfiled && coming.isProfiled)) byRank.set(rank, coming);
  };
  for (const op of ops) {
    if (!opInScope(op, scope) || Number.isNaN(op.startNs)) continue;
    if (isByDesign(op, scope)) continue;
    add(collectiveKey(op), op.rank, {
      atNs: dump.toDumpNs(op.startNs),
      isProfiled: true,
      isGlobal: true,
      evidence: undefined,
    });
  }
  const seen = [...(await arrivals(dump))].sort((a, b) => b.afterNs - a.afterNs);
  for (const arrival of seen) {
    const key = collectiveKey({ step: arrival.step, group: arrival.group, name: arrival.op });
    const byRank = comings.get(key);
    if (!byRank) continue;
    const peer = arrival.isGlobal ? arrival.peer : unknownAt(arrival.peer);
    const own = byRank.get(peer);
    if (own?.isProfiled) {
      if (!own.evidence) byRank.set(peer, { ...own, evidence: arrival.wait });
    } else add(key, peer, comingOf(arrival));
  }
  return comings;
}

/** Stands for the rank at a place of a group where it is not known which it is: never the number of a rank. */
function unknownAt(place: number): number {
  return -1 - place;
}

function comingOf({ startNs, afterNs, wait, isGlobal }: Arrival): Coming {
  return { atNs: startNs + afterNs, isProfiled: false, isGlobal, evidence: wait };
}
