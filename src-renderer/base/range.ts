/** Zooming and moving a stretch of an axis: of time in the lanes, of whatever a chart shows. Pure. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Nothing shows less than this share of everything: the digits of an axis would end. */
const LEAST_SHARE = 1e-7;

/** Made `factor` times as long (> 1 shows more), but at least `least`, so that `anchor` stays where it is. */
export function scaledRange({ start, end }: Range, factor: number, anchor: number, least = 0): Range {
  const span = Math.max(least, (end - start) * factor);
  const share = end > start ? (anchor - start) / (end - start) : 0.5;
  return { start: anchor - span * share, end: anchor + span * (1 - share) };
}

/** The same within an extent; undefined when everything is shown. */
export function zoomedRange(
  view: Range,
  extent: Range,
  factor: number,
  anchor: number,
  least = (extent.end - extent.start) * LEAST_SHARE,
): Range | undefined {
  const zoomed = scaledRange(view, factor, anchor, least);
  return zoomed.end - zoomed.start < extent.end - extent.start ? withinExtent(zoomed, extent) : undefined;
}

/** The stretch moved into the extent, as long as it fits. */
export function withinExtent(view: Range, extent: Range): Range {
  const span = Math.min(view.end - view.start, extent.end - extent.start);
  const start = Math.min(Math.max(view.start, extent.start), extent.end - span);
  return { start, end: start + span };
}

export function movedRange(view: Range, extent: Range, by: number): Range {
  return withinExtent({ start: view.start + by, end: view.end + by }, extent);
}
