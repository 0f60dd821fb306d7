import { medianOf } from './numbers';

/** A rank is slow from here on: 5 % over the median of its peers, and three times the usual deviation. */
export const SLOW_EXCESS = 0.05;
export const SLOW_DEVIATIONS = 3;

export interface SlowRanks {
  /** Value of each rank over the median of its peers; NaN without peers. */
  readonly relative: Float64Array;
  /** Median of |relative − 1| over all ranks that have peers. */
  readonly deviation: number;
  /** Positions, slowest first. */
  readonly slow: readonly number[];
}

/**
 * Who takes longer than those who do the same. Ranks are compared only within a set of peers (same key), since stages and
 * parts of a model differ. The deviation is taken over all sets together: of two or three peers alone it would say nothing.
 */
export function findSlow(values: Float64Array, keyOf: (position: number) => string | undefined): SlowRanks {
  const peers = new Map<string, number[]>();
  values.forEach((value, position) => {
    const key = keyOf(position);
    if (key === undefined || !(value > 0)) return;
    const known = peers.get(key);
    if (known) known.push(position);
    else peers.set(key, [position]);
  });
  const relative = new Float64Array(values.length).fill(Number.NaN);
  for (const set of peers.values()) {
    if (set.length < 2) continue;
    const median = medianOf(set.map((position) => values[position]));
    for (const position of set) relative[position] = values[position] / median;
  }
  return { relative, ...outliers(relative) };
}

/** Positions of ratios that lie above 1 by more than `SLOW_EXCESS` and `SLOW_DEVIATIONS` deviations. */
function outliers(relative: ArrayLike<number>): {
  readonly deviation: number;
  readonly slow: readonly number[];
} {
  const ratios = Array.from(relative);
  const deviation = medianOf(ratios.map((ratio) => Math.abs(ratio - 1)));
  const slow = ratios
    .map((_, position) => position)
    .filter((position) => ratios[position] - 1 > SLOW_EXCESS && ratios[position] - 1 > SLOW_DEVIATIONS * deviation)
    .sort((a, b) => ratios[b] - ratios[a]);
  return { deviation, slow };
}
