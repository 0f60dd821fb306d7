import { endNsIn, endNsOf, type SliceTimes } from '../columns/indexSlices';
import { passingWords } from '../columns/largeArrays';

/**
 * Order of slices [first, first + count) by start ascending, then end descending (an enclosing slice before what it
 * encloses), then file order; undefined when they stand so already. Values are positions relative to `first`.
 *
 * Radix sort, where it comes to that, is LSD, 11 bits a pass, over the distance from the earliest start: most lanes need 3
 * or 4 passes.
 */
export function sortedOrder(times: SliceTimes, first: number, count: number): Uint32Array | undefined {
  if (isSorted(times, first, count)) return undefined;
  const order = orderByKey(times.startNs, first, count);
  orderTies(times, first, order);
  return order;
}

function isSorted(times: SliceTimes, first: number, count: number): boolean {
  const { startNs, durationNs, longEndNs } = times;
  for (let i = first + 1; i < first + count; i++) {
    const difference = startNs[i] - startNs[i - 1];
    if (difference > 0) continue;
    if (difference < 0) return false;
    if (endNsIn(startNs, durationNs, longEndNs, i) > endNsIn(startNs, durationNs, longEndNs, i - 1)) return false;
  }
  return true;
}

const RADIX_BITS = 11;
const BUCKETS = 1 << RADIX_BITS;
const TWO_32 = 2 ** 32;

/**
 * Stable order by `keys[first, first + count)`, integers less than 2^53 apart. A trace is mostly in order but for a few
 * stretches that begin anew, which are merged, or for a few steps aside, which are put right by insertion; what is left is
 * sorted by radix.
 */
export function orderByKey(keys: Float64Array | Uint32Array, first: number, count: number): Uint32Array {
  return mergedRuns(keys, first, count) ?? insertionOrder(keys, first, count) ?? radixOrder(keys, first, count);
}

/** Stable order by any keys but NaN; whole ones are faster. */
export function stableOrder(keys: Float64Array): Uint32Array {
  for (let at = 0; at < keys.length; at++)
    if (!Number.isSafeInteger(keys[at])) return Uint32Array.from(keys.keys()).sort((a, b) => keys[a] - keys[b]);
  return orderByKey(keys, 0, keys.length);
}

/** Ascending stretches up to which merging them is faster. */
const MAX_RUNS = 64;

/** Undefined if there are too many. */
function mergedRuns(keys: Float64Array | Uint32Array, first: number, count: number): Uint32Array | undefined {
  let starts = [0];
  for (let i = nextRun(keys, first, 1, count); i < count; i = nextRun(keys, first, i + 1, count))
    if (starts.push(i) > MAX_RUNS) return undefined;
  let from = inPlace(count);
  if (starts.length === 1) return from;
  const keysFrom = keys.subarray(first, first + count);
  for (let to: Uint32Array = passingWords(count); starts.length > 1; [from, to] = [to, from]) {
    for (let run = 0; run < starts.length; run += 2) {
      const middle = starts[run + 1] ?? count;
      mergeTwo(keysFrom, from, to, starts[run], middle, starts[run + 2] ?? count);
    }
    starts = starts.filter((_, run) => run % 2 === 0);
  }
  return from;
}

/** The next that is less than the one before; `count` where there is none. Nothing but the loop: see arrange.ts. */
function nextRun(keys: Float64Array | Uint32Array, first: number, from: number, count: number): number {
  let i = from;
  while (i < count && keys[first + i] >= keys[first + i - 1]) i++;
  return i;
}

/** Each at its own place. Nothing but the loop: see arrange.ts. */
function inPlace(count: number): Uint32Array {
  const order = passingWords(count);
  for (let i = 0; i < count; i++) order[i] = i;
  return order;
}

/** Merges from[start, middle) and from[middle, end), each in order, into `to`; of equal keys the first ones come first. */
function mergeTwo(
  keys: Float64Array | Uint32Array,
  from: Uint32Array,
  to: Uint32Array,
  start: number,
  middle: number,
  end: number,
): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isLeft = left < middle && (right === end || keys[from[left]] <= keys[from[right]]);
    to[at] = isLeft ? from[left++] : from[right++];
  }
}

