import { sentence } from '../../../src-contract/findings/sentence';
import { medianOfOthers } from '../../base/aggregates';
import { without } from '../../base/without';
import type { RankRecord } from '../record/rankRecord';
import { finding, notReported, numbersOfRanks, type Rule, type RuleResult } from '../rule';

/** A rank that grows by so many times what the others grow by leaks alone. */
const STANDS_OUT = 1.5;

/**
 * F1: the framework's memory at the ends of steps grows along a line, from step to step. It costs no time until the memory is
 * full, so it is measured in bytes a step. The Memory tab's rule (`model/memory/growth.ts`).
 */
export const leak: Rule = {
  id: 'F1',
  sources: ['Tracelane'],
  thresholds: ['leak.steps', 'leak.rising-share', 'leak.fit', 'leak.growth-of-peak'],
  find: (job, limits): RuleResult => {
    const known = job.ranks.filter(({ memory }) => memory !== undefined);
    if (known.length === 0)
      return { findings: [], notRun: [{ rule: 'F1', reason: sentence('needs.memory'), ranks: [] }] };
    const leaking = known.filter(({ memory }) => memory?.isLeakSuspected);
    const usualBeside = medianOfOthers(known.map(growthOf));
    const alone = leaking.filter((rank) => {
      return known.length === 1 || growthOf(rank) > STANDS_OUT * Math.max(0, usualBeside(growthOf(rank)));
    });
    const together = without(leaking, alone);
    const groups = [...alone.map((rank) => [rank]), ...(together.length > 0 ? [together] : [])];
    const [rest] = without(known, leaking).sort((a, b) => growthOf(b) - growthOf(a));
    return {
      findings: groups.map((members) => {
        const worst = members.reduce((most, own) => (growthOf(own) > growthOf(most) ? own : most));
        const { ops = [], stepCount = Number.NaN } = worst.memory ?? {};
        const values = {
          ranks: numbersOfRanks(members),
          growth: growthOf(worst),
          count: stepCount,
          op: ops[0]?.name ?? '',
          part: ops[0] ? ops[0].bytes / Math.max(1, ops[0].steps) : Number.NaN,
        };
        return finding(job, members.length === 1 ? worst.label : 'job', {
          rule: 'F1',
          class: 'memory',
          rank: worst.rank,
          label: worst.label,
          members,
          place: { ranks: values.ranks, ...(ops[0] && { op: ops[0].name }) },
          title: sentence('F1.title', values),
          cause: sentence(ops[0] ? 'F1.cause.op' : 'F1.cause', values),
          advice: [sentence('F1.advice')],
          lostNsPerStep: 0,
          gain: { nsPerStep: 0, formula: sentence('F1.gain') },
          confidence: 'high',
          // Its curves are those of the Memory tab.
          evidence: [],
        });
      }),
      notReported:
        rest?.memory && rest.memory.peakBytes > 0
          ? [
              notReported('F1', 'memory', 'leak.growth-of-peak', {
                title: sentence('F1.fine'),
                value: Math.max(0, (growthOf(rest) * (rest.memory.stepCount - 1)) / rest.memory.peakBytes),
                limit: limits['leak.growth-of-peak'],
                rank: rest.rank,
                label: rest.label,
              }),
            ]
          : [],
    };
  },
};

/** Bytes a step. */
function growthOf({ memory }: RankRecord): number {
  return memory?.bytesPerStep ?? 0;
}
