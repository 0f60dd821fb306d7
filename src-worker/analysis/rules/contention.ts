import { sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import { type CollectiveKind, isComparable } from '../../model/collectives/besideComputing';
import { lossOfRanks } from '../rankLoss';
import type { RankRecord } from '../record/rankRecord';
import { numbersOfRanks, type Rule, type RuleResult } from '../rule';

/**
 * C4: collectives that move their data slower while the device computes: both want the memory's bandwidth. Measured on the
 * same collective, group and size, alone and beside computing. Source: Hermes (contention), msprof-analyze (bandwidth
 * contention). What computing hides costs no step: no more is lost than what is exposed.
 */
export const contention: Rule = {
  id: 'C4',
  sources: ['Hermes', 'msprof-analyze'],
  thresholds: ['contention.share', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const known = job.ranks.filter(({ collectives }) => (collectives ?? []).some(isComparable));
    const slowed = ({ collectives = [] }: RankRecord) =>
      collectives.filter((own) => isComparable(own) && speedBeside(own) < limits['contention.share']);
    const lostNs = (rank: RankRecord) => {
      const ns = slowed(rank).reduce((sum, own) => sum + own.beside.wireNs * (1 - speedBeside(own)), 0);
      return Math.min(ns, rank.split.notOverlappedNs) / rank.stepCount;
    };
    const result = lossOfRanks(job, known, limits, {
      rule: 'C4',
      class: 'communication',
      limit: 'finding.least-share',
      nsOf: lostNs,
      told: (rank, values) => {
        const [worst] = slowed(rank).sort((a, b) => b.beside.wireNs - a.beside.wireNs);
        return {
          title: sentence('C4.title', values),
          cause: sentence('C4.cause', {
            op: worst.type,
            size: worst.sizeBytes,
            alone: worst.alone.wireNs / worst.alone.count,
            beside: worst.beside.wireNs / worst.beside.count,
            count: worst.beside.count,
          }),
          advice: [sentence('C4.advice')],
          gain: sentence('C4.gain'),
          confidence: 'medium',
          op: worst.type,
        };
      },
      fine: sentence('C4.fine'),
    });
    const left = without(job.ranks, known);
    const ranks = known.length === 0 ? [] : numbersOfRanks(left);
    return { ...result, notRun: left.length > 0 ? [{ rule: 'C4', reason: sentence('needs.both'), ranks }] : [] };
  },
};

/** Bandwidth beside computing over that alone. */
function speedBeside({ alone, beside }: CollectiveKind): number {
  return alone.wireNs / alone.count / (beside.wireNs / beside.count);
}