/** Steps aside per key, on the average, up to which insertion is faster. */
const MAX_STEPS_PER_KEY = 1;

/** Undefined if it would take too many steps. */
function insertionOrder(keys: Float64Array | Uint32Array, first: number, count: number): Uint32Array | undefined {
  const order = passingWords(count);
  let stepsLeft = MAX_STEPS_PER_KEY * count;
  let last = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < count; i++) {
    const key = keys[first + i];
    let to = i;
    if (key < last) {
      while (to > 0 && keys[first + order[to - 1]] > key) {
        order[to] = order[to - 1];
        to--;
        if (--stepsLeft < 0) return undefined;
      }
    } else last = key;
    order[to] = i;
  }
  return order;
}

function radixOrder(keys: Float64Array | Uint32Array, first: number, count: number): Uint32Array {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (let i = first; i < first + count; i++) {
    const key = keys[i];
    if (key < min) min = key;
    if (key > max) max = key;
  }
  let order = inPlace(count);
  const digits = passingWords(count);
  const isWide = max - min >= TWO_32;
  for (let i = 0; i < count; i++) {
    const distance = keys[first + i] - min;
    // Not `%`, which is several times slower.
    digits[i] = isWide ? distance - Math.floor(distance / TWO_32) * TWO_32 : distance;
  }
  order = sortByDigits(digits, order, isWide ? TWO_32 - 1 : max - min);
  if (!isWide) return order;
  for (let i = 0; i < count; i++) digits[i] = (keys[first + i] - min) / TWO_32;
  return sortByDigits(digits, order, Math.floor((max - min) / TWO_32));
}

/** LSD passes over as many bits as `largest` has; answers the new order. */
function sortByDigits(digits: Uint32Array, order: Uint32Array, largest: number): Uint32Array {
  let from = order;
  let to: Uint32Array = passingWords(order.length);
  for (let shift = 0; shift < 32 && largest >= 2 ** shift; shift += RADIX_BITS) {
    if (radixPass(digits, shift, from, to)) [from, to] = [to, from];
  }
  return from;
}

/** One pass; false, and nothing moved, if all digits are the same. */
function radixPass(digits: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): boolean {
  const offsets = new Uint32Array(BUCKETS);
  const count = from.length;
  for (let i = 0; i < count; i++) offsets[(digits[i] >>> shift) & (BUCKETS - 1)]++;
  if (offsets[(digits[0] >>> shift) & (BUCKETS - 1)] === count) return false;
  let next = 0;
  for (let bucket = 0; bucket < BUCKETS; bucket++) {
    const size = offsets[bucket];
    offsets[bucket] = next;
    next += size;
  }
  for (let i = 0; i < count; i++) {
    const index = from[i];
    to[offsets[(digits[index] >>> shift) & (BUCKETS - 1)]++] = index;
  }
  return true;
}

/** Equal starts up to which insertion is faster: nearly all there are. */
const MAX_INSERTED_TIES = 16;

/** Within runs of equal starts: the longer slice first. */
function orderTies(times: SliceTimes, first: number, order: Uint32Array): void {
  const { startNs } = times;
  for (let i = 1; i < order.length; i++) {
    const start = startNs[first + order[i]];
    if (start !== startNs[first + order[i - 1]]) continue;
    const runStart = i - 1;
    while (i < order.length && startNs[first + order[i]] === start) i++;
    if (i - runStart <= MAX_INSERTED_TIES) insertByEnd(times, first, order, runStart, i);
    else order.subarray(runStart, i).sort((a, b) => endNsOf(times, first + b) - endNsOf(times, first + a) || a - b);
  }
}

/** Stable, as the order is before. */
function insertByEnd(times: SliceTimes, first: number, order: Uint32Array, runStart: number, runEnd: number): void {
  for (let i = runStart + 1; i < runEnd; i++) {
    const slice = order[i];
    const end = endNsOf(times, first + slice);
    let to = i;
    for (; to > runStart && endNsOf(times, first + order[to - 1]) < end; to--) order[to] = order[to - 1];
    order[to] = slice;
  }
}
