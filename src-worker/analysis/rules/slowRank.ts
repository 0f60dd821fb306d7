import type { FindingEvidence } from '../../../src-contract';
import { sentence } from '../../../src-contract/findings/sentence';
import { medianOf, minOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { without } from '../../base/without';
import { comparePeers } from '../../model/job/peers';
import type { KernelKindWork } from '../../model/kernels/kernelWork';
import type { StepLength } from '../../model/stepSeries/series';
import { type JobRecord, peersKey } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import {
  finding,
  lostBy,
  notReported,
  numbersOfRanks,
  type Rule,
  type RuleResult,
  shareOf,
  shownKernels,
  shownSteps,
} from '../rule';

/**
 * D2: a rank whose kernels take longer, call by call, than those of its peers: the ranks of its pipeline stage with the same
 * experts. Stages have other work, and are never compared with each other here. B6: its cores run at a lower frequency. Of a host whose
 * ranks are slow together there is one finding.
 */
export const slowRank: Rule = {
  id: 'D2',
  sources: ['PerfTracker', 'MindStudio Insight', 'msprof-analyze'],
  thresholds: ['peers.excess', 'peers.deviations', 'peers.few', 'frequency.deficit'],
  find: (job, limits): RuleResult => {
    if (!job.isOneJob) return { findings: [], notRun: [{ rule: 'D2', reason: sentence('needs.related'), ranks: [] }] };
    const { costs, isByKernel } = kernelCosts(job);
    const { relative, slow, sets } = comparePeers(costs, (position) => peersKey(job, position), limits);
    const highestMHz = job.ranks.reduce((most, { frequency }) => Math.max(most, frequency?.maxMHz ?? 0), 0);
    const own = slow.map((position): SlowRank => {
      const meanMHz = job.ranks[position].frequency?.meanMHz ?? Number.NaN;
      return {
        position,
        rank: job.ranks[position],
        lostNs: costs[position] * (1 - 1 / relative[position]),
        excess: relative[position] - 1,
        isSlowClock: 1 - meanMHz / highestMHz >= limits['frequency.deficit'],
        isByKernel: isByKernel[position],
        peers: sets.find(({ members }) => members.includes(position))?.members ?? [],
      };
    });
    const isCompared = (position: number) => !Number.isNaN(relative[position]);
    const findings = slowTogether(job, own, isCompared).map((group) => slowFinding(job, group, highestMHz));
    const rest = without([...relative.keys()], slow)
      .filter((position) => relative[position] > 1)
      .sort((a, b) => relative[b] - relative[a])[0];
    return {
      findings,
      notReported:
        rest === undefined
          ? []
          : [
              notReported('D2', 'compute', 'peers.excess', {
                title: sentence('D2.fine'),
                value: relative[rest] - 1,
                limit: limits['peers.excess'],
                rank: job.ranks[rest].rank,
                label: job.ranks[rest].label,
              }),
            ],
      notRun: sets.length === 0 ? [{ rule: 'D2', reason: sentence('needs.peers'), ranks: [] }] : [],
    };
  },
};

/** A rank that computes longer than its peers. */
interface SlowRank {
  /** Of it, and of its peers with it: in the job. */
  readonly position: number;
  readonly peers: readonly number[];
  readonly rank: RankRecord;
  readonly lostNs: number;
  /** Of what its peers take. */
  readonly excess: number;
  readonly isSlowClock: boolean;
  readonly isByKernel: boolean;
}

interface SlowGroup {
  /** What loses most, first. */
  readonly members: readonly SlowRank[];
  /** Undefined: a rank by itself. */
  readonly host: string | undefined;
}

/** A host is slow where more of its ranks are than are not. */
const MOST_OF_HOST = 0.5;

/**
 * One slow rank is a fault of its device; all ranks of a host, or most of them, are one of the host (its cooling, its power), and one
 * finding. `isCompared`: of these positions it is known whether they are slow.
 */
function slowTogether(
  { hosts }: JobRecord,
  slow: readonly SlowRank[],
  isCompared: (position: number) => boolean,
): readonly SlowGroup[] {
  const comparedOn = (host: string) => hosts.filter((own, position) => own === host && isCompared(position)).length;
  const groups: SlowGroup[] = [];
  const byHost = groupBy(slow, ({ position, isSlowClock }) => `${isSlowClock} ${hosts[position] ?? ''}`);
  for (const own of byHost.values()) {
    const members = [...own].sort((a, b) => b.lostNs - a.lostNs);
    const host = hosts[members[0].position];
    if (host !== undefined && members.length > 1 && members.length > MOST_OF_HOST * comparedOn(host))
      groups.push({ members, host });
    else groups.push(...own.map((one) => ({ members: [one], host: undefined })));
  }
  // In the order of the ranks, as far as they are by themselves.
  return groups.sort((a, b) => a.members[0].position - b.members[0].position);
}

function slowFinding(job: JobRecord, { members, host }: SlowGroup, highestMHz: number) {
  const [{ rank, position, peers, lostNs, excess, isSlowClock, isByKernel }] = members;
  const ranks = members.map((own) => own.rank).sort((a, b) => a.rank - b.rank);
  const slow = new Set(members.map((own) => own.position));
  const values = {
    ranks: numbersOfRanks(ranks),
    ...lostBy(job, {
      ...{ worst: rank, members: ranks, usualNs: 0 },
      ns: lostNs,
      leastNs: members.at(-1)?.lostNs ?? lostNs,
    }),
    excess,
    peers: peers.filter((own) => !slow.has(own)).map((own) => job.ranks[own].rank),
    mhz: rank.frequency?.meanMHz ?? Number.NaN,
    highest: highestMHz,
    ...(host !== undefined && { host }),
  };
  const of = host === undefined ? '' : '.host';
  return finding(job, host === undefined ? rank.label : `host ${host}`, {
    rule: isSlowClock ? 'B6' : 'D2',
    class: 'compute',
    rank: rank.rank,
    label: rank.label,
    ...(host !== undefined && { members: ranks }),
    place: { ranks: values.ranks },
    title: sentence(`D2.title${of}`, values),
    cause: sentence(isSlowClock ? `B6.cause${of}` : isByKernel ? `D2.cause${of}` : `D2.cause.split${of}`, values),
    advice: [sentence(isSlowClock ? `B6.advice${of}` : `D2.advice${of}`, values)],
    lostNsPerStep: lostNs,
    gain: { nsPerStep: lostNs, formula: sentence('D2.gain') },
    confidence: isByKernel ? 'high' : 'medium',
    evidence: isByKernel ? [] : shownSteps(rank, longestStep(rank)),
    ...(isByKernel &&
      shownKernels(
        rank,
        byExcess(
          job,
          position,
          peers.filter((own) => own === position || !slow.has(own)),
        ),
      )),
  });
}

/**
 * What a step's kernels cost each rank: those kinds that all peers have, each as often as the peers' median has it, by its
 * own mean. A rank with more calls is not slower for that. Where the kernels of a peer that computes are not told, the step
 * split's Computing for all. A peer that computes nothing has no value.
 */
function kernelCosts(job: JobRecord): { readonly costs: Float64Array; readonly isByKernel: readonly boolean[] } {
  const costs = new Float64Array(job.ranks.length).fill(Number.NaN);
  const isByKernel = job.ranks.map(() => false);
  const sets = groupBy(job.ranks.keys(), (position) => peersKey(job, position));
  for (const [key, peers] of sets) {
    if (key === undefined) continue;
    const computing = peers.filter((position) => computingNsPerStep(job.ranks[position]) > 0);
    const told = computing.filter((position) => job.ranks[position].kernels);
    if (told.length < computing.length) {
      for (const position of computing) costs[position] = computingNsPerStep(job.ranks[position]);
      continue;
    }
    const ranks = told.map((position) => job.ranks[position]);
    const common = commonKinds(ranks);
    // Other work: traces of other models in one folder, or of other phases.
    if (!sharesWork(ranks, common)) continue;
    for (const position of told) {
      const own = new Map(job.ranks[position].kernels?.kinds.map((kind) => [`${kind.type}\n${kind.shapes}`, kind]));
      costs[position] = common.reduce((sum, kind) => {
        const found = own.get(kind.key);
        return sum + (found ? (kind.calls * found.totalNs) / found.count : 0);
      }, 0);
      isByKernel[position] = true;
    }
  }
  return { costs, isByKernel };
}

/** The rank's kinds of kernels, first what takes most time above what its peers take for as many calls. */
function byExcess({ ranks }: JobRecord, position: number, peers: readonly number[]): readonly KernelKindWork[] {
  const meansOf = new Map<string, number[]>();
  for (const peer of peers)
    for (const { type, shapes, totalNs, count } of peer === position ? [] : (ranks[peer].kernels?.kinds ?? [])) {
      const key = `${type}\n${shapes}`;
      const means = meansOf.get(key);
      if (means) means.push(totalNs / count);
      else meansOf.set(key, [totalNs / count]);
    }
  return (ranks[position].kernels?.kinds ?? [])
    .map((kind) => {
      const usualNs = medianOf(meansOf.get(`${kind.type}\n${kind.shapes}`) ?? []);
      return { kind, ns: kind.totalNs - kind.count * usualNs };
    })
    .filter(({ ns }) => ns > 0)
    .sort((a, b) => b.ns - a.ns)
    .map(({ kind }) => kind);
}

function computingNsPerStep({ split, stepCount }: RankRecord): number {
  return split.computingNs / stepCount;
}

/** At least half of each rank's computing is in kinds that all of them have. */
const SHARED_WORK = 0.5;

function sharesWork(ranks: readonly RankRecord[], common: readonly { readonly key: string }[]): boolean {
  const keys = new Set(common.map(({ key }) => key));
  return ranks.every(({ kernels }) => {
    const kinds = kernels?.kinds ?? [];
    const all = kinds.reduce((sum, { totalNs }) => sum + totalNs, 0);
    const shared = kinds.reduce(
      (sum, { type, shapes, totalNs }) => sum + (keys.has(`${type}\n${shapes}`) ? totalNs : 0),
      0,
    );
    return shared >= SHARED_WORK * all;
  });
}

function commonKinds(ranks: readonly RankRecord[]): { readonly key: string; readonly calls: number }[] {
  const calls = new Map<string, number[]>();
  for (const { kernels, stepCount } of ranks)
    for (const { type, shapes, count } of kernels?.kinds ?? []) {
      const key = `${type}\n${shapes}`;
      const own = calls.get(key);
      if (own) own.push(count / stepCount);
      else calls.set(key, [count / stepCount]);
    }
  return [...calls]
    .filter(([, own]) => own.length === ranks.length)
    .map(([key, own]) => ({ key, calls: medianOf(own) }));
}

/** D2: pipeline stages that compute unequally long. That is the cut of the model, and no slow rank. */
export const stageImbalance: Rule = {
  id: 'D2',
  sources: ['Tracelane'],
  thresholds: ['stages.imbalance', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const stages = [...groupBy(job.ranks.keys(), (position) => job.places[position]?.pipeline)]
      .flatMap(([stage, positions]) => {
        const ranks = positions.map((position) => job.ranks[position]);
        const ns = medianOf(ranks.map(({ split, stepCount }) => split.computingNs / stepCount));
        return stage === undefined || Number.isNaN(ns) ? [] : [{ stage, ranks, ns }];
      })
      .sort((a, b) => b.ns - a.ns);
    if (stages.length < 2) return { findings: [] };
    const [longest] = stages;
    const ratio = longest.ns / minOf(stages.map(({ ns }) => ns));
    const lost = longest.ns - stages.reduce((sum, { ns }) => sum + ns, 0) / stages.length;
    const ranks = longest.ranks.map(({ rank }) => rank);
    const shortest = stages[stages.length - 1];
    const values = {
      ratio,
      ranks,
      stage: longest.stage,
      lost,
      share: shareOf(job, lost),
      other: shortest.stage,
      others: shortest.ranks.map(({ rank }) => rank),
      most: longest.ns,
      least: shortest.ns,
    };
    if (ratio < limits['stages.imbalance'])
      return {
        findings: [],
        notReported: [
          notReported('D2', 'parallelism', 'stages.imbalance', {
            title: sentence('stages.fine'),
            value: ratio,
            limit: limits['stages.imbalance'],
            rank: undefined,
          }),
        ],
      };
    // Short stages beside long communication: however unequal, they cost the step next to nothing.
    if (values.share < limits['finding.least-share'])
      return {
        findings: [],
        notReported: [
          notReported('D2', 'parallelism', 'finding.least-share', {
            title: sentence('stages.fine.share'),
            value: values.share,
            limit: limits['finding.least-share'],
            rank: undefined,
          }),
        ],
      };
    return {
      findings: [
        finding(job, 'stages', {
          rule: 'D2',
          class: 'parallelism',
          rank: undefined,
          place: { ranks, stages: [longest.stage] },
          title: sentence('stages.title', values),
          cause: sentence('stages.cause', values),
          advice: [sentence('stages.advice')],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('stages.gain') },
          confidence: 'high',
          evidence: sameStep(longest.ranks[0], shortest.ranks[0]),
        }),
      ],
    };
  },
};

/** The longest step of the one, and the other's of the same number: side by side they show what each computes. */
function sameStep(one: RankRecord, other: RankRecord): readonly FindingEvidence[] {
  const own = longestStep(one);
  const same = (other.steps ?? []).filter(({ number }) => number === own[0]?.number);
  return [...shownSteps(one, own), ...shownSteps(other, same)];
}

function longestStep({ steps = [] }: RankRecord): readonly StepLength[] {
  return steps.length === 0 ? [] : [steps.reduce((most, own) => (own.ns > most.ns ? own : most))];
}
