/** C4 where a collective is never alone: what it reaches beside computing, held against the transport's reference bandwidth. */
import type { Thresholds } from '../../src-contract';
import { besideComputingLimits } from '../../src-contract/findings/limits';
import { sumOf } from '../base/aggregates';
import { groupBy } from '../base/groupBy';
import { once } from '../base/once';
import { groupByTuple } from '../base/tupleMap';
import type { CollectiveKind } from '../model/collectives/besideComputing';
import type { Bandwidth, Collective } from '../model/collectives/collective';
import { bestBandwidths, isTransportSlow } from '../model/collectives/pairTraffic';
import { movedBytes } from '../model/collectives/transit';
import { isLinkTransport, isTransportSum } from '../names/transports';
import { linkPairs } from './linkPairs';
import type { JobRecord } from './record/jobRecord';

/** A kind of collectives beside computing. */
export interface BesideReference {
  readonly own: CollectiveKind;
  readonly transport: string;
  readonly bandwidthGBps: number;
  readonly referenceGBps: number;
}

/**
 * Kinds of a rank that are never alone often enough to be compared and have packets large enough to be fast. Only over transports that are
 * in order: where none of the links comes near the reference (C1), or one of the group's is slow (C6), computing is not what tells.
 */
export function besideReference(
  job: JobRecord,
  limits: Thresholds,
): (rank: number, kind: CollectiveKind) => BesideReference | undefined {
  // Of most jobs none of this is asked for: in one of thousands of ranks it takes seconds.
  const links = once(() => {
    const { pairs, slow } = linkPairs(job, limits);
    return { best: bestBandwidths(pairs), slow };
  });
  const isInOrder = (transport: string, group: string) => {
    const { best, slow } = links();
    if (isTransportSlow(best.get(transport), job.references[transport], limits)) return false;
    const members = job.groups.get(group)?.ranks ?? [];
    return !slow.some((link) => link.transport === transport && isAmong(members, link.source, link.target));
  };
  const calls = once(
    () => groupByTuple(job.collectives, (op) => [op.rank, op.type, op.group, movedBytes(op)] as const).of,
  );
  return (rank, own) => {
    if (own.alone.count >= leastCalls || own.beside.count < leastCalls) return undefined;
    const moved = largestPart(calls().get([rank, own.type, own.group, own.sizeBytes]) ?? []);
    const referenceGBps = job.references[moved?.transport ?? ''];
    if (!moved || referenceGBps === undefined || !isInOrder(moved.transport, own.group)) return undefined;
    if (moved.packetBytes < limits['packets.small-rdma']) return undefined;
    return { own, transport: moved.transport, bandwidthGBps: moved.bandwidthGBps, referenceGBps };
  };
}

const { leastCalls } = besideComputingLimits;

function isAmong(members: readonly number[], ...ranks: readonly number[]): boolean {
  return ranks.every((rank) => members.includes(rank));
}

/** Over the transport that carries most of it; packets on the mean. Undefined: nothing tells. */
function largestPart(calls: readonly Collective[]) {
  const parts = [
    ...groupBy(
      calls.flatMap(({ bandwidths }) => bandwidths.filter(isLink)),
      ({ transport }) => transport,
    ),
  ];
  const sums = parts.map(([transport, own]) => {
    const bytes = sumOf(own.map(({ sizeBytes }) => sizeBytes));
    const ns = sumOf(own.map(({ transitNs }) => transitNs));
    const packets = sumOf(own.flatMap((one) => one.packets.map(({ count }) => count)));
    return { transport, bytes, bandwidthGBps: bytes / ns, packetBytes: bytes / packets };
  });
  return sums.filter(({ bandwidthGBps }) => bandwidthGBps > 0).sort((a, b) => b.bytes - a.bytes)[0];
}

function isLink({ transport, sizeBytes }: Bandwidth): boolean {
  return sizeBytes > 0 && isLinkTransport(transport) && !isTransportSum(transport);
}
