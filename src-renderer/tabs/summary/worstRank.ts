import type { ParallelMap, StepSplit } from '../../../src-contract';
import { stepTimes } from './splitParts';

/**
 * Position of the rank that is looked at until one is chosen: of those that are slow for their place in the job the slowest,
 * else the one with the longest step. Undefined where no rank has a step.
 */
export function worstRank(split: StepSplit, parallel: ParallelMap | undefined): number | undefined {
  const slow = parallel?.slowRanks ?? [];
  if (parallel && slow.length > 0) return greatest(slow, parallel.relativeComputing);
  const steps = stepTimes(split);
  return greatest([...steps.keys()], steps);
}

/** Of these positions the first with the greatest value; NaN is none. */
function greatest(positions: readonly number[], values: Float64Array): number | undefined {
  let found: number | undefined;
  for (const at of positions) {
    const value = values[at] ?? Number.NaN;
    if (!Number.isNaN(value) && (found === undefined || value > values[found]!)) found = at;
  }
  return found;
}
