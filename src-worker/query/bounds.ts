/** First position whose value is greater than `value`, in an ascending column. */
export function upperBound(column: Uint32Array | Float64Array, value: number, from = 0, to = column.length): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[middle] <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** First position whose value is not less than `value`, in an ascending column. */
export function lowerBound(column: Uint32Array | Float64Array, value: number, from = 0, to = column.length): number {
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (column[middle] < value) from = middle + 1;
    else to = middle;
  }
  return from;
}
