import { sentence } from '../../../src-contract/findings/sentence';
import { medianOf } from '../../base/aggregates';
import { groupByTuple } from '../../base/tupleMap';
import type { Collective } from '../../model/collectives/collective';
import { isTransportSum } from '../../names/transports';
import { type CallRecord, finding, MOST_CALLS, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/** Fewer calls alike say nothing of what is usual. */
const LEAST_CALLS = 4;
/** More of them are not now and then. */
const MOST_COLLAPSED = 0.25;

/** One call whose bandwidth collapsed. */
interface Collapse {
  readonly op: Collective;
  readonly bandwidthGBps: number;
  readonly usualGBps: number;
  readonly lostNs: number;
}

/**
 * C6: a transport whose bandwidth collapses now and then: of calls of one rank, group, kind and size a few reach far less than
 * the median of them. A link that is slow all the time is `slowLinks`'. Source: PerfTracker (port flapping, link failures).
 */
export const flappingLinks: Rule<CallRecord> = {
  id: 'C6',
  sources: ['PerfTracker'],
  thresholds: ['link.collapse', 'link.least-bytes', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const moving = job.collectives.filter(({ bandwidths }) => bandwidths.length > 0);
    const results = [...callsByTransport(moving, limits['link.least-bytes'])].flatMap(([transport, ofRanks]) => {
      const byRank = [...ofRanks].map(([rank, calls]) => {
        const collapses = collapsesOf(calls, limits['link.collapse']);
        return { rank, collapses, lostNs: collapses.reduce((sum, { lostNs }) => sum + lostNs, 0) / job.stepCount };
      });
      const worst = byRank.reduce((most, own) => (own.lostNs > most.lostNs ? own : most));
      return worst.collapses.length > 0 ? [{ transport, ...worst }] : [];
    });
    const isReported = ({ lostNs }: (typeof results)[number]) => shareOf(job, lostNs) >= limits['finding.least-share'];
    return {
      findings: results.filter(isReported).map((own) => flapping(job, own)),
      notReported: results
        .filter((own) => !isReported(own))
        .map(({ transport, rank, lostNs }) =>
          notReported('C6', 'communication', 'finding.least-share', {
            title: sentence('flapping.fine', { transport }),
            value: shareOf(job, lostNs),
            limit: limits['finding.least-share'],
            rank,
          }),
        ),
      notRun: moving.length === 0 ? [{ rule: 'C6', reason: sentence('needs.packets'), ranks: [] }] : [],
    };
  },
};

function flapping(
  job: CallRecord,
  own: {
    readonly transport: string;
    readonly rank: number;
    readonly collapses: readonly Collapse[];
    readonly lostNs: number;
  },
) {
  const { transport, rank, collapses, lostNs } = own;
  const worst = collapses.reduce((most, one) => (one.lostNs > most.lostNs ? one : most));
  const values = {
    ranks: [rank],
    transport,
    lost: lostNs,
    share: shareOf(job, lostNs),
    count: collapses.length,
    op: worst.op.name,
    bandwidth: worst.bandwidthGBps,
    usual: worst.usualGBps,
  };
  const { name: op, group, step } = worst.op;
  return finding(job, `flapping ${transport}`, {
    rule: 'C6',
    class: 'communication',
    rank,
    place: { ranks: [rank], op, group, ...(step && { step }) },
    title: sentence('flapping.title', values),
    cause: sentence('flapping.cause', values),
    advice: [sentence('flapping.advice', values)],
    lostNsPerStep: lostNs,
    gain: { nsPerStep: lostNs, formula: sentence('flapping.gain') },
    confidence: 'medium',
    evidence: [],
    calls: [...collapses]
      .sort((a, b) => b.lostNs - a.lostNs)
      .slice(0, MOST_CALLS)
      .map((one) => one.op),
  });
}

/** What a collective moved over a transport. */
interface Call {
  readonly op: Collective;
  readonly sizeBytes: number;
  readonly transitNs: number;
}

/** Of each transport, in the order in which they come, and of each rank that moves anything: calls of so many bytes at least, in one pass. */
function callsByTransport(
  moving: readonly Collective[],
  leastBytes: number,
): ReadonlyMap<string, ReadonlyMap<number, readonly Call[]>> {
  const ranks = [...new Set(moving.map(({ rank }) => rank))];
  const found = new Map<string, Map<number, Call[]>>();
  for (const op of moving) {
    const { bandwidths } = op;
    for (let at = 0; at < bandwidths.length; at++) {
      const { transport, sizeBytes, transitNs } = bandwidths[at];
      if (isTransportSum(transport)) continue;
      let ofRanks = found.get(transport);
      if (!ofRanks) {
        ofRanks = new Map(ranks.map((rank) => [rank, []]));
        found.set(transport, ofRanks);
      }
      // Of two of one transport the first is what it moved.
      const isFirst = bandwidths.findIndex((own) => own.transport === transport) === at;
      if (isFirst && sizeBytes >= leastBytes && transitNs > 0) ofRanks.get(op.rank)?.push({ op, sizeBytes, transitNs });
    }
  }
  return found;
}

function collapsesOf(calls: readonly Call[], share: number): Collapse[] {
  const alike = groupByTuple(calls, ({ op, sizeBytes }) => [op.group, op.type, sizeBytes]);
  return alike.groups.flatMap((own): Collapse[] => {
    if (own.length < LEAST_CALLS) return [];
    const usualGBps = medianOf(own.map(({ sizeBytes, transitNs }) => sizeBytes / transitNs));
    const low = own.filter(({ sizeBytes, transitNs }) => sizeBytes / transitNs < share * usualGBps);
    if (low.length > MOST_COLLAPSED * own.length) return [];
    const usualNs = medianOf(own.map(({ op }) => (op.transitNs > 0 ? op.transitNs : Number.NaN)));
    return low.map(({ op, sizeBytes, transitNs }) => {
      // Links work beside each other: their times are summed in the file, the step passes once, as long as the slowest takes.
      const isKnown = op.transitNs > 0 && !Number.isNaN(usualNs);
      const lostNs = isKnown ? Math.max(0, op.transitNs - usualNs) : transitNs - sizeBytes / usualGBps;
      return { op, bandwidthGBps: sizeBytes / transitNs, usualGBps, lostNs };
    });
  });
}
