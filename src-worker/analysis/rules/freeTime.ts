import type { FreeOwner, RuleId, Sentence } from '../../../src-contract';
import { type SentenceId, sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import { threshold } from '../../model/thresholds';
import {
  costOf,
  dispatchOf,
  type FreeCause,
  hasHost,
  isAllUnrecorded,
  isDispatchBound,
  isReported,
  isTriggered,
  reachOf,
} from '../freeCauses';
import type { RankRecord } from '../record/rankRecord';
import {
  evidenceOfFree,
  finding,
  groupsOfRanks,
  longestGaps,
  lostBy,
  notReported,
  numbersOfRanks,
  type RankGroup,
  type Rule,
  type RuleResult,
} from '../rule';

/**
 * A2: the device waits for the host's dispatch. Source: MindStudio Insight's walk-through (Free over 10 % of the step, short
 * delays from host to device). Of Free, what has a cause with a name is that cause's finding, so that nothing counts twice.
 */
export const dispatchBound: Rule = {
  id: 'A2',
  sources: ['MindStudio Insight', 'Hermes'],
  thresholds: ['free.share'],
  find: (job, limits): RuleResult => {
    const known = job.ranks.filter(({ split }) => !Number.isNaN(split.freeNs));
    const freeNs = (rank: RankRecord) => rank.split.freeNs / rank.stepCount;
    const share = (rank: RankRecord) => freeNs(rank) / rank.stepNs;
    const limit = limits['free.share'];
    const dispatchNs = (rank: RankRecord) => dispatchOf(job, rank, limits);
    const bound = known.filter((rank) => isDispatchBound(rank, limits));
    const worstOfRest = known.filter((rank) => !isDispatchBound(rank, limits)).sort((a, b) => share(b) - share(a))[0];
    return {
      findings: groupsOfRanks(job, bound, dispatchNs, limits['finding.least-share'] * job.stepNs).map((group) => {
        const { worst, ns, members } = group;
        const owner = mainOwner(worst);
        return finding(job, worst.label, {
          rule: 'A2',
          class: 'host',
          rank: worst.rank,
          label: worst.label,
          members,
          place: { ranks: numbersOfRanks(members) },
          title: sentence(titleOf(group, freeNs(worst)), {
            ranks: numbersOfRanks(members),
            ...lostBy(job, group),
            ...sharesOf('share', members.map(share)),
            ...sharesOf(
              'own',
              members.map((rank) => dispatchNs(rank) / rank.stepNs),
            ),
          }),
          cause: causeOf(worst, owner),
          advice: (job.isGpu ? gpuAdvice : npuAdviceFor(worst)).map((id) => sentence(id)),
          lostNsPerStep: ns,
          gain: { nsPerStep: ns, formula: sentence('A2.gain') },
          confidence: worst.free && !(owner === 'launch' && isQueued(worst)) ? 'high' : 'medium',
          evidence: owner ? evidenceOfFree(worst, owner) : [],
          ...(worst.free && { gaps: longestGaps(worst, dispatchOwners, MOST_GAPS) }),
        });
      }),
      notReported: worstOfRest
        ? [
            notReported('A2', 'host', 'free.share', {
              title: sentence('A2.fine'),
              value: share(worstOfRest),
              limit,
              rank: worstOfRest.rank,
              label: worstOfRest.label,
            }),
          ]
        : [],
      notRun: known.length === 0 ? [{ rule: 'A2', reason: sentence('needs.split'), ranks: [] }] : [],
    };
  },
};

/** What the others wait as well, of what a rank waits more than they: from so much of that on its title says that it is more. */
const MUCH = 0.1;

/** A part of Free that other findings have, from so much of it on, is told apart in the title. */
const APART = 0.05;

function titleOf({ ns, usualNs }: RankGroup, freeNs: number): SentenceId {
  if (usualNs > MUCH * ns) return 'A2.title.more';
  return freeNs - usualNs - ns > APART * freeNs ? 'A2.title.part' : 'A2.title';
}

/** Of the least and the most of them. */
function sharesOf(name: string, shares: readonly number[]) {
  return { [name]: Math.max(...shares), ...(shares.length > 1 && { [`${name}Least`]: Math.min(...shares) }) };
}

const npuAdvice: readonly SentenceId[] = ['A2.advice.queue', 'A2.advice.affinity', 'A2.advice.governor'];
const gpuAdvice: readonly SentenceId[] = ['A2.advice.graph', 'A2.advice.governor'];

/** What the rank's environment already has is not advised. */
function npuAdviceFor({ environment = {} }: RankRecord): readonly SentenceId[] {
  const isAdvised = (id: SentenceId) => {
    if (id === 'A2.advice.queue') return environment.TASK_QUEUE_ENABLE !== '2';
    return id !== 'A2.advice.affinity' || ['', '0'].includes(environment.CPU_AFFINITY_CONF ?? '');
  };
  return npuAdvice.filter(isAdvised);
}

/** That a finding lists. */
const MOST_GAPS = 12;

const dispatchOwners: readonly FreeOwner[] = ['op', 'python', 'launch', 'queue-full', 'unrecorded'];

function mainOwner(rank: RankRecord): FreeOwner | undefined {
  return rank.free?.owners.find(({ owner }) => dispatchOwners.includes(owner))?.owner;
}

function causeOf(rank: RankRecord, owner: FreeOwner | undefined): Sentence {
  const part = rank.free?.owners.find((own) => own.owner === owner);
  if (!part || !rank.free) return sentence('A2.cause.unknown');
  const values = { part: part.ns / rank.stepCount, name: part.names[0]?.name ?? '', delay: rank.free.medianDelayNs };
  // A start before its call is a matter of two clocks that don't agree.
  const isTold = values.delay >= 0;
  switch (part.owner) {
    case 'python':
      return sentence(isTold ? 'A2.cause.python' : 'A2.cause.python.only', values);
    case 'launch':
      return sentence(...launchCause(rank, values));
    case 'queue-full':
      return sentence('A2.cause.queue', values);
    case 'unrecorded':
      return sentence(isAllUnrecorded(rank) ? 'A2.cause.no-host' : 'A2.cause.unrecorded', values);
    default:
      return sentence(isTold ? 'A2.cause.op' : 'A2.cause.op.only', values);
  }
}

/** One call that takes this part of all that lies between calls and starts is what there is to say. */
const MOST_OF_LAUNCHES = 0.5;

function launchCause(
  rank: RankRecord,
  values: { readonly part: number; readonly delay: number },
): readonly [SentenceId, Sentence['values']] {
  const [call] = rank.free?.evidence.launch ?? [];
  if (call?.kind === 'slice' && call.durationNs / rank.stepCount > MOST_OF_LAUNCHES * values.part)
    return ['A2.cause.launch.long', { ...values, name: call.name, longest: call.durationNs }];
  // A start before its call is a matter of two clocks that don't agree.
  if (!(values.delay >= 0)) return ['A2.cause.launch.only', values];
  return [isQueued(rank) ? 'A2.cause.launch.queued' : 'A2.cause.launch', values];
}

/** What ends a wait was handed over long before, as the walk-through has it: it is not the host that was waited for. */
function isQueued({ free }: RankRecord): boolean {
  return (free?.medianDelayNs ?? 0) > threshold('walk.near-vertical');
}

interface CauseRule {
  readonly rule: RuleId;
  readonly class: 'host' | 'input' | 'memory';
  readonly cause: FreeCause;
  readonly advice: readonly SentenceId[];
}

const causeRules: readonly CauseRule[] = [
  { rule: 'B3', class: 'host', cause: 'compile', advice: ['compile.advice.static', 'compile.advice.jit'] },
  { rule: 'B9', class: 'input', cause: 'dataloader', advice: ['dataloader.advice.workers', 'dataloader.advice.pin'] },
  { rule: 'B9', class: 'host', cause: 'garbage-collection', advice: ['garbage-collection.advice'] },
  { rule: 'B9', class: 'host', cause: 'synchronise', advice: ['synchronise.advice', 'synchronise.advice.stream'] },
  { rule: 'B9', class: 'memory', cause: 'allocator', advice: ['allocator.advice'] },
  { rule: 'B9', class: 'host', cause: 'copy', advice: ['copy.advice'] },
];

/** B3, B9: the causes of Free that have a name. Source: msprof-analyze's advisor, Hermes' table of causes. */
export const freeCauseRules: readonly Rule[] = (['B3', 'B9'] as const).map((id) => ({
  id,
  sources: id === 'B3' ? ['msprof-analyze', 'Hermes'] : ['msprof-analyze', 'Hermes', 'MindSpore Insight'],
  thresholds:
    id === 'B3'
      ? ['compile.share', 'compile.calls']
      : ['finding.least-share', 'dataloader.least', 'garbage-collection.least', 'allocator.least', 'sync.per-launch'],
  find: (job, limits) => {
    const timed = job.ranks.filter((rank) => hasHost(rank, limits));
    const results = causeRules.filter(({ rule }) => rule === id).map((own) => findCause(own, job, timed, limits));
    return {
      findings: results.flatMap(({ findings }) => findings),
      notReported: results.flatMap((own) => own.notReported ?? []),
      notRun:
        timed.length < job.ranks.length
          ? [
              {
                rule: id,
                reason: sentence('needs.timeline'),
                ranks: timed.length === 0 ? [] : numbersOfRanks(job.ranks.filter((rank) => !hasHost(rank, limits))),
              },
            ]
          : [],
    };
  },
}));

function findCause(
  { rule, class: ofClass, cause, advice }: CauseRule,
  job: Parameters<Rule['find']>[0],
  timed: readonly RankRecord[],
  limits: Parameters<Rule['find']>[1],
): RuleResult {
  const nsOf = (rank: RankRecord) => costOf(rank, cause);
  const reported = timed.filter((rank) => isReported(job, rank, cause, limits));
  // A pause that costs nothing is told as that: beside other waiting, or work that was launched before.
  const rest = without(timed, reported)
    .filter((rank) => nsOf(rank) > 0 || isTriggered(rank, cause, limits))
    .sort((a, b) => nsOf(b) - nsOf(a) || totalOf(b, cause) - totalOf(a, cause))[0];
  return {
    findings: groupsOfRanks(job, reported, nsOf, 0).map((group) => {
      const { worst, ns, members } = group;
      const work = worst.host?.works[cause];
      const values = {
        ranks: numbersOfRanks(members),
        ...lostBy(job, group),
        count: (work?.count ?? 0) / worst.stepCount,
        total: (work?.totalNs ?? 0) / worst.stepCount,
        reach: reachOf(worst, cause),
        longest: work?.longestNs ?? Number.NaN,
        name: worst.free?.owners.find(({ owner }) => owner === cause)?.names[0]?.name ?? '',
      };
      return finding(job, `${cause} ${worst.label}`, {
        rule,
        class: ofClass,
        rank: worst.rank,
        label: worst.label,
        members,
        place: { ranks: numbersOfRanks(members) },
        title: sentence(`${cause}.title`, values),
        cause: sentence(causeId(cause, worst), values),
        advice: advice.map((own) => sentence(own)),
        lostNsPerStep: ns,
        gain: { nsPerStep: Math.max(ns, values.total), formula: sentence('cause.gain') },
        confidence: 'high',
        evidence: [...evidenceOfFree(worst, cause), ...(worst.free?.held[cause]?.evidence ?? [])],
      });
    }),
    notReported: rest
      ? [
          notReported(rule, ofClass, cause === 'compile' ? 'compile.share' : 'finding.least-share', {
            title: sentence(`${cause}.fine`),
            value: nsOf(rest) / job.stepNs,
            limit: limits[cause === 'compile' ? 'compile.share' : 'finding.least-share'],
            rank: rest.rank,
            label: rest.label,
          }),
        ]
      : [],
  };
}

function totalOf({ host }: RankRecord, cause: FreeCause): number {
  return host?.works[cause]?.totalNs ?? 0;
}

/** Shapes that are all dynamic are why it is compiled. */
function causeId(cause: FreeCause, { kernels }: RankRecord): SentenceId {
  if (cause !== 'compile') return `${cause}.cause`;
  const states = kernels?.states ?? {};
  const isDynamic = (states.dynamic ?? 0) > 0 && (states.static ?? 0) === 0;
  return isDynamic ? 'compile.cause.dynamic' : 'compile.cause';
}
