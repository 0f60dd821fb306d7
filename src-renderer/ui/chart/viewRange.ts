/** Zooming and moving a stretch within an extent. Pure. */
import type { AxisRange } from './chartProps';

/** No chart shows less than this share of everything: the digits of an axis would end. */
const LEAST_SHARE = 1e-7;

/** Zoomed by `factor` (< 1 shows less) so that `anchor` stays where it is; undefined when everything is shown. */
export function zoomedRange(view: AxisRange, extent: AxisRange, factor: number, anchor: number): AxisRange | undefined {
  const whole = extent.end - extent.start;
  const span = Math.max(whole * LEAST_SHARE, (view.end - view.start) * factor);
  if (!(span < whole)) return undefined;
  const share = (anchor - view.start) / (view.end - view.start || 1);
  return withinExtent({ start: anchor - span * share, end: anchor + span * (1 - share) }, extent);
}

/** The stretch moved into the extent, as long as it fits. */
export function withinExtent(view: AxisRange, extent: AxisRange): AxisRange {
  const span = Math.min(view.end - view.start, extent.end - extent.start);
  const start = Math.min(Math.max(view.start, extent.start), extent.end - span);
  return { start, end: start + span };
}

export function movedRange(view: AxisRange, extent: AxisRange, by: number): AxisRange {
  return withinExtent({ start: view.start + by, end: view.end + by }, extent);
}
