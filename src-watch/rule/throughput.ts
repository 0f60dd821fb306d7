/** What a job gets done: steps, samples and floating-point operations a second, and how much of what its devices could do. */

/** What a step of the whole job is; each is undefined where nobody has said it. */
export interface WorkOfStep {
  /** Samples, or tokens: whatever is counted. */
  readonly samples?: number;
  /** Floating-point operations of the model, forwards and backwards. */
  readonly flops?: number;
  /** What all devices of the job together can do in a second. */
  readonly peakFlops?: number;
}

export interface Throughput {
  readonly stepsPerS: number;
  readonly samplesPerS?: number;
  readonly flopsPerS?: number;
  /** Model FLOPs utilisation: 0 to 1. */
  readonly mfu?: number;
}

/** Undefined: the step has no time. */
export function throughputOf({ samples, flops, peakFlops }: WorkOfStep, stepNs: number): Throughput | undefined {
  if (!(stepNs > 0 && Number.isFinite(stepNs))) return undefined;
  const stepsPerS = 1e9 / stepNs;
  const flopsPerS = flops === undefined ? undefined : flops * stepsPerS;
  return {
    stepsPerS,
    ...(samples !== undefined && { samplesPerS: samples * stepsPerS }),
    ...(flopsPerS !== undefined && { flopsPerS }),
    ...(flopsPerS !== undefined && peakFlops !== undefined && { mfu: flopsPerS / peakFlops }),
  };
}
