import type {
  Finding,
  FindingClass,
  FindingEvidence,
  RuleId,
  Sentence,
  ThresholdId,
  Thresholds,
} from '../../src-contract';
import type { KernelKindWork } from '../model/kernels/kernelWork';
import type { JobRecord } from './record/jobRecord';
import type { RankRecord } from './record/rankRecord';
import { finding, groupsOfRanks, lostBy, notReported, numbersOfRanks, type RuleResult, shownKernels } from './rule';

/** Time that ranks lose a step to one thing; reported from a share of the step on. */
export interface RankLoss {
  readonly rule: RuleId;
  /** Tells its findings from others of the same rule and rank. */
  readonly key?: string;
  readonly class: FindingClass;
  readonly limit: ThresholdId;
  /** NaN: not known of this rank. */
  readonly nsOf: (rank: RankRecord) => number;
  readonly told: (worst: RankRecord, values: { ranks: readonly number[]; lost: number; share: number }) => ToldLoss;
  readonly fine: Sentence;
}

export interface ToldLoss {
  readonly title: Sentence;
  readonly cause: Sentence;
  readonly advice: readonly Sentence[];
  readonly gain: Sentence;
  readonly confidence: Finding['confidence'];
  readonly op?: string;
  readonly evidence?: readonly FindingEvidence[];
  /** What loses most, first. */
  readonly kinds?: readonly KernelKindWork[];
  readonly fusion?: Finding['fusion'];
}

/** Ranks over the limit as findings (`groupsOfRanks`); of the others the one that loses most, as fine. */
export function lossOfRanks(
  job: JobRecord,
  ranks: readonly RankRecord[],
  limits: Thresholds,
  loss: RankLoss,
): RuleResult {
  const limit = limits[loss.limit];
  // It is asked over and over, and may go through all kernels of a rank.
  const lossOf = new Map(ranks.map((rank) => [rank, loss.nsOf(rank)]));
  const nsOf = (rank: RankRecord) => lossOf.get(rank) ?? Number.NaN;
  const below = ranks
    .filter((rank) => !(nsOf(rank) / job.stepNs >= limit) && nsOf(rank) > 0)
    .sort((a, b) => nsOf(b) - nsOf(a))[0];
  const known = ranks.filter((rank) => !Number.isNaN(nsOf(rank)));
  return {
    findings: groupsOfRanks(job, known, nsOf, limit * job.stepNs).map((group) => {
      const { worst, ns, members } = group;
      const place = { ranks: numbersOfRanks(members) };
      const told = loss.told(worst, { ...place, ...lostBy(job, group) });
      const { title, cause, advice, gain, confidence, op, evidence = [], kinds = [], fusion } = told;
      return finding(job, loss.key ? `${loss.key} ${worst.label}` : worst.label, {
        rule: loss.rule,
        class: loss.class,
        rank: worst.rank,
        label: worst.label,
        members,
        place: { ...place, ...(op !== undefined && { op }) },
        title,
        cause,
        advice,
        lostNsPerStep: ns,
        gain: { nsPerStep: ns, formula: gain },
        confidence,
        evidence,
        ...shownKernels(worst, kinds),
        ...(fusion && { fusion }),
      });
    }),
    notReported: below
      ? [
          notReported(loss.rule, loss.class, loss.limit, {
            title: loss.fine,
            value: nsOf(below) / job.stepNs,
            limit,
            rank: below.rank,
            label: below.label,
          }),
        ]
      : [],
  };
}
