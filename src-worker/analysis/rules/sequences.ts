import { type SentenceId, sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import type { KernelSequence } from '../../model/kernels/sequences';
import { dispatchOf } from '../freeCauses';
import { computingShare } from '../kernelBounds';
import { lossOfRanks } from '../rankLoss';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { numbersOfRanks, type Rule, type RuleResult } from '../rule';
import { sequenceText } from '../sequenceText';

const thresholds = ['sequence.repeats', 'sequence.busy', 'sequence.moving', 'finding.least-share'] as const;

/** B7: kernels of which the device waits between one and the next, over and over. Source: msprof-analyze (fusible operators). */
export const fusibleSequences: Rule = {
  id: 'B7',
  sources: ['msprof-analyze'],
  thresholds,
  find: (job, limits): RuleResult => {
    const known = job.ranks.filter(({ sequences }) => sequences !== undefined);
    const result = lossOfRanks(job, known, limits, {
      rule: 'B7',
      key: 'host',
      class: 'host',
      limit: 'finding.least-share',
      // Free that has a cause with a name is that one's.
      nsOf: (rank) => Math.min((rank.sequences?.host.lostNs ?? 0) / rank.stepCount, dispatchOf(job, rank, limits) || 0),
      told: (rank, values) => told(job, rank, 'host', values),
      fine: sentence('B7.fine.host'),
    });
    const left = without(job.ranks, known);
    const ranks = known.length === 0 ? [] : numbersOfRanks(left);
    return { ...result, notRun: left.length > 0 ? [{ rule: 'B7', reason: sentence('needs.kernels'), ranks }] : [] };
  },
};

/** B7: kernels one after another that do little but move the same data. Source: msprof-analyze (fusible operators). */
export const fusibleTransfers: Rule = {
  id: 'B7',
  sources: ['msprof-analyze'],
  thresholds,
  find: (job: JobRecord, limits): RuleResult =>
    lossOfRanks(
      job,
      job.ranks.filter(({ sequences }) => sequences !== undefined),
      limits,
      {
        rule: 'B7',
        key: 'memory',
        class: 'compute',
        limit: 'finding.least-share',
        nsOf: (rank) => (computingShare(rank) * (rank.sequences?.memory.lostNs ?? 0)) / rank.stepCount,
        told: (rank, values) => told(job, rank, 'memory', values),
        fine: sentence('B7.fine.memory'),
      },
    ),
};

function told(
  { isGpu }: JobRecord,
  { sequences, stepCount }: RankRecord,
  bound: KernelSequence['bound'],
  values: Parameters<Parameters<typeof lossOfRanks>[3]['told']>[1],
) {
  const own = sequences?.sequences.filter((one) => one.bound === bound) ?? [];
  const [most] = own;
  const facts = {
    count: sequences?.[bound].count ?? 0,
    sequence: sequenceText(most.types),
    kernels: most.types.length,
    times: most.count / stepCount,
    busy: most.kernelNs / most.wallNs,
    part: most.kernelNs / stepCount,
    moving: most.moving,
  };
  const id = (name: string) => `B7.${name}.${bound}` as SentenceId;
  return {
    title: sentence(id('title'), values),
    cause: sentence(id('cause'), facts),
    advice: [sentence(isGpu ? 'B7.advice.gpu' : id('advice'), facts)],
    gain: sentence(id('gain')),
    confidence: 'medium',
    op: most.types[0],
    evidence: sequences?.evidence[sequences.sequences.indexOf(most)] ?? [],
  } as const;
}
