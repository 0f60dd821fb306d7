import { sentence } from '../../../src-contract/findings/sentence';
import { meanOf, medianOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import type { Collective } from '../../model/collectives/collective';
import { movedBytes, wireNsOf } from '../../model/collectives/transit';
import type { JobRecord } from '../record/jobRecord';
import { finding, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/** What a rank spends in sends and receives, a step. */
interface Passing {
  readonly position: number;
  readonly stage: number;
  /** Of which nothing moves; only the part that no computing hides. */
  readonly waitingNs: number;
  /** Of that, what it would not wait if no rank had come late to collectives before. */
  readonly causedNs: number;
  /** NaN: nothing tells of its sends and receives but the step's sum of receives. */
  readonly movingNs: number;
  readonly bytes: number;
}

/**
 * D2: the pipeline's bubble: stages that wait in sends and receives (batched ones as well) for the one before or behind them.
 * What comes of stages of unequal length is the imbalance's, what comes of late ranks is theirs (an effect of them, where nothing but
 * that is above the limit); the rest follows from the number of micro-batches, ideally
 * (p − 1) / m of the computing. Of ranks whose sends and receives are not told one by one, the step file’s Bubble is what they spend in
 * receives, by its own account of the step beside computing; where it is 0 that says nothing, since it has no batched ones. Source: Megatron-LM (Narayanan et al., SC'21, §2.2).
 */
export const pipelineBubble: Rule = {
  id: 'D2',
  sources: ['Tracelane'],
  thresholds: ['bubble.share'],
  find: (job, limits): RuleResult => {
    const passing = passingOf(job);
    if (passing.length === 0) return { findings: [] };
    const stages = [...groupBy(passing, ({ stage }) => stage).values()];
    const usualNs = meanOf(stages.map((own) => medianOf(own.map(({ waitingNs }) => waitingNs))));
    const waited = Math.max(0, usualNs - imbalanceNs(job));
    const limit = limits['bubble.share'];
    const caused = Math.min(waited, meanOf(stages.map((own) => medianOf(own.map(({ causedNs }) => causedNs)))));
    // Of a bubble that is there without them as well, what late ranks add to it is theirs alone.
    const isOwn = shareOf(job, waited - caused) >= limit;
    const lost = isOwn ? waited - caused : waited;
    if (!(shareOf(job, lost) >= limit))
      return {
        findings: [],
        notReported: [
          notReported('D2', 'parallelism', 'bubble.share', {
            title: sentence('bubble.fine'),
            value: shareOf(job, lost),
            limit,
            rank: undefined,
          }),
        ],
      };
    const worst = passing.reduce((most, own) => (own.waitingNs > most.waitingNs ? own : most));
    const least = passing.reduce((most, own) => (own.waitingNs < most.waitingNs ? own : most));
    const { rank, shown } = job.ranks[worst.position];
    const values = {
      ranks: [rank],
      lost,
      share: shareOf(job, lost),
      waiting: worst.waitingNs,
      moving: worst.movingNs,
      size: worst.bytes,
      others: [job.ranks[least.position].rank],
      least: least.waitingNs,
      caused: isOwn ? 0 : caused,
    };
    return {
      findings: [
        finding(job, 'bubble', {
          rule: 'D2',
          class: 'parallelism',
          rank: undefined,
          place: { ranks: [] },
          title: sentence('bubble.title', values),
          cause: sentence(Number.isNaN(worst.movingNs) ? 'bubble.cause.steps' : 'bubble.cause', values),
          advice: [sentence('bubble.advice.batches'), sentence('bubble.advice.virtual')],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('bubble.gain') },
          confidence: 'medium',
          evidence: shown?.passing ? [shown.passing] : [],
        }),
      ],
    };
  },
};

/** Ranks whose sends and receives tell how much they moved, or whose steps have a sum of receives; without known stages each rank is one. */
function passingOf(job: JobRecord): Passing[] {
  const wireNs = (op: Collective) => wireNsOf(op, job.groups);
  const byRank = groupBy(job.pointToPoint, ({ rank }) => rank);
  return job.ranks.flatMap(({ rank, split, stepCount }, position): Passing[] => {
    const own = (byRank.get(rank) ?? []).filter((op) => !Number.isNaN(wireNs(op)));
    const isTold = own.length > 0;
    if (!isTold && !(split.bubbleNs > 0)) return [];
    const sum = (of: (op: Collective) => number) => own.reduce((ns, op) => ns + of(op), 0) / stepCount;
    const exposed = split.communicationNs > 0 ? split.notOverlappedNs / split.communicationNs : 1;
    const movingNs = isTold ? sum(wireNs) : Number.NaN;
    const toldNs = isTold
      ? exposed * (sum((op) => op.elapseNs) - movingNs)
      : Math.min(split.bubbleNs, split.notOverlappedNs) / stepCount;
    // Sends may wait beside computing, and receives beside sends, more than the rest of the communication does.
    const waitingNs = Math.min(toldNs, (job.late.stillNs.get(rank) ?? Number.POSITIVE_INFINITY) / stepCount);
    const stage = job.places[position]?.pipeline ?? rank;
    return [
      {
        position,
        stage,
        waitingNs,
        causedNs: Math.min(waitingNs, (job.late.sparedNs.get(rank) ?? 0) / stepCount),
        movingNs,
        bytes: isTold ? sum((op) => movedBytes(op) || 0) : Number.NaN,
      },
    ];
  });
}

/** How much longer the longest stage computes than they do on average. */
export function imbalanceNs({ ranks, places }: JobRecord): number {
  const stages = [...groupBy(ranks.keys(), (position) => places[position]?.pipeline)].flatMap(([stage, positions]) => {
    const ns = medianOf(positions.map((position) => ranks[position].split.computingNs / ranks[position].stepCount));
    return stage === undefined || Number.isNaN(ns) ? [] : [ns];
  });
  return stages.length < 2 ? 0 : Math.max(...stages) - meanOf(stages);
}
