/**
 * What touches [from, to] in a row: the one question that everything about a stretch of time begins with. `rowQuads.ts`
 * goes on with how it looks from a zoom. Times are the index's own; both borders count.
 */
import { durationNsOf, endNsOf, firstEndingFrom } from '../index/columns/indexSlices';
import { type RankIndex, TREE_FANOUT_BITS } from '../index/rankIndex';
import { upperBound } from './bounds';

const FANOUT = 1 << TREE_FANOUT_BITS;

/** The slices [first, end) of a row. */
export interface SliceRange {
  readonly first: number;
  readonly end: number;
}

/** Rows [first, end) of the rank that the lane at this position has. */
export function rowsOfLane({ laneFirstRow }: RankIndex, position: number): SliceRange {
  return { first: laneFirstRow[position], end: laneFirstRow[position + 1] };
}

/** In a row starts and ends both ascend, so that these follow each other. */
export function slicesTouching(index: RankIndex, row: number, fromNs: number, toNs: number): SliceRange {
  const { slices } = index;
  const { startNs } = slices;
  const rowFirst = index.rowFirstSlice[row];
  const rowEnd = index.rowFirstSlice[row + 1];
  // Mostly all of a row or none of it is asked for.
  if (rowFirst === rowEnd || startNs[rowFirst] > toNs || endNsOf(slices, rowEnd - 1) < fromNs)
    return { first: rowFirst, end: rowFirst };
  const first = endNsOf(slices, rowFirst) >= fromNs ? rowFirst : firstEndingFrom(slices, fromNs, rowFirst, rowEnd);
  const end = startNs[rowEnd - 1] <= toNs ? rowEnd : upperBound(startNs, toNs, first, rowEnd);
  return { first, end };
}

/** Those of them that begin there, too. */
export function slicesStarting(index: RankIndex, row: number, fromNs: number, toNs: number): SliceRange {
  const { startNs } = index.slices;
  const { first, end } = slicesTouching(index, row, fromNs, toNs);
  // Only the one that is there already can begin before.
  return { first: end > first && startNs[first] < fromNs ? first + 1 : first, end };
}

/** Those of them that neither begin before nor end after. */
export function slicesWithin(index: RankIndex, row: number, fromNs: number, toNs: number): SliceRange {
  const { first, end } = slicesStarting(index, row, fromNs, toNs);
  return { first, end: end > first && endNsOf(index.slices, end - 1) > toNs ? end - 1 : end };
}

/** The slice of a row that is there at an instant; of two that meet, the one that begins. Undefined if none is. */
export function sliceAt(index: RankIndex, row: number, ns: number): number | undefined {
  const { first, end } = slicesTouching(index, row, ns, ns);
  return end > first ? end - 1 : undefined;
}

/** Sum of the durations of a row's slices, from the tree: in steps as large as can be. */
export function busyNsOf(index: RankIndex, row: number, { first, end }: SliceRange): number {
  const { levels } = index.tree;
  const rowFirst = index.rowFirstSlice[row];
  let sum = 0;
  // Nodes [from, to) of the level, counted from the row's first one; level 0 is the slices.
  let from = first - rowFirst;
  let to = end - rowFirst;
  for (let level = 0; from < to; level++) {
    const nodes = level === 0 ? undefined : levels[level - 1];
    const above = levels.at(level);
    const of = (node: number) =>
      nodes ? nodes.busyNs[nodes.rowFirstNode[row] + node] : durationNsOf(index.slices, rowFirst + node);
    const isTop = above === undefined || above.rowFirstNode[row] === above.rowFirstNode[row + 1];
    while (from < to && (isTop || from % FANOUT !== 0)) sum += of(from++);
    while (from < to && to % FANOUT !== 0) sum += of(--to);
    from /= FANOUT;
    to /= FANOUT;
  }
  return sum;
}
