/** Who came when to one collective, from the rows of the table of arrivals. Pure. */

export interface SeenArrival {
  readonly observer: number;
  readonly peer: number;
  /** "yes", "no", or '' where it is not known which rank the peer is. */
  readonly isProfiled: string;
  /** Later than the other ranks of the collective. */
  readonly isOutlying: boolean;
  /** End of the observer's wait for the peer, after its own start; ns. */
  readonly afterNs: number;
}

export interface PeerArrival {
  readonly rank: number;
  readonly isProfiled: string;
  readonly isOutlying: boolean;
  /** After the observer; ns. */
  readonly afterNs: number;
}

export interface ObservedArrivals {
  /** Whose clock they are by; undefined: nobody saw anything. */
  readonly observer: number | undefined;
  /** By number, the observer among them. */
  readonly arrivals: readonly PeerArrival[];
}

/**
 * As the rank saw it that waited longest, which was there first: what ranks saw by different clocks is not put together.
 */
export function peerArrivals(seen: readonly SeenArrival[]): ObservedArrivals {
  let longest: SeenArrival | undefined;
  for (const arrival of seen) if (!longest || arrival.afterNs > longest.afterNs) longest = arrival;
  const observer = longest?.observer;
  if (observer === undefined) return { observer, arrivals: [] };
  const peers = seen.filter((arrival) => arrival.observer === observer && arrival.peer !== observer);
  const arrivals = [
    { rank: observer, isProfiled: 'yes', isOutlying: false, afterNs: 0 },
    ...peers.map(({ peer: rank, isProfiled, isOutlying, afterNs }) => ({ rank, isProfiled, isOutlying, afterNs })),
  ];
  return { observer, arrivals: arrivals.sort((a, b) => a.rank - b.rank) };
}
