import { upperBound } from '../bounds';

export interface CounterValues {
  /** NaN, as mean and max are, where there is none. */
  readonly min: number;
  /** By time; of samples that are all of one instant, the mean of these. */
  readonly mean: number;
  readonly max: number;
  /** Value times ns. */
  readonly area: number;
  readonly sampleCount: number;
}

/**
 * What a counter's values are between two instants, by the clock of `timeNs`. Each value holds until the next sample; the last
 * one for no time.
 */
export function valuesBetween(
  timeNs: Float64Array,
  values: Float64Array,
  fromNs = Number.NEGATIVE_INFINITY,
  toNs = Number.POSITIVE_INFINITY,
): CounterValues {
  const end = upperBound(timeNs, toNs);
  const last = timeNs.length - 1;
  // From the sample that holds at the beginning.
  const before = upperBound(timeNs, fromNs) - 1;
  const first = Math.max(0, before === last && timeNs[last] < fromNs ? last + 1 : before);
  const sampleCount = Math.max(0, end - first);
  if (sampleCount === 0) return { min: Number.NaN, mean: Number.NaN, max: Number.NaN, area: 0, sampleCount };
  let [min, max, area, heldNs, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, 0, 0];
  for (let at = first; at < end; at++) {
    const value = values[at];
    min = Math.min(min, value);
    max = Math.max(max, value);
    sum += value;
    if (at === last) continue;
    const ns = Math.min(timeNs[at + 1], toNs) - Math.max(timeNs[at], fromNs);
    area += value * ns;
    heldNs += ns;
  }
  // All at one instant: there is no time to weigh by.
  return { min, mean: heldNs > 0 ? area / heldNs : sum / sampleCount, max, area, sampleCount };
}
