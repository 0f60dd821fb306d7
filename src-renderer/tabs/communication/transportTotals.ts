/** What each transport carried in all. Pure. */
import type { CommunicationMatrix } from '../../../src-contract';

export interface TransportTotal {
  readonly transport: string;
  readonly sizeBytes: number;
  readonly transitNs: number;
  /** Size over time; NaN where no time was measured. */
  readonly bandwidthGBps: number;
}

/** Most bytes first. A rank's traffic with itself is memory, not a link, and left out. */
export function transportTotals(matrix: CommunicationMatrix): TransportTotal[] {
  const sums = matrix.transports.map(() => ({ sizeBytes: 0, transitNs: 0 }));
  matrix.transport.forEach((transport, pair) => {
    const sum = sums[transport];
    if (!sum || matrix.source[pair] === matrix.target[pair]) return;
    sum.sizeBytes += matrix.sizeBytes[pair] ?? 0;
    sum.transitNs += matrix.transitNs[pair] ?? 0;
  });
  return sums
    .map(({ sizeBytes, transitNs }, at) => ({
      transport: matrix.transports[at] ?? '',
      sizeBytes,
      transitNs,
      // Bytes a ns are GB a second.
      bandwidthGBps: transitNs > 0 ? sizeBytes / transitNs : Number.NaN,
    }))
    .filter(({ sizeBytes }) => sizeBytes > 0)
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}
