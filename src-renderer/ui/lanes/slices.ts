/** Slices as they are drawn and met, column by column. Those of one row follow one another and do not overlap. Pure. */
export interface SliceColumns {
  /** Whole ns since the dump's origin. */
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
  /** More than 1: several that are too short to be told apart. */
  readonly sliceCount: ArrayLike<number>;
  /** Share of the span that is busy, 0…255; of a single slice how much it stands out, 0: not at all. */
  readonly busy: ArrayLike<number>;
  /** Colour of the theme (`Theme.sliceColours`). */
  readonly colour: ArrayLike<number>;
}

/** First slice in [from, to) that ends after `ns`; one of no length at `ns` itself counts. */
export function firstEndingAfter(endNs: Float64Array, from: number, to: number, ns: number): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (endNs[middle]! >= ns) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** CSS pixels that a pointer may be beside a slice and still mean it. */
export const hitTolerance = 3;

/** The slice in [from, to) at an instant, or near it if it is too narrow to be met. */
export function sliceNear(
  { startNs, endNs }: Pick<SliceColumns, 'startNs' | 'endNs'>,
  from: number,
  to: number,
  ns: number,
  nsPerPx: number,
): number | undefined {
  const toleranceNs = hitTolerance * nsPerPx;
  let best: number | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  for (let slice = firstEndingAfter(endNs, from, to, ns - toleranceNs); slice < to; slice++) {
    if (startNs[slice]! > ns + toleranceNs) break;
    const distancePx = Math.max(0, startNs[slice]! - ns, ns - endNs[slice]!) / nsPerPx;
    // What is narrower than the tolerance is hard to meet exactly: it wins over a wide neighbour.
    const isNarrow = endNs[slice]! - startNs[slice]! < toleranceNs;
    const score = distancePx - (isNarrow ? hitTolerance / 2 : 0);
    if (score < bestScore) {
      bestScore = score;
      best = slice;
    }
  }
  return best;
}
