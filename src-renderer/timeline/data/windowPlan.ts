/** Decides when to ask the Engine for another window of data, and for which one. Pure. */
import type { LaneId, LaneRows, RankState, ViewportQuery } from '../../../src-contract';
import { nsPerPixelOf, powerOfTwoAtMost, type TimeRange } from '../../base/timeRange';
import { labelMinWidth } from '../../ui/lanes/layoutSlices';
import { eachRow, foldedCounters, laneRowsBetween, type RowModel, type RowWindow, rankStrips } from '../rows/rows';
import type { ZoomMotion } from './zoomWatch';

export type WindowRequest = Omit<ViewportQuery, 'dump'> & {
  /** What was there when it was asked; anything else makes the answer stale. */
  readonly basis: WindowBasis;
  /** Asked while the zoom moved: only what is on screen. */
  readonly isBrief: boolean;
};

/** What answers are made of. */
export interface WindowBasis {
  readonly ranks: readonly RankState[];
  /** `DumpClock.revision`. */
  readonly clock: number;
}

export interface PlanInput {
  readonly view: TimeRange;
  /** Device pixels. */
  readonly width: number;
  readonly pixelRatio: number;
  readonly model: RowModel;
  /** Rows on screen. */
  readonly visible: RowWindow;
  /** Rows to ask for: those on screen and a screen around them. */
  readonly around: RowWindow;
  readonly ranks: readonly RankState[];
  /** `DumpClock.revision`. */
  readonly clock: number;
  /** While the zoom moves, the next answer will be replaced soon, so it had better come fast. */
  readonly zoom: ZoomMotion;
}

/** Finer steps tell nothing: times are whole ns, and a view is at least 10 ns. */
const finestNsPerPixel = 2 ** -10;

/**
 * What is asked for: the view and `views` of it on each side, at a power of two of ns a pixel, `coarser` powers above what
 * the view needs. An answer is as good as new while at least `leastViews` are left on each side and it is at most `finer`
 * and `coarser` powers of two from what would be asked for now.
 *
 * Zooming in shows a part of what is there, so little more than the view is needed, and soon again. Zooming out needs what
 * is around the view before it gets there: three views of half the resolution cost as much as one and a half of the
 * full, and serve until the view is three times as long.
 */
const plans: Readonly<Record<ZoomMotion, WindowPlan>> = {
  rest: { views: 1, leastViews: 0.35, coarser: 0, finer: 0 },
  in: { views: 0.15, leastViews: 0, coarser: 0, finer: 0 },
  out: { views: 1, leastViews: 0.25, coarser: 1, finer: 1 },
};

interface WindowPlan {
  readonly views: number;
  readonly leastViews: number;
  readonly coarser: number;
  readonly finer: number;
}

/** What the view needs and `have` does not hold; undefined while `have` will do. */
export function planWindow(input: PlanInput, have: WindowRequest | undefined): WindowRequest | undefined {
  const { view, ranks } = input;
  const spanNs = view.endNs - view.startNs;
  if (input.width <= 0 || spanNs <= 0 || isEmpty(input.around)) return undefined;
  const plan = plans[input.zoom];
  const isBrief = input.zoom !== 'rest';
  const finest = Math.max(finestNsPerPixel, powerOfTwoAtMost(nsPerPixelOf(view, input.width)));
  const nsPerPixel = finest * 2 ** plan.coarser;
  const extent = extentOf(ranks);
  const leastPadding = spanNs * plan.leastViews;
  const leastStartNs = Math.max(extent.startNs, view.startNs - leastPadding);
  const leastEndNs = Math.min(extent.endNs, view.endNs + leastPadding);
  if (
    have !== undefined &&
    (isBrief || !have.isBrief) &&
    have.nsPerPixel <= nsPerPixel &&
    have.nsPerPixel >= finest * 2 ** -plan.finer &&
    isSameBasis(have.basis, input) &&
    (leastEndNs < leastStartNs || (have.startNs <= leastStartNs && have.endNs >= leastEndNs)) &&
    holdsLanes(have, lanesOf(input.model, input.visible))
  ) {
    return undefined;
  }
  const padding = spanNs * plan.views;
  return {
    // Whole pixels, so that the same place is merged the same way in every window.
    startNs: Math.floor((view.startNs - padding) / nsPerPixel) * nsPerPixel,
    endNs: Math.ceil((view.endNs + padding) / nsPerPixel) * nsPerPixel,
    nsPerPixel,
    ...lanesOf(input.model, isBrief ? input.visible : input.around),
    // In pixels of the answer, which are wider on screen while the answer is coarser than the view needs.
    labelMinPixels: Math.floor((labelMinWidth * input.pixelRatio) / 2 ** plan.coarser),
    basis: { ranks, clock: input.clock },
    isBrief,
  };
}

