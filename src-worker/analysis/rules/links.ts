import { sentence } from '../../../src-contract/findings/sentence';
import { medianOf } from '../../base/aggregates';
import { groupBy } from '../../base/groupBy';
import { once } from '../../base/once';
import { TupleMap } from '../../base/tupleMap';
import type { Collective } from '../../model/collectives/collective';
import type { PairTraffic } from '../../model/collectives/pairTraffic';
import { linkPairs } from '../linkPairs';
import { type CallRecord, finding, longestCalls, notReported, type Rule, type RuleResult, shareOf } from '../rule';

/**
 * C6: links slower than the others of their transport. Both directions of a pair are one finding; where most links of one
 * rank are slow it is that rank's. What is lost is the time on the wire above that at the others' bandwidth.
 */
export const slowLinks: Rule<CallRecord> = {
  id: 'C6',
  sources: ['msprof-analyze', 'PerfTracker'],
  thresholds: ['link.share-of-mean', 'link.deviations', 'link.apart', 'link.least-bytes', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const { pairs, slow: below } = linkPairs(job, limits);
    if (pairs.length === 0)
      return { findings: [], notRun: [{ rule: 'C6', reason: sentence('needs.links'), ranks: [] }] };
    const isBelow = new Set(below.map(pairKey));
    const planesOf = once(() => planesOfLinks(job, new Set(below.map(({ source }) => source))));
    const others = groupBy(
      pairs.filter((pair) => !isBelow.has(pairKey(pair))),
      ({ transport }) => transport,
    );
    const usualOf = new Map(
      [...others].map(([transport, own]) => [transport, medianOf(own.map(({ bandwidthGBps }) => bandwidthGBps))]),
    );
    const slow = below.map((link) => {
      const usual = usualOf.get(link.transport) ?? Number.NaN;
      const lost = (link.sizeBytes / link.bandwidthGBps - link.sizeBytes / usual) / planesOf()(link) / job.stepCount;
      return { ...link, usual, lost: Number.isNaN(lost) ? 0 : Math.max(0, lost) };
    });
    // Of hundreds of links that are alike some are three deviations below the others: that is a finding where it costs something.
    const reported = slow.filter(
      ({ bandwidthGBps, meanGBps, lost }) =>
        bandwidthGBps < limits['link.share-of-mean'] * meanGBps || shareOf(job, lost) >= limits['finding.least-share'],
    );
    const byPair = groupBy(reported, pairKey);
    return {
      findings: [...byPair.values()].map((directions) => {
        const [worst] = [...directions].sort((a, b) => b.lost - a.lost);
        const { source, target, transport, lost, bandwidthGBps, usual } = worst;
        const values = {
          ranks: [source, target].sort((a, b) => a - b),
          source,
          target,
          transport,
          lost,
          share: shareOf(job, lost),
          bandwidth: bandwidthGBps,
          usual,
        };
        return finding(job, `${transport} ${values.ranks.join('-')}`, {
          rule: 'C6',
          class: 'communication',
          rank: source,
          place: { ranks: values.ranks, link: { source, target, transport } },
          title: sentence('C6.title', values),
          cause: sentence('C6.cause', values),
          advice: [sentence('C6.advice', values)],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('C6.gain') },
          confidence: 'medium',
          evidence: [],
          calls: callsOver(job, worst),
        });
      }),
      notReported: reported.length === 0 ? slowest(pairs, limits['link.share-of-mean']) : [],
    };
  },
};

