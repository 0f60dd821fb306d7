/** What a job's calls and links tell without anything else: another thread may be asked, which has them in columns. */
import type { Thresholds } from '../../../src-contract';
import { referenceBandwidths } from '../../model/collectives/referenceBandwidths';
import { linksInScope } from '../../model/collectives/scope';
import type { CallRecord, FoundFinding, RuleResult } from '../rule';
import { callRules } from '../rules/callRules';
import { type LinksOfJob, linksOfJob } from './jobCommunication';
import { type CallsOfRank, toldCollectives, toldLinks } from './toldCalls';

/** Plain data, and columns in shared memory. */
export interface JobCalls extends Pick<CallRecord, 'ranks' | 'groups' | 'stepNs' | 'stepCount'> {
  /** In the order of the ranks. */
  readonly columns: readonly CallsOfRank[];
}

export interface JudgedCalls {
  /** Of `callRules`, in their order; findings without their calls. */
  readonly results: readonly RuleResult[];
  readonly links: LinksOfJob;
}

export function judgedCalls({ columns, ...known }: JobCalls, limits: Thresholds): JudgedCalls {
  const job: CallRecord = {
    ...known,
    collectives: columns.flatMap((own) => toldCollectives(own.collectives).filter(({ kind }) => kind === 'collective')),
    links: linksInScope(
      columns.flatMap((own) => toldLinks(own.links)),
      {},
    ),
    references: referenceBandwidths,
  };
  return {
    results: callRules.map((rule) => {
      const { findings, ...rest } = rule.find(job, limits);
      return { ...rest, findings: findings.map(withoutCalls) };
    }),
    links: linksOfJob(job, limits),
  };
}

function withoutCalls({ calls: _, ...own }: FoundFinding): FoundFinding {
  return own;
}
