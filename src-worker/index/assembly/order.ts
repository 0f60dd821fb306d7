import { endAt } from './columns';

/** Ascending stretches up to which merging them is faster. */
const MAX_RUNS: u32 = 64;
const runStarts: usize = memory.data(MAX_RUNS << 2, 16);

/** Steps aside per key, on the average, up to which insertion is faster. */
const MAX_STEPS_PER_KEY: u32 = 1;

const RADIX_BITS: u32 = 11;
const BUCKETS: u32 = 1 << RADIX_BITS;
const buckets: usize = memory.data(BUCKETS << 2, 16);

/** Slices that begin at the same instant beyond which the other side sorts the lane. */
const MOST_TIES: u32 = 256;

/** As `Ordered` in ../loops/wasmArranger.ts. */
export enum Ordered {
  before,
  now,
  tooManyTies,
}

/**
 * As `sortedOrder` in ../arranging/sortLane.ts: the order of slices by start, then end descending, then as they stand, in `order`.
 * `spare` is as large.
 */
export function orderSlices(
  starts: usize,
  durations: usize,
  longEnds: usize,
  count: u32,
  order: usize,
  spare: usize,
): Ordered {
  if (isSorted(starts, durations, longEnds, count)) return Ordered.before;
  orderOfKeys(starts, count, order, spare);
  return orderTies(starts, durations, longEnds, count, order) ? Ordered.now : Ordered.tooManyTies;
}

/** As `orderByKey` in ../arranging/sortLane.ts, of float64 keys. */
export function orderOfKeys(keys: usize, count: u32, order: usize, spare: usize): void {
  if (!mergeRuns(keys, count, order, spare) && !insert(keys, count, order)) sortByRadix(keys, count, order, spare);
}

function isSorted(starts: usize, durations: usize, longEnds: usize, count: u32): bool {
  for (let i: u32 = 1; i < count; i++) {
    const difference = float(starts, i) - float(starts, i - 1);
    if (difference > 0) continue;
    if (difference < 0) return false;
    if (endAt(starts, durations, longEnds, i) > endAt(starts, durations, longEnds, i - 1)) return false;
  }
  return true;
}

/** False, and nothing that holds in `order`, if there are too many. */
function mergeRuns(keys: usize, count: u32, order: usize, spare: usize): bool {
  let runs: u32 = 1;
  setWord(runStarts, 0, 0);
  for (let i: u32 = 1; i < count; i++) {
    if (float(keys, i) >= float(keys, i - 1)) continue;
    if (runs === MAX_RUNS) return false;
    setWord(runStarts, runs++, i);
  }
  for (let i: u32 = 0; i < count; i++) setWord(order, i, i);
  let from = order;
  let to = spare;
  while (runs > 1) {
    let merged: u32 = 0;
    for (let run: u32 = 0; run < runs; run += 2) {
      const start = word(runStarts, run);
      const middle = run + 1 < runs ? word(runStarts, run + 1) : count;
      mergeTwo(keys, from, to, start, middle, run + 2 < runs ? word(runStarts, run + 2) : count);
      setWord(runStarts, merged++, start);
    }
    runs = merged;
    const before = from;
    from = to;
    to = before;
  }
  if (from !== order) memory.copy(order, from, (<usize>count) << 2);
  return true;
}

/** Merges from[start, middle) and from[middle, end), each in order, into `to`; of equal keys the first ones come first. */
function mergeTwo(keys: usize, from: usize, to: usize, start: u32, middle: u32, end: u32): void {
  let left = start;
  let right = middle;
  for (let at = start; at < end; at++) {
    const isLeft = left < middle && (right === end || float(keys, word(from, left)) <= float(keys, word(from, right)));
    setWord(to, at, word(from, isLeft ? left++ : right++));
  }
}

/** False if it would take too many steps. */
function insert(keys: usize, count: u32, order: usize): bool {
  let stepsLeft: i64 = <i64>MAX_STEPS_PER_KEY * count;
  let last = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    const key = float(keys, i);
    let to = i;
    if (key < last) {
      while (to > 0 && float(keys, word(order, to - 1)) > key) {
        setWord(order, to, word(order, to - 1));
        to--;
        if (--stepsLeft < 0) return false;
      }
    } else last = key;
    setWord(order, to, i);
  }
  return true;
}

/** LSD, over the distance from the least key. */
function sortByRadix(keys: usize, count: u32, order: usize, spare: usize): void {
  let least = Infinity;
  let most = -Infinity;
  for (let i: u32 = 0; i < count; i++) {
    const key = float(keys, i);
    least = min(least, key);
    most = max(most, key);
    setWord(order, i, i);
  }
  const span = <u64>(most - least);
  let from = order;
  let to = spare;
  for (let shift: u32 = 0; shift < 64 && span >> shift > 0; shift += RADIX_BITS) {
    radixPass(keys, least, shift, count, from, to);
    const before = from;
    from = to;
    to = before;
  }
  if (from !== order) memory.copy(order, from, (<usize>count) << 2);
}

function radixPass(keys: usize, least: f64, shift: u32, count: u32, from: usize, to: usize): void {
  memory.fill(buckets, 0, BUCKETS << 2);
  for (let i: u32 = 0; i < count; i++) {
    const digit = digitOf(float(keys, i) - least, shift);
    setWord(buckets, digit, word(buckets, digit) + 1);
  }
  let next: u32 = 0;
  for (let bucket: u32 = 0; bucket < BUCKETS; bucket++) {
    const size = word(buckets, bucket);
    setWord(buckets, bucket, next);
    next += size;
  }
  for (let i: u32 = 0; i < count; i++) {
    const slice = word(from, i);
    const digit = digitOf(float(keys, slice) - least, shift);
    const place = word(buckets, digit);
    setWord(buckets, digit, place + 1);
    setWord(to, place, slice);
  }
}

function digitOf(distance: f64, shift: u32): u32 {
  return <u32>((<u64>distance >> shift) & (BUCKETS - 1));
}

/** Within runs of equal starts: the longer slice first, else as they stand. False if a run is too long. */
function orderTies(starts: usize, durations: usize, longEnds: usize, count: u32, order: usize): bool {
  for (let i: u32 = 1; i < count; i++) {
    const start = float(starts, word(order, i));
    if (start !== float(starts, word(order, i - 1))) continue;
    const first = i - 1;
    while (i < count && float(starts, word(order, i)) === start) i++;
    if (i - first > MOST_TIES) return false;
    for (let at = first + 1; at < i; at++) {
      const slice = word(order, at);
      const end = endAt(starts, durations, longEnds, slice);
      let to = at;
      for (; to > first && endAt(starts, durations, longEnds, word(order, to - 1)) < end; to--)
        setWord(order, to, word(order, to - 1));
      setWord(order, to, slice);
    }
  }
  return true;
}

function float(column: usize, i: u32): f64 {
  return load<f64>(column + ((<usize>i) << 3));
}

function word(column: usize, i: u32): u32 {
  return load<u32>(column + ((<usize>i) << 2));
}

function setWord(column: usize, i: u32, value: u32): void {
  store<u32>(column + ((<usize>i) << 2), value);
}
