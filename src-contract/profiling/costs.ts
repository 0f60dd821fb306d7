/** What taking a profile costs, as far as it has been published or measured. */

import type { ProfileLevel } from './levels';

/** ModelArts' form for a manual profile takes 1 to 3; more than ten make dumps that take longer to analyse than to collect. */
export const MOST_PROFILE_STEPS = 10;

/** Of the step's time while it is profiled; from ModelArts' page on training performance analysis. */
export const lightShare = 0.05;
/** Level 2 with memory and stacks, a 3B model on 16 devices; the same page. */
export const heavyShare = 0.38;

/** PyTorch's own profiler: a step of an 8B model, from Hermes (ATC'25). */
export const gpuStepS = { without: 85, profiled: 150 } as const;

/** Of trace_view.json, measured on real dumps: an event is some 220 bytes, one with call stacks 1 to 1.5 kB. */
export const eventBytes = { plain: 220, withStack: 1_250 } as const;

/** Of a step on a rank: of a large model there are several 100,000. */
const eventsOfStep = 300_000;
/** The profiler keeps its raw data beside what it makes of them. */
const rawFactor = 2;

/** What a profile may come to: rather too much than too little, since a full disk ends the training job. */
export function profileBytes(ranks: number, steps: number, hasStack: boolean): number {
  return ranks * steps * eventsOfStep * rawFactor * (hasStack ? eventBytes.withStack : eventBytes.plain);
}

/** What it adds to a step: the two ends are published, what lies between is not. */
export function profileCost(level: ProfileLevel, hasMemory: boolean, hasStack: boolean): 'light' | 'heavy' | 'between' {
  if ((level === 'none' || level === '0') && !hasMemory && !hasStack) return 'light';
  return level === '2' && hasMemory && hasStack ? 'heavy' : 'between';
}
