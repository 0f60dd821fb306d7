import { type Sentence, sentence } from '../../../src-contract/findings/sentence';
import { maxOf, meanOf, minOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import type { ExpertWork } from '../../model/kernels/kernelWork';
import type { JobRecord } from '../record/jobRecord';
import { finding, notReported, type Rule, type RuleResult, shareOf } from '../rule';
import { tokenExchanges } from './tokenExchange';

/** Ranks are named that have so much of what is lost. */
const NAMED = 0.1;

/**
 * D4: tokens routed unevenly to the experts of a layer. After each GroupedMatmul ranks exchange tokens, and wait for the one
 * that had most: what is lost is, call by call, the longest above the mean of all, which is what even routing takes. Over a
 * step this does not even out: each layer has hot experts of its own. What a rank takes longer for as many tokens as the others
 * is left out: a slow device (D2) is no hot expert.
 */
export const expertSkew: Rule = {
  id: 'D4',
  sources: ['Tracelane'],
  thresholds: ['experts.imbalance', 'peers.excess', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const skews = skewsOf(job, limits['peers.excess']).sort((a, b) => b.lost - a.lost);
    if (skews.length === 0) {
      const isTold = job.ranks.some(({ kernels }) => kernels?.experts);
      return { findings: [], notRun: isTold ? [{ rule: 'D4', reason: sentence('needs.experts'), ranks: [] }] : [] };
    }
    const limit = limits['experts.imbalance'];
    const isSkewed = ({ ratio, lost }: Skew) => ratio >= limit && shareOf(job, lost) >= limits['finding.least-share'];
    // Tensor-parallel ranks work on the same tokens: the groups of a stage are one finding, and lose their time at once.
    const byStage = groupBy(skews.filter(isSkewed), ({ stage }) => stage);
    const [rest] = skews;
    const isEven = rest.ratio < limit;
    return {
      findings: [...byStage].map(([stage, own]) => {
        const [{ ratio, lost, worst, most }] = own;
        const named = own.flatMap(({ held }) => held).sort(([a], [b]) => a - b);
        const values = {
          ranks: named.map(([rank]) => rank),
          parts: named.map(([, ns]) => ns),
          worst: [worst],
          most,
          ratio,
          lost,
          share: shareOf(job, lost),
        };
        return finding(job, `stage ${stage}`, {
          rule: 'D4',
          class: 'parallelism',
          rank: worst,
          place: { ranks: values.ranks },
          title: sentence('D4.title', values),
          cause: causeOf(job, values),
          advice: [sentence('D4.advice', values)],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('D4.gain') },
          confidence: 'medium',
          evidence: [],
        });
      }),
      notReported:
        byStage.size > 0
          ? []
          : [
              notReported('D4', 'parallelism', isEven ? 'experts.imbalance' : 'finding.least-share', {
                title: sentence(isEven ? 'D4.fine' : 'D4.fine.share'),
                value: isEven ? rest.ratio : shareOf(job, rest.lost),
                limit: isEven ? limit : limits['finding.least-share'],
                rank: rest.worst,
              }),
            ],
    };
  },
};

/** With the bytes to each peer, where all ranks of the group tell them. */
function causeOf(job: JobRecord, values: Sentence['values'] & { readonly worst: readonly number[] }): Sentence {
  const [worst] = values.worst;
  const exchange = tokenExchanges(job).find(({ ranks }) => ranks.includes(worst));
  if (!exchange) return sentence('D4.cause', values);
  const { busiest, mostBytes, meanBytes } = exchange;
  return sentence('D4.cause.bytes', { ...values, busiest: [busiest], bytes: mostBytes, mean: meanBytes });
}

/** Of ranks that together hold all experts of their layers. */
interface Skew {
  readonly stage: number;
  /** For which the others wait longest, and its part of `lost`. */
  readonly worst: number;
  readonly most: number;
  /** Ranks that are named, with the part of each. */
  readonly held: readonly (readonly [rank: number, ns: number])[];
  /** Rows of the rank with most of them over the mean of all, over all calls. */
  readonly ratio: number;
  /** ns a step. */
  readonly lost: number;
}