/** C1: a transport all of whose links stay below what it reaches at best. */
export const slowTransport: Rule<CallRecord> = {
  id: 'C1',
  sources: ['msprof-analyze', 'Hermes'],
  thresholds: ['transport.share-of-reference', 'link.least-bytes', 'finding.least-share'],
  find: (job, limits): RuleResult => {
    const limit = limits['transport.share-of-reference'];
    const all = linkPairs(job, limits).pairs;
    const planesOf = once(() => planesOfLinks(job, new Set(all.map(({ source }) => source))));
    const results = [...groupBy(all, ({ transport }) => transport)].flatMap(([transport, pairs]) => {
      const reference = job.references[transport];
      if (reference === undefined) return [];
      const best = pairs.reduce((most, { bandwidthGBps }) => Math.max(most, bandwidthGBps), 0);
      const share = best / reference;
      // Of one that is in order nobody asks what it costs.
      const lost = share < limit ? wireLossNs(pairs, reference, planesOf()) / job.stepCount : 0;
      const busiest = pairs.reduce((most, own) => (own.transitNs > most.transitNs ? own : most));
      return [{ transport, reference, best, share, lost, busiest }];
    });
    const isSlow = ({ share, lost }: (typeof results)[number]) =>
      share < limit && shareOf(job, lost) >= limits['finding.least-share'];
    return {
      findings: results.filter(isSlow).map(({ transport, reference, best, lost, busiest }) => {
        const values = { transport, reference, bandwidth: best, lost, share: shareOf(job, lost) };
        return finding(job, transport, {
          rule: 'C1',
          class: 'communication',
          rank: undefined,
          place: { ranks: [] },
          title: sentence('C1.title', values),
          cause: sentence('C1.cause', values),
          advice: [sentence('C1.advice', values)],
          lostNsPerStep: lost,
          gain: { nsPerStep: lost, formula: sentence('C1.gain') },
          confidence: 'low',
          evidence: [],
          calls: callsOver(job, busiest),
        });
      }),
      notReported: results
        .filter((own) => !isSlow(own))
        .map(({ transport, share }) =>
          notReported('C1', 'communication', 'transport.share-of-reference', {
            title: sentence('C1.fine', { transport }),
            value: share,
            limit,
            rank: undefined,
          }),
        ),
    };
  },
};

/** Of the one rank those that move anything over the transport, and that the other one has a part in. */
function callsOver(
  { collectives, groups }: CallRecord,
  { source, target, transport }: Pick<PairTraffic, 'source' | 'target' | 'transport'>,
): readonly Collective[] {
  const own = collectives.filter(
    ({ rank, group, bandwidths }) =>
      rank === source &&
      groups.get(group)?.ranks.includes(target) &&
      bandwidths.some((moved) => moved.transport === transport),
  );
  return longestCalls(own, transport);
}

/** More than at the reference bandwidth, of what one rank has on the wire: of the rank with most of it. */
function wireLossNs(pairs: readonly PairTraffic[], referenceGBps: number, planesOf: PlanesOf): number {
  const bySource = [...groupBy(pairs, ({ source }) => source).values()];
  return bySource.reduce((most, own) => {
    const ns = own.reduce((sum, pair) => {
      return sum + (pair.transitNs - pair.sizeBytes / referenceGBps) / planesOf(pair);
    }, 0);
    return Math.max(most, ns / own.length);
  }, 0);
}

type PlanesOf = (link: { readonly source: number; readonly target: number }) => number;

/** How many planes share a link from one of these: the files sum up their times, the step passes once. */
function planesOfLinks({ links, collectives }: CallRecord, sources: ReadonlySet<number>): PlanesOf {
  const bySource = groupBy(
    links.filter(({ kind, source }) => sources.has(source) && kind === 'collective'),
    ({ source }) => source,
  );
  const movedNs = new TupleMap<readonly [number, string], number>();
  for (const { rank, group, transitNs } of collectives)
    if (sources.has(rank) && transitNs > 0) movedNs.set([rank, group], (movedNs.get([rank, group]) ?? 0) + transitNs);
  return ({ source, target }) => {
    const own = (bySource.get(source) ?? []).filter((link) => link.target === target);
    const groups = new Set(own.map(({ group }) => group));
    const linkNs = own.reduce((sum, { transitNs }) => sum + transitNs, 0);
    const transitNs = [...groups].reduce((sum, group) => sum + (movedNs.get([source, group]) ?? 0), 0);
    return transitNs > 0 ? Math.max(1, Math.round(linkNs / transitNs)) : 1;
  };
}

/** Of both directions. */
function pairKey({ source, target, transport }: Pick<PairTraffic, 'source' | 'target' | 'transport'>): string {
  return `${transport} ${Math.min(source, target)} ${Math.max(source, target)}`;
}

function slowest(pairs: readonly PairTraffic[], limit: number): NonNullable<RuleResult['notReported']> {
  return [...groupBy(pairs, ({ transport }) => transport)].flatMap(([transport, own]) => {
    if (own.length < 2) return [];
    const mean = own.reduce((sum, { bandwidthGBps }) => sum + bandwidthGBps, 0) / own.length;
    const [worst] = [...own].sort((a, b) => a.bandwidthGBps - b.bandwidthGBps);
    return [
      notReported('C6', 'communication', 'link.share-of-mean', {
        title: sentence('C6.fine', { transport, source: worst.source, target: worst.target }),
        value: worst.bandwidthGBps / mean,
        limit,
        rank: worst.source,
      }),
    ];
  });
}
