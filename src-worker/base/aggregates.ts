/** NaN stands for "no value" in all of these, and is left out. */

export function medianOf(values: Iterable<number>): number {
  const sorted = sortedNumbers(values);
  if (sorted.length === 0) return Number.NaN;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * The median of all of these but one, by the value of the one that is left out: asked for each of thousands, they are sorted once. 0
 * others: NaN.
 */
export function medianOfOthers(values: Iterable<number>): (own: number) => number {
  const sorted = sortedNumbers(values);
  return (own) => {
    const left = placeIn(sorted, own);
    const count = left < 0 ? sorted.length : sorted.length - 1;
    if (count === 0) return Number.NaN;
    const at = (place: number) => sorted[left >= 0 && place >= left ? place + 1 : place];
    const middle = count >> 1;
    return count % 2 === 1 ? at(middle) : (at(middle - 1) + at(middle)) / 2;
  };
}

/** Ascending, without NaN. An index at a time: what goes through an iterator takes several times as long. */
function sortedNumbers(values: Iterable<number>): Float64Array {
  const list: ArrayLike<number> =
    Array.isArray(values) || ArrayBuffer.isView(values) ? (values as number[]) : [...values];
  const numbers = new Float64Array(list.length);
  let count = 0;
  for (let at = 0; at < list.length; at++) if (!Number.isNaN(list[at])) numbers[count++] = list[at];
  return numbers.subarray(0, count).sort();
}

/** Of a value in ascending ones; -1: it is none of them. */
function placeIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value ? low : -1;
}

/**
 * The median of values that are all there, in linear time (Hoare's selection): `values` end up in another order. For columns
 * of millions.
 */
export function medianOfNumbers(values: Float64Array): number {
  const middle = values.length >> 1;
  if (values.length === 0) return Number.NaN;
  select(values, middle);
  if (values.length % 2 === 1) return values[middle];
  let below = values[0];
  for (let at = 1; at < middle; at++) if (values[at] > below) below = values[at];
  return (below + values[middle]) / 2;
}

/** Has the value that belongs there by size at `place`, none larger before it and none smaller behind. */
function select(values: Float64Array, place: number): void {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[(low + high) >>> 1];
    let left = low;
    let right = high;
    while (left <= right) {
      while (values[left] < pivot) left++;
      while (values[right] > pivot) right--;
      if (left > right) break;
      const own = values[left];
      values[left++] = values[right];
      values[right--] = own;
    }
    if (place <= right) high = right;
    else if (place >= left) low = left;
    else return;
  }
}

export function sumOf(values: Iterable<number>): number {
  let [sum, count] = [0, 0];
  for (const value of values) {
    if (Number.isNaN(value)) continue;
    sum += value;
    count++;
  }
  return count === 0 ? Number.NaN : sum;
}

export function meanOf(values: Iterable<number>): number {
  const known = [...values].filter((value) => !Number.isNaN(value));
  return known.length === 0 ? Number.NaN : sumOf(known) / known.length;
}

export function minOf(values: Iterable<number>): number {
  return [...values].reduce((min, value) => (value < min || Number.isNaN(min) ? value : min), Number.NaN);
}

export function maxOf(values: Iterable<number>): number {
  return [...values].reduce((max, value) => (value > max || Number.isNaN(max) ? value : max), Number.NaN);
}

/** (max − min) / mean; NaN for fewer than two values. */
export function spreadOf(values: Iterable<number>): number {
  const known = [...values].filter((value) => !Number.isNaN(value));
  return known.length < 2 ? Number.NaN : (maxOf(known) - minOf(known)) / meanOf(known);
}
