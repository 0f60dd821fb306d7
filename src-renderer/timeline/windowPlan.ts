/** Decides when to ask the Engine for another window of data, and for which one. Pure. */
import type { LaneId, RankState, ViewportQuery } from '../../src-worker/api';
import type { TimeRange } from '../app/session';
import { metrics } from './metrics';
import { busyGroups, type RowModel, type RowSpan } from './rows';
import { nsPerPixelOf, powerOfTwoAtMost } from './timeScale';

export type WindowRequest = Omit<ViewportQuery, 'dump'> & {
  /** Generations of all ranks when it was asked; another generation makes the answer stale. */
  readonly generations: string;
  /** Asked while the zoom moved: only what is on screen. */
  readonly isBrief: boolean;
};

export interface PlanInput {
  readonly view: TimeRange;
  /** Device pixels. */
  readonly width: number;
  readonly pixelRatio: number;
  readonly model: RowModel;
  /** Rows on screen. */
  readonly visible: RowSpan;
  /** Rows to ask for: those on screen and a screen around them. */
  readonly around: RowSpan;
  readonly ranks: readonly RankState[];
  /** The zoom moves: the next answer will be replaced at once, so it had better come fast. */
  readonly isZooming: boolean;
}

/** Finer steps tell nothing: times are whole ns, and a view is at least 10 ns. */
const finestNsPerPixel = 2 ** -10;

/** The window asked for is the view and this many views on each side. */
const paddingViews = 1;
/** A new window is asked for when less than this many views are left on a side. */
const leastPaddingViews = 0.35;
/** The same while the zoom moves. */
const briefPaddingViews = 0.15;
const leastBriefPaddingViews = 0;

/** What the view needs and `have` does not hold; undefined while `have` will do. */
export function planWindow(input: PlanInput, have: WindowRequest | undefined): WindowRequest | undefined {
  const { view, ranks } = input;
  const spanNs = view.endNs - view.startNs;
  if (input.width <= 0 || spanNs <= 0 || input.around.end <= input.around.first) return undefined;
  const nsPerPixel = Math.max(finestNsPerPixel, powerOfTwoAtMost(nsPerPixelOf(view, input.width)));
  const extent = extentOf(ranks);
  const generations = ranks.map((rank) => `${rank.generation}:${rank.groups.length}`).join(' ');
  const leastPadding = spanNs * (input.isZooming ? leastBriefPaddingViews : leastPaddingViews);
  const leastStartNs = Math.max(extent.startNs, view.startNs - leastPadding);
  const leastEndNs = Math.min(extent.endNs, view.endNs + leastPadding);
  if (
    have !== undefined &&
    (input.isZooming || !have.isBrief) &&
    have.nsPerPixel === nsPerPixel &&
    have.generations === generations &&
    (leastEndNs < leastStartNs || (have.startNs <= leastStartNs && have.endNs >= leastEndNs)) &&
    holdsLanes(have, lanesOf(input.model, input.visible))
  ) {
    return undefined;
  }
  const padding = spanNs * (input.isZooming ? briefPaddingViews : paddingViews);
  return {
    // Whole pixels, so that the same place is merged the same way in every window.
    startNs: Math.floor((view.startNs - padding) / nsPerPixel) * nsPerPixel,
    endNs: Math.ceil((view.endNs + padding) / nsPerPixel) * nsPerPixel,
    nsPerPixel,
    ...lanesOf(input.model, input.isZooming ? input.visible : input.around),
    labelMinPixels: Math.floor(metrics.labelMinWidth * input.pixelRatio),
    generations,
    isBrief: input.isZooming,
  };
}

interface AskedLanes {
  readonly lanes: readonly LaneId[];
  readonly folded: readonly LaneId[];
}

/** What the rows of a span draw. */
export function lanesOf(model: RowModel, span: RowSpan): AskedLanes {
  const lanes: LaneId[] = [];
  const folded: LaneId[] = [];
  for (let index = span.first; index < span.end; index++) {
    const row = model.rows[index];
    if (row.kind === 'counter') lanes.push(row.lane.id);
    else if (row.kind === 'slices') (row.isFolded ? folded : lanes).push(row.lane.id);
    else if (row.kind === 'group' && row.isFolded) folded.push(row.group.id);
    else if (row.kind === 'rank' && row.isFolded) for (const group of busyGroups(row.rank)) folded.push(group.id);
  }
  return { lanes, folded };
}

function holdsLanes(have: AskedLanes, needed: AskedLanes): boolean {
  const lanes = new Set(have.lanes);
  const folded = new Set(have.folded);
  return needed.lanes.every((lane) => lanes.has(lane)) && needed.folded.every((lane) => folded.has(lane));
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
