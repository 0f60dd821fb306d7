import type { CommunicationQuestions, PacketSizes } from '../api';
import type { DumpContext } from '../tables/dumpContext';
import { communicationData } from './data';
import { opInScope } from './scope';

/** How large the packets of the scope were, per transport; sizes ascending. */
export async function packetSizes(
  dump: DumpContext,
  scope: CommunicationQuestions['communication.packets']['question'],
): Promise<PacketSizes[]> {
  const { ops } = await communicationData(dump);
  const ranks = scope.ranks && new Set(scope.ranks);
  const byTransport = new Map<string, Map<number, { count: number; timeNs: number }>>();
  for (const op of ops) {
    if (!opInScope(op, scope) || (ranks && !ranks.has(op.rank))) continue;
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
