/**
 * Order of slices [first, first + count) by start ascending, then end descending (an enclosing slice before what it
 * encloses), then file order; undefined when they stand so already. Values are positions relative to `first`.
 *
 * LSD radix sort, 11 bits a pass, over the distance from the earliest start: most lanes need 3 or 4 passes.
 */
export function sortedOrder(
  startNs: Float64Array,
  endNs: Float64Array,
  first: number,
  count: number,
): Uint32Array | undefined {
  if (isSorted(startNs, endNs, first, count)) return undefined;
  const order = radixOrder(startNs, first, count);
  orderTies(startNs, endNs, first, order);
  return order;
}

function isSorted(startNs: Float64Array, endNs: Float64Array, first: number, count: number): boolean {
  for (let i = first + 1; i < first + count; i++) {
    const difference = startNs[i] - startNs[i - 1];
    if (difference < 0 || (difference === 0 && endNs[i] > endNs[i - 1])) return false;
  }
  return true;
}

const RADIX_BITS = 11;
const BUCKETS = 1 << RADIX_BITS;
const TWO_32 = 2 ** 32;

/** Stable order by `keys[first, first + count)`, integers less than 2^53 apart. */
export function radixOrder(keys: Float64Array | Uint32Array, first: number, count: number): Uint32Array {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let isSorted = true;
  for (let i = first; i < first + count; i++) {
    const key = keys[i];
    if (key < min) min = key;
    if (key >= max) max = key;
    else isSorted = false;
  }
  let order = new Uint32Array(count);
  for (let i = 0; i < count; i++) order[i] = i;
  if (isSorted) return order;

  const digits = new Uint32Array(count);
  let other = new Uint32Array(count);
  for (let half = 0; half < 2; half++) {
    const largest = half === 0 ? Math.min(max - min, TWO_32 - 1) : Math.floor((max - min) / TWO_32);
    for (let i = 0; i < count; i++) {
      const distance = keys[first + i] - min;
      digits[i] = half === 0 ? distance % TWO_32 : distance / TWO_32;
    }
    for (let shift = 0; shift < 32 && largest / 2 ** shift >= 1; shift += RADIX_BITS) {
      radixPass(digits, shift, order, other);
      [order, other] = [other, order];
    }
  }
  return order;
}

function radixPass(digits: Uint32Array, shift: number, from: Uint32Array, to: Uint32Array): void {
  const offsets = new Uint32Array(BUCKETS + 1);
  for (let i = 0; i < from.length; i++) offsets[((digits[from[i]] >>> shift) & (BUCKETS - 1)) + 1]++;
  for (let bucket = 1; bucket <= BUCKETS; bucket++) offsets[bucket] += offsets[bucket - 1];
  for (let i = 0; i < from.length; i++) {
    const index = from[i];
    to[offsets[(digits[index] >>> shift) & (BUCKETS - 1)]++] = index;
  }
}

/** Within runs of equal starts: the longer slice first. */
function orderTies(startNs: Float64Array, endNs: Float64Array, first: number, order: Uint32Array): void {
  for (let i = 1; i < order.length; i++) {
    if (startNs[first + order[i]] !== startNs[first + order[i - 1]]) continue;
    const runStart = i - 1;
    while (i < order.length && startNs[first + order[i]] === startNs[first + order[runStart]]) i++;
    order.subarray(runStart, i).sort((a, b) => endNs[first + b] - endNs[first + a] || a - b);
  }
}
