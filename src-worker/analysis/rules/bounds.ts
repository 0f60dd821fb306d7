/** B4 and the block dim of B6: kernels that keep neither the compute units nor the memory busy. */

import { sentence } from '../../../src-contract/findings/sentence';
import { without } from '../../base/without';
import type { KernelKindWork } from '../../model/kernels/kernelWork';
import { boundOf, computingShare } from '../kernelBounds';
import { lossOfRanks } from '../rankLoss';
import type { JobRecord } from '../record/jobRecord';
import type { RankRecord } from '../record/rankRecord';
import { numbersOfRanks, type Rule, type RuleResult } from '../rule';

interface Losing {
  readonly kind: KernelKindWork;
  /** Of all steps. */
  readonly ns: number;
}

/** B4: their time would be so much shorter if the busiest unit were busy as far as it can be. */
export const kernelRoom: Rule = {
  id: 'B4',
  sources: ['msprof-analyze', 'Hermes'],
  thresholds: ['kernel-room.share', 'kernel-room.least'],
  find: (job, limits) => {
    const cores = coresOf(job);
    const losing = (rank: RankRecord) =>
      longKinds(rank, limits['kernel-room.least']).flatMap((kind): Losing[] => {
        const own = boundOf(kind);
        if (own?.by !== 'none' || idleCores(kind, cores) > 0) return [];
        return [{ kind, ns: kind.totalNs * (1 - own.reach) }];
      });
    const known = job.ranks.filter(({ kernels }) => kernels?.kinds.some(({ ratios }) => ratios));
    return result(job, known, 'B4', losing, (rank, values) => {
      const [{ kind }] = sorted(losing(rank));
      const isCube = (kind.ratios?.mac ?? 0) > 0;
      const isAttention = /Attention/.test(kind.type);
      const advice = isAttention ? 'B4.advice.attention' : isCube ? 'B4.advice.cube' : 'B4.advice.vector';
      return {
        cause: sentence(isCube && kind.isOdd ? 'B4.cause.odd' : 'B4.cause', { ...values, ...unitsOf(kind) }),
        advice: [sentence(advice)],
      };
    })(limits);
  },
};

/** B6: kernels whose blocks don't fill the cores: some of them do nothing in the last round. */
export const blockDim: Rule = {
  id: 'B6',
  sources: ['msprof-analyze'],
  thresholds: ['kernel-room.share', 'kernel-room.least'],
  find: (job, limits) => {
    const cores = coresOf(job);
    const losing = (rank: RankRecord) =>
      longKinds(rank, limits['kernel-room.least']).flatMap((kind): Losing[] => {
        const idle = idleCores(kind, cores);
        return idle > 0 ? [{ kind, ns: kind.totalNs * idle }] : [];
      });
    const known = job.ranks.filter(({ kernels }) => kernels?.kinds.some((kind) => cores.has(kind.core)));
    return result(job, known, 'B6', losing, (rank, values) => {
      const [{ kind }] = sorted(losing(rank));
      const facts = { blocks: kind.facts.blockDim, cores: cores.get(kind.core) ?? Number.NaN };
      return { cause: sentence('block-dim.cause', { ...values, ...facts }), advice: [sentence('block-dim.advice')] };
    })(limits);
  },
};

type Told = Pick<ReturnType<Parameters<typeof lossOfRanks>[3]['told']>, 'cause' | 'advice'>;

function result(
  job: JobRecord,
  known: readonly RankRecord[],
  rule: 'B4' | 'B6',
  losing: (rank: RankRecord) => readonly Losing[],
  told: (rank: RankRecord, values: Record<string, string | number>) => Told,
): (limits: Parameters<Rule['find']>[1]) => RuleResult {
  const id = rule === 'B4' ? 'B4' : 'block-dim';
  return (limits) => {
    const found = lossOfRanks(job, known, limits, {
      rule,
      class: 'compute',
      limit: 'kernel-room.share',
      nsOf: (rank) => (computingShare(rank) * losing(rank).reduce((sum, { ns }) => sum + ns, 0)) / rank.stepCount,
      told: (rank, values) => {
        const own = sorted(losing(rank));
        const [{ kind, ns }] = own;
        const facts = { op: kind.type, count: own.length, part: (computingShare(rank) * ns) / rank.stepCount };
        return {
          title: sentence(`${id}.title`, { ...values, ...facts }),
          ...told(rank, { ...facts }),
          gain: sentence(`${id}.gain`),
          confidence: 'low',
          op: kind.type,
          kinds: own.map(({ kind }) => kind),
        };
      },
      fine: sentence(`${id}.fine`),
    });
    const left = without(job.ranks, known);
    const ranks = known.length === 0 ? [] : numbersOfRanks(left);
    return {
      ...found,
      notRun: left.length > 0 ? [{ rule, reason: sentence(rule === 'B4' ? 'needs.pmu' : 'needs.blocks'), ranks }] : [],
    };
  };
}

/** Shorter kernels are over before any unit is busy: they cost their launch. */
function longKinds({ kernels }: RankRecord, leastNs: number): readonly KernelKindWork[] {
  return (kernels?.kinds ?? []).filter(({ totalNs, count }) => totalNs / count >= leastNs);
}

function sorted(losing: readonly Losing[]): readonly Losing[] {
  return [...losing].sort((a, b) => b.ns - a.ns);
}

function unitsOf({ ratios }: KernelKindWork) {
  const { mac = 0, vector = 0, cubeLoad = 0, vectorLoad = 0 } = ratios ?? {};
  return mac > 0 ? { unit: 'mac', busy: mac, load: cubeLoad } : { unit: 'vec', busy: vector, load: vectorLoad };
}

/** A grid may have more blocks than there are cores: they run one after another. */
const MOST_CORES = 64;
/** Of devices that train; a few blocks at most say that no kernel was large. */
const FEWEST_CORES = 8;

/** By kind of core: the most blocks of a kernel that can be cores. */
function coresOf(job: JobRecord): ReadonlyMap<string, number> {
  const cores = new Map<string, number>();
  for (const { kernels } of job.ranks)
    for (const { core, facts } of kernels?.kinds ?? []) {
      if (!/^AI_(CORE|VECTOR_CORE)$/.test(core) || !(facts.blockDim <= MOST_CORES)) continue;
      cores.set(core, Math.max(cores.get(core) ?? 0, facts.blockDim));
    }
  return new Map([...cores].filter(([, count]) => count >= FEWEST_CORES));
}

/** Share of the cores' time in the kernel that passes with nothing to do; 0 where it is not known. */
function idleCores({ core, facts }: KernelKindWork, cores: ReadonlyMap<string, number>): number {
  const count = cores.get(core);
  if (count === undefined || !(facts.blockDim > 0)) return 0;
  return 1 - facts.blockDim / (Math.ceil(facts.blockDim / count) * count);
}
