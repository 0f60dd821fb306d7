/** Where the lanes of a plot stand: their names at the left, a ruler above, each as many rows high as it has. Pure. */
import type { TimeRange } from '../../base/timeRange';
import type { PlotSize } from '../chart/usePlotSize';

export const RULER_HEIGHT = 28;
const RIGHT_MARGIN = 8;
/** Below each lane. */
const LANE_GAP = 2;

/** CSS pixels. */
export interface PlotLayout {
  /** Left edge of the drawing area: the names of the lanes stand before it. */
  readonly left: number;
  readonly width: number;
  /** Of what is below the ruler. */
  readonly height: number;
  readonly rowHeight: number;
  /** Top of each lane from the top of all, and the end of the last. */
  readonly laneTops: Float64Array;
  /** What is scrolled away at the top, at most `maxScroll`. */
  readonly scroll: number;
  readonly maxScroll: number;
}

export interface PlotShape {
  readonly labelWidth: number;
  readonly leastRowHeight: number;
  readonly mostRowHeight: number;
}

/** All rows where they fit, else rows that can be told apart, and scrolling. */
export function plotLayout(size: PlotSize, rowCounts: readonly number[], shape: PlotShape, scroll: number): PlotLayout {
  const height = Math.max(0, size.height - RULER_HEIGHT);
  const rowCount = rowCounts.reduce((sum, count) => sum + count, 0);
  const fitting = Math.floor((height - rowCounts.length * LANE_GAP) / Math.max(1, rowCount));
  const rowHeight = Math.max(shape.leastRowHeight, Math.min(shape.mostRowHeight, fitting));
  const laneTops = new Float64Array(rowCounts.length + 1);
  rowCounts.forEach((count, lane) => {
    laneTops[lane + 1] = laneTops[lane]! + count * rowHeight + LANE_GAP;
  });
  const maxScroll = Math.max(0, laneTops[rowCounts.length]! - height);
  return {
    left: shape.labelWidth,
    width: Math.max(1, size.width - shape.labelWidth - RIGHT_MARGIN),
    height,
    rowHeight,
    laneTops,
    scroll: Math.min(Math.max(0, scroll), maxScroll),
    maxScroll,
  };
}

/** An instant by the pixel, from the left edge of the plot, and back. */
export function nsAtX({ left, width }: PlotLayout, view: TimeRange, x: number): number {
  return view.startNs + ((x - left) / width) * (view.endNs - view.startNs);
}

export function xAtNs({ left, width }: PlotLayout, view: TimeRange, ns: number): number {
  return left + ((ns - view.startNs) / (view.endNs - view.startNs)) * width;
}

/** The top of a row, from the top of the plot. */
export function rowY({ laneTops, rowHeight, scroll }: PlotLayout, lane: number, row: number): number {
  return RULER_HEIGHT + laneTops[lane]! + row * rowHeight - scroll;
}

/** The lane and its row at a pixel from the top of the plot; undefined in the ruler and below the lanes. */
export function rowAtY(layout: PlotLayout, y: number): { readonly lane: number; readonly row: number } | undefined {
  const { laneTops, rowHeight, scroll } = layout;
  const from = y - RULER_HEIGHT + scroll;
  const laneCount = laneTops.length - 1;
  if (y < RULER_HEIGHT || from >= laneTops[laneCount]!) return undefined;
  let [lane, end] = [0, laneCount];
  while (end - lane > 1) {
    const middle = (lane + end) >>> 1;
    if (laneTops[middle]! <= from) lane = middle;
    else end = middle;
  }
  const rowCount = Math.round((laneTops[lane + 1]! - LANE_GAP - laneTops[lane]!) / rowHeight);
  return { lane, row: Math.max(0, Math.min(rowCount - 1, Math.floor((from - laneTops[lane]!) / rowHeight))) };
}
