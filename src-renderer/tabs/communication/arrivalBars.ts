/** Who came when to one collective, from the rows of the table of arrivals. Pure. */

export interface SeenArrival {
  readonly observer: number;
  readonly peer: number;
  /** "yes", "no", or '' where it is not known which rank the peer is. */
  readonly isProfiled: string;
  /** Start of the collective on the observer, and end of its wait for the peer; ns. */
  readonly startNs: number;
  readonly arrivedNs: number;
}

export interface PeerArrival {
  readonly rank: number;
  readonly isProfiled: string;
  /** After the first of all; ns. */
  readonly afterNs: number;
}

/**
 * One entry a rank, by number. A rank that saw others came when its own collective began. Of a peer each wait only tells
 * that it was there by its end: the earliest of them is nearest to the truth.
 */
export function peerArrivals(seen: readonly SeenArrival[]): PeerArrival[] {
  const cameNs = new Map<number, { atNs: number; isProfiled: string }>();
  for (const { peer, isProfiled, arrivedNs } of seen) {
    const known = cameNs.get(peer);
    if (!known || arrivedNs < known.atNs) cameNs.set(peer, { atNs: arrivedNs, isProfiled });
  }
  for (const { observer, startNs } of seen) cameNs.set(observer, { atNs: startNs, isProfiled: 'yes' });
  let firstNs = Number.POSITIVE_INFINITY;
  for (const { atNs } of cameNs.values()) firstNs = Math.min(firstNs, atNs);
  return [...cameNs]
    .map(([rank, { atNs, isProfiled }]) => ({ rank, isProfiled, afterNs: atNs - firstNs }))
    .sort((a, b) => a.rank - b.rank);
}
