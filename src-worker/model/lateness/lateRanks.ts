import type { LateRank, LateRanks, SliceRef } from '../../../src-contract';
import { toJobNs } from '../../base/clockShift';
import { groupByTuple } from '../../base/tupleMap';
import { beginAlignment } from '../clock/jobClock';
import { type GroupPlaces, type SeenCollective, type SeenCollectives, seenCollectives } from '../collectives/arrivals';
import { type Collective, type Collectives, collectiveKeys, isShared, wastedNs } from '../collectives/collective';
import { collectiveSlicesIn, collectivesOf } from '../collectives/collectives';
import { pairedSends, type SentCall } from '../collectives/pairSends';
import { rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';
import { threshold } from '../thresholds';
import { commonStarts, isLater } from './commonStarts';
import { clocksOfJob, type RankClocks } from './rankClocks';
import { type Arrived, keyOfRank, type Passing, Replay } from './replay';

/** … and by what that is known. */
interface Coming extends Arrived {
  /** Its own collective, or the wait for it. */
  readonly evidence: Collective | SliceRef | undefined;
}

export interface Lateness extends LateRanks {
  /** By rank: how much less it would wait in sends and receives if none of these had been late; ns, over all steps. */
  readonly sparedNs: ReadonlyMap<number, number>;
  /** By rank: how long it was in sends and receives and computed nothing; ns, over all steps. Without those whose timelines don't tell. */
  readonly stillNs: ReadonlyMap<number, number>;
}

/**
 * Who came last to these collectives, and how much later than the next to last: the others waited that long for it alone.
 *
 * What one rank saw is all by its clock: its own start, and when its waits for the others ended. Where no rank saw the
 * others come, the starts of ranks are compared, if their clocks are aligned, and only by more than those may be off.
 * Who is late because it had to wait before is a victim: see `Replay`.
 */
export async function lateRanks(dump: DumpContext, asked: readonly Collective[]): Promise<Lateness> {
  const data = await collectivesOf(dump);
  const { seen, groups, computedNs, transfers } = await seenCollectives(dump);
  const seenOf = groupByTuple(seen, ({ collective: { step, group, op } }) =>
    collectiveKeys({ step, group, name: op }),
  ).of;
  const hasClocks = dump.ranks.length > 1;
  // Before the starts, which take room by the hundred thousand while clocks would be aligned; another thread may do so while they are made.
  if (hasClocks) await beginAlignment(dump);
  const starts = await commonStarts(dump, data, asked);
  const clocks: RankClocks = hasClocks ? await clocksOfJob(dump) : new Map();
  const tallies = new Map<number, Tally>();
  const replay = new Replay();
  let untoldCount = 0;
  const sparedNs = new Map<number, number>();
  const stillNs = stillOf(transfers, computedNs);
  const places = [...byTime(clocks, starts.calls), ...transfersAmong(data, transfers, clocks, asked)];
  for (const { own, pair } of places.sort((a, b) => a.ns - b.ns || 0)) {
    if (pair) {
      const [first, last] = pair
        .map(({ rank, startNs: atNs, errorNs, isHeld }): Passing => {
          return { rank, isGlobal: true, atNs, errorNs, computedNs: 0, isHeld };
        })
        .sort((a, b) => a.atNs - b.atNs);
      const { firstNs } = replay.pass(first, last);
      sparedNs.set(first.rank, (sparedNs.get(first.rank) ?? 0) + firstNs);
      continue;
    }
    const comings = seenComings(seenOf.get(collectiveKeys(own[0])) ?? [], groups) ?? starts.startsOf(own).map(ownStart);
    // Of summaries without timelines there is nothing to look up.
    if (computedNs.size > 0) {
      const computed = new Map(own.map((collective) => [collective.rank, computedNs.get(collective)]));
      for (const coming of comings) coming.computedNs = (coming.isGlobal && computed.get(coming.rank)) || 0;
    }
    if (comings.length > 1) tally(tallies, comings, own[0], replay);
    else if (isShared(own)) {
      untoldCount++;
      replay.untold(
        own.map(({ rank }) => rank),
        wastedNs(own),
      );
    }
  }
  const late = [...tallies.values()].filter(({ causedNs }) => causedNs > 0).sort((a, b) => b.causedNs - a.causedNs);
  const ranks: LateRank[] = [];
  const profiled = new Set<number>();
  for (const { rank } of data.ops) profiled.add(rank);
  // Of several with one number the first.
  const labels = new Map(data.ranks.toReversed().map(({ rank, label }) => [rank, label]));
  for (const own of late) ranks.push(await lateRank(dump, { profiled, labels }, own));
  return { ranks, fromNs: threshold('late.from'), untoldCount, leftNs: replay.leftNs, sparedNs, stillNs };
}

/** What the replay goes through: a collective of all its ranks, or both ends of a transfer. */
interface Place {
  readonly own: readonly Collective[];
  readonly pair?: readonly Transferring[];
  /** Its end on the job's clock, as far as that is known. */
  readonly ns: number;
}

/**
 * By their end, on the job's clock as far as that is known: the collectives of a rank then stand in its own order, however
 * early somebody else came to one of them.
 */
function byTime(clocks: RankClocks, collectives: readonly (readonly Collective[])[]): Place[] {
  return collectives.map((own) => {
    let firstNs = Number.NaN;
    for (const { rank, startNs, elapseNs } of own) {
      const shift = clocks.get(rank)?.shift;
      const endNs = shift ? toJobNs(shift, startNs + elapseNs) : startNs + elapseNs;
      if (!(endNs >= firstNs) && !Number.isNaN(endNs)) firstNs = endNs;
    }
    return { own, ns: firstNs };
  });
}

interface Transferring extends SentCall {
  readonly errorNs: number;
  readonly isHeld: boolean;
}

/** Sends with their receives, of the steps that are asked about and none that is asked about itself; of ranks with clocks that agree. */
function transfersAmong(
  { ops }: Collectives,
  seen: SeenCollectives['transfers'],
  clocks: RankClocks,
  asked: readonly Collective[],
): Place[] {
  // One by one: of a large job there are millions, and few of them are transfers.
  const steps = new Set<string>();
  for (const { step } of asked) steps.add(step);
  const own = new Set(asked.filter(({ kind }) => kind === 'p2p'));
  const calls: Transferring[] = [];
  for (const told of ops) {
    if (told.kind !== 'p2p') continue;
    const { step, group, type, rank } = told;
    const clock = clocks.get(rank);
    if (own.has(told) || !steps.has(step) || !clock || !(clock.errorNs <= threshold('clock.match'))) continue;
    // Times of communication.json are rounded.
    const { startNs, endNs, isHeld } = seen.get(told) ?? {
      startNs: told.startNs,
      endNs: told.startNs + told.elapseNs,
      isHeld: false,
    };
    const [from, to] = [toJobNs(clock.shift, startNs), toJobNs(clock.shift, endNs)];
    if (!Number.isNaN(to)) calls.push({ group, type, rank, startNs: from, endNs: to, errorNs: clock.errorNs, isHeld });
  }
  return pairedSends(calls).map((pair) => {
    return { own: [], pair, ns: Math.min(...pair.map(({ endNs }) => endNs)) };
  });
}

/** Sends run beside receives, and both beside computing: what of each lies behind the ones before, and is no computing. */
function stillOf(
  transfers: SeenCollectives['transfers'],
  computedNs: SeenCollectives['computedNs'],
): ReadonlyMap<number, number> {
  const sums = new Map<number, { readonly stillNs: number; readonly untilNs: number }>();
  const inOrder = [...transfers].sort(([, a], [, b]) => a.startNs - b.startNs);
  for (const [call, { startNs, endNs }] of inOrder) {
    const before = sums.get(call.rank) ?? { stillNs: 0, untilNs: startNs };
    const restNs = endNs - Math.max(startNs, before.untilNs);
    const ownNs = Math.max(0, Math.min(restNs, endNs - startNs - (computedNs.get(call) ?? 0)));
    sums.set(call.rank, { stillNs: before.stillNs + ownNs, untilNs: Math.max(before.untilNs, endNs) });
  }
  return new Map([...sums].map(([rank, { stillNs }]) => [rank, stillNs]));
}

/** Before it is known for how long the rank computed meanwhile. */
type Seen = Omit<Coming, 'computedNs'> & { computedNs: number };

function ownStart({ rank, atNs, errorNs, collective }: ReturnType<CommonStartsOf>[number]): Seen {
  return { rank, isGlobal: true, atNs, errorNs, computedNs: 0, evidence: collective };
}

type CommonStartsOf = Awaited<ReturnType<typeof commonStarts>>['of'];

/** As the rank saw it that waited longest: it was there first. Undefined where none saw anything. */
function seenComings(all: readonly SeenCollective[], groups: GroupPlaces): Seen[] | undefined {
  let longest: SeenCollective | undefined;
  let longestNs = Number.NEGATIVE_INFINITY;
  for (const one of all)
    for (const { endNs } of one.waits) {
      const afterNs = endNs - one.collective.startNs;
      if (longest && !(afterNs > longestNs)) continue;
      longest = one;
      longestNs = afterNs;
    }
  if (!longest) return undefined;
  const { observer } = longest;
  const comings: Seen[] = [
    { rank: rankNumber(observer), isGlobal: true, atNs: 0, errorNs: 0, computedNs: 0, evidence: undefined },
  ];
  for (const one of all) {
    if (one.observer.index !== observer.index) continue;
    const { group, startNs } = one.collective;
    for (const { target, endNs, slice } of one.waits) {
      const peer = groups.rankAt(group, target);
      const evidence = { rank: observer.index, slice: slice as SliceRef['slice'], generation: one.generation };
      const [rank, isGlobal] = [peer ?? target, peer !== undefined];
      comings.push({ rank, isGlobal, atNs: endNs - startNs, errorNs: 0, computedNs: 0, evidence });
    }
  }
  return comings.sort((a, b) => a.atNs - b.atNs);
}

interface Tally {
  readonly rank: number;
  readonly isGlobal: boolean;
  lastCount: number;
  seenCount: number;
  causedNs: number;
  worstNs: number;
  worst: Collective | undefined;
  evidence: Coming['evidence'];
}

/** `comings` by time, at least two. */
function tally(tallies: Map<number, Tally>, comings: readonly Coming[], collective: Collective, replay: Replay): void {
  for (const coming of comings) tallyOf(tallies, coming).seenCount++;
  const [before, actualLast] = comings.slice(-2);
  if (isLater(actualLast, before)) tallyOf(tallies, actualLast).lastCount++;
  const late = replay.next(comings);
  if (!late) return;
  const { coming: last, lateNs } = late;
  const own = tallyOf(tallies, last);
  own.causedNs += lateNs;
  if (lateNs <= own.worstNs) return;
  own.worstNs = lateNs;
  own.worst = collective;
  own.evidence = last.evidence;
}

function tallyOf(tallies: Map<number, Tally>, coming: Coming): Tally {
  const { rank, isGlobal } = coming;
  const key = keyOfRank(coming);
  let own = tallies.get(key);
  if (!own) {
    const nothing = { lastCount: 0, seenCount: 0, causedNs: 0, worstNs: 0, worst: undefined, evidence: undefined };
    own = { rank, isGlobal, ...nothing };
    tallies.set(key, own);
  }
  return own;
}

/** Of all ranks by number. */
interface KnownRanks {
  readonly profiled: ReadonlySet<number>;
  readonly labels: ReadonlyMap<number | undefined, string>;
}

async function lateRank(dump: DumpContext, known: KnownRanks, tally: Tally): Promise<LateRank> {
  const { step = '', group = '', name: op = '' } = tally.worst ?? {};
  const { rank, isGlobal, lastCount, seenCount, causedNs, worstNs } = tally;
  const evidence = await sliceOf(dump, tally.evidence);
  return {
    rank,
    label: (isGlobal ? known.labels.get(rank) : undefined) ?? `Rank ${rank}`,
    isProfiled: isGlobal && known.profiled.has(rank),
    isGlobal,
    lastCount,
    seenCount,
    causedNs,
    worst: { op, group, step, lateNs: worstNs },
    ...(evidence ? { evidence } : {}),
  };
}

/** Of a collective only where its rank's timeline is in memory. */
async function sliceOf(dump: DumpContext, evidence: Coming['evidence']): Promise<SliceRef | undefined> {
  if (!evidence || 'generation' in evidence) return evidence;
  for (const view of dump.loadedTimelines()) {
    const rank = dump.rankAt(view.rank);
    const slice = rank && (await collectiveSlicesIn(dump, rank, view)).sliceOf.get(evidence);
    if (slice !== undefined) return view.ref(slice);
  }
  return undefined;
}
