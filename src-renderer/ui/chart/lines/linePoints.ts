/** Finding and thinning the points of a line. Pure. */
import type { AxisRange, LineSeries } from '../chartProps';

/** First position whose x is at least `x`; `xs` ascending. */
export function firstAtLeast(xs: Float64Array, x: number): number {
  return firstWhere(xs, (other) => other >= x);
}

function firstWhere(xs: Float64Array, isReached: (x: number) => boolean): number {
  let [low, high] = [0, xs.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isReached(xs[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The point that holds at `x`: for steps the last one at or before it, else the nearest. -1: the series has none (a step
 * before its first point).
 */
export function pointAt({ x: xs, isStep = false }: Pick<LineSeries, 'x' | 'isStep'>, x: number): number {
  if (xs.length === 0) return -1;
  const next = firstAtLeast(xs, x);
  if (isStep) return next < xs.length && xs[next] === x ? next : next - 1;
  if (next === 0) return 0;
  if (next === xs.length) return xs.length - 1;
  return x - xs[next - 1]! <= xs[next]! - x ? next - 1 : next;
}

/** First and last x of all series; undefined without points. */
export function xExtent(series: readonly LineSeries[]): AxisRange | undefined {
  let [start, end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { x } of series) {
    if (x.length === 0) continue;
    start = Math.min(start, x[0]!);
    end = Math.max(end, x[x.length - 1]!);
  }
  return start <= end ? { start, end } : undefined;
}

/** Least and greatest value; stacked: of the sums at equal positions. Undefined without values. */
export function yExtent(
  series: readonly LineSeries[],
  isStacked: boolean,
): { readonly least: number; readonly greatest: number } | undefined {
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const take = (value: number) => {
    // Of NaN both are false.
    if (value < least) least = value;
    if (value > greatest) greatest = value;
  };
  if (isStacked) {
    const length = series.reduce((most, { y }) => Math.max(most, y.length), 0);
    for (let at = 0; at < length; at++) {
      let sum = 0;
      for (const { y } of series) {
        const value = y[at];
        if (value === undefined || Number.isNaN(value)) continue;
        sum += value;
        take(sum);
      }
    }
  } else for (const { y } of series) for (const value of y) take(value);
  return least <= greatest ? { least, greatest } : undefined;
}

/**
 * The points within `range` and one beyond on each side as x, y, x, y, …; thinned so that the picture stays the same: of each
 * of `buckets` equal parts the first, the least, the greatest and the last point are kept, in their order.
 */
export function visiblePoints({ x, y }: Pick<LineSeries, 'x' | 'y'>, range: AxisRange, buckets: number): Float64Array {
  const from = Math.max(0, firstAtLeast(x, range.start) - 1);
  // Of several points at the last instant all are in sight.
  const to = Math.min(x.length, firstWhere(x, (other) => other > range.end) + 2);
  const isThinned = to - from > 4 * buckets;
  // Beyond the four of each bucket: one for a gap, and the buckets of the points beyond the range.
  const points = new Float64Array(2 * (isThinned ? 5 * (buckets + 4) : to - from));
  let length = 0;
  const push = (at: number) => {
    points[length++] = x[at]!;
    points[length++] = y[at]!;
  };
  if (!isThinned) {
    for (let at = from; at < to; at++) push(at);
    return points;
  }
  // Of nothing wide all points are in one bucket.
  const perUnit = range.end > range.start ? buckets / (range.end - range.start) : 0;
  const bucketOf = (at: number) => Math.floor((x[at]! - range.start) * perUnit);
  for (let at = from; at < to; ) {
    const bucket = bucketOf(at);
    let [end, least, greatest] = [at, at, at];
    let hasGap = false;
    for (; end < to && bucketOf(end) === bucket; end++) {
      const value = y[end]!;
      if (Number.isNaN(value)) hasGap = true;
      // A NaN at the start would never be undercut.
      if (value < y[least]! || Number.isNaN(y[least])) least = end;
      if (value > y[greatest]! || Number.isNaN(y[greatest])) greatest = end;
    }
    const [second, third] = least < greatest ? [least, greatest] : [greatest, least];
    push(at);
    if (second > at) push(second);
    if (third > second) push(third);
    if (end - 1 > third) push(end - 1);
    // All that is kept has a value, but something between them has none: the line must not hide that.
    if (hasGap && !Number.isNaN(y[at]) && !Number.isNaN(y[end - 1])) {
      points[length++] = x[end - 1]!;
      points[length++] = Number.NaN;
    }
    at = end;
  }
  return points.slice(0, length);
}
