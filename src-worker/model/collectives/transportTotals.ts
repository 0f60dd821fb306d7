/** What each transport carried between ranks. */
import type { TransportTotal } from '../../../src-contract';
import { groupBy } from '../../base/groupBy';
import { TupleMap } from '../../base/tupleMap';
import type { LinkTraffic } from './collective';

/** Of the links of one type and one group together. */
export type TransportPart = Pick<LinkTraffic, 'transport' | 'type' | 'group' | 'sizeBytes' | 'transitNs'>;

/** A rank's traffic with itself is memory. Places in groups and ranks of the job don't go together. */
export function betweenRanks(links: readonly LinkTraffic[]): readonly LinkTraffic[] {
  const hasGlobal = links.some(({ isGlobal }) => isGlobal);
  return links.filter(({ source, target, isGlobal }) => source !== target && (isGlobal || !hasGlobal));
}

export function transportParts(links: readonly LinkTraffic[]): readonly TransportPart[] {
  type Sum = { -readonly [K in keyof TransportPart]: TransportPart[K] };
  const sums = new TupleMap<readonly [string, string, string], Sum>();
  const parts: Sum[] = [];
  let last: Sum | undefined;
  for (const { transport, type, group, sizeBytes, transitNs } of links) {
    // Most are of the group of the one before.
    if (last === undefined || last.transport !== transport || last.type !== type || last.group !== group) {
      const known = sums.get([transport, type, group]);
      last = known ?? { transport, type, group, sizeBytes: 0, transitNs: 0 };
      if (!known) {
        sums.set([transport, type, group], last);
        parts.push(last);
      }
    }
    last.sizeBytes += sizeBytes;
    last.transitNs += transitNs;
  }
  return parts;
}

/** Most bytes first. */
export function transportTotals(
  parts: readonly Pick<TransportPart, 'transport' | 'sizeBytes' | 'transitNs'>[],
): TransportTotal[] {
  return [...groupBy(parts, ({ transport }) => transport)]
    .map(([transport, own]) => {
      const { sizeBytes, transitNs } = sumOf(own);
      // Bytes a ns are GB a second.
      return { transport, sizeBytes, transitNs, bandwidthGBps: transitNs > 0 ? sizeBytes / transitNs : Number.NaN };
    })
    .filter(({ sizeBytes }) => sizeBytes > 0)
    .sort((a, b) => b.sizeBytes - a.sizeBytes);
}

function sumOf(parts: readonly Pick<TransportPart, 'sizeBytes' | 'transitNs'>[]) {
  let [sizeBytes, transitNs] = [0, 0];
  for (const own of parts) {
    sizeBytes += own.sizeBytes;
    transitNs += own.transitNs;
  }
  return { sizeBytes, transitNs };
}
