import type { Thresholds } from '../../../src-contract';
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
  shareOf,
  shownSteps,
} from '../rule';

/**
 * E2: computing that grows from step to step, along a line. What K-sigma (E1) misses by its own account: every step is within
 * the deviation of those before it. It loses, on the mean over the steps, what they compute longer than the first.
 */
export const drift: Rule = {
  id: 'E2',
  sources: ['Tracelane', 'ModelArts'],
  thresholds: ['drift.steps', 'drift.fit', 'drift.growth', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const known = job.ranks.filter(({ trend }) => trend && trend.count >= limits['drift.steps']);
    if (known.length === 0)
      return { findings: [], notRun: [{ rule: 'E2', reason: sentence('needs.steps'), ranks: [] }] };
    const drifting = known.filter(
      (rank) =>
        growthOf(rank) >= limits['drift.growth'] &&
        (rank.trend?.fit ?? 0) >= limits['drift.fit'] &&
        shareOf(job, lostOf(rank)) >= limits['finding.least-share'],
    );
    const [rest] = without(known, drifting).sort((a, b) => growthOf(b) - growthOf(a));
    return {
      findings: groupsOfRanks(job, drifting, lostOf, 0).map((group) => {
        const { worst, members } = group;
        // Who drifts alone and who drifts with others loses the same: all of it is above its own first step.
        const lost = lostOf(worst);
        const ranks = numbersOfRanks(members);
        const isOne = members.length === 1;
        const values = {
          ranks,
          ...lostBy(job, { ...group, ns: lost, leastNs: Math.min(...members.map(lostOf)) }),
          growth: growthOf(worst),
          first: worst.trend?.first ?? Number.NaN,
          perStep: worst.trend?.slope ?? Number.NaN,
          count: worst.trend?.count ?? Number.NaN,
        };
        return finding(job, isOne ? worst.label : 'job', {
          rule: 'E2',
          class: 'compute',
          rank: worst.rank,
          label: worst.label,
          members,
          place: { ranks },
          title: sentence('E2.title', values),
          cause: sentence('E2.cause', values),
          advice: [sentence(isOne ? 'E2.advice.rank' : 'E2.advice.job', values)],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('E2.gain') },
          confidence: 'high',
          evidence: ends(worst),
        });
      }),
      notReported: rest ? [missedBy(rest, limits)] : [],
    };
  },
};

/** What it is short of: the growth, or, where that is enough, the line. */
function missedBy(rest: RankRecord, limits: Thresholds) {
  const { rank, label } = rest;
  const growth = Math.max(0, growthOf(rest));
  const fit = rest.trend?.fit ?? 0;
  if (growth >= limits['drift.growth'] && fit < limits['drift.fit']) {
    const title = sentence('E2.no-line', { growth });
    return notReported('E2', 'compute', 'drift.fit', { title, value: fit, limit: limits['drift.fit'], rank, label });
  }
  const title = sentence('E2.fine');
  return notReported('E2', 'compute', 'drift.growth', {
    title,
    value: growth,
    limit: limits['drift.growth'],
    rank,
    label,
  });
}

/** The last step, and the first, which it is held against. */
function ends(rank: RankRecord) {
  const { steps = [] } = rank;
  return shownSteps(rank, [...steps.slice(-1), ...steps.slice(0, 1)]);
}

/** From the first step to the last, as a share of the first. */
function growthOf({ trend }: RankRecord): number {
  return trend ? (trend.slope * (trend.count - 1)) / trend.first : 0;
}

function lostOf({ trend }: RankRecord): number {
  return trend ? (trend.slope * (trend.count - 1)) / 2 : Number.NaN;
}
