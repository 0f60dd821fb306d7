import { sentence } from '../../../src-contract/findings/sentence';
import { maxOf, meanOf, sumOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { without } from '../../base/without';
import { freeOf } from '../freeCauses';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { finding, notReported, numbersOfRanks, type Rule, type RuleResult } from '../rule';

/** A host by the ranks on it that know how busy its processors are. */
interface Host {
  readonly members: readonly RankRecord[];
  readonly busy: number;
  /** Share of all processors that others take; NaN: nothing tells whose the work is. */
  readonly taken: number;
  readonly runnable: number;
}

/**
 * B9: processors of the host that others take. Threads of the job wait for them only where next to none is idle, or more threads could run
 * than there are processors: then Free in which the host works is up to so much longer. That time is dispatch's already (A2), so it is a
 * bound of the gain and no loss of its own. Source: Hermes' causes (contention for the CPU), MindSpore Insight's assistant (switches).
 */
export const hostContention: Rule = {
  id: 'B9',
  sources: ['Hermes', 'MindSpore Insight'],
  thresholds: ['cpu.busy', 'cpu.others'],
  find: (job, limits): RuleResult => {
    const hosts = hostsOf(job.ranks);
    if (hosts.length === 0)
      return {
        findings: [],
        notRun: [{ rule: 'B9', reason: sentence('needs.cpu'), ranks: [] }],
      };
    const isFull = ({ busy, runnable }: Host) => busy >= limits['cpu.busy'] || runnable > 1;
    const contended = hosts.filter((own) => isFull(own) && !(own.taken < limits['cpu.others']));
    const rest = without(hosts, contended).sort((a, b) => b.busy - a.busy)[0];
    return {
      findings: contended.map((own) => ofHost(job, own)),
      notReported: rest ? [fine(rest, limits, isFull(rest))] : [],
    };
  },
};

function fine({ busy, taken, members }: Host, limits: Parameters<Rule['find']>[1], isFull: boolean) {
  const rank = members.length === 1 ? members[0].rank : undefined;
  return isFull
    ? notReported('B9', 'host', 'cpu.others', {
        title: sentence('cpu.fine.others'),
        value: taken,
        limit: limits['cpu.others'],
        rank,
      })
    : notReported('B9', 'host', 'cpu.busy', {
        title: sentence('cpu.fine'),
        value: busy,
        limit: limits['cpu.busy'],
        rank,
      });
}

/** Ranks that name no host are taken for those of one: what another rank of the job takes is not others’. */
function hostsOf(ranks: readonly RankRecord[]): Host[] {
  const known = ranks.filter(({ hostCpu }) => hostCpu !== undefined && !Number.isNaN(hostCpu.busy));
  return [...groupBy(known, ({ hostCpu }) => hostCpu?.hostName ?? '').values()].map((members) => {
    const all = members.flatMap(({ hostCpu }) => hostCpu ?? []);
    const ofJob = all.filter(({ isJobs }) => isJobs).map(({ own }) => own);
    const own =
      ofJob.length > 0
        ? meanOf(ofJob)
        : all.some((one) => Number.isNaN(one.own))
          ? Number.NaN
          : sumOf(all.map((one) => one.own));
    const busy = meanOf(all.map((one) => one.busy));
    return { members, busy, taken: Math.max(0, busy - own), runnable: maxOf(all.map((one) => one.runnable)) };
  });
}

/** What the host does while the device waits for it. */
const OF_THE_HOST = ['python', 'op', 'launch', 'unrecorded', 'compile', 'dataloader'] as const;

function ofHost(job: JobRecord, { members, busy, taken, runnable }: Host) {
  const ranks = numbersOfRanks(members);
  const hostNs = maxOf(members.map((rank) => sumOf(OF_THE_HOST.map((owner) => freeOf(rank, owner)))));
  const gain = Number.isNaN(taken) ? hostNs : hostNs * taken;
  const others = members.flatMap(({ hostCpu }) => hostCpu?.others ?? []).sort((a, b) => b.share - a.share);
  const values = {
    ranks,
    busy,
    taken,
    runnable,
    name: others[0]?.name ?? '',
    most: others[0]?.share ?? Number.NaN,
    switches: maxOf(members.map(({ hostCpu }) => hostCpu?.switchesPerSecond ?? Number.NaN)),
    processors: maxOf(members.map(({ hostCpu }) => hostCpu?.processorCount ?? Number.NaN)),
  };
  const cause = values.name !== '' ? 'cpu.cause.named' : Number.isNaN(runnable) ? 'cpu.cause' : 'cpu.cause.runnable';
  return finding(job, `cpu ${members[0].hostCpu?.hostName ?? members[0].label}`, {
    rule: 'B9',
    class: 'host',
    rank: members.length === 1 ? members[0].rank : undefined,
    members,
    place: { ranks },
    title: sentence(Number.isNaN(taken) ? 'cpu.title.busy' : 'cpu.title', values),
    cause: sentence(cause, values),
    advice: [sentence('cpu.advice.others'), sentence(job.isGpu ? 'cpu.advice.taskset' : 'cpu.advice.affinity')],
    lostNsPerStep: 0,
    gain: { nsPerStep: Number.isNaN(gain) ? 0 : gain, formula: sentence('cpu.gain') },
    confidence: Number.isNaN(taken) ? 'low' : 'medium',
    evidence: [],
  });
}
