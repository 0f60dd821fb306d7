import { OpenRows } from './openRows';

/** Which row each slice of a lane goes to, so that no slice hides another. */
export interface PackedRows {
  /** Row of the i-th slice in sorted order. */
  readonly rows: Uint32Array;
  readonly rowCount: number;
  /** Slices that begin inside another one and end after it. */
  readonly overlapCount: number;
}

/**
 * Greedy packing of slices sorted by (start ascending, end descending): a slice goes to the first free row below the
 * slice that encloses it, or to the first free row of all if none does.
 *
 *     row 0  ████████████████      ████
 *     row 1    ██████   ███          █████   ← begins inside the one above, ends after it: an overlap
 *     row 2     ██
 *
 * A slice without length takes up one ns here, so that two at the same instant don't lie on each other. As long as
 * slices nest, the rows that are taken are a stack, each ending before the one above it; from the first overlap until all
 * of them are free again they are a tree. So a slice costs no more than the logarithm of the rows.
 */
export function packRows(
  startNs: Float64Array,
  endNs: Float64Array,
  first: number,
  count: number,
  order: Uint32Array | undefined,
): PackedRows {
  const rows = new Uint32Array(count);
  /** Where the slices of the stack end; unused while slices cross. */
  let stackNs = new Float64Array(64);
  let depth = 0;
  let tangle: OpenRows | undefined;
  let rowCount = 1;
  let overlapCount = 0;
  for (let i = 0; i < count; i++) {
    const slice = first + (order ? order[i] : i);
    const start = startNs[slice];
    const end = Math.max(endNs[slice], start + 1);
    if (tangle) {
      tangle.freeUntil(start);
      if (tangle.isEmpty) {
        tangle = undefined;
        depth = 0;
      }
    } else {
      while (depth > 0 && stackNs[depth - 1] <= start) depth--;
      if (depth > 0 && stackNs[depth - 1] < end) tangle = new OpenRows(stackNs, depth);
    }
    let row = depth;
    if (tangle) {
      if (tangle.soonestNs < end) overlapCount++;
      row = tangle.take(end);
    } else {
      if (depth === stackNs.length) stackNs = twiceAsLong(stackNs);
      stackNs[depth++] = end;
    }
    rows[i] = row;
    if (row >= rowCount) rowCount = row + 1;
  }
  return { rows, rowCount, overlapCount };
}

function twiceAsLong(before: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(before.length * 2);
  longer.set(before);
  return longer;
}
