import type { SlowLink, Thresholds } from '../../../src-contract';
import { meanOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { groupByTuple } from '../../base/tupleMap';
import { isLinkTransport } from '../../names/transports';
import { allThresholds } from '../thresholds';
import type { LinkTraffic } from './collective';
import { RankSet } from './rankSet';
import { referenceBandwidths } from './referenceBandwidths';

/** More than there are. */
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
  return pairSums(chosen).map(trafficOf);
}

function trafficOf({ first, sizeBytes, transitNs, otherGroups }: PairSum): PairTraffic {
  const { source, target, transport, isGlobal, group } = first;
  const groups = otherGroups ? [group, ...otherGroups] : [group];
  const bandwidthGBps = bandwidthOf({ sizeBytes, transitNs });
  return { source, target, transport, isGlobal, sizeBytes, transitNs, bandwidthGBps, groups };
}

function bandwidthOf({ sizeBytes, transitNs }: Pick<PairSum, 'sizeBytes' | 'transitNs'>): number {
  return transitNs > 0 ? sizeBytes / transitNs : Number.NaN;
}

/** By source, then by target. */
function pairSums(chosen: readonly LinkTraffic[]): PairSum[] {
  // Places in groups and ranks of the job don't go together in one picture.
  const hasGlobal = chosen.some(({ isGlobal }) => isGlobal);
  const all: PairSum[] = [];
  const known = new OfPairs<PairSum>();
  for (const link of chosen) {
    if (hasGlobal && !link.isGlobal) continue;
    let sum = known.get(link);
    if (!sum) {
      sum = { first: link, sizeBytes: 0, transitNs: 0, otherGroups: undefined };
      known.set(link, sum);
      all.push(sum);
    }
    sum.sizeBytes += link.sizeBytes;
    sum.transitNs += link.transitNs;
    if (link.group !== sum.first.group) {
      sum.otherGroups ??= new Set();
      sum.otherGroups.add(link.group);
    }
  }
  return all.sort((a, b) => a.first.source - b.first.source || a.first.target - b.first.target);
}

/**
 * Values by pair and transport. Of each source those of its targets: both ends in one number would be one beyond those that V8 has without
 * an object, in a job that has links by the hundred thousand.
 */
class OfPairs<T> {
  readonly #sources = new Map<number, Map<number, T>>();
  readonly #transports = new Map<string, number>();
  /** What was asked for last: links of a source, and those of a transport, mostly stand behind one another. */
  #source = Number.NaN;
  #own: Map<number, T> | undefined;
  #transport = '';
  #number = -1;

  get(ends: Ends): T | undefined {
    return this.#ofSource(ends.source)?.get(this.#keyOf(ends));
  }

  set(ends: Ends, value: T): void {
    const { source } = ends;
    let own = this.#ofSource(source);
    if (!own) {
      own = new Map();
      this.#sources.set(source, own);
      this.#own = own;
    }
    own.set(this.#keyOf(ends), value);
  }

  #ofSource(source: number): Map<number, T> | undefined {
    if (source !== this.#source) {
      this.#source = source;
      this.#own = this.#sources.get(source);
    }
    return this.#own;
  }

  #keyOf({ target, transport }: Ends): number {
    if (this.#number < 0 || transport !== this.#transport) {
      this.#transport = transport;
      const known = this.#transports.get(transport);
      this.#number = known ?? this.#transports.size;
      if (known === undefined) this.#transports.set(transport, this.#number);
    }
    return target * MAX_TRANSPORTS + this.#number;
  }
}

/** Pairs of ranks whose bandwidth says something: between two of them, and of so many bytes at least. */
export function comparableLinks(links: readonly LinkTraffic[], leastBytes: number): PairTraffic[] {
  const told = pairSums(links).filter((pair) => {
    const { transport, source, target } = pair.first;
    return isLinkTransport(transport) && source !== target && pair.sizeBytes >= leastBytes && bandwidthOf(pair) > 0;
  });
  return told.map(trafficOf);
}

/** Links slower than others of their transport; slowest first. */
export function slowLinks(chosen: readonly LinkTraffic[], limits: Thresholds = allThresholds()): SlowLink[] {
  return slowAmong(comparableLinks(chosen, limits['link.least-bytes']), chosen, limits);
}

/** Of each transport the bandwidth of its fastest pair, GB/s. */
export function bestBandwidths(pairs: readonly PairTraffic[]): ReadonlyMap<string, number> {
  const best = new Map<string, number>();
  for (const { transport, bandwidthGBps } of pairs)
    best.set(transport, Math.max(best.get(transport) ?? 0, bandwidthGBps));
  return best;
}

