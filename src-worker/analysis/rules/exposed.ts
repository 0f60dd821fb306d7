import { sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import type { RankRecord } from '../record/rankRecord';
import { finding, groupsOfRanks, lostBy, notReported, numbersOfRanks, type Rule, type RuleResult } from '../rule';

/**
 * A5: data that moves while nothing is computed. Waiting for a peer is not part of it: who is waited for is C8's finding,
 * and who waits is its victim. Source: Hermes (overlap), with the true split of exposed communication.
 */
export const exposedCommunication: Rule = {
  id: 'A5',
  sources: ['Hermes', 'MindStudio Insight', 'Tracelane'],
  thresholds: ['exposed.share'],
  find: (job, limits): RuleResult => {
    const known = job.ranks.filter(({ split }) => split.exposed?.isSplit === true);
    const limit = limits['exposed.share'];
    const reported = known.filter((rank) => movingOf(rank) / job.stepNs > limit);
    const below = without(known, reported).sort((a, b) => movingOf(b) - movingOf(a))[0];
    return {
      findings: groupsOfRanks(job, reported, movingOf, 0).map((group) => {
        const { worst, ns, members } = group;
        const ranks = numbersOfRanks(members);
        const [waiting, all] = [worst.split.exposed?.waitingNs, worst.split.exposed?.movingNs].map(
          (sum = Number.NaN) => sum / worst.stepCount,
        );
        return finding(job, worst.label, {
          rule: 'A5',
          class: 'communication',
          rank: worst.rank,
          label: worst.label,
          members,
          place: { ranks },
          title: sentence('A5.title', { ranks, ...lostBy(job, group) }),
          cause: sentence('A5.cause', {
            ranks: [worst.rank],
            all,
            moving: movingOf(worst),
            waiting,
            overlap: overlapOf(worst),
          }),
          advice: [sentence('A5.advice.overlap'), sentence('A5.advice.buckets')],
          lostNsPerStep: ns,
          gain: { nsPerStep: ns, formula: sentence('A5.gain') },
          confidence: 'high',
          evidence: worst.shown?.moving ? [worst.shown.moving] : [],
        });
      }),
      notReported: below
        ? [
            notReported('A5', 'communication', 'exposed.share', {
              title: sentence('A5.fine'),
              value: movingOf(below) / job.stepNs,
              limit,
              rank: below.rank,
              label: below.label,
            }),
          ]
        : [],
      notRun:
        known.length < job.ranks.length
          ? [
              {
                rule: 'A5',
                reason: sentence('needs.planes'),
                ranks: known.length === 0 ? [] : numbersOfRanks(without(job.ranks, known)),
              },
            ]
          : [],
    };
  },
};

/**
 * A step, of exposed communication: what some plane moved data in, and none waited. Where no plane has a task nothing moves:
 * collectives of many ranks begin on the planes when all are there.
 */
function movingOf({ split, stepCount }: RankRecord): number {
  const { exposed } = split;
  return exposed ? (exposed.exposedNs - exposed.waitingNs - exposed.restNs) / stepCount : Number.NaN;
}

/** A4: share of communication beside computing. */
function overlapOf({ split }: RankRecord): number {
  return split.overlappedNs / split.communicationNs;
}
