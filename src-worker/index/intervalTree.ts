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
  const { busyNs, longest } = createColumns(NODE_COLUMNS, rowFirstNode[rowCount]);
  for (let row = 0; row < rowCount; row++) {
    let node = rowFirstNode[row];
    const end = firstBelow[row + 1];
    for (let child = firstBelow[row]; child < end; child += FANOUT, node++) {
      let busy = 0;
      let bestNs = -1;
      let best = 0;
      for (let i = child; i < Math.min(child + FANOUT, end); i++) {
        const slice = below ? below.longest[i] : i;
        const durationNs = endNs[slice] - startNs[slice];
        busy += below ? below.busyNs[i] : durationNs;
        if (durationNs > bestNs) {
          bestNs = durationNs;
          best = slice;
        }
      }
      busyNs[node] = busy;
      longest[node] = best;
    }
  }
  return { rowFirstNode, busyNs, longest };
}
