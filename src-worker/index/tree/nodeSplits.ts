import { createColumns } from '../columns/chunks';
import type { SliceTimes } from '../columns/indexSlices';
import { type NodeShapes, type NodeSplits, TREE_FANOUT_BITS, type TreeLevel } from '../rankIndex';

const FANOUT = 1 << TREE_FANOUT_BITS;
const SPLIT_COLUMNS = {
  gapStartNs: Float64Array,
  nextGapNs: Float64Array,
  before: Uint32Array,
  busyBeforeNs: Float64Array,
  otherLongest: Uint32Array,
  otherLongestNs: Float64Array,
} as const;

/** A level, and what lies below it. */
export interface SplitLevel {
  /** Slices that a node of the level below stands for. */
  readonly sliceStep: number;
  readonly below: TreeLevel & NodeShapes;
  /** Absent below level 2. */
  readonly belowSplits: NodeSplits | undefined;
  readonly nodes: TreeLevel;
}

export function createSplits(nodeCount: number): NodeSplits {
  return createColumns(SPLIT_COLUMNS, nodeCount);
}

/** The splits of these rows, on a level from 2 on. */
export function splitNodes(
  slices: SliceTimes,
  rowFirstSlice: Uint32Array,
  rows: Uint32Array,
  level: SplitLevel,
  splits: NodeSplits,
): void {
  const splitting = new Splitting(slices, level, splits);
  const { below, nodes } = level;
  for (const row of rows)
    for (let node = nodes.rowFirstNode[row]; node < nodes.rowFirstNode[row + 1]; node++) {
      const child = below.rowFirstNode[row] + (node - nodes.rowFirstNode[row]) * FANOUT;
      const childEnd = Math.min(child + FANOUT, below.rowFirstNode[row + 1]);
      const firstSlice = rowFirstSlice[row] + (child - below.rowFirstNode[row]) * level.sliceStep;
      splitting.split(node, child, childEnd, firstSlice, rowFirstSlice[row + 1]);
    }
}

class Splitting {
  constructor(
    readonly slices: SliceTimes,
    readonly level: SplitLevel,
    readonly splits: NodeSplits,
  ) {}

  /**
   * `firstSlice` is the node's, `rowEnd` behind the last slice of its row. All in one function, with its numbers in
   * variables: there are some 50,000 nodes per million slices.
   */
  split(node: number, child: number, childEnd: number, firstSlice: number, rowEnd: number): void {
    const { below, belowSplits, sliceStep, nodes } = this.level;
    const { startNs, endNs, gapNs, busyNs, longest, longestNs } = below;
    // The longest gap, the next one, and the child that the longest is in, or in front of.
    let widest = 0;
    let next = 0;
    let at = child;
    let isInside = false;
    for (let i = child; i < childEnd; i++) {
      if (i > child) {
        const between = startNs[i] - endNs[i - 1];
        if (between > widest) {
          next = widest;
          widest = between;
          at = i;
          isInside = false;
        } else if (between > next) next = between;
      }
      const own = gapNs[i];
      if (own > widest) {
        next = widest;
        widest = own;
        at = i;
        isInside = true;
      } else if (own > next) next = own;
    }

    // What stands in front of it.
    let leftBusyNs = 0;
    let leftLongest = 0;
    let leftLongestNs = -1;
    for (let i = child; i < at; i++) {
      leftBusyNs += busyNs[i];
      if (longestNs[i] > leftLongestNs) {
        leftLongestNs = longestNs[i];
        leftLongest = longest[i];
      }
    }
    let leftEndNs = at > child ? endNs[at - 1] : 0;
    let before = (at - child) * sliceStep;
    let rightLongest = 0;
    let rightLongestNs = -1;

    // On both sides, where it is in the child.
    if (isInside && belowSplits) {
      const ownBefore = belowSplits.before[at];
      const isLeft = longest[at] < firstSlice + before + ownBefore;
      const other = belowSplits.otherLongest[at];
      const otherNs = belowSplits.otherLongestNs[at];
      const inLeftNs = isLeft ? longestNs[at] : otherNs;
      if (inLeftNs > leftLongestNs) {
        leftLongestNs = inLeftNs;
        leftLongest = isLeft ? longest[at] : other;
      }
      rightLongestNs = isLeft ? otherNs : longestNs[at];
      rightLongest = isLeft ? other : longest[at];
      leftBusyNs += belowSplits.busyBeforeNs[at];
      leftEndNs = belowSplits.gapStartNs[at];
      before += ownBefore;
      if (belowSplits.nextGapNs[at] > next) next = belowSplits.nextGapNs[at];
    } else if (isInside) {
      const { startNs: sliceStartNs, durationNs: sliceNs, longEndNs } = this.slices;
      const first = firstSlice + before;
      const end = Math.min(rowEnd, first + sliceStep);
      let isLeft = true;
      let earlierEndNs = 0;
      for (let slice = first; slice < end; slice++) {
        const start = sliceStartNs[slice];
        if (slice > first) {
          const own = start - earlierEndNs;
          if (isLeft && own === widest) {
            isLeft = false;
            leftEndNs = earlierEndNs;
            before = slice - firstSlice;
          } else if (own > next) next = own;
        }
        const ns = sliceNs[slice];
        earlierEndNs = ns >= 0 ? start + ns : longEndNs[~ns];
        const durationNs = earlierEndNs - start;
        if (isLeft) {
          leftBusyNs += durationNs;
          if (durationNs > leftLongestNs) {
            leftLongestNs = durationNs;
            leftLongest = slice;
          }
        } else if (durationNs > rightLongestNs) {
          rightLongestNs = durationNs;
          rightLongest = slice;
        }
      }
    }

    // And behind it.
    for (let i = isInside ? at + 1 : at; i < childEnd; i++) {
      if (longestNs[i] > rightLongestNs) {
        rightLongestNs = longestNs[i];
        rightLongest = longest[i];
      }
    }

    const isOtherLeft = leftLongestNs < rightLongestNs || nodes.longest[node] !== leftLongest;
    const { splits } = this;
    splits.gapStartNs[node] = leftEndNs;
    splits.nextGapNs[node] = next;
    splits.before[node] = before;
    splits.busyBeforeNs[node] = leftBusyNs;
    splits.otherLongest[node] = isOtherLeft ? leftLongest : rightLongest;
    splits.otherLongestNs[node] = isOtherLeft ? leftLongestNs : rightLongestNs;
  }
}
