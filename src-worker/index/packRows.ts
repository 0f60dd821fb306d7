/** Which row each slice of a lane goes to, so that no slice hides another. */
export interface PackedRows {
  /** Row of the i-th slice in sorted order. */
  readonly rows: Uint16Array;
  readonly rowCount: number;
  /** Slices that begin inside another one and end after it. */
  readonly overlapCount: number;
}

/** Rows beyond this are not opened: the last one is shared, and slices in it may hide each other. */
export const MAX_ROWS = 65_535;

/**
 * Greedy packing of slices sorted by (start ascending, end descending): a slice goes to the first free row below the
 * slice that encloses it, or to the first free row of all if none does.
 *
 *     row 0  ████████████████      ████
 *     row 1    ██████   ███          █████   ← begins inside the one above, ends after it: an overlap
 *     row 2     ██
 *
 * A slice without length takes up one ns here, so that two at the same instant don't lie on each other.
 */
export function packRows(
  startNs: Float64Array,
  endNs: Float64Array,
  first: number,
  count: number,
  order: Uint32Array | undefined,
): PackedRows {
  const rows = new Uint16Array(count);
  /** Where the last slice of each row ends; rows `>= openCount` are free. */
  let rowEndNs = new Float64Array(64);
  let rowCount = 1;
  let openCount = 0;
  let overlapCount = 0;
  /** True while slices that cross are open: then a shallower row may end before a deeper one. */
  let isTangled = false;
  for (let i = 0; i < count; i++) {
    const slice = first + (order ? order[i] : i);
    const start = startNs[slice];
    const end = Math.max(endNs[slice], start + 1);
    while (openCount > 0 && rowEndNs[openCount - 1] <= start) openCount--;
    if (openCount === 0) isTangled = false;
    let enclosing = openCount - 1;
    let crosses = false;
    for (; enclosing >= 0; enclosing--) {
      if (rowEndNs[enclosing] <= start) continue;
      if (rowEndNs[enclosing] >= end) break;
      crosses = true;
    }
    if (isTangled)
      for (let above = enclosing - 1; above >= 0 && !crosses; above--)
        crosses = rowEndNs[above] > start && rowEndNs[above] < end;
    if (crosses) {
      overlapCount++;
      isTangled = true;
    }
    let row = enclosing + 1;
    while (row < openCount && rowEndNs[row] > start) row++;
    if (row > MAX_ROWS) row = MAX_ROWS;
    if (row === rowEndNs.length) rowEndNs = twiceAsLong(rowEndNs);
    rowEndNs[row] = end;
    rows[i] = row;
    if (row >= rowCount) rowCount = row + 1;
    if (row >= openCount) openCount = row + 1;
  }
  return { rows, rowCount, overlapCount };
}

function twiceAsLong(before: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(before.length * 2);
  longer.set(before);
  return longer;
}
