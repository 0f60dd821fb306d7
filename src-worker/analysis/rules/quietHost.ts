import { sentence } from '../../../src-contract/findings/sentence';
import { hasHost, quietOf } from '../freeCauses';
import { lossOfRanks } from '../rankLoss';
import type { Rule } from '../rule';

/**
 * B9: long gaps in which the host hardly calls its runtime, where no garbage collection is recorded: a conjecture. Source: msprof-analyze
 * (conjectured GC).
 */
export const quietHost: Rule = {
  id: 'B9',
  sources: ['msprof-analyze'],
  thresholds: ['quiet.least', 'quiet.per-call', 'quiet.call-share', 'finding.least-share'],
  find: (job, limits) =>
    lossOfRanks(
      job,
      job.ranks.filter((rank) => hasHost(rank, limits)),
      limits,
      {
        rule: 'B9',
        key: 'quiet',
        class: 'host',
        limit: 'finding.least-share',
        nsOf: quietOf,
        told: ({ free }, values) => {
          const { count = 0, longestNs = Number.NaN, name = '', evidence = [] } = free?.quiet ?? {};
          const facts = { count, longest: longestNs, name, least: limits['quiet.least'] };
          return {
            title: sentence('quiet.title', values),
            cause: sentence(name === '' ? 'quiet.cause' : 'quiet.cause.named', facts),
            advice: [sentence('quiet.advice.record'), sentence('garbage-collection.advice')],
            gain: sentence('quiet.gain'),
            confidence: 'low',
            evidence,
          };
        },
        fine: sentence('quiet.fine'),
      },
    ),
};
