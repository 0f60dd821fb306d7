/**
 * How many of these, which ascend, are less than `value`: from an answer before, `near`, in steps of twice the length each, then by
 * halves. For who asks for one place after another.
 */
export function lowerBoundNear(ascending: Float64Array, value: number, near: number): number {
  let low = 0;
  let high = ascending.length;
  if (near > 0 && ascending[near - 1] < value) {
    low = near;
    for (let step = 1; low + step <= ascending.length; step *= 2) {
      if (!(ascending[low + step - 1] < value)) {
        high = low + step - 1;
        break;
      }
      low += step;
    }
  } else high = near > 0 ? near - 1 : high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (ascending[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
