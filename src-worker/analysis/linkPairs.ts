/** Pairs of ranks whose links say something, and the slow ones of them: several rules ask, and in a job of thousands of ranks it takes a second. */
import type { SlowLink, Thresholds } from '../../src-contract';
import { comparableLinks, type PairTraffic, slowAmong } from '../model/collectives/pairTraffic';
import type { JobRecord } from './record/jobRecord';

export interface LinkPairs {
  readonly pairs: readonly PairTraffic[];
  readonly slow: readonly SlowLink[];
}

/** The last answer for these links; it dies with them. */
const known = new WeakMap<JobRecord['links'], { readonly limits: Thresholds; readonly found: LinkPairs }>();

export function linkPairs(
  { links, references }: Pick<JobRecord, 'links' | 'references'>,
  limits: Thresholds,
): LinkPairs {
  const last = known.get(links);
  if (last?.limits === limits) return last.found;
  const pairs = comparableLinks(links, limits['link.least-bytes']);
  const found = { pairs, slow: slowAmong(pairs, links, limits, references) };
  known.set(links, { limits, found });
  return found;
}
