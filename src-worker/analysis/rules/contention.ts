import { sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import { type CollectiveKind, isComparable } from '../../model/collectives/besideComputing';
import { type BesideReference, besideReference } from '../besideReference';
import { lossOfRanks } from '../rankLoss';
import type { RankRecord } from '../record/rankRecord';
import { numbersOfRanks, type Rule, type RuleResult } from '../rule';

/**
 * C4: collectives that move their data slower while the device computes: both want the memory's bandwidth. Measured on the
 * same collective, group and size, alone and beside computing; of those that are never alone, against the reference bandwidth. Source: Hermes
 * (contention), msprof-analyze (bandwidth contention). What computing hides costs no step: no more is lost than what is exposed.
 */
export const contention: Rule = {
  id: 'C4',
  sources: ['Hermes', 'msprof-analyze'],
  thresholds: ['contention.share', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const againstReference = besideReference(job, limits);
    const judged = new Map(job.ranks.map((rank) => [rank, judgedKinds(rank, againstReference)]));
    const known = job.ranks.filter((rank) => (judged.get(rank) ?? []).length > 0);
    const slowed = (rank: RankRecord) =>
      (judged.get(rank) ?? []).filter(({ speed }) => speed < limits['contention.share']);
    const lostNs = (rank: RankRecord) => {
      const ns = slowed(rank).reduce((sum, { own, speed }) => sum + own.beside.wireNs * (1 - speed), 0);
      return Math.min(ns, rank.split.notOverlappedNs) / rank.stepCount;
    };
    const result = lossOfRanks(job, known, limits, {
      rule: 'C4',
      class: 'communication',
      limit: 'finding.least-share',
      nsOf: lostNs,
      told: (rank, values) => {
        const [worst] = slowed(rank).sort((a, b) => b.own.beside.wireNs - a.own.beside.wireNs);
        return {
          title: sentence('C4.title', values),
          cause: causeOf(worst),
          advice: [sentence('C4.advice')],
          gain: sentence(worst.against ? 'C4.gain.reference' : 'C4.gain'),
          confidence: worst.against ? 'low' : 'medium',
          op: worst.own.type,
        };
      },
      fine: sentence('C4.fine'),
    });
    const left = without(job.ranks, known);
    const ranks = known.length === 0 ? [] : numbersOfRanks(left);
    return { ...result, notRun: left.length > 0 ? [{ rule: 'C4', reason: sentence('needs.both'), ranks }] : [] };
  },
};

interface Judged {
  readonly own: CollectiveKind;
  /** Bandwidth beside computing over that alone, or that of reference. */
  readonly speed: number;
  /** Undefined: there are calls of it alone. */
  readonly against: BesideReference | undefined;
}

function judgedKinds(
  { rank, collectives = [] }: RankRecord,
  againstReference: ReturnType<typeof besideReference>,
): Judged[] {
  return collectives.flatMap((own): Judged[] => {
    if (isComparable(own)) return [{ own, speed: speedBeside(own), against: undefined }];
    const against = againstReference(rank, own);
    return against ? [{ own, speed: against.bandwidthGBps / against.referenceGBps, against }] : [];
  });
}

/** Bandwidth beside computing over that alone. */
function speedBeside({ alone, beside }: CollectiveKind): number {
  return alone.wireNs / alone.count / (beside.wireNs / beside.count);
}

function causeOf({ own: { type, sizeBytes, alone, beside }, against }: Judged) {
  const values = { op: type, size: sizeBytes, beside: beside.wireNs / beside.count, count: beside.count };
  if (!against) return sentence('C4.cause', { ...values, alone: alone.wireNs / alone.count });
  const { transport, bandwidthGBps, referenceGBps } = against;
  return sentence('C4.cause.reference', { ...values, transport, bandwidth: bandwidthGBps, reference: referenceGBps });
}
