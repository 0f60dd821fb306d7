import { sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import type { KernelKindWork } from '../../model/kernels/kernelWork';
import { attainable, computingShare } from '../kernelBounds';
import { lossOfRanks } from '../rankLoss';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { numbersOfRanks, type Rule, type RuleResult } from '../rule';
import { shortName } from '../sequenceText';

/**
 * B5: kernels that multiply matrices far below the device's roofline, where no counters of its units tell (B4). Source: Hermes:
 * 99 % of what it finds in computing are underutilised kernels.
 */
export const underRoofline: Rule = {
  id: 'B5',
  sources: ['Hermes'],
  thresholds: ['kernel-room.share', 'kernel-room.least'],
  find: (job, limits): RuleResult => {
    const low = (rank: RankRecord) => lowKinds(job, rank, limits['kernel-room.least']);
    const known = job.ranks.filter(({ kernels }) => kernels?.kinds.some((own) => isJudged(job, own)));
    const result = lossOfRanks(job, known, limits, {
      rule: 'B5',
      class: 'compute',
      limit: 'kernel-room.share',
      nsOf: (rank) => (computingShare(rank) * low(rank).reduce((sum, { ns }) => sum + ns, 0)) / rank.stepCount,
      told: (rank, values) => {
        const own = low(rank).sort((a, b) => b.ns - a.ns);
        const [{ kind, reach, ns }] = own;
        const facts = {
          op: shortName(kind.type),
          count: own.length,
          reach,
          part: (computingShare(rank) * ns) / rank.stepCount,
          chip: job.chip?.name ?? '',
        };
        return {
          title: sentence('B5.title', { ...values, ...facts }),
          cause: sentence('B5.cause', facts),
          advice: [sentence('B5.advice')],
          gain: sentence('B5.gain'),
          confidence: 'low',
          op: kind.type,
          kinds: own.map(({ kind }) => kind),
        };
      },
      fine: sentence('B5.fine'),
    });
    const left = without(job.ranks, known).filter(({ kernels }) => !kernels?.kinds.some(({ ratios }) => ratios));
    const ranks = left.length === job.ranks.length ? [] : numbersOfRanks(left);
    return { ...result, notRun: left.length > 0 ? [{ rule: 'B5', reason: sentence('needs.flops'), ranks }] : [] };
  },
};

function isJudged({ chip }: JobRecord, own: KernelKindWork): boolean {
  return own.ratios === undefined && attainable(own, chip).flopPerSecond > 0;
}

function lowKinds(job: JobRecord, { kernels }: RankRecord, leastNs: number) {
  return (kernels?.kinds ?? []).flatMap((kind) => {
    const meanNs = kind.totalNs / kind.count;
    const { flopPerSecond, bound } = attainable(kind, job.chip);
    if (!isJudged(job, kind) || bound !== 'underutilised' || meanNs < leastNs) return [];
    const reach = kind.facts.flop / (meanNs * 1e-9) / flopPerSecond;
    return [{ kind, reach, ns: kind.totalNs * (1 - reach) }];
  });
}
