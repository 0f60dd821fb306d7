import { sentence } from '../../../src-contract/findings/sentence';
import { finding, notReported, numbersOfRanks, type Rule, type RuleResult } from '../rule';

/**
 * B9: SyncBatchNorm, which exchanges statistics in every layer, forward and backward. How long that takes is in the
 * communication already; here is that it is done. Source: msprof-analyze.
 */
export const syncBatchNorm: Rule = {
  id: 'B9',
  sources: ['msprof-analyze'],
  thresholds: ['sync-batch-norm.count'],
  find: (job, limits): RuleResult => {
    const limit = limits['sync-batch-norm.count'];
    const known = job.ranks.filter(({ host }) => (host?.syncBatchNormCount ?? 0) > 0);
    const most = known.reduce((count, { host }) => Math.max(count, host?.syncBatchNormCount ?? 0), 0);
    const over = known.filter(({ host }) => (host?.syncBatchNormCount ?? 0) >= limit);
    const title = sentence('sync-batch-norm.fine');
    if (over.length === 0)
      return {
        findings: [],
        notReported:
          most === 0
            ? []
            : [
                notReported('B9', 'communication', 'sync-batch-norm.count', {
                  title,
                  value: most,
                  limit,
                  rank: undefined,
                }),
              ],
      };
    const ranks = numbersOfRanks(over);
    return {
      findings: [
        finding(job, 'sync-batch-norm', {
          rule: 'B9',
          class: 'communication',
          rank: undefined,
          members: over,
          place: { ranks },
          title: sentence('sync-batch-norm.title', { ranks, count: most }),
          cause: sentence('sync-batch-norm.cause'),
          advice: [sentence('sync-batch-norm.advice')],
          lostNsPerStep: 0,
          gain: { nsPerStep: 0, formula: sentence('sync-batch-norm.gain') },
          confidence: 'low',
          evidence: [],
        }),
      ],
    };
  },
};
