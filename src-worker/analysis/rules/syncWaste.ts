import type { Thresholds } from '../../../src-contract';
import { type SentenceId, sentence } from '../../../src-contract/findings/sentence';
import { maxOf, meanOf } from '../../base/aggregates';
import { groupByTuple } from '../../base/tupleMap';
import { type Collective, collectiveKeys, isShared, wastedNs } from '../../model/collectives/collective';
import type { JobRecord } from '../record/jobRecord';
import { finding, isMatched, MOST_CALLS, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/**
 * C7: ranks that wait for each other in collectives: R = 1 − T_avg / T_max over the ranks of each. Source: Hermes. What comes
 * of single late ranks is theirs (C8); here is only what that leaves, at most what is exposed.
 */
export const syncWaste: Rule = {
  id: 'C7',
  sources: ['Hermes'],
  thresholds: ['sync-waste.share', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const shared = groupByTuple(job.collectives, collectiveKeys).groups.filter(isShared);
    if (shared.length === 0)
      return { findings: [], notRun: [{ rule: 'C7', reason: sentence('needs.shared'), ranks: [] }] };
    if (!isMatched(job))
      return { findings: [], notRun: [{ rule: 'C7', reason: sentence('needs.matched'), ranks: [] }] };
    const { longestNs, wasteNs, ofRankNs } = wasteOf(shared);
    const share = wasteNs / longestNs;
    const lost = Math.min(ofRankNs, job.late.leftNs, exposedNs(job)) / job.stepCount;
    const limit = limits['sync-waste.share'];
    if (share < limit || shareOf(job, lost) < limits['finding.least-share'])
      return {
        findings: [],
        notReported: [
          share < limit
            ? notReported('C7', 'parallelism', 'sync-waste.share', {
                title: sentence('C7.fine'),
                value: share,
                limit,
                rank: undefined,
              })
            : notReported('C7', 'parallelism', 'finding.least-share', {
                title: sentence('C7.fine.rest', { share }),
                value: shareOf(job, lost),
                limit: limits['finding.least-share'],
                rank: undefined,
              }),
        ],
      };
    const values = { lost, share: shareOf(job, lost), waste: share, count: shared.length };
    return {
      findings: [
        finding(job, 'collectives', {
          rule: 'C7',
          class: 'parallelism',
          rank: undefined,
          place: { ranks: [] },
          title: sentence(titleOf(job, limits), values),
          cause: sentence('C7.cause', values),
          advice: [sentence('C7.advice')],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('C7.gain') },
          confidence: 'low',
          evidence: [],
          calls: mostWasteful(shared),
        }),
      ],
    };
  },
};

/** Where late ranks are known in some of the collectives, not all of their clocks defy comparison. Those that are findings (C8) are named beside it. */
function titleOf(job: JobRecord, limits: Thresholds): SentenceId {
  const { ranks, untoldCount } = job.late;
  if (untoldCount > 0) return ranks.length > 0 ? 'C7.title.partly' : 'C7.title.untold';
  const isLate = ranks.some(({ causedNs }) => shareOf(job, causedNs / job.stepCount) >= limits['finding.least-share']);
  return isLate ? 'C7.title.partly' : 'C7.title';
}

/** A wait beside computing costs nothing. Mean over the ranks; infinite where that is not known. */
function exposedNs({ ranks }: JobRecord): number {
  const mean = meanOf(ranks.map(({ split }) => split.notOverlappedNs));
  return Number.isNaN(mean) ? Number.POSITIVE_INFINITY : mean;
}

/** Of those that most is wasted in the call that takes longest: its rank waits for the others. */
function mostWasteful(shared: readonly (readonly Collective[])[]): readonly Collective[] {
  const lengthOf = ({ elapseNs }: Collective) => (Number.isNaN(elapseNs) ? 0 : elapseNs);
  return shared
    .map((calls) => ({ calls, ns: wastedNs(calls) }))
    .sort((a, b) => b.ns - a.ns)
    .slice(0, MOST_CALLS)
    .map(({ calls }) => calls.reduce((most, own) => (lengthOf(own) > lengthOf(most) ? own : most)));
}

interface Waste {
  /** Sums over collectives of the longest of their calls, and of how much shorter the mean is. */
  readonly longestNs: number;
  readonly wasteNs: number;
  /** What a rank of the job has of it, on average: groups wait side by side, and not every rank is in each. */
  readonly ofRankNs: number;
}

function wasteOf(shared: readonly (readonly Collective[])[]): Waste {
  let [longestNs, wasteNs, ofAllNs] = [0, 0, 0];
  const ranks = new Set<number>();
  for (const calls of shared) {
    longestNs += maxOf(calls.map(({ elapseNs }) => elapseNs).filter((ns) => !Number.isNaN(ns)));
    const ns = wastedNs(calls);
    wasteNs += ns;
    ofAllNs += ns * calls.length;
    for (const { rank } of calls) ranks.add(rank);
  }
  return { longestNs, wasteNs, ofRankNs: ofAllNs / ranks.size };
}
