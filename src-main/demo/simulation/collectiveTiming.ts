import type { CollectiveTemplate } from '../model/collectiveTemplates';
import { devicesPerHost } from '../parallel';

/**
 * How a communication op spends its time on one rank:
 *
 *     start            ready                                              end
 *       | copy, notify, wait for peers | transfer | notify | transfer | … | copy |
 *
 * `ready` is the same on all members (last arrival + preparation), and so are the transfers; hence all members end
 * together, within the microseconds of their own last copy.
 */

export interface TransferPhase {
  readonly kind: 'reduce' | 'copy';
  /** What goes over each link. */
  readonly linkBytes: number;
}

export type LinkType = 'ON_CHIP' | 'HCCS' | 'RDMA';

/** Bytes per ns of one link; a small group uses several links to each peer. */
const linkSpeed: Readonly<Record<LinkType, number>> = { ON_CHIP: 600, HCCS: 18.4, RDMA: 12.2 };
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

export function linkBetween(globalRankA: number, globalRankB: number): LinkType {
  if (globalRankA === globalRankB) return 'ON_CHIP';
  return Math.floor(globalRankA / devicesPerHost) === Math.floor(globalRankB / devicesPerHost) ? 'HCCS' : 'RDMA';
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

export function phasesOf(template: CollectiveTemplate, memberCount: number): TransferPhase[] {
  const links = planesPerPeer(memberCount);
  const linkBytes = Math.max(1, Math.ceil(template.sizeBytes / memberCount / links));
  switch (template.type) {
    case 'allReduce':
      return [
        { kind: 'reduce', linkBytes },
        { kind: 'copy', linkBytes },
      ];
    case 'reduceScatter':
      return [{ kind: 'reduce', linkBytes }];
    case 'allGather':
      return [{ kind: 'copy', linkBytes }];
    case 'send':
    case 'receive':
    case 'batchSendRecv':
      return [{ kind: 'copy', linkBytes: Math.ceil(template.sizeBytes / links) }];
  }
}

export function transferNs(bytes: number, link: LinkType, slowness: number): number {
  return Math.round((4_000 + bytes / linkSpeed[link]) * slowness);
}

/** From the last arrival to the moment all members know of each other. */
export function preparationNs(memberCount: number): number {
  return 10_000 + 1_000 * linkCount(memberCount);
}

/** Notifications after each transfer. */
export function settleNs(memberCount: number): number {
  return 6_000 + 1_500 * linkCount(memberCount);
}

/** From `ready` to the end, without the rank's own skew. */
export function bodyNs(template: CollectiveTemplate, memberCount: number, slowest: LinkType, slowness: number): number {
  let total = finishNs;
  for (const phase of phasesOf(template, memberCount)) {
    total += transferNs(phase.linkBytes, slowest, slowness) + settleNs(memberCount);
  }
  return total;
}
