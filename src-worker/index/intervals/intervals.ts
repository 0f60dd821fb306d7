import { stableOrder } from '../arranging/sortLane';

/** Unions of intervals, the arithmetic of what overlaps what. All are half open, sorted and disjoint. */
export interface Intervals {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** The union of any intervals; touching ones become one. Those of length zero vanish. */
export function union(startNs: ArrayLike<number>, endNs: ArrayLike<number>): Intervals {
  const count = startNs.length;
  const order = orderOf(startNs);
  const [starts, ends] = [new Float64Array(count), new Float64Array(count)];
  let found = 0;
  for (let at = 0; at < count; at++) {
    const i = order ? order[at] : at;
    if (endNs[i] <= startNs[i]) continue;
    if (found > 0 && startNs[i] <= ends[found - 1]) {
      if (endNs[i] > ends[found - 1]) ends[found - 1] = endNs[i];
      continue;
    }
    starts[found] = startNs[i];
    ends[found++] = endNs[i];
  }
  return trimmed(starts, ends, found);
}

/** A large part that was not needed is given back; a small one is not worth the copy. */
function trimmed(starts: Float64Array, ends: Float64Array, count: number): Intervals {
  return starts.length > 1.25 * count
    ? { startNs: starts.slice(0, count), endNs: ends.slice(0, count) }
    : { startNs: starts.subarray(0, count), endNs: ends.subarray(0, count) };
}

/** By value, stable; undefined for what ascends already, as lanes do. */
function orderOf(startNs: ArrayLike<number>): Uint32Array | undefined {
  const keys = startNs instanceof Float64Array ? startNs : new Float64Array(startNs);
  for (let at = 1; at < keys.length; at++) if (!(keys[at] >= keys[at - 1])) return stableOrder(keys);
  return undefined;
}

/** The union of stretches that hold more than their times. */
export function unionOf(spans: readonly { readonly startNs: number; readonly endNs: number }[]): Intervals {
  const [starts, ends] = [new Float64Array(spans.length), new Float64Array(spans.length)];
  for (let at = 0; at < spans.length; at++) {
    starts[at] = spans[at].startNs;
    ends[at] = spans[at].endNs;
  }
  return union(starts, ends);
}

/**
 * The union of two that ascend each; they need not be disjoint. Without sorting. `into` is where it is put, of as many at least as
 * there are of both together, and of neither.
 */
export function unionOfTwo(a: Intervals, b: Intervals, into?: Intervals): Intervals {
  if (b.startNs.length === 0) return a;
  const { startNs, endNs } = into ?? intervalsOf(a.startNs.length + b.startNs.length);
  let [count, i, j] = [0, 0, 0];
  while (i < a.startNs.length || j < b.startNs.length) {
    const isOfA = j >= b.startNs.length || (i < a.startNs.length && a.startNs[i] <= b.startNs[j]);
    const fromNs = isOfA ? a.startNs[i] : b.startNs[j];
    const toNs = isOfA ? a.endNs[i++] : b.endNs[j++];
    if (toNs <= fromNs) continue;
    if (count > 0 && fromNs <= endNs[count - 1]) {
      if (toNs > endNs[count - 1]) endNs[count - 1] = toNs;
      continue;
    }
    startNs[count] = fromNs;
    endNs[count++] = toNs;
  }
  return { startNs: startNs.subarray(0, count), endNs: endNs.subarray(0, count) };
}

/** Room for so many. */
export function intervalsOf(count: number): Intervals {
  return { startNs: new Float64Array(count), endNs: new Float64Array(count) };
}

/** What is in both. */
export function intersection(a: Intervals, b: Intervals): Intervals {
  // Each piece ends with one of `a` or one of `b`: never more than there are of both. The same of `difference`.
  const most = a.startNs.length + b.startNs.length;
  const [starts, ends] = [new Float64Array(most), new Float64Array(most)];
  let found = 0;
  let j = 0;
  for (let i = 0; i < a.startNs.length; i++) {
    const from = a.startNs[i];
    const to = a.endNs[i];
    while (j < b.startNs.length && b.endNs[j] <= from) j++;
    const first = found;
    for (let k = j; k < b.startNs.length && b.startNs[k] < to; k++) {
      const start = Math.max(from, b.startNs[k]);
      const end = Math.min(to, b.endNs[k]);
      // What touches in `b` is one piece of `a`.
      if (found > first && start <= ends[found - 1]) ends[found - 1] = end;
      else if (start < end) {
        starts[found] = start;
        ends[found++] = end;
      }
    }
  }
  return trimmed(starts, ends, found);
}

/** What of `a` is not in `b`. */
export function difference(a: Intervals, b: Intervals): Intervals {
  const most = a.startNs.length + b.startNs.length;
  const [starts, ends] = [new Float64Array(most), new Float64Array(most)];
  let found = 0;
  let j = 0;
  for (let i = 0; i < a.startNs.length; i++) {
    let start = a.startNs[i];
    const end = a.endNs[i];
    while (j < b.startNs.length && b.endNs[j] <= start) j++;
    for (let k = j; k < b.startNs.length && b.startNs[k] < end; k++) {
      if (b.startNs[k] > start) {
        starts[found] = start;
        ends[found++] = b.startNs[k];
      }
      start = Math.max(start, b.endNs[k]);
    }
    if (start < end) {
      starts[found] = start;
      ends[found++] = end;
    }
  }
  return trimmed(starts, ends, found);
}

/** Sum of the lengths. */
export function totalNs(intervals: Intervals): number {
  let total = 0;
  for (let i = 0; i < intervals.startNs.length; i++) total += intervals.endNs[i] - intervals.startNs[i];
  return total;
}
