import type { FindingsReport, Thresholds } from '../../src-contract';
import { attributed } from './attribute';
import type { JobRecord } from './record/jobRecord';
import { allRules } from './rules/allRules';
import { trustNotes } from './trust';

/** All rules over the job: the reduce. Pure. */
export function findingsReport(job: JobRecord, limits: Thresholds): FindingsReport {
  const results = allRules.map((rule) => rule.find(job, limits));
  const findings = attributed(
    results.flatMap((own) => own.findings),
    job,
  );
  return {
    version: 1,
    stepNs: job.stepNs,
    stepCount: job.stepCount,
    trust: trustNotes(job),
    clock: job.clock && worstMethod(job.clock),
    split: job.ranks.map(({ split }) => split),
    findings: findings.sort((a, b) => b.lostNsPerStep - a.lostNsPerStep || (a.id < b.id ? -1 : 1)),
    notReported: results
      .flatMap((own) => own.notReported ?? [])
      .sort((a, b) => nearness(b.value, b.limit) - nearness(a.value, a.limit)),
    notRun: results.flatMap((own) => own.notRun ?? []),
  };
}

function nearness(value: number, limit: number): number {
  return limit === 0 ? 0 : Math.min(value, limit) / Math.max(value, limit);
}

const METHODS = ['none', 'first-step', 'clock-pair', 'collectives', 'reference'] as const;

function worstMethod({ ranks }: NonNullable<JobRecord['clock']>): FindingsReport['clock'] {
  return METHODS.find((method) => ranks.some((rank) => rank.method === method));
}
