/** H1, H2: collectives that never end, and ranks of a group that do not call the same ones. Source: PerfTracker. */
import type { Sentence } from '../../../src-contract';
import { sentence } from '../../../src-contract/findings/sentence';
import { groupBy } from '../../base/groupBy';
import { groupByTuple } from '../../base/tupleMap';
import { without } from '../../base/without';
import { type Collective, collectiveKeys, libraryNumber } from '../../model/collectives/collective';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { type CallRecord, finding, MOST_CALLS, numbersOfRanks, type Rule, shareOf } from '../rule';

/**
 * H1: collectives without an end: who waits in them, and who of the group never came. One who did not come since it waits in another one
 * is no cause: it is followed to whom that waits for. So there is one finding of a rank that got stuck, with all that waits for it; or of
 * some that wait for each other.
 */
export const hangs: Rule = {
  id: 'H1',
  sources: ['PerfTracker'],
  thresholds: [],
  find: (job) => {
    const known = job.ranks.filter(({ last }) => last !== undefined);
    if (known.length === 0)
      return { findings: [], notRun: [{ rule: 'H1', reason: sentence('needs.timeline'), ranks: [] }] };
    const all = unendedOf(job, known);
    const heads = new Map(all.map((own) => [own, headOf(own, all)]));
    const chains = groupBy(all, (own) => {
      const head = heads.get(own);
      return head === undefined ? MUTUAL : head.stuck.length > 0 ? numbersOfRanks(head.stuck).join() : head;
    });
    return {
      findings: [...chains].map(([key, own]) => {
        const [first] = own.filter((one) => key === MUTUAL || heads.get(one) === one).sort(longestFirst);
        return hang(job, first, without(own, [first]).sort(longestFirst), key === MUTUAL);
      }),
    };
  },
};

/** Whom those wait for who wait for each other. */
const MUTUAL = 'each other';
/** In place of a name. */
const NOTHING = '–';

type Waiting = { readonly rank: RankRecord; readonly own: NonNullable<RankRecord['last']>['unfinished'][number] };

/** A collective without an end. */
interface Unended {
  readonly here: readonly Waiting[];
  /** Of its group, recorded, and not in it. */
  readonly missing: readonly RankRecord[];
  /** Those of them that wait in no other. */
  readonly stuck: readonly RankRecord[];
  /** Of its group, and not recorded. */
  readonly unknown: readonly number[];
}

function unendedOf(job: JobRecord, known: readonly RankRecord[]): Unended[] {
  const waits = known.flatMap((rank) => (rank.last?.unfinished ?? []).map((own) => ({ rank, own })));
  if (waits.length === 0) return [];
  const isWaiting = new Set(waits.map(({ rank }) => rank));
  const entered = groupByTuple(job.collectives, collectiveKeys).of;
  return groupByTuple(waits, ({ own }) => collectiveKeys(own)).groups.map((here) => {
    const [{ own }] = here;
    const came = new Set([
      ...here.map(({ rank }) => rank.rank),
      ...(entered.get(collectiveKeys(own)) ?? []).map(({ rank }) => rank),
    ]);
    const members = job.groups.get(own.group)?.ranks ?? [];
    const missing = known.filter(({ rank }) => members.includes(rank) && !came.has(rank));
    const stuck = missing.filter((rank) => !isWaiting.has(rank));
    const unknown = members.filter((rank) => !job.ranks.some((one) => one.rank === rank));
    return { here, missing, stuck, unknown };
  });
}

/** Where those are, in the end, who it waits for, or nobody is missing; undefined: they wait for each other. */
function headOf(own: Unended, all: readonly Unended[]): Unended | undefined {
  const seen = new Set([own]);
  for (const one of seen) {
    if (one.stuck.length > 0 || one.missing.length === 0) return one;
    const waiting = new Set(one.missing);
    for (const next of all) if (next.here.some(({ rank }) => waiting.has(rank))) seen.add(next);
  }
  return undefined;
}

function waitedNs({ here }: Unended): number {
  return Math.max(...here.map(({ own }) => own.waitedNs));
}

const longestFirst = (a: Unended, b: Unended) => waitedNs(b) - waitedNs(a);

/** `others`: that wait for the same, by where they are themselves. */
function hang(job: JobRecord, first: Unended, others: readonly Unended[], isMutual: boolean) {
  const { here, stuck, unknown } = first;
  const [{ own }] = here;
  const waited = waitedNs(first);
  const lost = waited / job.stepCount;
  const waiting = here.map(({ rank }) => rank.rank);
  const all = [first, ...others].flatMap((one) => one.here.map(({ rank }) => rank));
  const [one] = stuck;
  const values = {
    ranks: isMutual ? numbersOfRanks(all) : stuck.length > 0 ? numbersOfRanks(stuck) : waiting,
    waiting,
    op: own.name,
    waited,
    unknown,
    task: one?.last?.task ?? NOTHING,
    call: one?.last?.call ?? NOTHING,
    count: others.length,
  };
  const kind = isMutual
    ? 'mutual'
    : stuck.length > 1
      ? 'missing.several'
      : stuck.length > 0
        ? 'missing'
        : unknown.length > 0
          ? 'unknown'
          : 'all';
  const isKnown = isMutual || stuck.length > 0;
  const titles = isMutual ? 'H1.title.mutual' : stuck.length > 0 ? 'H1.title.missing' : 'H1.title';
  const advice = isMutual ? 'H1.advice.mutual' : stuck.length > 0 ? 'H1.advice.missing' : 'H1.advice';
  return finding(job, `${own.group} ${own.name}`, {
    rule: 'H1',
    class: 'communication',
    rank: stuck.length === 1 ? one.rank : undefined,
    place: { ranks: values.ranks, op: own.name, group: own.group, ...(own.step && { step: own.step }) },
    title: sentence(titles, { ...values, share: shareOf(job, lost) }),
    cause: sentence(`H1.${kind}.cause`, values),
    effects: [...lastWorks(here, stuck), ...others.slice(0, MOST_LAST).map(waitsToo)],
    advice: [sentence(advice, values)],
    lostNsPerStep: lost,
    gain: { nsPerStep: lost, formula: sentence('H1.gain') },
    confidence: isKnown ? 'high' : 'medium',
    evidence: [...new Set(all)].flatMap((rank) => rank.last?.evidence ?? []),
  });
}

