/** The frequency of a rank's device, from the counter "AI Core Freq". */
import type { RankView } from '../query/rankView';

/** MHz. */
export interface CoreFrequency {
  /** Each sample holds until the next. */
  readonly meanMHz: number;
  readonly maxMHz: number;
}

const FREQUENCY = /AI Core Freq/i;

/** Undefined where the timeline has no such counter. */
export function coreFrequency({ index }: RankView): CoreFrequency | undefined {
  const series = index.counters.find(({ counter }) => FREQUENCY.test(counter));
  return series && frequencyOfSamples(series.timeNs, series.value);
}

/** Undefined without samples; `values` in MHz. */
export function frequencyOfSamples(timeNs: Float64Array, values: Float64Array): CoreFrequency | undefined {
  if (values.length === 0) return undefined;
  let [area, maxMHz] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    maxMHz = Math.max(maxMHz, values[at]);
    if (at + 1 < values.length) area += values[at] * (timeNs[at + 1] - timeNs[at]);
  }
  const spanNs = timeNs[timeNs.length - 1] - timeNs[0];
  return { meanMHz: spanNs > 0 ? area / spanNs : values[0], maxMHz };
}
