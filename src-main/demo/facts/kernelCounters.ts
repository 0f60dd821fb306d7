import type { KernelTemplate } from '../model/opSpec';
import { hash2 } from '../random';

/** What a part of a pipeline did: time and share of the active time. */
export interface PartCounters {
  readonly ns: number;
  readonly thousandths: number;
}

/** Counters of one pipeline of a kernel: cube (aic) or vector (aiv). */
export interface PipelineCounters {
  readonly activeNs: number;
  readonly cycles: number;
  /** By name, in the profiler's order. */
  readonly parts: readonly (readonly [name: string, counters: PartCounters])[];
  readonly missThousandths: number;
}

export interface KernelCounters {
  /** Undefined for a pipeline that the kernel does not use. */
  readonly cube: PipelineCounters | undefined;
  readonly vector: PipelineCounters | undefined;
  readonly cubeUtilizationThousandths: number;
}

export const cubeParts = ['mac', 'scalar', 'mte1', 'mte2', 'fixpipe'] as const;
export const vectorParts = ['vec', 'scalar', 'mte2', 'mte3'] as const;

/** Counters as plausible for the kind of kernel. */
export function kernelCounters(
  kernel: KernelTemplate,
  durationNs: number,
  launchId: number,
  coreMhz: number,
): KernelCounters {
  const activeNs = Math.round(durationNs * 0.965);
  const cycles = Math.round((activeNs / 1000) * coreMhz * kernel.blockDim);
  // One number per launch, read in groups of bits: a small deviation for every counter.
  const noise = hash2(launchId, kernel.blockDim);
  const thousandths = (mean: number, shift: number): number => Math.round(mean * (960 + ((noise >>> shift) % 80)));
  const parts = (names: readonly string[], shares: readonly number[]) =>
    names.map(
      (name, i) => [name, { ns: Math.round((activeNs * shares[i]!) / 1000), thousandths: shares[i]! }] as const,
    );
  const isAttention = kernel.core === 'MIX_AIC';
  const mac = thousandths(isAttention ? 0.56 : 0.84, 0);
  const cubeShares = [mac, thousandths(0.12, 3), thousandths(0.47, 6), thousandths(0.71, 9), thousandths(0.16, 12)];
  const vectorShares = [
    thousandths(isAttention ? 0.61 : 0.34, 15),
    thousandths(0.09, 18),
    thousandths(0.62, 21),
    thousandths(0.41, 24),
  ];
  const usesCube = kernel.core !== 'AI_VECTOR_CORE';
  const usesVector = kernel.core !== 'AI_CORE';
  return {
    cube: usesCube ? { activeNs, cycles, parts: parts(cubeParts, cubeShares), missThousandths: 2 } : undefined,
    vector: usesVector ? { activeNs, cycles, parts: parts(vectorParts, vectorShares), missThousandths: 6 } : undefined,
    cubeUtilizationThousandths: usesCube ? mac * 100 : 0,
  };
}
