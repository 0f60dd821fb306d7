/** Arithmetic of what the timeline shows. Pure; all times in ns since the dump's origin. */
import type { DumpState, RankState, SliceSummary } from '../../src-contract';
import { bulkOfLanes, type LaneExtent } from '../../src-contract/bulkOfLanes';
import { shortestViewNs, type TimeRange } from '../base/timeRange';
import { movedNsOf } from './alignment';

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

/**
 * The same for what the user has marked, which belongs to the clock of the job: a rank that is moved beside another on top of it
 * moves none of that.
 */
export function markedLaterNs(before: DumpState, next: DumpState): number {
  const isShown = ({ index, groups, generation }: RankState) =>
    groups.length > 0 && before.ranks[index]?.groups.length > 0 && before.ranks[index].generation === generation;
  const rank = next.ranks.find(isShown);
  if (!rank) return originLaterNs(before, next);
  const { index, startNs } = rank;
  return startNs - before.ranks[index].startNs - movedNsOf(next, index) + movedNsOf(before, index);
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

/** How much of a view both ends of a link may take, so that neither is at its border. */
const LINK_SHARE = 0.9;

/**
 * A view for who goes along a link from one slice to another: at the same zoom where the starts of both fit into it, as it is where
 * both are in it; undefined where they are too far apart.
 */
export function viewForLink(
  from: Pick<SliceSummary, 'startNs'>,
  to: Pick<SliceSummary, 'startNs'>,
  view: TimeRange,
): TimeRange | undefined {
  const length = lengthOf(view);
  const [firstNs, lastNs] = [Math.min(from.startNs, to.startNs), Math.max(from.startNs, to.startNs)];
  if (lastNs - firstNs > length * LINK_SHARE) return undefined;
  if (firstNs >= view.startNs && lastNs <= view.endNs) return view;
  const middle = (firstNs + lastNs) / 2;
  return { startNs: middle - length / 2, endNs: middle + length / 2 };
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

/** A view in which a marked stretch is seen: as for a slice; a flag keeps the zoom, and comes to the middle unless it is in sight. */
export function viewForMark(range: TimeRange, view: TimeRange): TimeRange {
  if (range.endNs > range.startNs)
    return viewForSlice({ startNs: range.startNs, durationNs: range.endNs - range.startNs }, view);
  if (range.startNs >= view.startNs && range.startNs <= view.endNs) return view;
  const half = lengthOf(view) / 2;
  return { startNs: range.startNs - half, endNs: range.startNs + half };
}
