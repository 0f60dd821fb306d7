/** B1 and B5: the kinds of kernels that take most time, and where each stands under the device's roofline. */
import type { ChipFacts, KernelBound, KernelKindRow, KernelRoofline, KernelsOfRank } from '../../src-contract';
import { mostKernelKinds } from '../../src-contract/findings/limits';
import { joinedFacts } from '../model/kernels/kernelFacts';
import type { KernelKindWork } from '../model/kernels/kernelWork';
import { attainable, type Bound, boundOf } from './kernelBounds';
import type { JobRecord } from './record/jobRecord';
import type { RankRecord } from './record/rankRecord';

/**
 * Kinds of all ranks together (type, shapes, core), by total time. Under the roofline (Williams et al., CACM 2009) a kernel
 * reaches at most min(peak of its type, FLOP / byte × memory bandwidth); bytes are those of its tensors, each once.
 */
export function kernelRoofline(job: JobRecord): KernelRoofline {
  const kinds = new Map<string, KernelKindWork>();
  let totalNs = 0;
  for (const { kernels } of job.ranks) {
    totalNs += kernels?.computeNs ?? 0;
    for (const own of kernels?.kinds ?? []) {
      const key = `${own.type}\n${own.shapes}\n${own.core}`;
      const known = kinds.get(key);
      kinds.set(key, known ? joined(known, own) : own);
    }
  }
  const rows = [...kinds.values()]
    .sort((a, b) => b.totalNs - a.totalNs)
    .slice(0, mostKernelKinds)
    .map((own) => rowOf(own, totalNs, job.chip));
  return { ...(job.chip && { chip: job.chip }), rows, ranks: job.ranks.flatMap(rankKernels) };
}

function rankKernels({ rank, label, kernels }: RankRecord): KernelsOfRank[] {
  if (!kernels) return [];
  const { computeCount: count, computeNs: totalNs, states } = kernels;
  const isTold = Object.keys(states).length > 0;
  return [{ rank, label, count, totalNs, ...(isTold && { dynamicCount: states.dynamic ?? 0 }) }];
}

/** Ratios of the side that takes longer; what a call does is the mean of both, which are the same for nearly all kinds. */
function joined(a: KernelKindWork, b: KernelKindWork): KernelKindWork {
  const [count, totalNs] = [a.count + b.count, a.totalNs + b.totalNs];
  const span = { maxNs: Math.max(a.maxNs, b.maxNs), minNs: Math.min(a.minNs, b.minNs) };
  // Member by member: those of a summary's are not its own.
  const facts = joinedFacts([a.facts, a.count], [b.facts, b.count]);
  const { name, type, shapes, core, ratios, isOdd } = a.totalNs >= b.totalNs ? a : b;
  return { name, type, shapes, core, facts, ratios, isOdd, ...span, count, totalNs };
}

function rowOf(own: KernelKindWork, allNs: number, chip: ChipFacts | undefined): KernelKindRow {
  const { type, shapes, core, count, totalNs, minNs, maxNs, facts } = own;
  const meanNs = totalNs / count;
  const { flop, sizeBytes, computeType } = facts;
  const reachable = attainable(own, chip);
  const units = boundOf(own);
  const flopPerSecond = flop / (meanNs * 1e-9);
  return {
    type,
    shapes,
    core,
    count,
    totalNs,
    meanNs,
    minNs,
    maxNs,
    share: totalNs / allNs,
    flop,
    ...(computeType && { computeType }),
    sizeBytes,
    flopPerByte: flop / sizeBytes,
    flopPerSecond,
    bytesPerSecond: sizeBytes / (meanNs * 1e-9),
    reach: flopPerSecond / reachable.flopPerSecond,
    bound: units ? fromUnits(units) : reachable.bound,
  };
}

/** A unit that comes so near to what it can reach is the bound, for a table. */
const NEAR = 0.9;

function fromUnits({ by, reach, nearest }: Bound): KernelBound {
  if (by === 'none') return reach >= NEAR ? nearest : 'underutilised';
  return by === 'both' ? nearest : by;
}
