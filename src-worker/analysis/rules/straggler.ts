import type { FindingEvidence, LateRank } from '../../../src-contract';
import { type SentenceId, sentence } from '../../../src-contract/findings/sentence';
import type { Agreement } from '../../model/lateness/agreement';
import type { JobRecord } from '../record/jobRecord';
import type { LateCause } from '../record/lateCauses';
import { finding, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/**
 * C8: who came late to collectives, also where it was not profiled. It loses what it came later than the next to last: the
 * others waited that long for it alone; what it did longer than its peers before that is its cause (D5). Clocks of two ranks are compared only where they are aligned.
 */
export const straggler: Rule = {
  id: 'C8',
  sources: ['Tracelane', 'PerfTracker'],
  thresholds: ['finding.least-share', 'late.from'],
  find: (job, limits): RuleResult => {
    const limit = limits['finding.least-share'];
    const share = (late: LateRank) => shareOf(job, late.causedNs / job.stepCount);
    const late = job.late.ranks.map((own, at) => ({
      own,
      agreement: job.agreements[at],
      evidence: job.lateEvidence[at] ?? [],
      before: job.lateCauses[at],
    }));
    const below = late.filter(({ own }) => share(own) < limit)[0];
    return {
      findings: late.filter(({ own }) => share(own) >= limit).map((one) => ofLate(job, one)),
      notReported: below
        ? [
            notReported('C8', 'parallelism', 'finding.least-share', {
              title: sentence('C8.fine'),
              value: share(below.own),
              limit,
              rank: below.own.isGlobal ? below.own.rank : undefined,
            }),
          ]
        : [],
      notRun: notRunOf(job),
    };
  },
};

function notRunOf(job: JobRecord): NonNullable<RuleResult['notRun']> {
  if (job.collectives.length === 0) return [{ rule: 'C8', reason: sentence('needs.collectives'), ranks: [] }];
  const { untoldCount } = job.late;
  return untoldCount > 0 ? [{ rule: 'C8', reason: sentence('needs.clocks', { count: untoldCount }), ranks: [] }] : [];
}

interface Late {
  readonly own: LateRank;
  readonly agreement: Agreement | undefined;
  readonly evidence: readonly FindingEvidence[];
  readonly before: LateCause | undefined;
}

function ofLate(job: JobRecord, { own: late, agreement, evidence, before }: Late) {
  const lost = late.causedNs / job.stepCount;
  const { rank, isGlobal, isProfiled, worst } = late;
  const seen = agreement?.observers[0];
  const values = {
    ranks: [rank],
    place: rank,
    lost,
    share: shareOf(job, lost),
    last: late.lastCount,
    seen: late.seenCount,
    op: worst.op,
    alone: worst.lateNs,
    late: seen?.afterNs ?? worst.lateNs,
    observer: seen ? [seen.observer] : [],
    spread: agreement?.spreadNs ?? Number.NaN,
    ...(before && { excess: before.excessNs, name: before.name ?? '', more: before.nameNs, peers: before.peers }),
    observers: agreement?.observers.map(({ observer }) => observer) ?? [],
  };
  const isAgreed = !Number.isNaN(values.spread);
  return finding(job, late.label, {
    rule: 'C8',
    class: 'parallelism',
    rank: isGlobal ? rank : undefined,
    place: { ranks: isGlobal ? [rank] : [], op: worst.op, group: worst.group, ...(worst.step && { step: worst.step }) },
    title: sentence(isGlobal ? 'C8.title' : 'C8.title.place', values),
    cause: sentence(
      before ? chainId(before) : isAgreed ? 'C8.cause.agreed' : seen ? 'C8.cause.seen' : 'C8.cause',
      values,
    ),
    advice: [sentence(before ? chainAdvice(before) : adviceFor(late), values)],
    lostNsPerStep: lost,
    gain: { nsPerStep: lost, formula: sentence('C8.gain') },
    confidence: isAgreed || (isProfiled && isGlobal) ? 'high' : 'medium',
    evidence: [...evidence, ...(before?.evidence ?? [])],
  });
}

/** Of who is known by its place alone no number is said. */
function adviceFor({ isProfiled, isGlobal }: LateRank): SentenceId {
  if (isProfiled) return 'C8.advice';
  return isGlobal ? 'C8.advice.profile' : 'C8.advice.profile.place';
}

function chainId({ kind, owner, name }: LateCause): SentenceId {
  if (name === undefined) return `D5.${kind}.spread`;
  return owner === 'unrecorded' ? 'D5.host.unrecorded' : `D5.${kind}`;
}

function chainAdvice({ kind, name }: LateCause): SentenceId {
  if (name !== undefined || kind === 'communication') return `D5.advice.${kind}`;
  return kind === 'computing' ? 'D2.advice' : 'A2.advice.affinity';
}
