/** Unions of intervals, the arithmetic of what overlaps what. All are half open, sorted and disjoint. */
export interface Intervals {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** The union of any intervals; touching ones become one. Those of length zero vanish. */
export function union(startNs: readonly number[], endNs: readonly number[]): Intervals {
  const order = startNs.map((_, i) => i).sort((a, b) => startNs[a] - startNs[b]);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const i of order) {
    if (endNs[i] <= startNs[i]) continue;
    const last = ends.length - 1;
    if (last >= 0 && startNs[i] <= ends[last]) ends[last] = Math.max(ends[last], endNs[i]);
    else {
      starts.push(startNs[i]);
      ends.push(endNs[i]);
    }
  }
  return { startNs: Float64Array.from(starts), endNs: Float64Array.from(ends) };
}

/** The union of stretches that hold more than their times. */
export function unionOf(spans: readonly { readonly startNs: number; readonly endNs: number }[]): Intervals {
  return union(
    spans.map(({ startNs }) => startNs),
    spans.map(({ endNs }) => endNs),
  );
}

/** What is in both. */
export function intersection(a: Intervals, b: Intervals): Intervals {
  return difference(a, difference(a, b));
}

/** What of `a` is not in `b`. */
export function difference(a: Intervals, b: Intervals): Intervals {
  const starts: number[] = [];
  const ends: number[] = [];
  let j = 0;
  for (let i = 0; i < a.startNs.length; i++) {
    let start = a.startNs[i];
    const end = a.endNs[i];
    while (j < b.startNs.length && b.endNs[j] <= start) j++;
    for (let k = j; k < b.startNs.length && b.startNs[k] < end; k++) {
      if (b.startNs[k] > start) {
        starts.push(start);
        ends.push(b.startNs[k]);
      }
      start = Math.max(start, b.endNs[k]);
    }
    if (start < end) {
      starts.push(start);
      ends.push(end);
    }
  }
  return { startNs: Float64Array.from(starts), endNs: Float64Array.from(ends) };
}

/** Sum of the lengths. */
export function totalNs(intervals: Intervals): number {
  let total = 0;
  for (let i = 0; i < intervals.startNs.length; i++) total += intervals.endNs[i] - intervals.startNs[i];
  return total;
}
