/** What is kept of a job's communication: of ranks what their collectives come to, of links the slowest. */
import type { LateRank, LateRanks, SlowLink, Thresholds } from '../../../src-contract';
import { meanOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { groupByTuple } from '../../base/tupleMap';
import type { CollectiveGroup, LinkTraffic } from '../../model/collectives/collective';
import { type PairTraffic, pairTraffic } from '../../model/collectives/pairTraffic';
import { type CollectiveTotal, collectiveCounts, type Moved, totalsOf } from '../../model/collectives/totals';
import { betweenRanks, type TransportPart, transportParts } from '../../model/collectives/transportTotals';
import type { Fact } from '../../parquet/factColumns';
import { linkPairs } from '../linkPairs';
import type { JobRecord } from '../record/jobRecord';
import { type FactKind, type FactReader, factOf } from './factCodec';

export interface JobCommunication {
  /** Those that collectives are of. */
  readonly groups: readonly GroupOfJob[];
  readonly totals: readonly CollectiveTotal[];
  /** By transport, type and group, of all links. */
  readonly transports: readonly TransportPart[];
  /** Over all steps; where there are more than `MOST_LINKS`, those of the slowest pairs. */
  readonly links: readonly LinkTraffic[];
  /** Pairs of ranks with a transport: how many say something (`comparableLinks`), and how many of them `links` has. Where it has all: all. */
  readonly pairCount: number;
  readonly keptPairCount: number;
  /** Among all links; those that are furthest below the others, all of them in `links`. */
  readonly slow: readonly SlowLink[];
  readonly late: LateRanks;
}

export interface GroupOfJob extends CollectiveGroup {
  /** How many, by their type, each once for all ranks. */
  readonly opCounts: Readonly<Record<string, number>>;
}

/** Of a job of a thousand ranks all are kept: so many, step by step. */
const MOST_LINKS = 65_536;
/** Where there are more, so many pairs are kept for as many links: nobody reads the ten thousandth of the slowest. */
const LINKS_OF_PAIR = 16;
const MOST_SLOW = 1000;
const MOST_LATE = 200;
/** More than there are. */
const MOST_RANKS = 1 << 22;

/** What links come to. */
export type LinksOfJob = Pick<JobCommunication, 'transports' | 'links' | 'pairCount' | 'keptPairCount' | 'slow'>;

type CallsOfJob = Pick<JobRecord, 'collectives' | 'pointToPoint' | 'groups' | 'late'>;
type JobLinks = Pick<JobRecord, 'links' | 'references'>;

export function jobCommunication(job: CallsOfJob, links: LinksOfJob): JobCommunication {
  const { collectives, pointToPoint, late } = job;
  const counts = collectiveCounts(pointToPoint, collectives);
  return {
    groups: [...counts].map(([key, ofTypes]) => {
      const { name, ranks } = job.groups.get(key) ?? { name: key, ranks: [] };
      return { key, name, ranks, opCounts: Object.fromEntries(ofTypes) };
    }),
    totals: totalsOf(pointToPoint, collectives),
    ...links,
    late: {
      ranks: late.ranks.slice(0, MOST_LATE).map(withoutEvidence),
      fromNs: late.fromNs,
      untoldCount: late.untoldCount,
      leftNs: late.leftNs,
    },
  };
}

function withoutEvidence({ evidence: _, ...own }: LateRank): LateRank {
  return own;
}

/** Of two ranks one number. */
function endsOf({ source, target }: Pick<LinkTraffic, 'source' | 'target'>): number {
  return source * MOST_RANKS + target;
}

export function linksOfJob(job: JobLinks, limits: Thresholds, mostLinks = MOST_LINKS): LinksOfJob {
  const transports = transportParts(betweenRanks(job.links));
  const { pairs, slow: allSlow } = linkPairs(job, limits);
  const slow = allSlow.slice(0, MOST_SLOW);
  if (job.links.length <= mostLinks) {
    const links = overSteps(job.links);
    const { length } = pairTraffic(links);
    return { transports, links, pairCount: length, keptPairCount: length, slow };
  }
  const ends = new Set([...slow, ...slowestOf(pairs, mostLinks / LINKS_OF_PAIR)].map(endsOf));
  const kept = job.links.filter((own) => ends.has(endsOf(own)));
  const keptPairCount = pairs.filter((own) => ends.has(endsOf(own))).length;
  return { transports, links: overSteps(kept), pairCount: pairs.length, keptPairCount, slow };
}

/** Those furthest below the mean of their transport. */
function slowestOf(pairs: readonly PairTraffic[], count: number): readonly PairTraffic[] {
  const means = new Map(
    [...groupBy(pairs, ({ transport }) => transport)].map(([transport, own]) => [
      transport,
      meanOf(own.map(({ bandwidthGBps }) => bandwidthGBps)),
    ]),
  );
  const shares = Float64Array.from(pairs, (own) => own.bandwidthGBps / (means.get(own.transport) ?? Number.NaN));
  const most = shares.slice().sort()[Math.min(count, shares.length) - 1];
  return pairs.filter((_, at) => shares[at] <= most).slice(0, count);
}

/** Sums over steps. */
function overSteps(links: readonly LinkTraffic[]): LinkTraffic[] {
  return groupByTuple(links, ({ source, target, transport, type, group, op, kind, isGlobal }) => {
    return [source, target, transport, group, type, op, kind, isGlobal] as const;
  }).groups.map((own) => {
    // Member by member: those of a summary's are not its own.
    const [{ kind, type, op, group, source, target, isGlobal, transport }] = own;
    return {
      step: '',
      kind,
      type,
      op,
      group,
      source,
      target,
      isGlobal,
      transport,
      sizeBytes: own.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0),
      transitNs: own.reduce((sum, { transitNs }) => sum + transitNs, 0),
    };
  });
}

