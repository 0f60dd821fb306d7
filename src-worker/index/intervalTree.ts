import { createColumns } from './chunks';
import { type IntervalTree, TREE_FANOUT_BITS, type TreeLevel } from './rankIndex';

const FANOUT = 1 << TREE_FANOUT_BITS;
const NODE_COLUMNS = { busyNs: Float64Array, longest: Uint32Array } as const;

/** Builds the tree over all rows, level by level, until every row has at most 8 nodes. See `IntervalTree`. */
export function buildIntervalTree(
  startNs: Float64Array,
  endNs: Float64Array,
  rowFirstSlice: Uint32Array,
): IntervalTree {
  const levels: TreeLevel[] = [];
  let firstBelow = rowFirstSlice;
  for (;;) {
    const level = nextLevel(startNs, endNs, firstBelow, levels[levels.length - 1]);
    if (!level) return { levels };
    levels.push(level);
    firstBelow = level.rowFirstNode;
  }
}

/** The level above `below` (above the slices themselves if that is undefined); undefined if none is needed. */
function nextLevel(
  startNs: Float64Array,
  endNs: Float64Array,
  firstBelow: Uint32Array,
  below: TreeLevel | undefined,
): TreeLevel | undefined {
  const rowCount = firstBelow.length - 1;
  const rowFirstNode = new Uint32Array(new SharedArrayBuffer(firstBelow.byteLength));
  let largest = 0;
  for (let row = 0; row < rowCount; row++) {
    const belowCount = firstBelow[row + 1] - firstBelow[row];
    largest = Math.max(largest, belowCount);
    rowFirstNode[row + 1] = rowFirstNode[row] + Math.ceil(belowCount / FANOUT);
  }
  if (largest <= FANOUT) return undefined;
  const nodes = createColumns(NODE_COLUMNS, rowFirstNode[rowCount]);
  for (let row = 0; row < rowCount; row++) {
    const place = { node: rowFirstNode[row], first: firstBelow[row], end: firstBelow[row + 1] };
    if (below) joinNodes(startNs, endNs, below, place, nodes);
    else joinSlices(startNs, endNs, place, nodes);
  }
  return { rowFirstNode, ...nodes };
}

/** A row's children [first, end), and the first node above them. */
interface RowPlace {
  readonly node: number;
  readonly first: number;
  readonly end: number;
}

type Nodes = Pick<TreeLevel, 'busyNs' | 'longest'>;

/** The lowest level of a row. */
function joinSlices(startNs: Float64Array, endNs: Float64Array, { node, first, end }: RowPlace, nodes: Nodes): void {
  let to = node;
  for (let child = first; child < end; child += FANOUT, to++) {
    let busy = 0;
    let bestNs = -1;
    let best = 0;
    for (let slice = child; slice < Math.min(child + FANOUT, end); slice++) {
      const durationNs = endNs[slice] - startNs[slice];
      busy += durationNs;
      if (durationNs > bestNs) {
        bestNs = durationNs;
        best = slice;
      }
    }
    nodes.busyNs[to] = busy;
    nodes.longest[to] = best;
  }
}

/** A level of a row above another one. */
function joinNodes(
  startNs: Float64Array,
  endNs: Float64Array,
  below: Nodes,
  { node, first, end }: RowPlace,
  nodes: Nodes,
): void {
  let to = node;
  for (let child = first; child < end; child += FANOUT, to++) {
    let busy = 0;
    let bestNs = -1;
    let best = 0;
    for (let i = child; i < Math.min(child + FANOUT, end); i++) {
      const slice = below.longest[i];
      const durationNs = endNs[slice] - startNs[slice];
      busy += below.busyNs[i];
      if (durationNs > bestNs) {
        bestNs = durationNs;
        best = slice;
      }
    }
    nodes.busyNs[to] = busy;
    nodes.longest[to] = best;
  }
}
