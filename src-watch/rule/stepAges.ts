/** How long ago steps were written that are read now: an alarm of long ago asks for no profile of today. */
import type { RankStep } from './jobSteps';

/** A profile that is asked for so long after the step shows something else. */
export const PAST_MS = 5 * 60_000;

/**
 * Steps of one file, in its order, that were there before anybody followed it. `lastAgeMs`: how long ago the last of them was written. Those
 * before it are older by their times, or, where nothing tells these, by the steps between. Clocks are held against themselves alone: they may
 * be of another time zone than this machine's.
 */
export function withPast(steps: readonly RankStep[], lastAgeMs: number): readonly RankStep[] {
  let ageMs = Math.max(0, lastAgeMs);
  const told = [...steps];
  for (let at = steps.length - 1; at >= 0; at--) {
    if (at < steps.length - 1) ageMs += gapMs(steps[at], steps[at + 1]);
    if (ageMs > PAST_MS) told[at] = { ...steps[at], isPast: true };
  }
  return told;
}

function gapMs(own: RankStep, next: RankStep): number {
  // A clock that is set back makes nothing younger.
  if (own.timeNs !== undefined && next.timeNs !== undefined) return Math.max(0, (next.timeNs - own.timeNs) / 1e6);
  const steps = Math.max(1, next.step - own.step);
  return next.durationNs >= 0 && Number.isFinite(next.durationNs) ? (steps * next.durationNs) / 1e6 : 0;
}
