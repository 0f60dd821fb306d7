import type { LateRank, LateRanks, SliceRef } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import { type Arrival, arrivals } from '../collectives/arrivals';
import { type Collective, type Collectives, collectiveKey } from '../collectives/collective';
import { collectiveSlicesIn, collectivesOf } from '../collectives/collectives';
import type { DumpContext } from '../dumpContext';
import { threshold } from '../thresholds';
import { commonStarts, isLater } from './commonStarts';

/** When a rank came to a collective, by the clock that all those of this collective are told by. */
interface Coming {
  readonly rank: number;
  readonly isGlobal: boolean;
  readonly atNs: number;
  readonly errorNs: number;
  /** Its own collective, or the wait for it. */
  readonly evidence: Collective | SliceRef | undefined;
}

/**
 * Who came last to these collectives, and how much later than the next to last: the others waited that long for it alone.
 *
 * What one rank saw is all by its clock: its own start, and when its waits for the others ended. Where no rank saw the
 * others come, the starts of ranks are compared, if their clocks are aligned, and only by more than those may be off.
 */
export async function lateRanks(dump: DumpContext, asked: readonly Collective[]): Promise<LateRanks> {
  const data = await collectivesOf(dump);
  const seen = groupBy(await arrivals(dump), ({ step, group, op }) => collectiveKey({ step, group, name: op }));
  const starts = await commonStarts(dump, data, asked);
  const tallies = new Map<string, Tally>();
  let untoldCount = 0;
  for (const [key, own] of groupBy(asked, collectiveKey)) {
    const comings = seenComings(seen.get(key) ?? []) ?? starts.of(key).map(ownStart);
    if (comings.length > 1) tally(tallies, comings, key);
    else if (own.length > 1) untoldCount++;
  }
  const late = [...tallies.values()].filter(({ lastCount }) => lastCount > 0).sort((a, b) => b.causedNs - a.causedNs);
  const ranks: LateRank[] = [];
  for (const own of late) ranks.push(await lateRank(dump, data, own));
  return { ranks, fromNs: threshold('late.from'), untoldCount };
}

function ownStart({ rank, atNs, errorNs, collective }: ReturnType<CommonStartsOf>[number]): Coming {
  return { rank, isGlobal: true, atNs, errorNs, evidence: collective };
}

type CommonStartsOf = Awaited<ReturnType<typeof commonStarts>>['of'];

/** As the rank saw it that waited longest: it was there first. Undefined where none saw anything. */
function seenComings(all: readonly Arrival[]): Coming[] | undefined {
  let longest: Arrival | undefined;
  for (const arrival of all) if (!longest || arrival.afterNs > longest.afterNs) longest = arrival;
  if (!longest) return undefined;
  const { observer, wait } = longest;
  const own: Coming = { rank: observer, isGlobal: true, atNs: 0, errorNs: 0, evidence: undefined };
  const others = all.filter((arrival) => arrival.observer === observer && arrival.wait.rank === wait.rank);
  return [
    own,
    ...others.map(({ peer, isGlobal, afterNs, wait: evidence }): Coming => {
      return { rank: peer, isGlobal, atNs: afterNs, errorNs: 0, evidence };
    }),
  ].sort((a, b) => a.atNs - b.atNs);
}

interface Tally {
  readonly rank: number;
  readonly isGlobal: boolean;
  lastCount: number;
  seenCount: number;
  causedNs: number;
  worstNs: number;
  worstKey: string;
  evidence: Coming['evidence'];
}

/** `comings` by time, at least two. */
function tally(tallies: Map<string, Tally>, comings: readonly Coming[], key: string): void {
  for (const coming of comings) tallyOf(tallies, coming).seenCount++;
  const [before, last] = comings.slice(-2);
  if (!isLater(last, before)) return;
  const lateNs = last.atNs - before.atNs;
  const own = tallyOf(tallies, last);
  own.lastCount++;
  own.causedNs += lateNs;
  if (lateNs <= own.worstNs) return;
  own.worstNs = lateNs;
  own.worstKey = key;
  own.evidence = last.evidence;
}

/** A place in a group is not the rank with that number. */
function tallyOf(tallies: Map<string, Tally>, { rank, isGlobal }: Coming): Tally {
  const key = `${isGlobal ? '' : 'place '}${rank}`;
  let own = tallies.get(key);
  if (!own) {
    const nothing = { lastCount: 0, seenCount: 0, causedNs: 0, worstNs: 0, worstKey: '', evidence: undefined };
    own = { rank, isGlobal, ...nothing };
    tallies.set(key, own);
  }
  return own;
}

async function lateRank(dump: DumpContext, data: Collectives, tally: Tally): Promise<LateRank> {
  const [step = '', group = '', op = ''] = tally.worstKey.split('\n');
  const { rank, isGlobal, lastCount, seenCount, causedNs, worstNs } = tally;
  const known = isGlobal ? data.ranks.find((own) => own.rank === rank) : undefined;
  const evidence = await sliceOf(dump, tally.evidence);
  return {
    rank,
    label: known?.label ?? `Rank ${rank}`,
    isProfiled: data.ops.some((own) => isGlobal && own.rank === rank),
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
    const rank = dump.ranks.find(({ index }) => index === view.rank);
    const slice = rank && (await collectiveSlicesIn(dump, rank, view)).sliceOf.get(evidence);
    if (slice !== undefined) return view.ref(slice);
  }
  return undefined;
}
