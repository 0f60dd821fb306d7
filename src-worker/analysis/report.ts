import type {
  CheckedRule,
  FindingsReport,
  NotRun,
  ThresholdId,
  Thresholds,
  UsedThreshold,
  WalkThresholdId,
} from '../../src-contract';
import { inDump, sentence } from '../../src-contract/findings/sentence';
import { groupBy } from '../base/groupBy';
import { allThresholds, thresholds } from '../model/thresholds';
import { attributed } from './attribute';
import { contentionKinds } from './contentionTable';
import { kernelRoofline } from './kernelTable';
import type { JobRecord } from './record/jobRecord';
import type { FoundFinding, Rule, RuleResult } from './rule';
import { allRules } from './rules/allRules';
import { trustNotes } from './trust';
import { findingWithItsSettings, inItsWords, trustWithItsSettings } from './writerWords';

/** As it is before timelines are asked where its calls are. */
export interface FoundReport extends Omit<FindingsReport, 'findings'> {
  readonly findings: readonly FoundFinding[];
}

/** What rules find of one job, as they say it. */
export type FoundByRules = ReadonlyMap<Rule, RuleResult>;

/** All rules over the job: the reduce. Pure. `known`: what some of them find, where the job is one and that has been told already. */
export function findingsReport(job: JobRecord, limits: Thresholds, known: FoundByRules = new Map()): FoundReport {
  const results = allRules.flatMap((rule) =>
    recordsFor(rule, job).map((own) => resultOf(rule, own, known.get(rule) ?? rule.find(own, limits))),
  );
  const told = results.flatMap(({ findings }) => findings);
  // A rank is late by what was found on it, not on the rank of its number in another job.
  const findings = [...groupBy(told, (own) => own.job)].flatMap(([ofJob, own]) =>
    attributed(own, job.jobs?.find((one) => one.job?.key === ofJob) ?? job),
  );
  return {
    version: 1,
    stepNs: job.stepNs,
    stepCount: job.stepCount,
    isGpu: job.isGpu,
    isMindSpore: job.isMindSpore,
    trust: trustNotes(job).map((own) => trustWithItsSettings(job, own)),
    clock: job.clock && worstMethod(job.clock),
    clocks: job.clock?.ranks ?? [],
    split: job.ranks.map(({ split }) => split),
    findings: findings.sort((a, b) => b.lostNsPerStep - a.lostNsPerStep || (a.id < b.id ? -1 : 1)),
    notReported: results
      .flatMap((own) => own.notReported ?? [])
      .sort((a, b) => nearness(b.value, b.limit) - nearness(a.value, a.limit)),
    notRun: saidOnce(
      results.flatMap((own) => own.notRun ?? []),
      job.jobs?.length ?? 1,
    ),
    longCalls: job.longCalls.filter(({ elapseNs, usualNs }) => elapseNs > limits['walk.like'] * usualNs),
    kernels: kernelRoofline(job),
    contention: (job.jobs ?? [job]).flatMap(contentionKinds),
    checked: checkedRules(allRules),
    thresholds: usedThresholds(limits),
  };
}

/** What the rule is asked of: the job, or each of several, and what only several of them together have of series. */
function recordsFor({ isOfSeries }: Rule, job: JobRecord): readonly JobRecord[] {
  if (!job.jobs) return [job];
  const ofOne = new Set(job.jobs.flatMap(({ series }) => series));
  const series = job.series.filter((own) => !ofOne.has(own));
  return isOfSeries && series.length > 0 ? [...job.jobs, { ...job, series }] : job.jobs;
}

/** What is said of one of several jobs says of which; its advice and reasons are those of its profiler. */
function resultOf(rule: Rule, job: JobRecord, result: RuleResult): RuleResult {
  const { findings, notReported, notRun } = withoutShares(rule, result);
  const name = job.job?.name;
  return {
    findings: findings.map((found) => findingWithItsSettings(job, found)),
    notReported: notReported.map((one) => ({ ...one, title: inDump(one.title, name) })),
    notRun: notRun.map((own) => {
      const one = inItsWords(job, own);
      return { ...one, reason: inDump(one.reason, name) };
    }),
  };
}

/** What keeps a rule from all of several jobs is said of none of them. */
function saidOnce(all: readonly NotRun[], jobCount: number): readonly NotRun[] {
  const alike = groupBy(all, ({ rule, reason: { id, values }, ranks }) => JSON.stringify([rule, id, values, ranks]));
  return [...alike.values()].flatMap((own) => {
    const [first] = own;
    if (jobCount < 2 || own.length < jobCount || first.ranks.length > 0) return own;
    const { dump: _, ...reason } = first.reason;
    return [{ ...first, reason }];
  });
}

/** A share of a step of unknown length is no number: nothing was compared with the limit, so that nothing is fine. */
function withoutShares({ id }: Rule, { findings, notReported = [], notRun = [] }: RuleResult): Required<RuleResult> {
  const compared = notReported.filter(({ value }) => !Number.isNaN(value));
  if (compared.length === notReported.length) return { findings, notReported, notRun };
  return {
    findings,
    notReported: compared,
    notRun: [...notRun, { rule: id, reason: sentence('needs.step'), ranks: [] }],
  };
}

/** Of the walk-through, which is no rule. */
const walkThresholds: readonly WalkThresholdId[] = ['walk.near-vertical', 'walk.broken', 'walk.computing', 'walk.like'];

/** What the records are made with: another value would take another look at the timelines. */
export const FIXED_THRESHOLDS: ReadonlySet<ThresholdId> = new Set([
  'late.from',
  'ai-cpu.least',
  'packets.block',
  'quiet.least',
  'quiet.per-call',
  'quiet.call-share',
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
