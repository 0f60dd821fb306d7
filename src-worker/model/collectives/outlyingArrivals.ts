import { medianOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { threshold } from '../thresholds';
import type { Arrival } from './arrivals';

type Seen = Pick<Arrival, 'observer' | 'op' | 'group' | 'step' | 'afterNs'>;

/**
 * Peers that came later to a collective than the other ranks of it, as one rank saw it: by `late.from` at least, and by more than
 * `peers.deviations` median absolute deviations. Where most come late, or there are fewer ranks than `peers.few`, none stands out.
 */
export function outlyingArrivals<T extends Seen>(arrivals: readonly T[]): ReadonlySet<T> {
  const seen = groupBy(arrivals, ({ observer, op, group, step }) => JSON.stringify([observer, op, group, step]));
  return new Set([...seen.values()].flatMap(outlyingIn));
}

function outlyingIn<T extends Seen>(peers: readonly T[]): readonly T[] {
  // The one that saw them was there itself.
  const all = [0, ...peers.map(({ afterNs }) => afterNs)];
  if (all.length < threshold('peers.few')) return [];
  const median = medianOf(all);
  const deviation = medianOf(all.map((ns) => Math.abs(ns - median)));
  const leastNs = Math.max(threshold('late.from'), threshold('peers.deviations') * deviation);
  return peers.filter(({ afterNs }) => afterNs - median >= leastNs);
}
