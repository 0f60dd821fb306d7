import { createColumns } from './chunks';
import type { SliceTimes } from './indexSlices';
import { splitNodes } from './nodeSplits';
import { type IntervalTree, type NodeShapes, type NodeSplits, TREE_FANOUT_BITS, type TreeLevel } from './rankIndex';

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

/** Builds the tree over all rows, each level by level until it has at most 8 nodes. See `IntervalTree`. */
export function buildIntervalTree(slices: SliceTimes, rowFirstSlice: Uint32Array): IntervalTree {
  const levels: TreeLevel[] = [];
  const shapes: NodeShapes[] = [];
  const splits: NodeSplits[] = [];
  const first = levelOver(rowFirstSlice);
  if (!first) return { levels, shapes, splits };
  const firstShapes: NodeShapes = createColumns(SHAPE_COLUMNS, first.busyNs.length);
  eachRow(rowFirstSlice, first, (place) => {
    joinSlices(slices, place, first, firstShapes);
  });
  levels.push(first);
  shapes.push(firstShapes);
  for (;;) {
    const below = levels[levels.length - 1];
    const level = levelOver(below.rowFirstNode);
    if (!level) return { levels, shapes, splits };
    const levelShapes: NodeShapes = createColumns(SHAPE_COLUMNS, level.busyNs.length);
    const from = { ...shapes[shapes.length - 1], ...below };
    eachRow(below.rowFirstNode, level, (place) => {
      joinNodes(from, place, level, levelShapes);
    });
    const sliceStep = FANOUT ** levels.length;
    const belowSplits = splits[splits.length - 1];
    splits.push(splitNodes(slices, rowFirstSlice, { sliceStep, below: from, belowSplits, nodes: level }));
    levels.push(level);
    shapes.push(levelShapes);
  }
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

function eachRow(firstBelow: Uint32Array, { rowFirstNode }: TreeLevel, join: (place: RowPlace) => void): void {
  for (let row = 0; row + 1 < firstBelow.length; row++)
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
