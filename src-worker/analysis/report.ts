import type {
  CheckedRule,
  FindingsReport,
  ThresholdId,
  Thresholds,
  UsedThreshold,
  WalkThresholdId,
} from '../../src-contract';
import { allThresholds, thresholds } from '../model/thresholds';
import { attributed } from './attribute';
import { contentionKinds } from './contentionTable';
import { kernelRoofline } from './kernelTable';
import type { JobRecord } from './record/jobRecord';
import type { Rule } from './rule';
import { allRules } from './rules/allRules';
import { trustNotes } from './trust';
import { inItsWords, withItsAdvice } from './writerWords';

/** All rules over the job: the reduce. Pure. */
export function findingsReport(job: JobRecord, limits: Thresholds): FindingsReport {
  const results = allRules.map((rule) => rule.find(job, limits));
  const findings = attributed(
    results.flatMap((own) => own.findings.map((found) => withItsAdvice(job, found))),
    job,
  );
  return {
    version: 1,
    stepNs: job.stepNs,
    stepCount: job.stepCount,
    isGpu: job.isGpu,
    isMindSpore: job.isMindSpore,
    trust: trustNotes(job),
    clock: job.clock && worstMethod(job.clock),
    clocks: job.clock?.ranks ?? [],
    split: job.ranks.map(({ split }) => split),
    findings: findings.sort((a, b) => b.lostNsPerStep - a.lostNsPerStep || (a.id < b.id ? -1 : 1)),
    notReported: results
      .flatMap((own) => own.notReported ?? [])
      .sort((a, b) => nearness(b.value, b.limit) - nearness(a.value, a.limit)),
    notRun: results.flatMap((own) => own.notRun ?? []).map((own) => inItsWords(job, own)),
    longCalls: job.longCalls.filter(({ elapseNs, usualNs }) => elapseNs > limits['walk.like'] * usualNs),
    kernels: kernelRoofline(job),
    contention: contentionKinds(job),
    checked: checkedRules(allRules),
    thresholds: usedThresholds(limits),
  };
}

/** Of the walk-through, which is no rule. */
const walkThresholds: readonly WalkThresholdId[] = ['walk.near-vertical', 'walk.broken', 'walk.computing', 'walk.like'];

/** What the records are made with: another value would take another look at the timelines. */
export const FIXED_THRESHOLDS: ReadonlySet<ThresholdId> = new Set([
  'late.from',
  'ai-cpu.least',
  'packets.block',
  'sequence.repeats',
  'sequence.busy',
  'sequence.moving',
]);

/** Several rules may have one number. */
function checkedRules(rules: readonly Rule[]): readonly CheckedRule[] {
  const checked = new Map<string, CheckedRule>();
  for (const { id, sources, thresholds: own } of rules) {
    const before = checked.get(id);
    checked.set(id, {
      rule: id,
      sources: [...new Set([...(before?.sources ?? []), ...sources])],
      thresholds: [...new Set([...(before?.thresholds ?? []), ...own.filter((limit) => !FIXED_THRESHOLDS.has(limit))])],
    });
  }
  return [...checked.values()];
}

/** Those that may be changed, in the order of the rules; then those of the walk-through. */
function usedThresholds(limits: Thresholds): readonly UsedThreshold[] {
  const ids = new Set([...checkedRules(allRules).flatMap((own) => own.thresholds), ...walkThresholds]);
  return [...ids].map((id) => usedThreshold(id, limits));
}

/** A limit as it is now, and as it usually is. */
export function usedThreshold(id: ThresholdId, limits: Thresholds): UsedThreshold {
  const { value: usual, unit } = thresholds[id];
  return { id, value: limits[id], usual, unit };
}

/** The usual limits with those that are wished for: finite, 0 or more, and of a kind that a rule takes. */
export function limitsWith(wished: Partial<Thresholds> = {}): Thresholds {
  const own = usedThresholds(allThresholds()).flatMap(({ id }): [ThresholdId, number][] => {
    const value = wished[id];
    return value !== undefined && Number.isFinite(value) && value >= 0 ? [[id, value]] : [];
  });
  return { ...allThresholds(), ...Object.fromEntries(own) };
}

function nearness(value: number, limit: number): number {
  return limit === 0 ? 0 : Math.min(value, limit) / Math.max(value, limit);
}

const METHODS = ['none', 'first-step', 'clock-pair', 'collectives', 'reference'] as const;

function worstMethod({ ranks }: NonNullable<JobRecord['clock']>): FindingsReport['clock'] {
  return METHODS.find((method) => ranks.some((rank) => rank.method === method));
}
