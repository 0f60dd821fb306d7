import { medianOf } from '../../base/aggregates';

/** A rank is slow from here on: 5 % over the median of its peers, and three times the usual deviation of the others. */
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
  const sets = [...peers.values()].filter(({ length }) => length > 1);
  for (const set of sets) {
    const median = medianOf(set.map((position) => values[position]));
    for (const position of set) relative[position] = values[position] / median;
  }
  const deviations = relative.map((ratio) => Math.abs(ratio - 1));
  const slow = sets
    .flatMap((set) => set.filter((position) => isSlow(position, set, relative, deviations)))
    .sort((a, b) => relative[b] - relative[a]);
  return { relative, deviation: medianOf(deviations), slow };
}

/**
 * Its own deviation is not what is usual. Of a pair both lie as far from their median, so that the peer of a slow rank
 * would make it look usual: it is left out too. Where no other is left, as in a job of two, the 5 % decide alone.
 */
function isSlow(position: number, set: readonly number[], relative: Float64Array, deviations: Float64Array): boolean {
  const excess = relative[position] - 1;
  if (!(excess > SLOW_EXCESS)) return false;
  const own = set.length === 2 ? set : [position];
  const usual = medianOf(deviations.filter((_, other) => !own.includes(other)));
  return Number.isNaN(usual) || excess > SLOW_DEVIATIONS * usual;
}
