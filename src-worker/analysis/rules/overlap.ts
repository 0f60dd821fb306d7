import { sentence } from '../../../src-contract/findings/sentence';
import { minOf } from '../../base/aggregates';
import { once } from '../../base/once';
import { groupByTuple } from '../../base/tupleMap';
import { type Collective, collectiveKeys } from '../../model/collectives/collective';
import { wireNsOf } from '../../model/collectives/transit';
import { lossOfRanks } from '../rankLoss';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { isMatched, numbersOfRanks, type Rule, type RuleResult } from '../rule';

/**
 * A4: communication that computing does not hide, on ranks whose timeline has no planes; with planes A5 says the same more
 * exactly. What moves data is the time on the wire, else the shortest call of all ranks of a collective: the others' longer
 * calls are waiting, which is the late rank's. Computing hides that first: who waits long has hardly more of it exposed. So it
 * is the least that can be. Source: Hermes (overlap ratios).
 */
export const hiddenCommunication: Rule = {
  id: 'A4',
  sources: ['Hermes', 'MindStudio Insight'],
  thresholds: ['exposed.share'],
  find: (job, limits): RuleResult => {
    const ranks = job.ranks.filter(({ split }) => split.exposed?.isSplit !== true);
    const moving = movingByRank(job);
    const movingNs = (rank: RankRecord) => {
      const { notOverlappedNs, overlappedNs } = rank.split;
      const ns = (moving.get(rank.rank) ?? Number.NaN) - overlappedNs;
      return Math.min(Math.max(0, ns), notOverlappedNs) / rank.stepCount;
    };
    const unknown = ranks.filter((rank) => Number.isNaN(movingNs(rank)));
    const result = lossOfRanks(job, ranks, limits, {
      rule: 'A4',
      class: 'communication',
      limit: 'exposed.share',
      nsOf: movingNs,
      told: (worst, values) => {
        const { notOverlappedNs, overlappedNs, communicationNs } = worst.split;
        const cause = {
          ranks: [worst.rank],
          exposed: notOverlappedNs / worst.stepCount,
          moving: movingNs(worst),
          overlap: overlappedNs / communicationNs,
        };
        return {
          title: sentence('A5.title', values),
          cause: sentence('A4.cause', cause),
          advice: [sentence('A5.advice.overlap'), sentence('A5.advice.buckets')],
          gain: sentence('A4.gain'),
          confidence: 'medium',
          evidence: worst.shown?.waiting ? [worst.shown.waiting] : [],
        };
      },
      fine: sentence('A5.fine'),
    });
    const reason = sentence('needs.moving');
    return {
      ...result,
      notRun:
        unknown.length > 0
          ? [{ rule: 'A4', reason, ranks: unknown.length === job.ranks.length ? [] : numbersOfRanks(unknown) }]
          : [],
    };
  },
};

/** Of all steps, by number of the rank; ranks are left out of whose collectives none tells. */
function movingByRank(job: JobRecord): ReadonlyMap<number, number> {
  const { collectives, pointToPoint, groups } = job;
  // Only where something does not tell by itself.
  const shared = once(() => groupByTuple([...collectives, ...pointToPoint], collectiveKeys).of);
  const areMatched = isMatched(job);
  const movingNs = (own: Collective) => {
    const onWireNs = wireNsOf(own, groups);
    if (!Number.isNaN(onWireNs) || !areMatched) return onWireNs;
    const calls = shared().get(collectiveKeys(own)) ?? [];
    return calls.length < 2 ? onWireNs : minOf(calls.map(({ elapseNs }) => elapseNs));
  };
  const sums = new Map<number, number>();
  for (const all of [collectives, pointToPoint])
    for (const own of all) {
      const ns = movingNs(own);
      const before = sums.get(own.rank);
      // Of those that are known; NaN where none is.
      if (before === undefined || Number.isNaN(before)) sums.set(own.rank, ns);
      else if (!Number.isNaN(ns)) sums.set(own.rank, before + ns);
    }
  return sums;
}
