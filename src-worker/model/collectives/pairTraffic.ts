import type { SlowLink, Thresholds } from '../../../src-contract';
import { isLinkTransport } from '../../names/transports';
import { allThresholds } from '../thresholds';
import type { LinkTraffic } from './collective';

/** More than there are; the product stays below 2^53. */
const MAX_RANKS = 1 << 22;
const MAX_TRANSPORTS = 256;

/** Traffic of one pair of ranks over one transport, summed over the scope. */
export interface PairTraffic {
  readonly source: number;
  readonly target: number;
  readonly transport: string;
  readonly isGlobal: boolean;
  readonly sizeBytes: number;
  readonly transitNs: number;
  /** Bytes a ns are GB/s. NaN where no time was measured. */
  readonly bandwidthGBps: number;
  readonly groups: readonly string[];
}

interface PairSum {
  readonly first: LinkTraffic;
  sizeBytes: number;
  transitNs: number;
  /** Most pairs have one group: a set for each would be most of what a large job's take. */
  otherGroups: Set<string> | undefined;
}

/** `chosen`: without counting anything twice, as `linksInScope` gives them. */
export function pairTraffic(chosen: readonly LinkTraffic[]): PairTraffic[] {
  // Places in groups and ranks of the job don't go together in one picture.
  const hasGlobal = chosen.some(({ isGlobal }) => isGlobal);
  const pairs = new Map<number, PairSum>();
  const transports = new Map<string, number>();
  for (const link of chosen) {
    if (hasGlobal && !link.isGlobal) continue;
    let transport = transports.get(link.transport);
    if (transport === undefined) {
      transport = transports.size;
      transports.set(link.transport, transport);
    }
    const key = (link.source * MAX_RANKS + link.target) * MAX_TRANSPORTS + transport;
    let sum = pairs.get(key);
    if (!sum) {
      sum = { first: link, sizeBytes: 0, transitNs: 0, otherGroups: undefined };
      pairs.set(key, sum);
    }
    sum.sizeBytes += link.sizeBytes;
    sum.transitNs += link.transitNs;
    if (link.group !== sum.first.group) {
      sum.otherGroups ??= new Set();
      sum.otherGroups.add(link.group);
    }
  }
  return [...pairs.values()]
    .map(({ first: { source, target, transport, isGlobal, group }, sizeBytes, transitNs, otherGroups = [] }) => {
      const bandwidthGBps = transitNs > 0 ? sizeBytes / transitNs : Number.NaN;
      return {
        source,
        target,
        transport,
        isGlobal,
        sizeBytes,
        transitNs,
        bandwidthGBps,
        groups: [group, ...otherGroups],
      };
    })
    .sort((a, b) => a.source - b.source || a.target - b.target);
}

/** Pairs of ranks whose bandwidth says something: between two of them, and of so many bytes at least. */
export function comparableLinks(links: readonly LinkTraffic[], leastBytes: number): PairTraffic[] {
  return pairTraffic(links).filter(
    ({ transport, source, target, sizeBytes, bandwidthGBps }) =>
      isLinkTransport(transport) && source !== target && sizeBytes >= leastBytes && bandwidthGBps > 0,
  );
}

/** Links slower than others of their transport; slowest first. */
export function slowLinks(chosen: readonly LinkTraffic[], limits: Thresholds = allThresholds()): SlowLink[] {
  return slowAmong(comparableLinks(chosen, limits['link.least-bytes']), limits);
}

/** The same of pairs that are comparable. */
export function slowAmong(pairs: readonly PairTraffic[], limits: Thresholds): SlowLink[] {
  const slow: SlowLink[] = [];
  const [shareOfMean, deviations] = [limits['link.share-of-mean'], limits['link.deviations']];
  for (const transport of new Set(pairs.map((pair) => pair.transport))) {
    const own = pairs.filter((pair) => pair.transport === transport);
    const mean = own.reduce((sum, { bandwidthGBps }) => sum + bandwidthGBps, 0) / own.length;
    const variance = own.reduce((sum, { bandwidthGBps }) => sum + (bandwidthGBps - mean) ** 2, 0) / own.length;
    for (const { source, target, bandwidthGBps, sizeBytes } of own) {
      const zScore = own.length < 3 || variance === 0 ? Number.NaN : (bandwidthGBps - mean) / Math.sqrt(variance);
      if (bandwidthGBps >= shareOfMean * mean && !(zScore < -deviations)) continue;
      slow.push({ source, target, transport, bandwidthGBps, meanGBps: mean, sizeBytes, zScore });
    }
  }
  return slow.sort((a, b) => a.bandwidthGBps / a.meanGBps - b.bandwidthGBps / b.meanGBps);
}
