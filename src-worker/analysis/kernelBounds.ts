/** What a kind of kernel is bound by: by the counters of its units (B4), and under the device's roofline (B5). */
import type { ChipFacts, KernelBound } from '../../src-contract';
import type { KernelKindWork } from '../model/kernels/kernelWork';
import type { RankRecord } from './record/rankRecord';

/** What a kind of kernel is bound by; `reach`: how near to its bound the nearest unit is, 0 to 1. */
export interface Bound {
  readonly by: 'compute' | 'memory' | 'both' | 'none';
  readonly reach: number;
  /** Of the two, the one that is nearer. */
  readonly nearest: 'compute' | 'memory';
}

/** Ratios from which on a unit is the bound. Source: msprof-analyze (AI Core performance). */
const LIMITS = {
  mac: 0.8,
  cubeLoad: 0.95,
  attention: { compute: 0.75, load: 0.8 },
  vectorUnit: 0.7,
  vectorSum: 0.9,
} as const;
/** Cube kernels that move less in all are not judged (msprof-analyze). */
const LEAST_CUBE_BYTES = 100e6;

/** Undefined: no counters, or a kernel that is not judged. */
export function boundOf(kind: KernelKindWork): Bound | undefined {
  const { ratios, type, facts, count } = kind;
  if (!ratios) return undefined;
  const { mac, cubeLoad, fixpipe, vector, vectorLoad, vectorStore } = ratios;
  if (/^FlashAttentionScore|^FusedInferAttentionScore|^PromptFlashAttention/.test(type)) {
    const compute = /Grad/.test(type) ? fixpipe : vector;
    return bound(compute / LIMITS.attention.compute, cubeLoad / LIMITS.attention.load);
  }
  if (mac > 0) {
    if (!(facts.sizeBytes * count >= LEAST_CUBE_BYTES)) return undefined;
    return bound(mac / LIMITS.mac, cubeLoad / LIMITS.cubeLoad);
  }
  const sum = vector + vectorLoad + vectorStore;
  if (sum === 0) return undefined;
  const nearest = vectorLoad + vectorStore > vector ? 'memory' : 'compute';
  const memory = Math.max(vectorLoad, vectorStore) / LIMITS.vectorUnit;
  if (sum >= LIMITS.vectorSum && Math.max(vector / LIMITS.vectorUnit, memory) < 1)
    return { by: 'both', reach: 1, nearest };
  return bound(vector / LIMITS.vectorUnit, memory);
}

function bound(compute: number, memory: number): Bound {
  const reach = Math.min(1, Math.max(compute, memory));
  const nearest = memory > compute ? 'memory' : 'compute';
  if (reach < 1) return { by: 'none', reach, nearest };
  return { by: compute >= 1 && memory >= 1 ? 'both' : compute >= 1 ? 'compute' : 'memory', reach, nearest };
}

/** A kernel that reaches less of its roofline uses neither (Hermes’ “underutilised”). */
const UNDERUTILISED = 0.5;

export interface Attainable {
  readonly flopPerSecond: number;
  readonly bound: KernelBound;
}

/** NaN and 'unknown' where FLOPs, bytes, or what the device reaches are not known. */
export function attainable({ facts, totalNs, count }: KernelKindWork, chip: ChipFacts | undefined): Attainable {
  const { flop, sizeBytes, computeType } = facts;
  const peak = computeType === undefined ? Number.NaN : (chip?.peaks[computeType] ?? Number.NaN);
  const memory = (flop / sizeBytes) * (chip?.memoryGBps ?? Number.NaN) * 1e9;
  const flopPerSecond = Number.isNaN(memory) ? peak : Math.min(peak, memory);
  if (!(flopPerSecond > 0)) return { flopPerSecond: Number.NaN, bound: 'unknown' };
  const isUsed = flop / ((totalNs / count) * 1e-9) >= UNDERUTILISED * flopPerSecond;
  return { flopPerSecond, bound: isUsed ? (memory < peak ? 'memory' : 'compute') : 'underutilised' };
}

/** Of the kernels' summed time what passes as computing: kernels run beside each other, and tables hold some of other steps. */
export function computingShare({ split, kernels }: RankRecord): number {
  const share = split.computingNs / (kernels?.computeNs ?? Number.NaN);
  return Number.isNaN(share) ? 1 : Math.min(share, 1);
}