function waitsToo(own: Unended): Sentence {
  const [{ own: op }] = own.here;
  const waiting = own.here.map(({ rank }) => rank.rank);
  const values = { waiting, ranks: numbersOfRanks(own.missing), op: op.name, waited: waitedNs(own) };
  return sentence(own.missing.length > 0 ? 'H1.waits' : 'H1.title', values);
}

/** Ranks of which is said what they did last. */
const MOST_LAST = 8;

/** What each was doing last: who never came first, of one alone the cause has it; of who waits in the collective, what the host did. */
function lastWorks(here: readonly Waiting[], missing: readonly RankRecord[]): Sentence[] {
  const came = missing.length > 1 ? missing : [];
  return [
    ...came.map(({ rank, last }) => {
      return sentence('H1.last', { ranks: [rank], task: last?.task ?? NOTHING, call: last?.call ?? NOTHING });
    }),
    ...here.flatMap(({ rank: { rank, last } }) =>
      last?.call === undefined ? [] : [sentence('H1.last.waiting', { ranks: [rank], call: last.call })],
    ),
  ].slice(0, MOST_LAST);
}

/** Types of which every rank puts in as much as the others. */
const SAME_SIZE = /^(allReduce|broadcast|reduce|reduceScatter)$/;

interface Place {
  readonly counter: string;
  readonly calls: readonly Collective[];
}

/**
 * H2: at the same place of a group's sequence (the counter in HCCL's names, NCCL's number) ranks call different collectives, or
 * with other sizes. One rank's recording may begin or end some collectives beside another's: only places that both have count.
 */
export const mismatches: Rule<CallRecord> = {
  id: 'H2',
  sources: ['PerfTracker'],
  thresholds: [],
  find: (job) => {
    const places = [...groupBy(job.collectives, ({ group }) => group)].flatMap(([group, own]) =>
      placesOf(own).map((place) => ({ group, ...place })),
    );
    if (!places.some(({ calls }) => calls.length > 1))
      return { findings: [], notRun: [{ rule: 'H2', reason: sentence('needs.counted'), ranks: [] }] };
    const odd = places.filter(({ calls }) => isOdd(calls));
    return {
      findings: [...groupBy(odd, ({ group }) => group)].map(([group, [{ counter, calls }, ...rest]]) => {
        const told = (call: Collective) =>
          `${call.type}${call.sizeBytes > 0 ? ` ${call.sizeBytes.toLocaleString('en-US')} B` : ''}`;
        const kinds = [...groupBy(calls, told)].sort(([, a], [, b]) => a.length - b.length);
        const [few, many] = [kinds[0], kinds[kinds.length - 1]];
        const values = {
          ranks: few[1].map(({ rank }) => rank),
          others: many[1].map(({ rank }) => rank),
          counter,
          own: few[0],
          theirs: many[0],
          count: rest.length + 1,
        };
        return finding(job, group, {
          rule: 'H2',
          class: 'communication',
          rank: values.ranks.length === 1 ? values.ranks[0] : undefined,
          place: { ranks: values.ranks, group, op: calls[0].name },
          title: sentence('H2.title', values),
          cause: sentence('H2.cause', values),
          advice: [sentence('H2.advice')],
          lostNsPerStep: 0,
          gain: { nsPerStep: 0, formula: sentence('H2.gain') },
          confidence: 'medium',
          evidence: [],
          calls: [...few[1], ...many[1].filter((call) => !few[1].includes(call))].slice(0, MOST_CALLS),
        });
      }),
    };
  },
};

/** One call of each rank; a rank that has two there was recorded over two loads of the library. */
function placesOf(own: readonly Collective[]): Place[] {
  const counted = groupByTuple(own, (call) => [call.step, libraryNumber(call.name) ?? '']);
  return counted.groups.flatMap((calls) => {
    const counter = libraryNumber(calls[0].name) ?? '';
    if (counter === '') return [];
    const isOnce = calls.length === 1 || new Set(calls.map(({ rank }) => rank)).size === calls.length;
    return isOnce ? [{ counter, calls }] : [];
  });
}

function isOdd(calls: readonly Collective[]): boolean {
  const [{ type, sizeBytes }] = calls;
  let areSizesEqual = true;
  let areSizesKnown = true;
  for (const own of calls) {
    if (own.type !== type) return true;
    if (own.sizeBytes !== sizeBytes) areSizesEqual = false;
    if (!(own.sizeBytes > 0)) areSizesKnown = false;
  }
  return !areSizesEqual && areSizesKnown && SAME_SIZE.test(type);
}
