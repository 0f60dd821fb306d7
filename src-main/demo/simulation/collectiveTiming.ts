import { hostOf, type JobLayout } from '../parallel';

/**
 * How a communication op spends its time on one rank:
 *
 *     start            ready                                              end
 *       | copy, notify, wait for peers | transfer | notify | transfer | … | copy |
 *
 * `ready` is the same on all members (last arrival + preparation), and so are the transfers; hence all members end
 * together, within the microseconds of their own last copy.
 */

export type LinkType = 'ON_CHIP' | 'HCCS' | 'PCIE' | 'RDMA';

/** Bytes per ns of one link, what msprof-analyze expects of a link in order; a small group uses several links to each peer. */
const linkSpeed: Readonly<Record<LinkType, number>> = { ON_CHIP: 600, HCCS: 18, PCIE: 20, RDMA: 12.5 };
const latencyNs = 4_000;
const maxPeersOnPlanes = 7;
const maxPlanesPerPeer = 3;
export const firstRecordNs = 6_000;
export const recordSpacingNs = 280;
export const recordNs = 700;
export const firstWaitNs = 9_000;
export const waitSpacingNs = 760;
/** Last local copy and the bookkeeping around it. */
export const finishNs = 6_000;
/** Largest difference between the ends of one collective on its members. */
export const maxEndSkewNs = 2_000;

export function linkBetween(globalRankA: number, globalRankB: number, layout: JobLayout): LinkType {
  if (globalRankA === globalRankB) return 'ON_CHIP';
  return hostOf(globalRankA, layout) === hostOf(globalRankB, layout) ? layout.hostTransport : 'RDMA';
}

/** Peers that a rank exchanges data with: all of a small group, the next ones round the ring of a large one. */
export function peerCount(memberCount: number): number {
  return Math.min(memberCount - 1, maxPeersOnPlanes);
}

/** Links, and so planes, between a rank and each of its peers. */
export function planesPerPeer(memberCount: number): number {
  return Math.max(1, Math.min(maxPlanesPerPeer, Math.floor(maxPeersOnPlanes / peerCount(memberCount))));
}

/** Planes on which a rank of such a group talks to its peers. */
export function linkCount(memberCount: number): number {
  return peerCount(memberCount) * planesPerPeer(memberCount);
}

/** Time of one packet. `bandwidthFactor`: what is left of the link's bandwidth, 1 in order. */
export function packetNs(bytes: number, link: LinkType, slowness: number, bandwidthFactor: number): number {
  return Math.round((latencyNs + bytes / (linkSpeed[link] * bandwidthFactor)) * slowness);
}

/** From the last arrival to the moment all members know of each other. */
export function preparationNs(memberCount: number): number {
  return 10_000 + 1_000 * linkCount(memberCount);
}

/** Notifications after each transfer. */
export function settleNs(memberCount: number): number {
  return 6_000 + 1_500 * linkCount(memberCount);
}