function skewsOf(job: JobRecord, excess: number): Skew[] {
  const groups = groupBy(job.ranks.keys(), (position) => job.places[position]?.expertGroup);
  return [...groups].flatMap(([group, positions]): Skew[] => {
    const told = positions.flatMap((position) => {
      const { rank, stepCount, kernels } = job.ranks[position];
      return kernels?.experts ? [{ rank, stepCount, ...kernels.experts }] : [];
    });
    const [first] = told;
    // Of a rank without kernels nobody knows what it was given; other numbers of calls are other calls.
    const isWhole = told.length === positions.length && told.every(({ rows }) => rows.length === first.rows.length);
    if (group === undefined || told.length < 2 || !isWhole) return [];
    const durationsOf = new Map(told.map((own) => [own, usualDurations(own, told, excess)]));
    const durationNs = (own: (typeof told)[number], call: number) => durationsOf.get(own)?.[call] ?? Number.NaN;
    const byRank = new Map<number, number>();
    let [lost, mostRows, meanRows] = [0, 0, 0];
    for (let call = 0; call < first.rows.length; call++) {
      const longest = told.reduce((most, own) => (durationNs(own, call) > durationNs(most, call) ? own : most));
      const ns = durationNs(longest, call) - meanOf(told.map((own) => durationNs(own, call)));
      byRank.set(longest.rank, (byRank.get(longest.rank) ?? 0) + ns);
      lost += ns;
      mostRows += maxOf(told.map(({ rows }) => rows[call]));
      meanRows += meanOf(told.map(({ rows }) => rows[call]));
    }
    const held = [...byRank].sort(([, a], [, b]) => b - a);
    const [[worst, most]] = held;
    return [
      {
        stage: job.places[positions[0]]?.pipeline ?? 0,
        worst,
        most: most / first.stepCount,
        held: held.filter(([, ns]) => ns >= NAMED * lost).map(([rank, ns]) => [rank, ns / first.stepCount]),
        ratio: mostRows / meanRows,
        lost: lost / first.stepCount,
      },
    ];
  });
}

type Calls = Pick<ExpertWork, 'rows' | 'durationsNs'>;

/**
 * Of its calls, as the others would take for as many rows, where the rank takes so much longer than they do: by its calls of no
 * fewer and no more rows than theirs.
 */
function usualDurations({ rows, durationsNs }: Calls, told: readonly Calls[], excess: number): readonly number[] {
  const others = told.filter((one) => one.rows !== rows);
  const theirs = others.flatMap((one) => one.rows);
  const nsOf = durationByRows(
    theirs,
    others.flatMap((one) => one.durationsNs),
  );
  const [least, most] = [minOf(theirs), maxOf(theirs)];
  let [ownNs, usualNs] = [0, 0];
  for (const [call, own] of rows.entries()) {
    if (own < least || own > most) continue;
    ownNs += durationsNs[call];
    usualNs += nsOf(own);
  }
  const slowness = ownNs / usualNs;
  return slowness > 1 + excess ? durationsNs.map((ns) => ns / slowness) : durationsNs;
}

/** The line through all of them (least squares): a call takes some time whatever its rows. */
function durationByRows(rows: readonly number[], durationsNs: readonly number[]): (rows: number) => number {
  const [meanRows, meanNs] = [meanOf(rows), meanOf(durationsNs)];
  let [products, squares] = [0, 0];
  for (const [at, own] of rows.entries()) {
    products += (own - meanRows) * (durationsNs[at] - meanNs);
    squares += (own - meanRows) ** 2;
  }
  const slope = squares > 0 ? products / squares : 0;
  return (own) => meanNs + slope * (own - meanRows);
}
