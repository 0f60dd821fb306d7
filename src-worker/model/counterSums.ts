/** What each counter of a timeline comes to, over the whole recording. */

import type { RankView } from '../query/rankView';
import { valuesBetween } from '../query/sums/counterValues';

export interface CounterSum {
  /** "Acc PMU"; of a GPU "GPU 0 Utilization". */
  readonly counter: string;
  /** "readBandwidth", "value, acc_id 3". */
  readonly series: string;
  readonly unit: string;
  readonly sampleCount: number;
  readonly min: number;
  /** By time, each value until the next; the standard deviation, too. */
  readonly mean: number;
  readonly deviation: number;
  readonly max: number;
}

/** Of bounded size: a timeline may have thousands. Those that change most, of their greatest magnitude, come first. */
const MOST_COUNTERS = 64;

export function counterSums({ index }: RankView): readonly CounterSum[] {
  const sums = index.counters.map(({ counter, seriesName, unit, timeNs, value }): CounterSum => {
    const { min, mean, max, sampleCount } = valuesBetween(timeNs, value);
    return {
      counter,
      series: seriesName,
      unit,
      sampleCount,
      min,
      mean,
      deviation: deviationOf(timeNs, value, mean),
      max,
    };
  });
  if (sums.length <= MOST_COUNTERS) return sums;
  const chosen = new Set(sums.toSorted((a, b) => changeOf(b) - changeOf(a)).slice(0, MOST_COUNTERS));
  return sums.filter((own) => chosen.has(own));
}

/** 0 to 1 where no value is below 0. */
function changeOf({ min, max, deviation }: CounterSum): number {
  const most = Math.max(Math.abs(min), Math.abs(max));
  return most > 0 ? deviation / most : 0;
}

/** Weighed as the mean is. */
function deviationOf(timeNs: Float64Array, values: Float64Array, mean: number): number {
  let [squares, heldNs, plain] = [0, 0, 0];
  for (let at = 0; at < values.length; at++) {
    const square = (values[at] - mean) ** 2;
    plain += square;
    if (at + 1 === values.length) break;
    squares += square * (timeNs[at + 1] - timeNs[at]);
    heldNs += timeNs[at + 1] - timeNs[at];
  }
  return Math.sqrt(heldNs > 0 ? squares / heldNs : plain / values.length);
}