/** None of its pairs comes near the reference (C1): then none of them is the slow one. */
export function isTransportSlow(bestGBps: number | undefined, referenceGBps: number, limits: Thresholds): boolean {
  return bestGBps !== undefined && bestGBps < limits['transport.share-of-reference'] * referenceGBps;
}

/** Fewer can’t be three deviations apart: of n equal values but one, that one is √(n − 1) of them away. */
const LEAST_LIKE = 11;

/**
 * The same of pairs that are comparable, of these links: far below the mean of their transport; or many deviations below links alike, that
 * carry as much for the same kind of collectives in groups as large. Where there are too few alike to tell, below so much of the
 * transport’s reference bandwidth and apart from the others, unless none of them comes near it.
 */
export function slowAmong(
  pairs: readonly PairTraffic[],
  links: readonly LinkTraffic[],
  limits: Thresholds,
  references: Readonly<Record<string, number>> = referenceBandwidths,
): SlowLink[] {
  const slow: SlowLink[] = [];
  const [shareOfMean, deviations] = [limits['link.share-of-mean'], limits['link.deviations']];
  const zScoreOf = deviationsAmongAlike(links);
  const bestGBps = bestBandwidths(pairs);
  for (const [transport, own] of groupBy(pairs, (pair) => pair.transport)) {
    const mean = meanOf(own.map(({ bandwidthGBps }) => bandwidthGBps));
    const reference = references[transport] ?? Number.NaN;
    const isJudged = !isTransportSlow(bestGBps.get(transport), reference, limits);
    const leastGBps = isJudged ? Math.min(shareOfMean * reference, limits['link.apart'] * mean) : Number.NaN;
    for (const pair of own) {
      const { source, target, bandwidthGBps, sizeBytes } = pair;
      const zScore = zScoreOf(pair);
      const isFarBelow = Number.isNaN(zScore) ? bandwidthGBps < leastGBps : zScore < -deviations;
      if (bandwidthGBps >= shareOfMean * mean && !isFarBelow) continue;
      slow.push({ source, target, transport, bandwidthGBps, meanGBps: mean, sizeBytes, zScore });
    }
  }
  return slow.sort((a, b) => a.bandwidthGBps / a.meanGBps - b.bandwidthGBps / b.meanGBps);
}

type Ends = Pick<LinkTraffic, 'source' | 'target' | 'transport'>;

/**
 * How many standard deviations a pair’s bandwidth is from the mean of the links alike (kind of collectives, bytes, size of the group), for
 * what it carries most of; NaN where fewer than `LEAST_LIKE` are alike.
 */
function deviationsAmongAlike(links: readonly LinkTraffic[]): (pair: Ends) => number {
  const sizes = groupSizes(links);
  const alike = groupByTuple(links, ({ transport, type, sizeBytes, group }) => {
    return [transport, type, sizeBytes, sizes.get(group)] as const;
  });
  const known = new OfPairs<{ readonly bytes: number; readonly zScore: number }>();
  for (const bucket of alike.groups) {
    const pairs = pairSums(bucket).filter((pair) => {
      return pair.first.source !== pair.first.target && bandwidthOf(pair) > 0;
    });
    const speeds = pairs.map(bandwidthOf);
    const mean = meanOf(speeds);
    const deviation = Math.sqrt(meanOf(speeds.map((own) => (own - mean) ** 2)));
    const isTold = pairs.length >= LEAST_LIKE && deviation > 0;
    for (const [at, { first, sizeBytes }] of pairs.entries()) {
      if ((known.get(first)?.bytes ?? Number.NEGATIVE_INFINITY) >= sizeBytes) continue;
      known.set(first, { bytes: sizeBytes, zScore: isTold ? (speeds[at] - mean) / deviation : Number.NaN });
    }
  }
  return (pair) => known.get(pair)?.zScore ?? Number.NaN;
}

/** Ranks that each group has links of. */
function groupSizes(links: readonly LinkTraffic[]): ReadonlyMap<string, number> {
  const members = new Map<string, RankSet>();
  let last: string | undefined;
  let own = new RankSet();
  for (const { group, source, target } of links) {
    // Most are of the group of the one before.
    if (group !== last) {
      last = group;
      own = members.get(group) ?? new RankSet();
      members.set(group, own);
    }
    own.add(source);
    own.add(target);
  }
  return new Map([...members].map(([group, own]) => [group, own.size]));
}
