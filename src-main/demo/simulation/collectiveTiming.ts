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
  readonly bytesPerPeer: number;
}

export type LinkType = 'ON_CHIP' | 'HCCS' | 'RDMA';

/** Bytes per ns. */
const linkSpeed: Readonly<Record<LinkType, number>> = { ON_CHIP: 600, HCCS: 56, RDMA: 23 };
export const maxPeersOnPlanes = 7;
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

export function phasesOf(template: CollectiveTemplate, memberCount: number): TransferPhase[] {
  const share = Math.max(1, Math.round(template.sizeBytes / memberCount));
  switch (template.type) {
    case 'allReduce':
      return [
        { kind: 'reduce', bytesPerPeer: share },
        { kind: 'copy', bytesPerPeer: share },
      ];
    case 'reduceScatter':
      return [{ kind: 'reduce', bytesPerPeer: share }];
    case 'allGather':
      return [{ kind: 'copy', bytesPerPeer: share }];
    case 'send':
    case 'receive':
    case 'batchSendRecv':
      return [{ kind: 'copy', bytesPerPeer: template.sizeBytes }];
  }
}

export function transferNs(bytes: number, link: LinkType, slowness: number): number {
  return Math.round((4_000 + bytes / linkSpeed[link]) * slowness);
}

/** From the last arrival to the moment all members know of each other. */
export function preparationNs(memberCount: number): number {
  return 10_000 + 1_000 * peerCount(memberCount);
}

/** Notifications after each transfer. */
export function settleNs(memberCount: number): number {
  return 6_000 + 1_500 * peerCount(memberCount);
}

/** From `ready` to the end, without the rank's own skew. */
export function bodyNs(template: CollectiveTemplate, memberCount: number, slowest: LinkType, slowness: number): number {
  let total = finishNs;
  for (const phase of phasesOf(template, memberCount)) {
    total += transferNs(phase.bytesPerPeer, slowest, slowness) + settleNs(memberCount);
  }
  return total;
}
