import { createColumns } from '../columns/chunks';
import type { SliceTimes } from '../columns/indexSlices';
import { type IntervalTree, type NodeShapes, TREE_FANOUT_BITS, type TreeLevel } from '../rankIndex';
import { createSplits, splitNodes } from './nodeSplits';

const FANOUT = 1 << TREE_FANOUT_BITS;
const NODE_COLUMNS = {
  startNs: Float64Array,
  endNs: Float64Array,
  busyNs: Float64Array,
  longest: Uint32Array,
  longestNs: Float64Array,
} as const;
const SHAPE_COLUMNS = {
  gapNs: Float64Array,
  leastBusy: Uint8Array,
  mostBusy: Uint8Array,
} as const;

/** Joins the slices of a row on all of its levels; false if it leaves the row as it is. */
export type JoinRow = (row: number, tree: IntervalTree) => boolean;

/**
 * Builds the tree over all rows, each level by level until it has at most 8 nodes. See `IntervalTree`. Rows that `joinRow` has
 * joined are left alone.
 */
export function buildIntervalTree(slices: SliceTimes, rowFirstSlice: Uint32Array, joinRow?: JoinRow): IntervalTree {
  const levels: TreeLevel[] = [];
  for (let below = rowFirstSlice; ; ) {
    const level = levelOver(below);
    if (!level) break;
    levels.push(level);
    below = level.rowFirstNode;
  }
  const tree: IntervalTree = {
    levels,
    shapes: levels.map(({ busyNs }) => createColumns(SHAPE_COLUMNS, busyNs.length)),
    splits: levels.slice(1).map(({ busyNs }) => createSplits(busyNs.length)),
  };
  // Without a level above there is nothing to be done about a row.
  const rows = Uint32Array.from({ length: rowFirstSlice.length - 1 }, (_, row) => row).filter(
    (row) => rowFirstSlice[row + 1] - rowFirstSlice[row] > FANOUT && !joinRow?.(row, tree),
  );
  levels.forEach((level, i) => {
    const [shapes, below] = [tree.shapes[i], levels[i - 1]];
    if (!below) eachRow(rows, rowFirstSlice, level, (place) => joinSlices(slices, place, level, shapes));
    else {
      const from = { ...tree.shapes[i - 1], ...below };
      eachRow(rows, below.rowFirstNode, level, (place) => joinNodes(from, place, level, shapes));
      const nodes = { sliceStep: FANOUT ** i, below: from, belowSplits: tree.splits[i - 2], nodes: level };
      splitNodes(slices, rowFirstSlice, rows, nodes, tree.splits[i - 1]);
    }
  });
  return tree;
}

/** Room for a level over rows that begin at `firstBelow`; undefined if none is needed. */
function levelOver(firstBelow: Uint32Array): TreeLevel | undefined {
  const rowCount = firstBelow.length - 1;
  const rowFirstNode = new Uint32Array(new SharedArrayBuffer(firstBelow.byteLength));
  let largest = 0;
  for (let row = 0; row < rowCount; row++) {
    const belowCount = firstBelow[row + 1] - firstBelow[row];
    largest = Math.max(largest, belowCount);
    rowFirstNode[row + 1] = rowFirstNode[row] + (belowCount > FANOUT ? Math.ceil(belowCount / FANOUT) : 0);
  }
  if (largest <= FANOUT) return undefined;
  return { rowFirstNode, ...createColumns(NODE_COLUMNS, rowFirstNode[rowCount]) };
}

/** A row's children [first, end), and the first node above them. */
interface RowPlace {
  readonly node: number;
  readonly first: number;
  readonly end: number;
}

function eachRow(
  rows: Uint32Array,
  firstBelow: Uint32Array,
  { rowFirstNode }: TreeLevel,
  join: (place: RowPlace) => void,
): void {
  for (const row of rows)
    if (rowFirstNode[row] < rowFirstNode[row + 1])
      join({ node: rowFirstNode[row], first: firstBelow[row], end: firstBelow[row + 1] });
}

/** The lowest level of a row. */
function joinSlices(
  { startNs, durationNs, longEndNs }: SliceTimes,
  { node, first, end }: RowPlace,
  nodes: TreeLevel,
  shapes: NodeShapes,
): void {
  let to = node;
  for (let child = first; child < end; child += FANOUT, to++) {
    const childEnd = Math.min(child + FANOUT, end);
    let start = startNs[child];
    let busy = 0;
    let bestNs = -1;
    let best = child;
    let gap = 0;
    let least = 1;
    let most = 0;
    let lastEnd = start;
    nodes.startNs[to] = start;
    for (let slice = child; slice < childEnd; slice++) {
      const ns = durationNs[slice];
      const sliceEnd = ns >= 0 ? start + ns : longEndNs[~ns];
      const ownNs = sliceEnd - start;
      lastEnd = sliceEnd;
      busy += ownNs;
      if (ownNs > bestNs) {
        bestNs = ownNs;
        best = slice;
      }
      // What follows the last one is not this node's: taken by itself it would be as busy as can be.
      if (slice + 1 === childEnd) break;
      const next = startNs[slice + 1];
      if (next - sliceEnd > gap) gap = next - sliceEnd;
      const share = next > start ? ownNs / (next - start) : 1;
      if (share < least) least = share;
      if (share > most) most = share;
      start = next;
    }
    nodes.busyNs[to] = busy;
    nodes.longest[to] = best;
    nodes.endNs[to] = lastEnd;
    nodes.longestNs[to] = bestNs;
    shapes.gapNs[to] = gap;
    shapes.leastBusy[to] = Math.round(255 * least);
    shapes.mostBusy[to] = Math.min(255, Math.round(255 * Math.max(least, most)));
  }
}

/** A level of a row above another one. */
function joinNodes(
  below: TreeLevel & NodeShapes,
  { node, first, end }: RowPlace,
  nodes: TreeLevel,
  shapes: NodeShapes,
): void {
  const { startNs, endNs } = below;
  let to = node;
  for (let child = first; child < end; child += FANOUT, to++) {
    const childEnd = Math.min(child + FANOUT, end);
    let busy = 0;
    let best = child;
    let gap = 0;
    let least = 1;
    let most = 0;
    for (let i = child; i < childEnd; i++) {
      busy += below.busyNs[i];
      if (below.longestNs[i] > below.longestNs[best]) best = i;
      if (below.gapNs[i] > gap) gap = below.gapNs[i];
      if (i > child && startNs[i] - endNs[i - 1] > gap) gap = startNs[i] - endNs[i - 1];
      const reachNs = (i + 1 < childEnd ? startNs[i + 1] : endNs[i]) - startNs[i];
      const share = reachNs > 0 ? below.busyNs[i] / reachNs : 1;
      if (share < least) least = share;
      if (share > most) most = share;
    }
    nodes.busyNs[to] = busy;
    nodes.longest[to] = below.longest[best];
    nodes.startNs[to] = startNs[child];
    nodes.endNs[to] = endNs[childEnd - 1];
    nodes.longestNs[to] = below.longestNs[best];
    shapes.gapNs[to] = gap;
    shapes.leastBusy[to] = Math.round(255 * least);
    shapes.mostBusy[to] = Math.min(255, Math.round(255 * most));
  }
}
