/**
 * Stable order of rows by float64 keys: a radix sort over the bits, 16 at a time (Knuth, TAOCP vol. 3, 5.2.5). A float's
 * bits sort as an unsigned integer once all bits of negative ones, and the sign of the others, are turned over.
 * A million rows take about 50 ms, a comparison sort of typed indices about ten times that. Whole numbers, which most columns have, take
 * fewer and smaller digits; where they go beyond 32 bits, as instants do, they are dealt out first.
 */

const DIGIT_BITS = 16;
const BUCKETS = 1 << DIGIT_BITS;
/** Of whole numbers: what is written at, of so many buckets, stays in the processor's cache. */
const FEW_BITS = 11;
/** Parts of a range: what is in one of them is sorted within the processor's cache. */
const MOST_SPANS = 1 << FEW_BITS;
/** Of that a span's share still is within 32 bits: some two and a half hours in ns. */
const MOST_RANGE = MOST_SPANS * 2 ** 32;
/** Below this many rows clearing the buckets costs more than comparing. */
const FEW_ROWS = 4096;

export interface RowKey {
  /** NaN sorts last, whichever the direction. */
  readonly values: Float64Array;
  readonly isDescending: boolean;
}

/**
 * `rows` in the order of the keys, the first being the most important. A new array. `turn` is called now and then while there are
 * many; what it throws ends the sorting.
 */
export function sortedRows(rows: Uint32Array, keys: readonly RowKey[], turn?: () => void): Uint32Array {
  if (keys.length === 0) return rows.slice();
  if (rows.length < FEW_ROWS) return comparedRows(rows, keys);
  let order = rows;
  for (let i = keys.length - 1; i >= 0; i--) order = radixSorted(order, keys[i], turn);
  return order;
}

function comparedRows(rows: Uint32Array, keys: readonly RowKey[]): Uint32Array {
  const positions = Array.from(rows.keys());
  positions.sort((a, b) => {
    for (const { values, isDescending } of keys) {
      const [x, y] = [values[rows[a]], values[rows[b]]];
      if (x === y) continue;
      if (Number.isNaN(x) || Number.isNaN(y)) {
        if (Number.isNaN(x) && Number.isNaN(y)) continue;
        return Number.isNaN(x) ? 1 : -1;
      }
      return isDescending ? y - x : x - y;
    }
    return a - b;
  });
  return Uint32Array.from(positions, (position) => rows[position]);
}

function radixSorted(rows: Uint32Array, key: RowKey, turn?: () => void): Uint32Array {
  const range = wholeRange(rows, key);
  if (range === undefined) return sortedFloats(rows, key, turn);
  const { min, max } = range;
  if (max - min >= MOST_RANGE) return sortedFloats(rows, key, turn);
  if (max - min >= 0xffff_ffff) return sortedInSpans(rows, key, range, turn);
  const numbers = wholeNumbers(rows, key, range);
  return numbers ? sortedWhole(rows, numbers, turn) : sortedFloats(rows, key, turn);
}

interface Range {
  readonly min: number;
  readonly max: number;
}

/** The least and greatest of the values; undefined where they are no whole numbers: what is between them may not be, either. */
function wholeRange(rows: Uint32Array, { values }: RowKey): Range | undefined {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return Number.isSafeInteger(min) && Number.isSafeInteger(max) ? { min, max } : undefined;
}

/**
 * Instants in ns: whole numbers beyond 32 bits. They are dealt out to spans of the whole range, one after another, and each span is
 * sorted by itself, within the processor's cache. Where not all are whole numbers, as floats.
 */
function sortedInSpans(rows: Uint32Array, key: RowKey, range: Range, turn?: () => void): Uint32Array {
  const { values, isDescending } = key;
  const { min, max } = range;
  let spanNs = 1;
  while ((max - min) / spanNs >= MOST_SPANS) spanNs *= 2;
  // A power of two: exact.
  const perNs = 1 / spanNs;
  // Behind all spans those without a value.
  const ends = new Uint32Array(MOST_SPANS + 1);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    if (value === Math.floor(value)) ends[((isDescending ? max - value : value - min) * perNs) | 0]++;
    else if (Number.isNaN(value)) ends[MOST_SPANS]++;
    else return sortedFloats(rows, key, turn);
  }
  let sum = 0;
  for (let span = 0; span <= MOST_SPANS; span++) {
    const count = ends[span];
    ends[span] = sum;
    sum += count;
  }
  turn?.();
  const order = new Uint32Array(rows.length);
  const numbers = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i];
    const value = values[row];
    if (Number.isNaN(value)) {
      order[ends[MOST_SPANS]++] = row;
      continue;
    }
    const number = isDescending ? max - value : value - min;
    const span = (number * perNs) | 0;
    const at = ends[span]++;
    order[at] = row;
    numbers[at] = number - span * spanNs;
  }
  turn?.();
  let first = 0;
  let spare = keyedRows(Math.ceil((4 * rows.length) / MOST_SPANS));
  for (let span = 0; span < MOST_SPANS; span++) {
    const end = ends[span];
    const count = end - first;
    if (count > spare.order.length) spare = keyedRows(count);
    const own = { order: order.subarray(first, end), keys: numbers.subarray(first, end) };
    const sorted = sortedByKeys(own, spare, turn);
    if (sorted !== own) own.order.set(sorted.order.subarray(0, count));
    first = end;
  }
  return order;
}

