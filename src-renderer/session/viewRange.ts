/** Arithmetic of what the timeline shows. Pure; all times in ns since the dump's origin. */
import type { DumpState, RankState, SliceSummary } from '../../src-contract';
import { bulkOfLanes, type LaneExtent } from '../../src-contract/bulkOfLanes';
import { shortestViewNs, type TimeRange } from '../base/timeRange';

/** How far beyond the dump's ends a view may reach, as a share of the dump's length. */
const MARGIN_SHARE = 0.05;
/** Air at both ends of `wholeView`, same unit. */
const WHOLE_VIEW_SHARE = 0.01;
/** Shown while a dump has no events yet. */
const EMPTY_VIEW: TimeRange = { startNs: 0, endNs: 1_000_000 };
/** Stretch shown around a slice of no length. */
const INSTANT_VIEW_NS = 2_000;

type Extent = Pick<DumpState, 'startNs' | 'endNs'>;

const lengthOf = (range: TimeRange) => range.endNs - range.startNs;

/** The whole dump with a little air. */
export function wholeView(extent: Extent): TimeRange {
  const length = lengthOf(extent);
  if (length <= 0) {
    if (extent.startNs === 0) return EMPTY_VIEW;
    return { startNs: extent.startNs - INSTANT_VIEW_NS / 2, endNs: extent.startNs + INSTANT_VIEW_NS / 2 };
  }
  const air = Math.max(length * WHOLE_VIEW_SHARE, shortestViewNs / 2);
  return { startNs: extent.startNs - air, endNs: extent.endNs + air };
}

/** What is shown first: all of the dump, but for lanes that stand so far away that the others would be a mere line. */
export function firstView(dump: DumpState): TimeRange {
  const bulk = dump.endNs > dump.startNs ? bulkOfLanes(dump.ranks.flatMap(extentsOf)) : undefined;
  return wholeView(bulk ?? dump);
}

function extentsOf({ groups }: RankState): LaneExtent[] {
  return groups.flatMap(({ lanes }) =>
    lanes.map((lane) => {
      const { startNs, endNs } = lane;
      if (lane.kind === 'slices') return { startNs, endNs, count: lane.sliceCount };
      return { startNs, endNs, count: lane.series.reduce((sum, { sampleCount }) => sum + sampleCount, 0) };
    }),
  );
}

/**
 * How much later an instant is shown in `next` than it was before: the origin has moved, or the clock is another. Ranks move by
 * different amounts then; what is on screen stays with the rank `kept`, else with the first that has a timeline.
 */
export function shownLaterNs(before: DumpState, next: DumpState, kept: number | undefined): number {
  const wasShown = ({ index, groups, generation }: RankState) =>
    groups.length > 0 && before.ranks[index]?.groups.length > 0 && before.ranks[index].generation === generation;
  const own = kept === undefined ? undefined : next.ranks[kept];
  const rank = own && wasShown(own) ? own : next.ranks.find(wasShown);
  if (rank) return rank.startNs - before.ranks[rank.index].startNs;
  // Indexes have been replaced at the same moment: then it is the origin alone that tells.
  return originLaterNs(before, next);
}

/** How much later the same instant is shown because of the origin. */
export function originLaterNs(before: DumpState, next: DumpState): number {
  return before.endNs > before.startNs ? Number(before.originNs - next.originNs) : 0;
}

/** The nearest allowed view: first its length is made to fit, around its middle, then it is moved inside the margins. */
export function clampView(view: TimeRange, extent: Extent): TimeRange {
  const whole = wholeView(extent);
  const margin = lengthOf(extent) * MARGIN_SHARE;
  const lowest = Math.min(whole.startNs, extent.startNs - margin);
  const highest = Math.max(whole.endNs, extent.endNs + margin);
  const isUsable = Number.isFinite(view.startNs) && Number.isFinite(view.endNs) && view.endNs >= view.startNs;
  if (!isUsable) return whole;
  const length = Math.min(Math.max(lengthOf(view), shortestViewNs), highest - lowest);
  const middle = (view.startNs + view.endNs) / 2;
  let startNs = length === lengthOf(view) ? view.startNs : middle - length / 2;
  startNs = Math.min(Math.max(startNs, lowest), highest - length);
  return { startNs, endNs: startNs + length };
}

/**
 * A view in which the slice can be read: the present one if the slice is wholly in it and takes 2 … 80 % of it, the same
 * zoom moved there if only its place is wrong, else one six times the slice.
 */
export function viewForSlice(slice: Pick<SliceSummary, 'startNs' | 'durationNs'>, view: TimeRange): TimeRange {
  const endNs = slice.startNs + slice.durationNs;
  const share = slice.durationNs / lengthOf(view);
  const isReadable = share >= 0.02 && share <= 0.8;
  if (isReadable && slice.startNs >= view.startNs && endNs <= view.endNs) return view;
  const length = isReadable ? lengthOf(view) : slice.durationNs > 0 ? slice.durationNs * 6 : INSTANT_VIEW_NS;
  const middle = slice.startNs + slice.durationNs / 2;
  return { startNs: middle - length / 2, endNs: middle + length / 2 };
}
