import { sentence } from '../../../src-contract/findings/sentence';
import { meanOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import type { JobRecord } from '../record/jobRecord';
import { finding, longestCalls, notReported, type Rule, type RuleResult, shareOf } from '../rule';

const ALL_TO_ALL = /^all_?to_?all/i;

/** What the ranks of a group send each other in AllToAll. */
export interface TokenExchange {
  readonly group: string;
  readonly ranks: readonly number[];
  /** That sends and receives most, and how much a step, with the mean of all. */
  readonly busiest: number;
  readonly mostBytes: number;
  readonly meanBytes: number;
  /** ns a step that a link is at it, mean over the links. */
  readonly wireNs: number;
}

/** Of groups all of whose ranks tell what they send: with one missing nobody knows what the others receive. */
export function tokenExchanges({ links, groups, stepCount }: JobRecord): TokenExchange[] {
  const own = links.filter(({ type, source, target }) => ALL_TO_ALL.test(type) && source !== target);
  return [...groupBy(own, ({ group }) => group)].flatMap(([group, pairs]): TokenExchange[] => {
    const ranks = groups.get(group)?.ranks ?? [];
    const senders = new Set(pairs.map(({ source }) => source));
    if (ranks.length < 3 || !ranks.every((rank) => senders.has(rank))) return [];
    const bytes = new Map<number, number>(ranks.map((rank) => [rank, 0]));
    for (const { source, target, sizeBytes } of pairs)
      for (const rank of [source, target]) bytes.set(rank, (bytes.get(rank) ?? 0) + sizeBytes);
    const [busiest, mostBytes] = [...bytes].reduce((most, one) => (one[1] > most[1] ? one : most));
    const linkCount = ranks.length * (ranks.length - 1);
    return [
      {
        group,
        ranks,
        busiest,
        mostBytes: mostBytes / stepCount,
        meanBytes: meanOf([...bytes.values()]) / stepCount,
        wireNs: pairs.reduce((ns, { transitNs }) => ns + transitNs, 0) / linkCount / stepCount,
      },
    ];
  });
}

/**
 * D4 by the bytes to each peer: a rank with hot experts receives more tokens in one AllToAll and sends more in the next. Over a
 * step layers with other hot experts even out, so that this is a lower bound; where kernels tell call by call, they have the finding.
 */
export const unevenExchange: Rule = {
  id: 'D4',
  sources: ['Tracelane'],
  thresholds: ['experts.imbalance', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const limit = limits['experts.imbalance'];
    const exchanges = tokenExchanges(job)
      .map((own) => ({ ...own, ratio: own.mostBytes / own.meanBytes }))
      .sort((a, b) => b.ratio - a.ratio);
    const haveKernels = job.ranks.some(({ kernels }) => kernels?.experts);
    const uneven = exchanges.filter(({ ratio }) => ratio >= limit);
    const lostOf = ({ ratio, wireNs }: (typeof exchanges)[number]) => (ratio - 1) * wireNs;
    const costly = uneven.filter((own) => shareOf(job, lostOf(own)) >= limits['finding.least-share']);
    const [rest] = exchanges;
    return {
      findings: haveKernels
        ? []
        : costly.map((own) => {
            const { group, ranks, busiest, mostBytes, meanBytes, ratio } = own;
            const lost = lostOf(own);
            const values = { ranks, worst: [busiest], most: mostBytes, mean: meanBytes, ratio, lost };
            return finding(job, `exchange ${group}`, {
              rule: 'D4',
              class: 'parallelism',
              rank: busiest,
              place: { ranks: [busiest], group },
              title: sentence('D4.exchange.title', { ...values, share: shareOf(job, lost) }),
              cause: sentence('D4.exchange.cause', values),
              advice: [sentence('D4.advice')],
              lostNsPerStep: lost,
              gain: { nsPerStep: lost, formula: sentence('D4.exchange.gain') },
              confidence: 'low',
              evidence: [],
              calls: longestCalls(
                job.collectives.filter(
                  (call) => call.rank === busiest && call.group === group && ALL_TO_ALL.test(call.type),
                ),
              ),
            });
          }),
      notReported:
        rest && uneven.length === 0
          ? [
              notReported('D4', 'parallelism', 'experts.imbalance', {
                title: sentence('D4.exchange.fine'),
                value: rest.ratio,
                limit,
                rank: rest.busiest,
              }),
            ]
          : [],
    };
  },
};
