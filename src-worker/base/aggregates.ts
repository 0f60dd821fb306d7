/** NaN stands for "no value" in all of these, and is left out. */

export function medianOf(values: Iterable<number>): number {
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort();
  if (sorted.length === 0) return Number.NaN;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
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
