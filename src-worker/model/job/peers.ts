import type { Thresholds } from '../../../src-contract';
import { medianOf, minOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { allThresholds } from '../thresholds';

/**
 * Ranks that should take equally long for the same: those of one pipeline stage. Stages differ, having other layers and
 * other numbers of micro-batches under way; what is compared is therefore a time per call, or that of a whole stage.
 */
export interface PeerSet {
  /** Positions of those with a value; at least two. */
  readonly members: readonly number[];
  /** The mean of a few would make a healthy rank look fast by as much as the other is slow. */
  readonly comparedWith: 'median' | 'fastest';
  readonly reference: number;
  /** Median absolute deviation of the members from the reference, as a share of it; NaN where they are too few for one. */
  readonly deviation: number;
}

export interface PeerComparison {
  /** Value of each rank over the reference of its peers; NaN without a value or without peers. */
  readonly relative: Float64Array;
  /** Positions, slowest first. */
  readonly slow: readonly number[];
  readonly sets: readonly PeerSet[];
}

/**
 * `values`: one a rank; NaN, or nothing above 0: the rank has none. `peersOf`: equal for those who are peers; undefined
 * where that is not known.
 */
export function comparePeers(
  values: Float64Array,
  peersOf: (position: number) => string | number | undefined,
  limits: Thresholds = allThresholds(),
): PeerComparison {
  const positions = Array.from(values, (_, position) => position).filter(
    (position) => values[position] > 0 && peersOf(position) !== undefined,
  );
  const relative = new Float64Array(values.length).fill(Number.NaN);
  const sets = [...groupBy(positions, peersOf).values()]
    .filter(({ length }) => length > 1)
    .map((members) => peerSet(members, values, relative, limits));
  const slow = sets
    .flatMap((set) => set.members.filter((position) => isSlow(relative[position] - 1, set, limits)))
    .sort((a, b) => relative[b] - relative[a]);
  return { relative, slow, sets };
}

function peerSet(
  members: readonly number[],
  values: Float64Array,
  relative: Float64Array,
  limits: Thresholds,
): PeerSet {
  const own = members.map((position) => values[position]);
  const isFew = members.length < limits['peers.few'];
  const reference = isFew ? minOf(own) : medianOf(own);
  for (const position of members) relative[position] = values[position] / reference;
  const deviation = isFew ? Number.NaN : medianOf(members.map((position) => Math.abs(relative[position] - 1)));
  return { members, comparedWith: isFew ? 'fastest' : 'median', reference, deviation };
}

function isSlow(excess: number, { deviation }: PeerSet, limits: Thresholds): boolean {
  if (!(excess > limits['peers.excess'])) return false;
  return Number.isNaN(deviation) || excess > limits['peers.deviations'] * deviation;
}
