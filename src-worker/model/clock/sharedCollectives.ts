import { groupBy } from '../../base/groupBy';
import type { Collective } from '../collectives/collective';
import { collectivesOfRank } from '../collectives/collectives';
import { CallOfColumns, endingTogether, type MatchableColumns, MatchKeys } from '../collectives/matchable';
import { rankGroups, rankNumber } from '../collectives/rankFiles';
import type { DumpContext } from '../dumpContext';
import type { TableRank } from '../tableRanks';
import type { RankCall, SharedCollective } from './callColumns';

/** Calls of the job that end together on all ranks that took part. */
export interface SharedCalls {
  readonly collectives: readonly SharedCollective[];
  /** Sends with their receives, between ranks of groups of two. A send may end a little before its receive. */
  readonly pairs: readonly SharedCollective[];
}

interface OwnCalls {
  readonly place: number;
  readonly collectives: MatchableColumns;
  readonly sends: readonly SendsOfGroup[];
}

/** Sends and receives of one rank in a group of two, by start. */
interface SendsOfGroup {
  readonly group: string;
  readonly sends: readonly { readonly counter: string | undefined; readonly call: RankCall }[];
}

/** Of each job by itself: what is called the same in two is not the same. */
export async function sharedCalls(dump: DumpContext): Promise<SharedCalls> {
  const collectives: SharedCollective[] = [];
  const pairs: SharedCollective[] = [];
  for (const job of dump.eachJob()) {
    const own = await callsOfJob(job);
    for (const call of own.collectives) collectives.push(inJob(call, job));
    for (const call of own.pairs) pairs.push(inJob(call, job));
  }
  return { collectives, pairs };
}

function inJob(call: SharedCollective, { job }: DumpContext): SharedCollective {
  return job ? { ...call, group: `${call.group} of job ${job.key}` } : call;
}

async function callsOfJob(dump: DumpContext): Promise<SharedCalls> {
  // A second folder of the same rank is another recording: nothing of it may be matched with the job's.
  const numbers = new Set<number>();
  const ranks = dump.ranks.filter((rank) => !numbers.has(rankNumber(rank)) && numbers.add(rankNumber(rank)));
  const keys = new MatchKeys();
  const own = await dump.overRanks(ranks, (rank) => callsOfRank(dump, rank, keys));
  return { collectives: matchedCollectives(own), pairs: matchedSends(own) };
}

async function callsOfRank(dump: DumpContext, rank: TableRank, keys: MatchKeys): Promise<OwnCalls> {
  const collectives = endingTogether(await collectivesOfRank(dump, rank), rank.index, keys);
  const groups = await rankGroups(dump, rank);
  const ofTwo = new Set(groups.filter(({ ranks }) => ranks.length === 2).map(({ key }) => key));
  const sends = (await collectivesOfRank(dump, rank)).filter(
    ({ kind, group, startNs, elapseNs }) => kind === 'p2p' && ofTwo.has(group) && !Number.isNaN(startNs + elapseNs),
  );
  return { place: rank.index, collectives, sends: sendsByGroup(sends, rank.index) };
}

function sendsByGroup(sends: readonly Collective[], rank: number): SendsOfGroup[] {
  return [...groupBy(sends, ({ group }) => group)].map(([group, own]) => ({
    group,
    sends: own
      .sort((a, b) => a.startNs - b.startNs)
      .map(({ name, startNs, elapseNs }) => ({
        counter: /_(\d+_\d+)$/.exec(name)?.[1],
        call: { rank, startNs, endNs: startNs + elapseNs },
      })),
  }));
}

function matchedCollectives(ranks: readonly OwnCalls[]): SharedCollective[] {
  const byKey = new Map<string, { readonly group: string; readonly calls: RankCall[] }>();
  for (const { collectives } of ranks) {
    for (let at = 0; at < collectives.count; at++) {
      const key = collectives.keys[at];
      const known = byKey.get(key);
      if (known) known.calls.push(new CallOfColumns(collectives, at));
      else byKey.set(key, { group: collectives.groups[at], calls: [new CallOfColumns(collectives, at)] });
    }
  }
  return [...byKey.values()].filter(({ calls }) => calls.length > 1);
}

function matchedSends(ranks: readonly OwnCalls[]): SharedCollective[] {
  const byGroup = groupBy(
    ranks.flatMap(({ sends }) => sends),
    ({ group }) => group,
  );
  return [...byGroup].flatMap(([group, [one, other]]) =>
    other === undefined ? [] : matchedPair(one, other).map((calls) => ({ group: `sends of ${group}`, calls })),
  );
}

/** One after the other where both have as many; else by the counters in their names, which run on over a recording's begin. */
function matchedPair(one: SendsOfGroup, other: SendsOfGroup): RankCall[][] {
  if (one.sends.length === other.sends.length) return one.sends.map(({ call }, i) => [call, other.sends[i].call]);
  const byCounter = new Map(other.sends.map(({ counter, call }) => [counter, call]));
  return one.sends.flatMap(({ counter, call }) => {
    const peer = counter === undefined ? undefined : byCounter.get(counter);
    return peer ? [[call, peer]] : [];
  });
}
