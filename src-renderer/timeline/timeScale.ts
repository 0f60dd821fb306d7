import type { TimeRange } from '../session/session';

/** No view is shorter than this; `SessionState.view` says so too. */
export const shortestViewNs = 10;

/** Nanoseconds under one pixel of a view `widthPx` wide. */
export function nsPerPixelOf(view: TimeRange, widthPx: number): number {
  return (view.endNs - view.startNs) / Math.max(1, widthPx);
}

/** Largest power of two (also below 1) that is at most `value`; `value` must be positive. */
export function powerOfTwoAtMost(value: number): number {
  const power = 2 ** Math.floor(Math.log2(value));
  // log2 may round up just below a power of two.
  return power > value ? power / 2 : power;
}

/** The view zoomed by `factor` (> 1 shows more) so that `anchorNs` stays where it is. */
export function zoomedView(view: TimeRange, factor: number, anchorNs: number): TimeRange {
  const spanNs = view.endNs - view.startNs;
  const newSpanNs = Math.max(shortestViewNs, spanNs * factor);
  const share = spanNs > 0 ? (anchorNs - view.startNs) / spanNs : 0.5;
  const startNs = anchorNs - newSpanNs * share;
  return { startNs, endNs: startNs + newSpanNs };
}

export function shiftedView(view: TimeRange, byNs: number): TimeRange {
  return { startNs: view.startNs + byNs, endNs: view.endNs + byNs };
}

/** A view that shows `range` with a margin of `marginShare` of its length on each side. */
export function viewAround(range: TimeRange, marginShare: number): TimeRange {
  const spanNs = Math.max(shortestViewNs, range.endNs - range.startNs);
  const centreNs = (range.startNs + range.endNs) / 2;
  const halfNs = spanNs * (0.5 + marginShare);
  return { startNs: centreNs - halfNs, endNs: centreNs + halfNs };
}

export function orderedRange(aNs: number, bNs: number): TimeRange {
  return aNs <= bNs ? { startNs: aNs, endNs: bNs } : { startNs: bNs, endNs: aNs };
}
