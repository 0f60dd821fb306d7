import { passingFloats, passingSharedWords } from './largeArrays';
import { orderByKey } from './sortLane';

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
  for (let i = 0; i < count; i++) first[groupOf[i] + 1]++;
  for (let group = 0; group < groupCount; group++) first[group + 1] += first[group];
  const next = first.slice(0, groupCount);
  const order = passingSharedWords(count);
  const sorted = passingFloats(count);
  for (let i = 0; i < count; i++) {
    const to = next[groupOf[i]]++;
    order[to] = i;
    sorted[to] = keys[i];
  }
  for (let group = 0; group < groupCount; group++) {
    const from = first[group];
    const length = first[group + 1] - from;
    if (isAscending(sorted, from, from + length)) continue;
    const before = order.slice(from, from + length);
    const byKey = orderByKey(sorted, from, length);
    for (let i = 0; i < length; i++) order[from + i] = before[byKey[i]];
  }
  return { order, first };
}

function isAscending(values: Float64Array, from: number, to: number): boolean {
  for (let i = from + 1; i < to; i++) if (values[i] < values[i - 1]) return false;
  return true;
}
