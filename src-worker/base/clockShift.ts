/**
 * How far a rank's clock is ahead of the one that the job is shown by. This is the only place that goes between the two.
 *
 *     own time   what the rank's clock says, counted from where the dump's reading began
 *     job time   what everything shown counts in: own time less the shift
 *
 * Two clocks never run at quite the same rate, so the shift may grow with time. It is rounded to whole ns for each instant
 * by itself: since no clock gains a whole second a second, instants in order stay in order, and what lies within something
 * stays within it.
 */
export interface ClockShift {
  /** At `aroundNs` of own time. */
  readonly offsetNs: number;
  /** What the shift grows by, ns per ns. */
  readonly rate: number;
  readonly aroundNs: number;
}

export const NO_SHIFT: ClockShift = { offsetNs: 0, rate: 0, aroundNs: 0 };

/** NaN and the infinite instants stay what they are. */
export function toJobNs(shift: ClockShift, ownNs: number): number {
  return Number.isFinite(ownNs) ? ownNs - Math.round(unrounded(shift, ownNs)) : ownNs;
}

function unrounded({ offsetNs, rate, aroundNs }: ClockShift, ownNs: number): number {
  return offsetNs + rate * (ownNs - aroundNs);
}

/** The first instant of own time whose job time is not before `jobNs`. */
export function firstOwnNs(shift: ClockShift, jobNs: number): number {
  if (shift.rate === 0) return jobNs + Math.round(shift.offsetNs);
  let ownNs = Math.ceil(inverse(shift, jobNs));
  while (toJobNs(shift, ownNs) < jobNs) ownNs++;
  while (toJobNs(shift, ownNs - 1) >= jobNs) ownNs--;
  return ownNs;
}

/** The last instant of own time whose job time is not after `jobNs`. */
export function lastOwnNs(shift: ClockShift, jobNs: number): number {
  if (shift.rate === 0) return jobNs + Math.round(shift.offsetNs);
  let ownNs = Math.floor(inverse(shift, jobNs));
  while (toJobNs(shift, ownNs) > jobNs) ownNs--;
  while (toJobNs(shift, ownNs + 1) <= jobNs) ownNs++;
  return ownNs;
}

/** Up to the rounding, the own time that has this job time. */
function inverse({ offsetNs, rate, aroundNs }: ClockShift, jobNs: number): number {
  const nearNs = jobNs + offsetNs;
  return nearNs + (rate * (nearNs - aroundNs)) / (1 - rate);
}
