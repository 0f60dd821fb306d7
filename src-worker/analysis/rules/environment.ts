import { type SentenceId, sentence } from '../../../src-contract/findings/sentence';
import { groupBy } from '../../base/groupBy';
import { isWorse, type KnownVariable, knownVariables } from '../../model/job/environment';
import { dispatchOf, isDispatchBound, isReported } from '../freeCauses';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { finding, numbersOfRanks, type Rule, type RuleResult } from '../rule';

/**
 * B9: environment variables that are set, or not set, as costs time: by the table alone, or where the job also shows what they are
 * against. How much that is nobody can tell from a recording, and what can be seen of it is in other findings: no loss of its own.
 * Sources: msprof-analyze’s table, torch_npu’s documentation (MindStudio Insight’s walk-through names two of them).
 */
export const environment: Rule = {
  id: 'B9',
  sources: ['msprof-analyze', 'MindStudio Insight'],
  thresholds: ['free.share', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const told = job.ranks.filter((rank) => rank.environment !== undefined);
    const isRecordedElsewhere = job.isGpu || job.isMindSpore || !job.isAscend;
    if (told.length === 0)
      return {
        findings: [],
        notRun: isRecordedElsewhere ? [] : [{ rule: 'B9', reason: sentence('needs.environment'), ranks: [] }],
      };
    return {
      findings: knownVariables
        .filter((variable) => matters(variable, job, limits))
        .flatMap((variable) => findingsOf(variable, job, told)),
    };
  },
};

/** Whether the job shows what the variable is against. */
function matters({ matters: when }: KnownVariable, job: JobRecord, limits: Parameters<Rule['find']>[1]): boolean {
  // What of Free has a cause with a name, a dataloader for one, no setting of launches is against: as in A2.
  const leastNs = limits['finding.least-share'] * job.stepNs;
  const isBound = (rank: RankRecord) => isDispatchBound(rank, limits) && dispatchOf(job, rank, limits) >= leastNs;
  switch (when) {
    case 'always':
      return true;
    case 'dispatch':
      return job.ranks.some(isBound);
    case 'dynamic':
      return job.ranks.some((rank) => isBound(rank) && (rank.kernels?.states.dynamic ?? 0) > 0);
    case 'allocator':
      return job.ranks.some((rank) => isReported(job, rank, 'allocator', limits));
    case 'rdma':
      return job.links.some(({ transport }) => transport === 'RDMA');
  }
}

/** One for each value: of all ranks that have it, since it is set for the job and not for the rank that shows it most. */
function findingsOf(variable: KnownVariable, job: JobRecord, told: readonly RankRecord[]) {
  const { name, usual } = variable;
  const recordedOf = (rank: RankRecord) => rank.environment?.[name];
  const worse = told.filter((rank) => {
    const value = recordedOf(rank);
    return value !== undefined && isWorse(variable, value);
  });
  return [...groupBy(worse, (rank) => recordedOf(rank) ?? '')].map(([value, members]) => {
    const ranks = numbersOfRanks(members);
    const shown = value === '' ? usual : value;
    return finding(job, `environment ${name}=${value}`, {
      rule: 'B9',
      class: variable.class,
      rank: undefined,
      members,
      place: { ranks },
      title: sentence(`environment.${name}` as SentenceId, { ranks, name, value: shown }),
      cause: sentence(causeId(value, usual), { ranks, name, value: shown }),
      advice: [sentence(`environment.${name}.advice` as SentenceId)],
      lostNsPerStep: 0,
      gain: { nsPerStep: 0, formula: sentence('environment.gain') },
      confidence: variable.matters === 'always' ? 'medium' : 'low',
      evidence: [],
    });
  });
}

function causeId(value: string, usual: string): SentenceId {
  if (value !== '') return 'environment.cause.set';
  return usual === '' ? 'environment.cause.unset' : 'environment.cause.usual';
}