const kinds = {
  head: { kind: 'job_communication', columns: {} },
  group: { kind: 'job_group', columns: { key: 'group', name: 'name' } },
  total: {
    kind: 'job_collectives',
    columns: {
      rank: 'peer',
      kind: 'detail',
      type: 'type',
      group: 'group',
      count: 'count',
      elapseNs: 'ns',
      transitNs: 'transitNs',
      waitNs: 'waitNs',
      synchronizationNs: 'synchronizationNs',
      idleNs: 'idleNs',
      sizeBytes: 'bytes',
    },
  },
  moved: {
    kind: 'job_bandwidth',
    columns: { transport: 'transport', sizeBytes: 'bytes', transitNs: 'transitNs' },
  },
  transport: {
    kind: 'job_transport',
    columns: { transport: 'transport', type: 'type', group: 'group', sizeBytes: 'bytes', transitNs: 'transitNs' },
  },
  link: {
    kind: 'job_link',
    columns: {
      kind: 'detail',
      type: 'type',
      op: 'name',
      group: 'group',
      source: 'source',
      target: 'peer',
      transport: 'transport',
      sizeBytes: 'bytes',
      transitNs: 'transitNs',
    },
  },
  slow: {
    kind: 'slow_link',
    columns: { source: 'source', target: 'peer', transport: 'transport', sizeBytes: 'bytes', bandwidthGBps: 'value' },
  },
  late: { kind: 'late_rank', columns: { rank: 'peer', label: 'name', causedNs: 'ns', lastCount: 'count' } },
} as const satisfies Readonly<Record<string, FactKind>>;

type Head = Pick<JobCommunication, 'pairCount' | 'keptPairCount'> & { readonly late: Omit<LateRanks, 'ranks'> };

export function communicationFacts(own: JobCommunication): Fact[] {
  const { pairCount, keptPairCount, late } = own;
  const { ranks, ...head } = late;
  const facts = [factOf(kinds.head, { pairCount, keptPairCount, late: head } satisfies Head)];
  for (const group of own.groups) facts.push(factOf(kinds.group, group));
  for (const total of own.totals) facts.push(totalFact(total));
  for (const [parent, { bandwidths }] of own.totals.entries())
    for (const moved of bandwidths) facts.push(factOf(kinds.moved, moved, { parent }));
  for (const part of own.transports) facts.push(factOf(kinds.transport, part));
  for (const { step: _, isGlobal, ...link } of own.links)
    facts.push(factOf(kinds.link, { ...link, ...(!isGlobal && { isGlobal }) }));
  for (const slow of own.slow) facts.push(factOf(kinds.slow, slow));
  for (const rank of ranks) facts.push(factOf(kinds.late, rank));
  return facts;
}

/** There are tens of thousands: what goes without saying of most is left out. */
function totalFact(own: CollectiveTotal): Fact {
  const { rank, kind, type, group, count, elapseNs, transitNs, waitNs, synchronizationNs, idleNs, sizeBytes } = own;
  return {
    kind: kinds.total.kind,
    peer: rank,
    detail: kind,
    type,
    group,
    count,
    ns: elapseNs,
    transitNs,
    waitNs,
    synchronizationNs: Object.is(synchronizationNs, waitNs) ? undefined : synchronizationNs,
    idleNs: Object.is(idleNs, restOf(own)) ? undefined : idleNs,
    bytes: Number.isNaN(sizeBytes) ? undefined : sizeBytes,
  };
}

/** What else most do. */
function restOf({ elapseNs, transitNs, waitNs }: Pick<CollectiveTotal, 'elapseNs' | 'transitNs' | 'waitNs'>): number {
  return elapseNs - transitNs - waitNs;
}

/** Undefined where a job was reduced before these were kept. */
export function communicationOfFacts(reader: FactReader): JobCommunication | undefined {
  const head = reader.first<Head>(kinds.head);
  if (!head) return undefined;
  const { table } = reader;
  const bandwidths: Moved[][] = reader.rows(kinds.total).map(() => []);
  for (const row of reader.rows(kinds.moved))
    bandwidths[table.numberAt(row, 'parent', -1)]?.push(reader.read<Moved>(kinds.moved, row));
  type LeftOut = 'synchronizationNs' | 'idleNs' | 'sizeBytes';
  type WrittenTotal = Omit<CollectiveTotal, 'bandwidths' | LeftOut> & Partial<Pick<CollectiveTotal, LeftOut>>;
  type WrittenLink = Omit<LinkTraffic, 'step' | 'isGlobal'> & { readonly isGlobal?: boolean };
  return {
    groups: reader.all<GroupOfJob>(kinds.group),
    totals: reader.all<WrittenTotal>(kinds.total).map((own, at): CollectiveTotal => {
      const { synchronizationNs = own.waitNs, idleNs = restOf(own), sizeBytes = Number.NaN } = own;
      return { ...own, synchronizationNs, idleNs, sizeBytes, bandwidths: bandwidths[at] };
    }),
    transports: reader.all<TransportPart>(kinds.transport),
    links: reader.all<WrittenLink>(kinds.link).map((own) => ({ ...own, step: '', isGlobal: own.isGlobal ?? true })),
    pairCount: head.pairCount,
    keptPairCount: head.keptPairCount,
    slow: reader.all<SlowLink>(kinds.slow),
    late: { ...head.late, ranks: reader.all<LateRank>(kinds.late) },
  };
}
