import { endAt } from './columns';

/** As in ../arranging/packRows.ts: from then on its tree is used, which is not here. */
const MOST_LOOKED_THROUGH: u32 = 32;
/** What `packRows` answers when it is for the other side to pack the lane. */
const GIVEN_UP: u32 = 0;

/** Of the lane packed last. */
let overlapCount: u32 = 0;

export function overlaps(): u32 {
  return overlapCount;
}

/**
 * As `packRows` in ../arranging/packRows.ts, of slices in `order`, or as they stand where that is 0. Answers how many rows there are;
 * 0 where they are more than `mostRows` (16 bits at most), for which `rowEnds` has room, or where so many cross that it takes a tree.
 */
export function packRows(
  starts: usize,
  durations: usize,
  longEnds: usize,
  count: u32,
  order: usize,
  rows: usize,
  rowEnds: usize,
  mostRows: u32,
): u32 {
  let open: u32 = 0;
  let isTangled = false;
  let rowCount: u32 = 1;
  overlapCount = 0;
  for (let i: usize = 0; i < count; i++) {
    const slice: usize = order === 0 ? i : load<u32>(order + (i << 2));
    const start = load<f64>(starts + (slice << 3));
    const end = max(endAt(starts, durations, longEnds, slice), start + 1);
    while (open > 0 && endOf(rowEnds, open - 1) <= start) open--;
    if (open === 0) isTangled = false;
    let row = open;
    if (isTangled || (open > 0 && endOf(rowEnds, open - 1) < end)) {
      isTangled = true;
      if (endsBetween(rowEnds, open, start, end)) overlapCount++;
      row = lastUntil(rowEnds, open, end);
      while (row < open && endOf(rowEnds, row) > start) row++;
    }
    if (row === mostRows) return GIVEN_UP;
    store<f64>(rowEnds + ((<usize>row) << 3), end);
    open = max(open, row + 1);
    if (isTangled && open > MOST_LOOKED_THROUGH) return GIVEN_UP;
    store<u16>(rows + (i << 1), <u16>row);
    rowCount = max(rowCount, row + 1);
  }
  return rowCount;
}

function endOf(rowEnds: usize, row: u32): f64 {
  return load<f64>(rowEnds + ((<usize>row) << 3));
}

function endsBetween(rowEnds: usize, open: u32, start: f64, end: f64): bool {
  for (let row: u32 = 0; row < open; row++) {
    const rowEnd = endOf(rowEnds, row);
    if (rowEnd > start && rowEnd < end) return true;
  }
  return false;
}

/** The row behind the last one that is taken until `end` or longer. */
function lastUntil(rowEnds: usize, open: u32, end: f64): u32 {
  let row = open;
  while (row > 0 && endOf(rowEnds, row - 1) < end) row--;
  return row;
}
