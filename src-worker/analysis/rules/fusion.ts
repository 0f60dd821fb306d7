import { sentence } from '../../../src-contract/findings/sentence';
import { maxOf } from '../../base/aggregates';
import { without } from '../../base/without';
import { lossOfRanks } from '../rankLoss';
import type { BucketFusionRecord, RankRecord } from '../record/rankRecord';
import { numbersOfRanks, type Rule, type RuleResult } from '../rule';

/** C9: gradients sent in more messages than the links like. Source: Hermes (gradient fusion: exposed 21.76 → 3.59 ms). */
export const gradientFusion: Rule = {
  id: 'C9',
  sources: ['Hermes'],
  thresholds: ['finding.least-share'],
  find: (job, limits): RuleResult => {
    const known = job.ranks.filter(({ buckets }) => buckets !== undefined);
    const result = lossOfRanks(job, known, limits, {
      rule: 'C9',
      class: 'communication',
      limit: 'finding.least-share',
      // What computing hides gains nothing.
      nsOf: ({ buckets, split, stepCount }: RankRecord) =>
        Math.min(buckets?.gainNs ?? 0, split.notOverlappedNs || 0) / stepCount,
      told: ({ buckets }, values) => {
        const facts = factsOf(buckets);
        return {
          title: sentence('C9.title', { ...values, ...facts }),
          cause: sentence('C9.cause', facts),
          advice: [sentence('C9.advice', facts), sentence('C9.advice.megatron', facts)],
          gain: sentence('C9.gain'),
          confidence: 'medium',
          ...(buckets && { op: buckets.type, evidence: buckets.evidence, fusion: buckets.plan }),
        };
      },
      fine: sentence('C9.fine'),
    });
    const left = without(job.ranks, known);
    const ranks = known.length === 0 ? [] : numbersOfRanks(left);
    return { ...result, notRun: left.length > 0 ? [{ rule: 'C9', reason: sentence('needs.buckets'), ranks }] : [] };
  },
};

function factsOf(own: BucketFusionRecord | undefined) {
  if (!own) return {};
  const { plan, cost, type } = own;
  const sizes = new Map<number, number>();
  for (const { message, sizeBytes } of plan.buckets) sizes.set(message, (sizes.get(message) ?? 0) + sizeBytes);
  const largest = maxOf([...sizes.values()]);
  return {
    op: type,
    count: plan.buckets.length,
    messages: plan.messageCount,
    alpha: cost.alphaNs,
    speed: 1 / cost.nsPerByte,
    fitted: cost.count,
    size: largest,
    megabytes: Math.ceil(largest / 2 ** 20),
  };
}
