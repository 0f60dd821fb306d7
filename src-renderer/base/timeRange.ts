/** Stretches of time, in ns since the dump's origin. Pure. */
import { movedRange, type Range, scaledRange, zoomedRange } from './range';

export interface TimeRange {
  readonly startNs: number;
  readonly endNs: number;
}

/** No view is shorter: below it a float64 of ns has no room left for smooth movement. */
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
  return timeRangeOf(scaledRange(rangeOf(view), factor, anchorNs, shortestViewNs));
}

/** The same within an extent; undefined when everything is shown. */
export function zoomedWithin(view: TimeRange, extent: TimeRange, factor: number, anchorNs: number) {
  const zoomed = zoomedRange(rangeOf(view), rangeOf(extent), factor, anchorNs, shortestViewNs);
  return zoomed && timeRangeOf(zoomed);
}

/** The view moved by `byNs`, but not out of the extent. */
export function movedWithin(view: TimeRange, extent: TimeRange, byNs: number): TimeRange {
  return timeRangeOf(movedRange(rangeOf(view), rangeOf(extent), byNs));
}

const rangeOf = ({ startNs, endNs }: TimeRange): Range => ({ start: startNs, end: endNs });
const timeRangeOf = ({ start, end }: Range): TimeRange => ({ startNs: start, endNs: end });

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

export function isSameRange(one: TimeRange, other: TimeRange): boolean {
  return one.startNs === other.startNs && one.endNs === other.endNs;
}