/**
 * Durations, places of texts, counts: whole numbers within 32 bits are sorted by themselves, from 0 in the order wanted, which is
 * half of what a float has or less. Undefined where they are not.
 */
function wholeNumbers(
  rows: Uint32Array,
  { values, isDescending }: RowKey,
  { min, max }: Range,
): Uint32Array | undefined {
  const range = max - min;
  const numbers = new Uint32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const value = values[rows[i]];
    const number = isDescending ? max - value : value - min;
    numbers[i] = number;
    if (numbers[i] === number) continue;
    if (!Number.isNaN(value)) return undefined;
    // Behind all that have a value.
    numbers[i] = range + 1;
  }
  return numbers;
}

interface KeyedRows {
  readonly order: Uint32Array;
  readonly keys: Uint32Array;
}

const keyedRows = (count: number): KeyedRows => ({ order: new Uint32Array(count), keys: new Uint32Array(count) });

function sortedWhole(rows: Uint32Array, keys: Uint32Array, turn?: () => void): Uint32Array {
  return sortedByKeys({ order: rows.slice(), keys }, keyedRows(rows.length), turn).order;
}

/**
 * Which of the two has the rows in order. Rows move together with their keys, so that a pass
 * reads one after another.
 */
function sortedByKeys(given: KeyedRows, spare: KeyedRows, turn?: () => void): KeyedRows {
  let largest = 0;
  for (let i = 0; i < given.keys.length; i++) if (given.keys[i] > largest) largest = given.keys[i];
  let [from, to] = [given, spare];
  for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += FEW_BITS) {
    turn?.();
    moveByDigit(from, to, shift, given.keys.length);
    [from, to] = [to, from];
  }
  return from;
}

function moveByDigit({ order, keys }: KeyedRows, to: KeyedRows, shift: number, count: number): void {
  const mask = (1 << FEW_BITS) - 1;
  const starts = new Uint32Array(1 << FEW_BITS);
  for (let i = 0; i < count; i++) starts[(keys[i] >>> shift) & mask]++;
  let sum = 0;
  for (let bucket = 0; bucket < starts.length; bucket++) {
    const size = starts[bucket];
    starts[bucket] = sum;
    sum += size;
  }
  const { order: toOrder, keys: toKeys } = to;
  for (let i = 0; i < count; i++) {
    const key = keys[i];
    const at = starts[(key >>> shift) & mask]++;
    toOrder[at] = order[i];
    toKeys[at] = key;
  }
}

function sortedFloats(rows: Uint32Array, { values, isDescending }: RowKey, turn?: () => void): Uint32Array {
  const count = rows.length;
  const keyOf = new Float64Array(count);
  for (let i = 0; i < count; i++) keyOf[i] = isDescending ? -values[rows[i]] : values[rows[i]];
  const bits = new Uint32Array(keyOf.buffer);
  for (let i = 0; i < count; i++) {
    if (Number.isNaN(keyOf[i])) {
      bits[2 * i] = bits[2 * i + 1] = 0xffffffff;
      continue;
    }
    // Minus zero is zero.
    if (keyOf[i] === 0) bits[2 * i + 1] = 0;
    const high = bits[2 * i + 1];
    const isNegative = high >>> 31 === 1;
    bits[2 * i] = isNegative ? ~bits[2 * i] : bits[2 * i];
    bits[2 * i + 1] = isNegative ? ~high : high | 0x80000000;
  }
  let order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  let next = new Uint32Array(count);
  const starts = new Uint32Array(BUCKETS);
  for (let digit = 0; digit < 4; digit++) {
    turn?.();
    const word = digit >> 1;
    const shift = (digit & 1) * DIGIT_BITS;
    starts.fill(0);
    for (let i = 0; i < count; i++) starts[(bits[2 * i + word] >>> shift) & (BUCKETS - 1)]++;
    // All keys share this digit: nothing moves.
    if (starts[(bits[word] >>> shift) & (BUCKETS - 1)] === count) continue;
    let sum = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const size = starts[bucket];
      starts[bucket] = sum;
      sum += size;
    }
    for (let i = 0; i < count; i++) {
      const position = order[i];
      next[starts[(bits[2 * position + word] >>> shift) & (BUCKETS - 1)]++] = position;
    }
    [order, next] = [next, order];
  }
  for (let i = 0; i < count; i++) order[i] = rows[order[i]];
  return order;
}