/**
 * Both give the same answers. A frame asks this of a thousand ranks: mostly they are the very same list, and where one of them
 * has been read further, the others still are the objects that they were.
 */
export function isSameBasis(a: WindowBasis, b: WindowBasis): boolean {
  if (a.clock !== b.clock || a.ranks.length !== b.ranks.length) return false;
  if (a.ranks === b.ranks) return true;
  return a.ranks.every((rank, at) => {
    const other = b.ranks[at];
    return rank === other || (rank.generation === other.generation && rank.groups.length === other.groups.length);
  });
}

interface AskedLanes {
  readonly lanes: readonly LaneId[];
  readonly folded: readonly LaneId[];
  /** Of lanes that are not all in the window: see `ViewportQuery`. */
  readonly rows?: readonly LaneRows[];
}

function isEmpty({ fixedEnd, first, end }: RowWindow): boolean {
  return fixedEnd === 0 && end <= first;
}

/** What the rows of a window draw. */
export function lanesOf(model: RowModel, window: RowWindow): AskedLanes {
  const lanes: LaneId[] = [];
  const folded: LaneId[] = [];
  const rows: LaneRows[] = [];
  eachRow(model, window, (row, _, top, bottom) => {
    if (row.kind === 'counter') lanes.push(row.lane.id);
    else if (row.kind === 'slices' && row.shownRows === 0) folded.push(row.lane.id);
    else if (row.kind === 'slices') {
      lanes.push(row.lane.id);
      const { first, end } = laneRowsBetween(row, top, bottom);
      if (end - first < row.lane.rowCount) rows.push({ lane: row.lane.id, first, end });
    } else if (row.kind === 'group' && row.isFolded) {
      const counters = foldedCounters(row.group);
      if (counters.length === 0) folded.push(row.group.id);
      for (const { id } of counters) lanes.push(id);
    } else if (row.kind === 'rank') folded.push(...rankStrips(row));
  });
  return { lanes, folded, rows };
}

function holdsLanes(have: AskedLanes, needed: AskedLanes): boolean {
  const lanes = new Set(have.lanes);
  const folded = new Set(have.folded);
  const held = new Map(have.rows?.map((rows) => [rows.lane, rows]));
  const wanted = new Map(needed.rows?.map((rows) => [rows.lane, rows]));
  const isHeld = (lane: LaneId): boolean => {
    const [all, some] = [held.get(lane), wanted.get(lane)];
    return all === undefined || (some !== undefined && all.first <= some.first && all.end >= some.end);
  };
  return (
    needed.lanes.every((lane) => lanes.has(lane) && isHeld(lane)) && needed.folded.every((lane) => folded.has(lane))
  );
}

function extentOf(ranks: readonly RankState[]): TimeRange {
  let startNs = Number.POSITIVE_INFINITY;
  let endNs = Number.NEGATIVE_INFINITY;
  for (const rank of ranks) {
    if (rank.endNs <= rank.startNs) continue;
    startNs = Math.min(startNs, rank.startNs);
    endNs = Math.max(endNs, rank.endNs);
  }
  return { startNs, endNs };
}
