import type { ThresholdId } from '../../../src-contract';
import { type SentenceId, sentence } from '../../../src-contract/findings/sentence';
import { groupBy } from '../../base/groupBy';
import type { Collective } from '../../model/collectives/collective';
import { packetSizes, unalignedOps } from '../../model/collectives/packets';
import { isTransportSum } from '../../names/transports';
import { type CallRecord, finding, longestCalls, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/** What packets of one transport lose, on a rank in the middle of those that send such: half of them lose as much or more. */
interface Losing {
  readonly rank: number;
  /** All that send such. */
  readonly ranks: readonly number[];
  readonly transport: string;
  /** Of the time of all packets. */
  readonly share: number;
  readonly bytes: number;
  readonly count: number;
  /** A step, above the time that the reference bandwidth needs for the same. */
  readonly lostNs: number;
  /** A step, on the wire in all. */
  readonly wireNs: number;
  readonly op: Collective | undefined;
  /** Of collectives, ascending. */
  readonly sizes: readonly number[];
  /** Whether a packet of so many bytes is one of these. */
  readonly isSuch: (sizeBytes: number) => boolean;
}

/**
 * C2: data sent in packets too small for the transport. Source: msprof-analyze (their share of the transport's time), Hermes.
 * Not below a tenth of the least share of a step: as with other limits of msprof-analyze's, that is of no account.
 */
export const smallPackets: Rule<CallRecord> = {
  id: 'C2',
  sources: ['msprof-analyze', 'Hermes'],
  thresholds: ['packets.small-sdma', 'packets.small-rdma', 'packets.small-share', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const limit = limits['packets.small-share'];
    const losing = byTransport(job, (ops) =>
      packetSizes(ops).map(({ transport, sizeBytes, count, timeNs }) => {
        const least = limits[transport === 'RDMA' ? 'packets.small-rdma' : 'packets.small-sdma'];
        let [time, small, bytes, packets] = [0, 0, 0, 0];
        for (let at = 0; at < sizeBytes.length; at++) {
          time += timeNs[at];
          if (sizeBytes[at] >= least) continue;
          small += timeNs[at];
          bytes += sizeBytes[at] * count[at];
          packets += count[at];
        }
        const isSuch = (size: number) => size < least;
        return { transport, share: small / time, bytes, count: packets, timeNs: small, sizes: [], isSuch };
      }),
    );
    const leastShare = limits['finding.least-share'] / 10;
    return resultOf(job, losing, 'C2', (own) =>
      own.share <= limit
        ? { threshold: 'packets.small-share', value: own.share, limit, isReported: false }
        : { threshold: 'finding.least-share', ...compared(shareOf(job, own.lostNs), leastShare) },
    );
  },
};

/**
 * C3: sizes that are no multiple of the block that SDMA moves at a time. Source: msprof-analyze, Hermes. What the odd end costs
 * can't be told from what the link does besides: reported by how long such packets are on the wire.
 */
export const unalignedPackets: Rule<CallRecord> = {
  id: 'C3',
  sources: ['msprof-analyze', 'Hermes'],
  thresholds: ['packets.block', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const losing = byTransport(job, (ops) =>
      unalignedOps(ops).map(({ transport, packetCount, timeNs, sizesBytes }) => {
        const odd = new Set(sizesBytes);
        const bytes = unalignedBytes(ops, transport, odd);
        const sizes = sizesOfOps(ops, transport, odd);
        return { transport, share: 1, bytes, count: packetCount, timeNs, sizes, isSuch: (size) => odd.has(size) };
      }),
    );
    const limit = limits['finding.least-share'];
    return resultOf(job, losing, 'C3', ({ wireNs }) => {
      return { threshold: 'finding.least-share', ...compared(shareOf(job, wireNs), limit) };
    });
  },
};

type RankLosing = Omit<Losing, 'ranks'>;

type PacketSum = Pick<Losing, 'transport' | 'share' | 'bytes' | 'count' | 'sizes' | 'isSuch'> & {
  readonly timeNs: number;
};

/** Sizes that a sentence names. */
const MAX_SIZES = 8;

function byTransport(job: CallRecord, sumsOf: (ops: readonly Collective[]) => readonly PacketSum[]): readonly Losing[] {
  const all = [...groupBy(job.collectives, ({ rank }) => rank)].flatMap(([rank, ops]) =>
    sumsOf(ops).flatMap(({ timeNs, ...sum }): RankLosing[] => {
      const beside = linksAtATime(ops, sum.transport);
      const reference = job.references[sum.transport];
      if (isTransportSum(sum.transport) || reference === undefined || !(timeNs > 0)) return [];
      const op = ops.find(({ bandwidths }) => bandwidths.some(({ transport }) => transport === sum.transport));
      const wireNs = timeNs / beside / job.stepCount;
      return [
        { ...sum, rank, wireNs, lostNs: Math.max(0, wireNs - sum.bytes / reference / beside / job.stepCount), op },
      ];
    }),
  );
  // How groups send their data is the same on all ranks; that a link of one is slow is another finding.
  return [...groupBy(all, ({ transport }) => transport).values()].map((own) => {
    const ranks = own.map(({ rank }) => rank).sort((a, b) => a - b);
    const byLoss = [...own].sort((a, b) => a.lostNs - b.lostNs || a.rank - b.rank);
    return { ...byLoss[byLoss.length >> 1], ranks };
  });
}

function callsWithSuch({ collectives }: CallRecord, { rank, transport, isSuch }: Losing): readonly Collective[] {
  const own = collectives.filter(
    (op) =>
      op.rank === rank &&
      op.bandwidths.some(
        (moved) => moved.transport === transport && moved.packets.some(({ sizeBytes }) => isSuch(sizeBytes)),
      ),
  );
  return longestCalls(own, transport);
}

/** How many links carry packets at the same time: their times are summed in the files, the step passes once. */
function linksAtATime(ops: readonly Collective[], wanted: string): number {
  let [packetNs, transitNs] = [0, 0];
  for (const op of ops)
    for (const { transport, packets } of op.bandwidths) {
      if (transport !== wanted || !(op.transitNs > 0)) continue;
      transitNs += op.transitNs;
      for (const { timeNs } of packets) packetNs += timeNs;
    }
  return transitNs > 0 ? Math.max(1, packetNs / transitNs) : 1;
}

/** What each collective with such packets carries over all its links. */
function sizesOfOps(ops: readonly Collective[], wanted: string, sizes: ReadonlySet<number>): number[] {
  const found = new Set<number>();
  for (const { bandwidths } of ops)
    for (const { transport, packets, sizeBytes } of bandwidths)
      if (transport === wanted && packets.some((packet) => sizes.has(packet.sizeBytes))) found.add(sizeBytes);
  return [...found].sort((a, b) => a - b);
}

function unalignedBytes(ops: readonly Collective[], wanted: string, sizes: ReadonlySet<number>): number {
  let bytes = 0;
  for (const { bandwidths } of ops)
    for (const { transport, packets } of bandwidths)
      if (transport === wanted)
        for (const { sizeBytes, count } of packets) if (sizes.has(sizeBytes)) bytes += sizeBytes * count;
  return bytes;
}

/** What decides whether packets are reported. */
interface Judged {
  readonly threshold: ThresholdId;
  readonly value: number;
  readonly limit: number;
  readonly isReported: boolean;
}

function compared(value: number, limit: number): Omit<Judged, 'threshold'> {
  return { value, limit, isReported: value >= limit };
}

function resultOf(
  job: CallRecord,
  losing: readonly Losing[],
  rule: 'C2' | 'C3',
  judge: (own: Losing) => Judged,
): RuleResult {
  if (job.collectives.every(({ bandwidths }) => bandwidths.length === 0))
    return { findings: [], notRun: [{ rule, reason: sentence('needs.packets'), ranks: [] }] };
  const id = (name: 'title' | 'cause' | 'cause.several' | 'advice'): SentenceId => `${rule}.${name}`;
  return {
    findings: losing
      .filter((own) => judge(own).isReported)
      .map((own) => {
        const { ranks, rank, transport, lostNs, wireNs, count, bytes, share, op } = own;
        const isAlone = ranks.length === 1;
        const values = {
          ranks,
          middle: [rank],
          transport,
          lost: lostNs,
          share: shareOf(job, lostNs),
          part: share,
          count: count / job.stepCount,
          size: bytes / Math.max(1, count),
          op: op?.type ?? '',
          wire: wireNs,
          sizes: sizesText(own),
        };
        return finding(job, transport, {
          rule,
          class: 'communication',
          rank: isAlone ? rank : undefined,
          place: { ranks, ...(op && { group: op.group }) },
          title: sentence(id('title'), values),
          cause: sentence(id(isAlone ? 'cause' : 'cause.several'), values),
          advice: [sentence(id('advice'), values)],
          lostNsPerStep: lostNs,
          gain: { nsPerStep: lostNs, formula: sentence('packets.gain') },
          confidence: 'medium',
          evidence: [],
          calls: callsWithSuch(job, own),
        });
      }),
    notReported: losing
      .filter((own) => !judge(own).isReported)
      .map((own) => {
        const { isReported: _, threshold, ...compared } = judge(own);
        const title = sentence(fineOf(rule, threshold), { transport: own.transport, sizes: sizesText(own) });
        const rank = own.ranks.length === 1 ? own.rank : undefined;
        return notReported(rule, 'communication', threshold, { title, ...compared, rank });
      }),
  };
}

/** Of the time on the transport, or of the step. */
function fineOf(rule: 'C2' | 'C3', threshold: ThresholdId): SentenceId {
  if (rule === 'C3') return 'C3.fine';
  return threshold === 'packets.small-share' ? 'C2.fine' : 'C2.fine.step';
}

function sizesText({ sizes }: Losing): string {
  return sizes
    .slice(0, MAX_SIZES)
    .map((one) => `${one.toLocaleString('en-US')} B`)
    .join(', ');
}
