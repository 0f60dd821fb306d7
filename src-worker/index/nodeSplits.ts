import { createColumns } from './chunks';
import { type NodeShapes, type NodeSplits, TREE_FANOUT_BITS, type TreeLevel } from './rankIndex';

const FANOUT = 1 << TREE_FANOUT_BITS;
const SPLIT_COLUMNS = {
  gapStartNs: Float64Array,
  nextGapNs: Float64Array,
  before: Uint32Array,
  busyBeforeNs: Float64Array,
  otherLongest: Uint32Array,
  otherLongestNs: Float64Array,
} as const;

interface Slices {
  readonly startNs: Float64Array;
  readonly endNs: Float64Array;
}

/** A level, and what lies below it. */
export interface SplitLevel {
  /** Slices that a node of the level below stands for. */
  readonly sliceStep: number;
  readonly below: TreeLevel & NodeShapes;
  /** Absent below level 2. */
  readonly belowSplits: NodeSplits | undefined;
  readonly nodes: TreeLevel;
}

/** The splits of a level from 2 on. */
export function splitNodes(slices: Slices, rowFirstSlice: Uint32Array, level: SplitLevel): NodeSplits {
  const splits = createColumns(SPLIT_COLUMNS, level.nodes.busyNs.length);
  const splitting = new Splitting(slices, level, splits);
  const { below, nodes } = level;
  for (let row = 0; row + 1 < rowFirstSlice.length; row++)
    for (let node = nodes.rowFirstNode[row]; node < nodes.rowFirstNode[row + 1]; node++) {
      const child = below.rowFirstNode[row] + (node - nodes.rowFirstNode[row]) * FANOUT;
      const childEnd = Math.min(child + FANOUT, below.rowFirstNode[row + 1]);
      const firstSlice = rowFirstSlice[row] + (child - below.rowFirstNode[row]) * level.sliceStep;
      splitting.split(node, child, childEnd, firstSlice, rowFirstSlice[row + 1]);
    }
  return splits;
}

class Splitting {
  /** Gaps of the node at hand: the longest, the next one, and the child that the longest is in, or in front of. */
  #gapNs = 0;
  #nextNs = 0;
  #child = 0;
  #isInside = false;
  /** What stands on either side of the longest one. */
  readonly #left = new Side();
  readonly #right = new Side();

  constructor(
    readonly slices: Slices,
    readonly level: SplitLevel,
    readonly splits: NodeSplits,
  ) {}

  /** `firstSlice` is the node's, `rowEnd` behind the last slice of its row. */
  split(node: number, child: number, childEnd: number, firstSlice: number, rowEnd: number): void {
    const { below, sliceStep } = this.level;
    this.#findGap(child, childEnd);
    this.#left.clear();
    this.#right.clear();
    for (let i = child; i < childEnd; i++) {
      if (this.#isInside && i === this.#child) this.#splitChild(i, firstSlice + (i - child) * sliceStep, rowEnd);
      else {
        const side = i < this.#child ? this.#left : this.#right;
        side.add(below.busyNs[i], below.longest[i], below.longestNs[i]);
        if (i < this.#child) side.endAt(below.endNs[i], firstSlice + (i - child + 1) * sliceStep);
      }
    }
    const [left, right] = [this.#left, this.#right];
    const other = left.longestNs < right.longestNs || this.level.nodes.longest[node] !== left.longest ? left : right;
    const { splits } = this;
    splits.gapStartNs[node] = left.endNs;
    splits.nextGapNs[node] = this.#nextNs;
    splits.before[node] = Math.max(0, left.endSlice - firstSlice);
    splits.busyBeforeNs[node] = left.busyNs;
    splits.otherLongest[node] = other.longest;
    splits.otherLongestNs[node] = other.longestNs;
  }

  #findGap(child: number, childEnd: number): void {
    const { startNs, endNs, gapNs } = this.level.below;
    this.#gapNs = 0;
    this.#nextNs = 0;
    this.#child = child;
    this.#isInside = false;
    for (let i = child; i < childEnd; i++) {
      if (i > child) this.#take(startNs[i] - endNs[i - 1], i, false);
      this.#take(gapNs[i], i, true);
    }
  }

  #take(gapNs: number, child: number, isInside: boolean): void {
    if (gapNs > this.#gapNs) {
      this.#nextNs = this.#gapNs;
      this.#gapNs = gapNs;
      this.#child = child;
      this.#isInside = isInside;
    } else if (gapNs > this.#nextNs) this.#nextNs = gapNs;
  }

  #splitChild(child: number, firstSlice: number, rowEnd: number): void {
    const { below, belowSplits, sliceStep } = this.level;
    const [left, right] = [this.#left, this.#right];
    if (!belowSplits) {
      this.#splitSlices(firstSlice, Math.min(rowEnd, firstSlice + sliceStep));
      return;
    }
    const before = belowSplits.before[child];
    const busyBefore = belowSplits.busyBeforeNs[child];
    const isLeft = below.longest[child] < firstSlice + before;
    const [own, other] = isLeft ? [left, right] : [right, left];
    own.add(0, below.longest[child], below.longestNs[child]);
    other.add(0, belowSplits.otherLongest[child], belowSplits.otherLongestNs[child]);
    left.busyNs += busyBefore;
    right.busyNs += below.busyNs[child] - busyBefore;
    left.endAt(belowSplits.gapStartNs[child], firstSlice + before);
    this.#nextNs = Math.max(this.#nextNs, belowSplits.nextGapNs[child]);
  }

  /** Of a child that is a node of slices. */
  #splitSlices(first: number, end: number): void {
    const { startNs, endNs } = this.slices;
    let isLeft = true;
    for (let slice = first; slice < end; slice++) {
      if (slice > first) {
        const gapNs = startNs[slice] - endNs[slice - 1];
        if (isLeft && gapNs === this.#gapNs) {
          isLeft = false;
          this.#left.endAt(endNs[slice - 1], slice);
        } else if (gapNs > this.#nextNs) this.#nextNs = gapNs;
      }
      const durationNs = endNs[slice] - startNs[slice];
      (isLeft ? this.#left : this.#right).add(durationNs, slice, durationNs);
    }
  }
}

/** What is gathered on one side of a gap. */
class Side {
  busyNs = 0;
  longest = 0;
  longestNs = -1;
  endNs = 0;
  /** Behind its last slice. */
  endSlice = 0;

  clear(): void {
    this.busyNs = 0;
    this.longest = 0;
    this.longestNs = -1;
    this.endNs = 0;
    this.endSlice = 0;
  }

  add(busyNs: number, longest: number, longestNs: number): void {
    this.busyNs += busyNs;
    if (longestNs <= this.longestNs) return;
    this.longest = longest;
    this.longestNs = longestNs;
  }

  endAt(endNs: number, endSlice: number): void {
    this.endNs = endNs;
    this.endSlice = endSlice;
  }
}
