/** The end of a dump that is being written, in the view. Pure; ns since the dump's origin. */
import type { DumpState } from '../../src-contract';
import type { TimeRange } from '../base/timeRange';

/** Air behind the end, as a share of the view: what comes is seen to come. */
const AIR_SHARE = 0.01;

/** Files of it are being written. */
export function isGrowing({ ranks }: Pick<DumpState, 'ranks'>): boolean {
  return ranks.some((rank) => rank.isGrowing === true);
}

/** The end of the dump is in sight. */
export function isAtEnd(view: TimeRange, { endNs }: Pick<DumpState, 'endNs'>): boolean {
  return view.startNs < endNs && view.endNs >= endNs;
}

/** The same length of time, up to the end. */
export function viewOfEnd(view: TimeRange, { endNs }: Pick<DumpState, 'endNs'>): TimeRange {
  const length = view.endNs - view.startNs;
  const end = endNs + length * AIR_SHARE;
  return { startNs: end - length, endNs: end };
}

/** What is shown once more has come: the end where that was in sight, else the same as before. `before`: where it ended then. */
export function viewOnGrowth(
  view: TimeRange,
  before: Pick<DumpState, 'endNs'>,
  dump: Pick<DumpState, 'endNs' | 'ranks'>,
): TimeRange {
  const hasGrown = isGrowing(dump) && dump.endNs > before.endNs;
  return hasGrown && isAtEnd(view, before) ? viewOfEnd(view, dump) : view;
}
