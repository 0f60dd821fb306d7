import { sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import type { RankRecord } from '../record/rankRecord';
import {
  finding,
  groupsOfRanks,
  lostBy,
  notReported,
  numbersOfRanks,
  type Rule,
  type RuleResult,
  shownKernels,
} from '../rule';

/** B2: ops that run on the AI CPU; those with double inputs could run elsewhere with another type. Source: msprof-analyze. */
export const aiCpuOps: Rule = {
  id: 'B2',
  sources: ['msprof-analyze', 'MindStudio Insight'],
  thresholds: ['ai-cpu.least', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const known = job.ranks.filter(({ kernels }) => kernels !== undefined);
    const limit = limits['finding.least-share'];
    const nsOf = ({ kernels, stepCount }: RankRecord) =>
      (kernels?.aiCpu.reduce((sum, { totalNs }) => sum + totalNs, 0) ?? Number.NaN) / stepCount;
    const reported = known.filter((rank) => nsOf(rank) / job.stepNs >= limit);
    const below = without(known, reported).filter((rank) => nsOf(rank) > 0);
    below.sort((a, b) => nsOf(b) - nsOf(a));
    return {
      findings: groupsOfRanks(job, reported, nsOf, 0).map((group) => {
        const { worst, ns, members } = group;
        const ops = worst.kernels?.aiCpu ?? [];
        const double = ops.find(({ inputTypes }) => /DOUBLE/i.test(inputTypes));
        const values = {
          ranks: numbersOfRanks(members),
          ...lostBy(job, group),
          op: ops[0]?.type ?? '',
          count: ops.reduce((sum, { count }) => sum + count, 0) / worst.stepCount,
          double: double?.type ?? '',
        };
        return finding(job, worst.label, {
          rule: 'B2',
          class: 'compute',
          rank: worst.rank,
          label: worst.label,
          members,
          place: { ranks: values.ranks },
          title: sentence('B2.title', values),
          cause: sentence(double ? 'B2.cause.double' : 'B2.cause', values),
          advice: [sentence(double ? 'B2.advice.double' : 'B2.advice', values)],
          lostNsPerStep: ns,
          gain: { nsPerStep: ns, formula: sentence('B2.gain') },
          confidence: 'medium',
          evidence: [],
          ...shownKernels(worst, ops),
        });
      }),
      notReported: below.slice(0, 1).map((rank) =>
        notReported('B2', 'compute', 'finding.least-share', {
          title: sentence('B2.fine'),
          value: nsOf(rank) / job.stepNs,
          limit,
          rank: rank.rank,
          label: rank.label,
        }),
      ),
      notRun: known.length === 0 ? [{ rule: 'B2', reason: sentence('needs.kernels'), ranks: [] }] : [],
    };
  },
};
