import type { Collective, CollectiveGroup } from './collective';

/** Holds what HCCS, PCIE and SIO hold once more. */
const SUM = 'SDMA';
/** A stage has one before and one behind it. */
const MOST_NEIGHBOURS = 2;

/**
 * Time that a collective's data was on the wire, at least. Its own transit is that of one plane, 0 where that moved nothing;
 * a transport's is the sum over all of its links, which work beside each other: there are at most as many as peers. NaN: not
 * recorded.
 */
export function wireNsOf(op: Collective, groups: ReadonlyMap<string, CollectiveGroup>): number {
  const { transitNs, bandwidths, kind, group } = op;
  if (bandwidths.length === 0) return transitNs;
  const peers = Math.max(1, (groups.get(group)?.ranks.length ?? 2) - 1);
  const links = kind === 'p2p' ? Math.min(MOST_NEIGHBOURS, peers) : peers;
  const longestNs = Math.max(0, ...movedBy(op).map((own) => own.transitNs));
  return Math.max(transitNs || 0, longestNs / links);
}

/** Bytes that a collective moved over links; NaN: not recorded. */
export function movedBytes(op: Pick<Collective, 'bandwidths'>): number {
  if (op.bandwidths.length === 0) return Number.NaN;
  return movedBy(op).reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
}

function movedBy({ bandwidths }: Pick<Collective, 'bandwidths'>): Collective['bandwidths'] {
  const moved = bandwidths.filter(({ sizeBytes }) => sizeBytes > 0);
  const single = moved.filter(({ transport }) => transport !== SUM);
  return single.length > 0 ? single : moved;
}
