import { orderByKey } from '../arranging/sortLane';
import { passingFloats, passingSharedWords } from '../columns/largeArrays';

/**
 * Rows by `groupOf`, and within a group by `keys`, stable. Groups are mostly in order already, as the files are, and then
 * nothing is sorted. `first` is where each group begins in `order`; one more at the end. Both in shared memory.
 */
export function orderByGroup(
  groupOf: Uint32Array | Uint16Array,
  keys: Float64Array,
  groupCount: number,
): { order: Uint32Array; first: Uint32Array } {
  const count = groupOf.length;
  const first = new Uint32Array(new SharedArrayBuffer(4 * (groupCount + 1)));
  countGroups(groupOf, first);
  for (let group = 0; group < groupCount; group++) first[group + 1] += first[group];
  const order = passingSharedWords(count);
  const sorted = passingFloats(count);
  putInGroups(groupOf, keys, first.slice(0, groupCount), order, sorted);
  for (let group = 0; group < groupCount; group++) {
    const from = first[group];
    const length = first[group + 1] - from;
    if (isAscending(sorted, from, from + length)) continue;
    const before = order.slice(from, from + length);
    takeInOrder(before, orderByKey(sorted, from, length), order.subarray(from, from + length));
  }
  return { order, first };
}

/* Nothing but the loops, from here on: see arranging/arrange.ts. */

function countGroups(groupOf: Uint32Array | Uint16Array, into: Uint32Array): void {
  for (let i = 0; i < groupOf.length; i++) into[groupOf[i] + 1]++;
}

function putInGroups(
  groupOf: Uint32Array | Uint16Array,
  keys: Float64Array,
  next: Uint32Array,
  order: Uint32Array,
  sorted: Float64Array,
): void {
  for (let i = 0; i < groupOf.length; i++) {
    const to = next[groupOf[i]]++;
    order[to] = i;
    sorted[to] = keys[i];
  }
}

function takeInOrder(values: Uint32Array, order: Uint32Array, into: Uint32Array): void {
  for (let i = 0; i < order.length; i++) into[i] = values[order[i]];
}

function isAscending(values: Float64Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (values[i] < values[i - 1]) return false;
  return true;
}
