import { sentence } from '../../../src-contract/findings/sentence';
import { maxOf, minOf } from '../../base/aggregates';
import { groupByTuple } from '../../base/tupleMap';
import { type Collective, collectiveKeys } from '../../model/collectives/collective';
import { type CallRecord, finding, longestCalls, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/**
 * C5: a collective that takes seconds on every rank with seconds on RDMA: packets were lost and sent again after the
 * adapter's timeout (4 s by default). Source: msprof-analyze (communication retransmission).
 */
export const retransmission: Rule<CallRecord> = {
  id: 'C5',
  sources: ['msprof-analyze', 'Hermes'],
  thresholds: ['retransmission.least'],
  find: (job, limits): RuleResult => {
    const limit = limits['retransmission.least'];
    const carried = job.collectives.filter((own) => rdmaNs(own) > 0);
    if (carried.length === 0)
      return { findings: [], notRun: [{ rule: 'C5', reason: sentence('needs.rdma'), ranks: [] }] };
    const calls = groupByTuple(carried, collectiveKeys).groups.map((own) => ({
      own,
      leastNs: minOf(own.map(({ elapseNs }) => elapseNs)),
      wireNs: maxOf(own.map(rdmaNs)),
    }));
    const found = calls.filter(({ leastNs, wireNs }) => leastNs >= limit && wireNs > limit);
    if (found.length === 0)
      return {
        findings: [],
        notReported: [
          notReported('C5', 'communication', 'retransmission.least', {
            title: sentence('C5.fine'),
            value: maxOf(calls.map(({ leastNs, wireNs }) => Math.min(leastNs, wireNs))),
            limit,
            rank: undefined,
          }),
        ],
      };
    const worst = found.reduce((most, one) => (one.leastNs > most.leastNs ? one : most));
    const lost = found.reduce((sum, { leastNs }) => sum + leastNs, 0) / job.stepCount;
    const ranks = [...new Set(found.flatMap(({ own }) => own.map(({ rank }) => rank)))].sort((a, b) => a - b);
    const values = {
      ranks,
      lost,
      share: shareOf(job, lost),
      count: found.length,
      op: worst.own[0].name,
      longest: worst.leastNs,
    };
    return {
      findings: [
        finding(job, 'rdma', {
          rule: 'C5',
          class: 'communication',
          rank: undefined,
          place: { ranks, op: worst.own[0].name, group: worst.own[0].group },
          title: sentence('C5.title', values),
          cause: sentence('C5.cause', values),
          advice: [sentence('C5.advice')],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('C5.gain') },
          confidence: 'high',
          evidence: [],
          calls: longestCalls(worst.own, 'RDMA'),
        }),
      ],
    };
  },
};

function rdmaNs({ bandwidths }: Collective): number {
  return bandwidths.find(({ transport }) => transport === 'RDMA')?.transitNs ?? 0;
}
