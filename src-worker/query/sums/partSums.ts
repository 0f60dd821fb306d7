import type { PartView } from '../partView';

/** A record of sums, in numbers, one for each name of a part. Times are the index's own, clipped to a region. */
export const SUM_FLOATS = 8;

/** What stands where in it. */
export const Sum = {
  count: 0,
  totalNs: 1,
  /** What lies within the slices. */
  nestedNs: 2,
  /** What of them is beyond the region. */
  beyondNs: 3,
  minNs: 4,
  maxNs: 5,
  /** The part's slice that has `maxNs`, the first one of several, */
  longest: 6,
  /** and the one that has been met first. */
  first: 7,
} as const;

/** Sums of a part's slices by their names, as that part numbers them. */
export interface PartSums {
  readonly part: PartView;
  /** The record of a name begins at its number times `SUM_FLOATS`. All 0 where no slice has the name. */
  readonly records: Float64Array;
  /** Names of which there is a slice, in the order in which they have been met. */
  readonly names: ArrayLike<number>;
}
