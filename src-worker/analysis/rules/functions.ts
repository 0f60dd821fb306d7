import type { FindingClass, Sentence } from '../../../src-contract';
import { type SentenceId, sentence } from '../../../src-contract/findings/sentence';
import { groupBy } from '../../base/groupBy';
import type { FreeClass } from '../../model/patterns/rankPatterns';
import { CAUSES, freeOf, isReported, reportedQuietOf } from '../freeCauses';
import { abnormalFunctions, type JobFunction } from '../patterns/jobFunctions';
import { lossOfRanks, type RankLoss } from '../rankLoss';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { finding, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/** D3: kernels that behave differently on one rank, by the distance of (β, µ, σ) to its peers, and take longer there. */
export const slowFunctions: Rule = {
  id: 'D3',
  sources: ['PerfTracker'],
  thresholds: ['pattern.share', 'pattern.deviations', 'peers.excess', 'peers.few', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    if (job.ranks.every(({ patterns }) => !patterns))
      return { findings: [], notRun: [{ rule: 'D3', reason: sentence('needs.patterns'), ranks: [] }] };
    const slow = abnormalFunctions(job, limits, (own) => own.class === 'compute').flatMap((own) =>
      slowRanks(job, own, limits['peers.excess']),
    );
    const limit = limits['finding.least-share'];
    const ranks = [...groupBy(slow, ({ position }) => position).values()]
      .map((kernels) => ({
        kernels: kernels.sort((a, b) => b.lostNs - a.lostNs),
        lostNs: kernels.reduce((ns, own) => ns + own.lostNs, 0),
      }))
      .sort((a, b) => b.lostNs - a.lostNs);
    const below = ranks.find(({ lostNs }) => shareOf(job, lostNs) < limit);
    return {
      findings: ranks
        .filter(({ lostNs }) => shareOf(job, lostNs) >= limit)
        .map(({ kernels, lostNs }) => slowFinding(job, kernels, lostNs)),
      notReported: below
        ? [
            notReported('D3', 'compute', 'finding.least-share', {
              title: sentence('D3.slow.fine'),
              value: shareOf(job, below.lostNs),
              limit,
              rank: job.ranks[below.kernels[0].position].rank,
              label: job.ranks[below.kernels[0].position].label,
            }),
          ]
        : [],
    };
  },
};

interface SlowKernel {
  readonly position: number;
  readonly own: JobFunction;
  readonly at: number;
  /** A step. */
  readonly lostNs: number;
}

function slowRanks(job: JobRecord, own: JobFunction, excess: number): SlowKernel[] {
  return own.positions.flatMap((position, at) => {
    const relative = own.relative[at];
    if (!own.isAbnormal[at] || !(relative > 1 + excess)) return [];
    const { count, meanNs } = own.own[at];
    return [{ position, own, at, lostNs: (count * meanNs * (1 - 1 / relative)) / job.ranks[position].stepCount }];
  });
}

function slowFinding(job: JobRecord, kernels: readonly SlowKernel[], lostNs: number) {
  const [{ position, own, at }] = kernels;
  const { rank, label } = job.ranks[position];
  const { meanNs, longest } = own.own[at];
  const values = {
    ranks: [rank],
    name: own.name,
    excess: own.relative[at] - 1,
    mean: meanNs,
    usual: meanNs / own.relative[at],
    count: kernels.length,
    lost: lostNs,
    share: shareOf(job, lostNs),
  };
  return finding(job, `kernels ${label}`, {
    rule: 'D3',
    class: 'compute',
    rank,
    label,
    place: { ranks: [rank], op: own.name },
    title: sentence(kernels.length === 1 ? 'D3.slow.one.title' : 'D3.slow.title', values),
    cause: sentence('D3.slow.cause', values),
    advice: [sentence('D3.slow.advice', values)],
    lostNsPerStep: lostNs,
    gain: { nsPerStep: lostNs, formula: sentence('D3.slow.gain') },
    confidence: 'medium',
    evidence: longest ? [longest] : [],
  });
}

const CLASS_OF: Readonly<Record<FreeClass, FindingClass>> = { memory: 'memory', runtime: 'host', python: 'host' };

/**
 * D3: memory operations, calls of the runtime and Python code in Free, over PerfTracker’s 1 %. What is more than 10 % is A2’s,
 * and what has a name (compiling, synchronising …) B3’s and B9’s.
 */
function exposedFunctions(ofClass: FreeClass): Rule {
  return {
    id: 'D3',
    sources: ['PerfTracker'],
    thresholds: ['pattern.share', 'free.share'],
    find: (job, limits): RuleResult => {
      const known = job.ranks.filter(({ patterns }) => patterns && !Number.isNaN(patterns.freeNs[ofClass]));
      const loss: RankLoss = {
        rule: 'D3',
        class: CLASS_OF[ofClass],
        limit: 'pattern.share',
        nsOf: (rank) => {
          if (rank.split.freeNs / rank.stepCount > limits['free.share'] * rank.stepNs) return 0;
          const named = CAUSES.filter((cause) => rank.free && isReported(job, rank, cause, limits));
          const namedNs = named.reduce((ns, cause) => ns + freeOf(rank, cause), reportedQuietOf(job, rank, limits));
          return Math.max(0, (rank.patterns?.freeNs[ofClass] ?? Number.NaN) / rank.stepCount - namedNs);
        },
        told: (worst, values) => ({
          title: sentence(`D3.${ofClass}.title`, values),
          ...mostIn(worst, ofClass),
          advice: [sentence(ADVICE[ofClass])],
          gain: sentence('D3.gain'),
          confidence: 'medium',
        }),
        fine: sentence(`D3.fine.${ofClass}`),
      };
      return lossOfRanks(job, known, limits, loss);
    },
  };
}

const ADVICE: Readonly<Record<FreeClass, SentenceId>> = {
  memory: 'D3.memory.advice',
  runtime: 'D3.runtime.advice',
  python: 'D3.python.advice',
};

/** Frames that are quoted of a path; it is long, and what it says is at its end. */
const MOST_FRAMES = 3;

function shortPath(name: string): string {
  const frames = name.split('|');
  return frames.length > MOST_FRAMES ? `…|${frames.slice(-MOST_FRAMES).join('|')}` : name;
}

/** The function that has most of it. */
function mostIn({ patterns, stepCount }: RankRecord, ofClass: FreeClass) {
  const [most] = (patterns?.functions ?? []).filter((own) => own.class === ofClass).sort((a, b) => b.freeNs - a.freeNs);
  const cause: Sentence = most
    ? sentence('D3.cause', { name: shortPath(most.name), count: most.count, part: most.freeNs / stepCount })
    : sentence('D3.cause.unknown');
  return { cause, ...(most && { op: most.name, evidence: most.longest ? [most.longest] : [] }) };
}

export const functionRules: readonly Rule[] = [
  slowFunctions,
  exposedFunctions('memory'),
  exposedFunctions('runtime'),
  exposedFunctions('python'),
];
