/** What of a slice is taken up by the slices that lie within it, in rows below it. Times are the index's own. */
import { endNsOf } from '../index/columns/indexSlices';
import { totalNs, union } from '../index/intervals/intervals';
import type { RankIndex } from '../index/rankIndex';
import { busyNsOf, rowsOfLane, type SliceRange, slicesWithin } from './touching';

/** Length of the union of all slices of the lane that lie within this one. */
export function nestedNs(index: RankIndex, slice: number, row: number, position: number): number {
  const { slices } = index;
  const rows = rowsWithin(index, slice, row, position);
  if (rows.length === 1) return busyNsOf(index, rows[0].row, rows[0]);
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { first, end } of rows)
    for (let at = first; at < end; at++) {
      starts.push(slices.startNs[at]);
      ends.push(endNsOf(slices, at));
    }
  return totalNs(union(starts, ends));
}

/** Whether no slices of the lane cross: each then lies within one of the row above it, or in the lane's first. */
export function isNested({ lanes }: RankIndex, position: number): boolean {
  return lanes[position].overlapCount === 0;
}

export interface RowPart extends SliceRange {
  readonly row: number;
}

/**
 * The slices that lie within this one, row by row. Where slices nest, the first row below covers all deeper ones, and is
 * enough; where they cross, what is inside may be in any row.
 */
export function rowsWithin(index: RankIndex, slice: number, row: number, position: number): RowPart[] {
  const { slices } = index;
  const laneEndRow = rowsOfLane(index, position).end;
  const endRow = isNested(index, position) ? Math.min(row + 2, laneEndRow) : laneEndRow;
  const parts: RowPart[] = [];
  for (let below = row + 1; below < endRow; below++) {
    const within = slicesWithin(index, below, slices.startNs[slice], endNsOf(slices, slice));
    if (within.end > within.first) parts.push({ row: below, ...within });
  }
  return parts;
}
