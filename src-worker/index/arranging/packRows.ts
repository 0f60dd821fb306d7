import { endNsIn, type SliceTimes } from '../columns/indexSlices';
import { passingWords } from '../columns/largeArrays';
import { OpenRows } from './openRows';

/** Crossing rows up to this are looked through one by one: building a tree for each little overlap costs far more. */
const MOST_LOOKED_THROUGH = 32;

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
 * slices nest, the rows that are taken are a stack, each ending before the one above it. From the first overlap until all
 * of them are free again they are in any order: a few are looked through, many are kept as a tree. So a slice costs no
 * more than the logarithm of the rows.
 */
export function packRows(times: SliceTimes, first: number, count: number, order: Uint32Array | undefined): PackedRows {
  const { startNs, durationNs, longEndNs } = times;
  const rows = passingWords(count);
  /** Where the last slice of each row ends; rows from `openCount` on are free. Unused while there is a tree. */
  let rowEndNs = new Float64Array(64);
  let openCount = 0;
  /** Slices that cross are open: a row may end before a deeper one. */
  let isTangled = false;
  let tree: OpenRows | undefined;
  let rowCount = 1;
  let overlapCount = 0;
  for (let i = 0; i < count; i++) {
    const slice = first + (order ? order[i] : i);
    const start = startNs[slice];
    const end = Math.max(endNsIn(startNs, durationNs, longEndNs, slice), start + 1);
    tree?.freeUntil(start);
    if (tree?.isEmpty) {
      tree = undefined;
      openCount = 0;
    }
    let row: number;
    if (tree) {
      if (tree.soonestNs < end) overlapCount++;
      row = tree.take(end);
    } else {
      while (openCount > 0 && rowEndNs[openCount - 1] <= start) openCount--;
      if (openCount === 0) isTangled = false;
      row = openCount;
      if (isTangled || (openCount > 0 && rowEndNs[openCount - 1] < end)) {
        isTangled = true;
        if (endsBetween(rowEndNs, openCount, start, end)) overlapCount++;
        row = firstFree(rowEndNs, lastUntil(rowEndNs, openCount, end) + 1, openCount, start);
      }
      if (row === rowEndNs.length) rowEndNs = twiceAsLong(rowEndNs);
      rowEndNs[row] = end;
      if (row >= openCount) openCount = row + 1;
      if (isTangled && openCount > MOST_LOOKED_THROUGH) tree = new OpenRows(rowEndNs, openCount);
    }
    rows[i] = row;
    if (row >= rowCount) rowCount = row + 1;
  }
  return { rows, rowCount, overlapCount };
}

/** A taken row ends before `endNs`. */
function endsBetween(rowEndNs: Float64Array, openCount: number, startNs: number, endNs: number): boolean {
  for (let row = openCount - 1; row >= 0; row--) if (rowEndNs[row] > startNs && rowEndNs[row] < endNs) return true;
  return false;
}

/** The last row that is taken until `endNs` or longer; -1 if there is none. */
function lastUntil(rowEndNs: Float64Array, openCount: number, endNs: number): number {
  let row = openCount - 1;
  while (row >= 0 && rowEndNs[row] < endNs) row--;
  return row;
}

function firstFree(rowEndNs: Float64Array, from: number, openCount: number, startNs: number): number {
  let row = from;
  while (row < openCount && rowEndNs[row] > startNs) row++;
  return row;
}

function twiceAsLong(before: Float64Array): Float64Array<ArrayBuffer> {
  const longer = new Float64Array(before.length * 2);
  longer.set(before);
  return longer;
}
