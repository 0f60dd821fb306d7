import type { Thresholds } from '../../../src-contract';
import { sentence } from '../../../src-contract/findings/sentence';
import { dispatchOf } from '../freeCauses';
import { lossOfRanks } from '../rankLoss';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import type { UnfusedRecord } from '../record/unfusedRecord';
import { numbersOfRanks, type Rule, type RuleResult } from '../rule';
import { sequenceText } from '../sequenceText';

/** Fused operators that a finding advises. */
const MAX_ADVISED = 4;

/** B8: ops called one by one for which Ascend has one operator. Source: msprof-analyze (affinity API). */
export const affinityOps: Rule = {
  id: 'B8',
  sources: ['msprof-analyze'],
  thresholds: ['finding.least-share'],
  find: (job, limits): RuleResult => {
    if (job.isGpu) return { findings: [], notRun: [{ rule: 'B8', reason: sentence('needs.ascend'), ranks: [] }] };
    const left = job.ranks.filter(({ unfused }) => unfused === undefined);
    const ranks = left.length === job.ranks.length ? [] : numbersOfRanks(left);
    const result = lossOf(job, limits, { key: 'ops', class: 'compute', isOptimizer: false });
    return { ...result, notRun: left.length > 0 ? [{ rule: 'B8', reason: sentence('needs.timeline'), ranks }] : [] };
  },
};

/** B8: optimizers that launch a kernel for each tensor and operation, with the device idle in between. */
export const fusedOptimizers: Rule = {
  id: 'B8',
  sources: ['msprof-analyze'],
  thresholds: ['finding.least-share'],
  find: (job, limits): RuleResult =>
    job.isGpu ? { findings: [] } : lossOf(job, limits, { key: 'optimizer', class: 'host', isOptimizer: true }),
};

interface Kind {
  readonly key: 'ops' | 'optimizer';
  readonly class: 'compute' | 'host';
  readonly isOptimizer: boolean;
}

function lossOf(job: JobRecord, limits: Thresholds, { key, class: ofClass, isOptimizer }: Kind): RuleResult {
  const known = job.ranks.filter(({ unfused }) => unfused !== undefined);
  const own = ({ unfused = [] }: RankRecord) => unfused.filter((one) => one.isOptimizer === isOptimizer);
  const lostNs = (rank: RankRecord) => own(rank).reduce((sum, one) => sum + one.lostNs, 0) / rank.stepCount;
  return lossOfRanks(job, known, limits, {
    rule: 'B8',
    key,
    class: ofClass,
    limit: 'finding.least-share',
    // Free that has a cause with a name is that one's.
    nsOf: (rank) => (isOptimizer ? Math.min(lostNs(rank), dispatchOf(job, rank, limits) || 0) : lostNs(rank)),
    told: (rank, values) => {
      const [most] = own(rank);
      return {
        title: sentence(`B8.title.${key}`, values),
        cause: sentence(most.frame === '' ? 'B8.cause' : 'B8.cause.frame', factsOf(most, rank)),
        advice: own(rank)
          .slice(0, MAX_ADVISED)
          .map((one) => sentence('B8.advice', factsOf(one, rank))),
        gain: sentence(`B8.gain.${key}`),
        confidence: 'medium',
        op: most.fused,
        evidence: most.evidence,
      };
    },
    fine: sentence(`B8.fine.${key}`),
  });
}

function factsOf(
  { fused, ops, count, kernelCount, kernelNs, lostNs, frame }: UnfusedRecord,
  { stepCount }: RankRecord,
) {
  return {
    fused,
    sequence: sequenceText(ops),
    times: count / stepCount,
    kernels: kernelCount / stepCount,
    part: kernelNs / stepCount,
    lost: lostNs / stepCount,
    frame,
  };
}
