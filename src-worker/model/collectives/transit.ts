import { isLinkTransport, isTransportSum } from '../../names/transports';
import type { Collective, CollectiveGroup } from './collective';

/** A stage has one before and one behind it. */
const MOST_NEIGHBOURS = 2;
/** HCCL has planes 0 to 7; the first is for copies on the device. */
const MOST_LINKS = 7;

/**
 * Time that a collective's data was on the wire, at least. Its own transit is that of one plane, 0 where that moved nothing; a
 * transport's is the sum over all of its links, which work beside each other. NaN: not recorded.
 *
 * There are as many links as peers, or a multiple of that: several planes may lead to one peer and share its data. How many
 * do is told by the one plane's transit, as far as there are planes; where it has none, by that nothing is longer on the wire than
 * the call takes.
 */
export function wireNsOf(op: Collective, groups: ReadonlyMap<string, CollectiveGroup>): number {
  const { transitNs, elapseNs, bandwidths, kind, group } = op;
  if (bandwidths.length === 0) return transitNs;
  const peers = Math.max(1, (groups.get(group)?.ranks.length ?? 2) - 1);
  const links = kind === 'p2p' ? Math.min(MOST_NEIGHBOURS, peers) : peers;
  const perLinkNs = Math.max(0, ...movedBy(op).map((own) => own.transitNs)) / links;
  const told = transitNs > 0 ? Math.round(perLinkNs / transitNs) : 1;
  const planes = Math.max(1, Math.min(told, Math.floor(MOST_LINKS / links)));
  const longestNs = Number.isNaN(elapseNs) ? Number.POSITIVE_INFINITY : elapseNs;
  return Math.min(longestNs, Math.max(transitNs || 0, perLinkNs / planes));
}

/** Bytes that a collective moved over links; NaN: not recorded. */
export function movedBytes(op: Pick<Collective, 'bandwidths'>): number {
  if (op.bandwidths.length === 0) return Number.NaN;
  return movedBy(op).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function movedBy({ bandwidths }: Pick<Collective, 'bandwidths'>): Collective['bandwidths'] {
  const links = bandwidths.filter(({ transport, sizeBytes }) => sizeBytes > 0 && isLinkTransport(transport));
  const single = links.filter(({ transport }) => !isTransportSum(transport));
  return single.length > 0 ? single : links;
}
