/** Where the collectives of all ranks stand: one lane a rank, one bar a collective. Pure. */
import type { CollectiveLanes } from '../../../../src-contract';
import type { TimeRange } from '../../../session/session';
import type { PlotSize } from '../../../ui/chart/usePlotSize';

export const AXIS_HEIGHT = 22;
const MAX_ROW = 24;
const MIN_ROW = 7;
/** Shorter than this nothing is told apart. */
const MIN_VIEW_NS = 100;

export interface BoardLayout {
  /** Left edge of the drawing area: the names of ranks stand before it. */
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
  /** Pixels that are scrolled away at the top, at most `maxScroll`. */
  readonly scroll: number;
  readonly maxScroll: number;
}

/** All rows where they fit, else rows that can be told apart, and scrolling. */
export function boardLayout(size: PlotSize, rankCount: number, left: number, scroll: number): BoardLayout {
  const height = Math.max(0, size.height - AXIS_HEIGHT);
  const rowHeight = Math.max(MIN_ROW, Math.min(MAX_ROW, Math.floor(height / Math.max(1, rankCount))));
  const maxScroll = Math.max(0, rowHeight * rankCount - height);
  const width = Math.max(1, size.width - left - 8);
  return {
    left,
    width,
    top: AXIS_HEIGHT,
    height,
    rowHeight,
    scroll: Math.min(Math.max(0, scroll), maxScroll),
    maxScroll,
  };
}

/** From the first start to the last end; a moment where there is nothing. */
export function laneExtent({ startNs, elapseNs }: CollectiveLanes): TimeRange {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < startNs.length; i++) {
    first = Math.min(first, startNs[i]!);
    last = Math.max(last, startNs[i]! + elapseNs[i]!);
  }
  return last > first
    ? { startNs: first, endNs: last }
    : {
        startNs: first === Number.POSITIVE_INFINITY ? 0 : first,
        endNs: (first === Number.POSITIVE_INFINITY ? 0 : first) + 1,
      };
}

export function xOf(layout: BoardLayout, view: TimeRange, ns: number): number {
  return layout.left + ((ns - view.startNs) / (view.endNs - view.startNs)) * layout.width;
}

export function nsAt(layout: BoardLayout, view: TimeRange, x: number): number {
  return view.startNs + ((x - layout.left) / layout.width) * (view.endNs - view.startNs);
}

export function yOf(layout: BoardLayout, rank: number): number {
  return layout.top + rank * layout.rowHeight - layout.scroll;
}

/** Bars (positions in the columns) of each rank, by start: the columns stand in that order. First of each rank, and the end. */
export function firstBars({ rank, ranks }: CollectiveLanes): Uint32Array {
  const first = new Uint32Array(ranks.length + 1);
  for (const own of rank) first[own + 1]!++;
  for (let i = 0; i < ranks.length; i++) first[i + 1]! += first[i]!;
  return first;
}

/** The bar at a point, the nearest one within some pixels; undefined where there is none. */
export function barAt(
  lanes: CollectiveLanes,
  first: Uint32Array,
  layout: BoardLayout,
  view: TimeRange,
  x: number,
  y: number,
): number | undefined {
  const rank = Math.floor((y - layout.top + layout.scroll) / layout.rowHeight);
  if (y < layout.top || x < layout.left || rank < 0 || rank >= lanes.ranks.length) return undefined;
  let best: number | undefined;
  let bestPixels = 3;
  for (let bar = first[rank]!; bar < first[rank + 1]!; bar++) {
    const left = xOf(layout, view, lanes.startNs[bar]!);
    const right = Math.max(left + 1, xOf(layout, view, lanes.startNs[bar]! + lanes.elapseNs[bar]!));
    const away = x < left ? left - x : x > right ? x - right : 0;
    if (away < bestPixels || (away === 0 && best === undefined)) {
      best = bar;
      bestPixels = away;
    }
  }
  return best;
}

/** Zoomed about an instant, within the extent. */
export function zoomedView(view: TimeRange, extent: TimeRange, factor: number, atNs: number): TimeRange | undefined {
  const length = Math.max(MIN_VIEW_NS, (view.endNs - view.startNs) * factor);
  if (length >= extent.endNs - extent.startNs) return undefined;
  const share = (atNs - view.startNs) / (view.endNs - view.startNs);
  return clampedView({ startNs: atNs - share * length, endNs: atNs - share * length + length }, extent);
}

export function clampedView(view: TimeRange, extent: TimeRange): TimeRange {
  const length = Math.min(view.endNs - view.startNs, extent.endNs - extent.startNs);
  const startNs = Math.min(Math.max(view.startNs, extent.startNs), extent.endNs - length);
  return { startNs, endNs: startNs + length };
}

/** The bar beside this one in its lane, or the same collective in the lane above or below. */
export function barBeside(
  lanes: CollectiveLanes,
  first: Uint32Array,
  bar: number | undefined,
  direction: 'left' | 'right' | 'up' | 'down',
): number | undefined {
  if (bar === undefined) return lanes.rank.length > 0 ? 0 : undefined;
  const rank = lanes.rank[bar]!;
  if (direction === 'left') return Math.max(first[rank]!, bar - 1);
  if (direction === 'right') return Math.min(first[rank + 1]! - 1, bar + 1);
  for (
    let next = rank + (direction === 'up' ? -1 : 1);
    next >= 0 && next < lanes.ranks.length;
    next += direction === 'up' ? -1 : 1
  ) {
    for (let other = first[next]!; other < first[next + 1]!; other++)
      if (lanes.op[other] === lanes.op[bar]) return other;
  }
  return bar;
}
