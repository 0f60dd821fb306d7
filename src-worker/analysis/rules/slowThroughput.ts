import { sentence } from '../../../src-contract/findings/sentence';
import { medianOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { isLinkTransport } from '../../names/transports';
import { abnormalFunctions, type JobFunction } from '../patterns/jobFunctions';
import { type JobRecord, peersKey } from '../record/jobRecord';
import { finding, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/**
 * D3: a rank whose collectives move their data more slowly than its peers’, by the throughput alone (PerfTracker’s β, µ, σ; Hermes).
 * Where links are told one by one, C6 has it. Without bytes by transport a call’s duration holds its waiting: the rank that all wait
 * for would look fastest, so nothing is said.
 */
export const slowThroughput: Rule = {
  id: 'D3',
  sources: ['PerfTracker', 'Hermes'],
  thresholds: ['pattern.share', 'pattern.deviations', 'peers.excess', 'peers.few', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const linked = new Set(job.links.filter(({ source, target }) => source !== target).map((own) => own.transport));
    const slow = abnormalFunctions(job, limits, (own) => own.class === 'communication' && !linked.has(own.transport))
      .filter(isTold)
      .flatMap((own) => slowRanks(job, own, limits['peers.excess'], limits['peers.few']))
      .sort((a, b) => b.lostNs - a.lostNs);
    const limit = limits['finding.least-share'];
    const below = slow.find(({ lostNs }) => shareOf(job, lostNs) < limit);
    return {
      findings: slow
        .filter(({ lostNs }) => shareOf(job, lostNs) >= limit)
        .map(({ position, own, at, usual, lostNs }) => {
          const { rank, label } = job.ranks[position];
          const { name, transport } = own;
          const values = {
            ...{ ranks: [rank], name, transport, lost: lostNs, share: shareOf(job, lostNs) },
            ...{ own: gbps(own.own[at].throughputGBps), usual: gbps(usual) },
          };
          const { longest } = own.own[at];
          return finding(job, `throughput ${own.key.replaceAll('\n', ' ')} ${label}`, {
            rule: 'D3',
            class: 'communication',
            rank,
            label,
            place: { ranks: [rank], op: name },
            title: sentence('D3.throughput.title', values),
            cause: sentence('D3.throughput.cause', values),
            advice: [sentence('D3.throughput.advice', values)],
            lostNsPerStep: lostNs,
            gain: { nsPerStep: lostNs, formula: sentence('D3.throughput.gain') },
            confidence: 'low',
            evidence: longest ? [longest] : [],
          });
        }),
      notReported: below
        ? [
            notReported('D3', 'communication', 'finding.least-share', {
              title: sentence('D3.throughput.fine'),
              value: shareOf(job, below.lostNs),
              limit,
              rank: job.ranks[below.position].rank,
              label: job.ranks[below.position].label,
            }),
          ]
        : [],
    };
  },
};

/** By transport, so that its bytes and their time on the wire are known. */
function isTold({ transport }: JobFunction): boolean {
  return transport !== '' && isLinkTransport(transport);
}

/** `usual`: GB/s, median of the rank and its peers. */
function slowRanks(job: JobRecord, own: JobFunction, excess: number, fewest: number) {
  const sets = [...groupBy(own.positions.keys(), (at) => peersKey(job, own.positions[at]))];
  const peersOf = new Map(
    sets.map(([key, members]) => {
      const usual = medianOf(members.map((at) => own.own[at].throughputGBps));
      return [key, { count: members.length, usual }];
    }),
  );
  return own.positions.flatMap((position, at) => {
    const { throughputGBps, exposedNs } = own.own[at];
    const { count = 0, usual = Number.NaN } = peersOf.get(peersKey(job, position)) ?? {};
    const isSlow = own.isAbnormal[at] && throughputGBps > 0 && throughputGBps * (1 + excess) < usual;
    if (!isSlow || count < fewest) return [];
    const lostNs = (exposedNs * (1 - throughputGBps / usual)) / job.ranks[position].stepCount;
    return [{ position, own, at, usual, lostNs }];
  });
}

function gbps(value: number): string {
  return value.toPrecision(3);
}
