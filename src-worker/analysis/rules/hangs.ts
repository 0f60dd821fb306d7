/** H1, H2: collectives that never end, and ranks of a group that do not call the same ones. Source: PerfTracker. */
import type { Sentence } from '../../../src-contract';
import { sentence } from '../../../src-contract/findings/sentence';
import { groupBy } from '../../base/groupBy';
import { groupByTuple } from '../../base/tupleMap';
import { type Collective, collectiveKeys, libraryNumber } from '../../model/collectives/collective';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { finding, type Rule, shareOf } from '../rule';

/** H1: collectives without an end: who waits in them, and who of the group never came. */
export const hangs: Rule = {
  id: 'H1',
  sources: ['PerfTracker'],
  thresholds: [],
  find: (job) => {
    const known = job.ranks.filter(({ last }) => last !== undefined);
    if (known.length === 0)
      return { findings: [], notRun: [{ rule: 'H1', reason: sentence('needs.timeline'), ranks: [] }] };
    const waits = known.flatMap((rank) => (rank.last?.unfinished ?? []).map((own) => ({ rank, own })));
    if (waits.length === 0) return { findings: [] };
    const entered = groupByTuple(job.collectives, collectiveKeys).of;
    return {
      findings: groupByTuple(waits, ({ own }) => collectiveKeys(own)).groups.map((here) => {
        const [{ own }] = here;
        const came = new Set([
          ...here.map(({ rank }) => rank.rank),
          ...(entered.get(collectiveKeys(own)) ?? []).map(({ rank }) => rank),
        ]);
        const members = job.groups.get(own.group)?.ranks ?? [];
        const missing = known.filter(({ rank }) => members.includes(rank) && !came.has(rank));
        const unknown = members.filter((rank) => !job.ranks.some((one) => one.rank === rank));
        return hang(job, here, missing, unknown);
      }),
    };
  },
};

/** In place of a name. */
const NOTHING = '–';

type Waiting = { readonly rank: RankRecord; readonly own: NonNullable<RankRecord['last']>['unfinished'][number] };

function hang(job: JobRecord, here: readonly Waiting[], missing: readonly RankRecord[], unknown: readonly number[]) {
  const [{ own }] = here;
  const waited = Math.max(...here.map((one) => one.own.waitedNs));
  const lost = waited / job.stepCount;
  const waiting = here.map(({ rank }) => rank.rank);
  const [first] = missing;
  const values = {
    ranks: missing.length > 0 ? missing.map(({ rank }) => rank) : waiting,
    waiting,
    op: own.name,
    waited,
    unknown,
    task: first?.last?.task ?? NOTHING,
    call: first?.last?.call ?? NOTHING,
  };
  const id =
    missing.length > 1
      ? 'H1.missing.several'
      : missing.length > 0
        ? 'H1.missing'
        : unknown.length > 0
          ? 'H1.unknown'
          : 'H1.all';
  return finding(job, `${own.group} ${own.name}`, {
    rule: 'H1',
    class: 'communication',
    rank: missing.length === 1 ? first.rank : undefined,
    place: { ranks: values.ranks, op: own.name, group: own.group, ...(own.step && { step: own.step }) },
    title: sentence(missing.length > 0 ? 'H1.title.missing' : 'H1.title', { ...values, share: shareOf(job, lost) }),
    cause: sentence(`${id}.cause`, values),
    effects: lastWorks(here, missing),
    advice: [sentence(missing.length > 0 ? 'H1.advice.missing' : 'H1.advice', values)],
    lostNsPerStep: lost,
    gain: { nsPerStep: lost, formula: sentence('H1.gain') },
    confidence: missing.length > 0 ? 'high' : 'medium',
    evidence: here.flatMap(({ rank }) => rank.last?.evidence ?? []),
  });
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
export const mismatches: Rule = {
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
    const isOnce = new Set(calls.map(({ rank }) => rank)).size === calls.length;
    return counter === '' || !isOnce ? [] : [{ counter, calls }];
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
