/** What the matrix of ranks shows, from its pairs. Pure. */
import type { CommunicationMatrix, ReferenceBandwidths } from '../../../src-contract';
import { formatUnit } from '../../base/formatUnit';
import type { MatrixMetric } from './communicationState';

/** Of less than this the time is latency: it would look like a slow link. */
const MIN_BYTES = 1_000_000;

export interface MatrixCells {
  readonly ranks: readonly number[];
  /** Row after row, source by source; NaN: no traffic. */
  readonly values: Float64Array;
}

/**
 * One cell a pair of ranks. A pair with several transports has the sum of sizes and times, and their quotient as
 * bandwidth; against the references, bytes over the time they would take at best. `transport`: only this one; "-": all but
 * traffic of a rank with itself.
 */
export function matrixCells(
  matrix: CommunicationMatrix,
  metric: MatrixMetric,
  transport: string | undefined,
  references: ReferenceBandwidths = {},
): MatrixCells {
  const { ranks, source, target, sizeBytes, transitNs, transports } = matrix;
  const place = new Map(ranks.map((rank, at) => [rank, at]));
  const size = new Float64Array(ranks.length ** 2).fill(Number.NaN);
  const time = new Float64Array(ranks.length ** 2).fill(Number.NaN);
  const kind = new Float64Array(ranks.length ** 2).fill(Number.NaN);
  // At the bandwidths of reference; NaN where one is not known.
  const bestTime = new Float64Array(ranks.length ** 2);
  for (let i = 0; i < source.length; i++) {
    const name = transports[matrix.transport[i] ?? 0];
    const isWanted = transport === undefined || (transport === '-' ? source[i] !== target[i] : name === transport);
    if (!isWanted) continue;
    const cell = (place.get(source[i] ?? -1) ?? 0) * ranks.length + (place.get(target[i] ?? -1) ?? 0);
    size[cell] = (size[cell] || 0) + (sizeBytes[i] ?? 0);
    time[cell] = (time[cell] || 0) + (transitNs[i] ?? 0);
    kind[cell] = matrix.transport[i] ?? 0;
    bestTime[cell] = (bestTime[cell] ?? 0) + (sizeBytes[i] ?? 0) / (references[name ?? ''] ?? Number.NaN);
  }
  switch (metric) {
    case 'size':
      return { ranks, values: size };
    case 'time':
      return { ranks, values: time };
    case 'transport':
      return { ranks, values: kind };
    case 'bandwidth':
      // Bytes a ns are GB a second.
      return {
        ranks,
        values: size.map((bytes, cell) => (bytes < MIN_BYTES ? Number.NaN : quotient(bytes, time[cell]))),
      };
    case 'reference':
      return {
        ranks,
        values: bestTime.map((best, cell) =>
          (size[cell] ?? 0) < MIN_BYTES ? Number.NaN : 100 * quotient(best, time[cell]),
        ),
      };
  }
}

function quotient(value: number, by = 0): number {
  return by > 0 ? value / by : Number.NaN;
}

/** All that is known of one pair, a line a transport. */
export function cellTexts(matrix: CommunicationMatrix, source: number, target: number): string[] {
  const lines: string[] = [];
  for (let i = 0; i < matrix.source.length; i++) {
    if (matrix.source[i] !== source || matrix.target[i] !== target) continue;
    const parts = [
      matrix.transports[matrix.transport[i] ?? 0] ?? '',
      formatUnit(matrix.sizeBytes[i] ?? Number.NaN, 'traffic'),
      formatUnit(matrix.transitNs[i] ?? Number.NaN, 'duration'),
      formatUnit(matrix.bandwidthGBps[i] ?? Number.NaN, 'GB/s'),
    ];
    lines.push(parts.filter((part) => part !== '').join(' · '));
  }
  return lines;
}
