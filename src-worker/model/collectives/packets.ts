import type { PacketSizes, UnalignedOps } from '../../../src-contract';
import { isWithinHost } from '../../names/transports';
import { threshold } from '../thresholds';
import type { Collective } from './collective';

/** How large the packets of these collectives were, per transport; sizes ascending. */
export function packetSizes(ops: readonly Collective[]): PacketSizes[] {
  const byTransport = new Map<string, Map<number, { count: number; timeNs: number }>>();
  for (const op of ops) {
    for (const { transport, packets } of op.bandwidths) {
      for (const { sizeBytes, count, timeNs } of packets) {
        let sizes = byTransport.get(transport);
        if (!sizes) {
          sizes = new Map();
          byTransport.set(transport, sizes);
        }
        const sum = sizes.get(sizeBytes) ?? { count: 0, timeNs: 0 };
        sizes.set(sizeBytes, { count: sum.count + count, timeNs: sum.timeNs + timeNs });
      }
    }
  }
  return [...byTransport].map(([transport, sizes]) => {
    const sorted = [...sizes].sort(([a], [b]) => a - b);
    return {
      transport,
      sizeBytes: Float64Array.from(sorted, ([size]) => size),
      count: Float64Array.from(sorted, ([, { count }]) => count),
      timeNs: Float64Array.from(sorted, ([, { timeNs }]) => timeNs),
    };
  });
}

/** Packets over SDMA that end within a block, which is what it moves at a time (analyses.md C3). */
export function unalignedOps(ops: readonly Collective[]): UnalignedOps[] {
  const blockBytes = threshold('packets.block');
  const found = new Map<
    string,
    { sizes: Set<number>; names: Set<string>; packets: number; timeNs: number; ops: number }
  >();
  for (const op of ops) {
    for (const { transport, packets } of op.bandwidths) {
      const odd = packets.filter(({ sizeBytes }) => sizeBytes > blockBytes && sizeBytes % blockBytes !== 0);
      if (odd.length === 0 || !isWithinHost(transport)) continue;
      const own = found.get(transport) ?? { sizes: new Set(), names: new Set(), packets: 0, timeNs: 0, ops: 0 };
      found.set(transport, own);
      own.ops++;
      own.names.add(op.name);
      for (const { sizeBytes, count, timeNs } of odd) {
        own.sizes.add(sizeBytes);
        own.packets += count;
        own.timeNs += timeNs;
      }
    }
  }
  return [...found].map(([transport, { sizes, names, packets, timeNs, ops: opCount }]) => ({
    transport,
    sizesBytes: [...sizes].sort((a, b) => a - b),
    packetCount: packets,
    timeNs,
    names: [...names],
    opCount,
  }));
}
