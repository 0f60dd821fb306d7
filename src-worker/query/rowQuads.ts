import { type RankIndex, TREE_FANOUT_BITS } from '../index/rankIndex';
import { lowerBound, upperBound } from './rankView';

const FANOUT = 1 << TREE_FANOUT_BITS;

/** Where the quads of a row go, one call each, by start. Times are the index's own. */
export interface QuadSink {
  /** `longest` is the slice itself if `sliceCount` is 1. */
  quad(startNs: number, endNs: number, longest: number, sliceCount: number, busyNs: number): void;
}

/**
 * What a row looks like between two times at a zoom: slices of a pixel and more one by one, shorter ones merged per pixel
 * column. Columns are counted from time 0, not from the window, so that panning does not change what is merged.
 *
 * Descends the interval tree only where a node is wider than a pixel: the cost is the number of quads times the depth,
 * whatever the number of slices.
 */
export class RowQuads {
  /** The quad that merged slices are gathered in: those that start before the end of its pixel column. */
  #columnEndNs = 0;
  #startNs = 0;
  #endNs = 0;
  #longest = 0;
  #longestNs = 0;
  #sliceCount = 0;
  #busyNs = 0;

  constructor(
    readonly index: RankIndex,
    readonly fromNs: number,
    readonly toNs: number,
    readonly nsPerPixel: number,
    readonly sink: QuadSink,
  ) {}

  visit(row: number): void {
    const first = this.index.rowFirstSlice[row];
    const end = this.index.rowFirstSlice[row + 1];
    if (first === end) return;
    // The lowest level at which all of the row is in one node's reach: from there on down.
    let level = 0;
    let nodeSlices = 1;
    while (nodeSlices * FANOUT < end - first) {
      nodeSlices *= FANOUT;
      level++;
    }
    if (level === 0) this.#slices(first, end);
    else this.#nodes(row, level, nodeSlices, first, end);
    this.#flush();
  }

  /** The nodes of a level of the row, `nodeSlices` slices each, that stand for the slices [from, to). */
  #nodes(row: number, level: number, nodeSlices: number, from: number, to: number): void {
    const { startNs, endNs } = this.index.slices;
    const { rowFirstNode, longest, busyNs } = this.index.tree.levels[level - 1];
    const { fromNs, toNs, nsPerPixel } = this;
    let node = rowFirstNode[row] + (from - this.index.rowFirstSlice[row]) / nodeSlices;
    for (let first = from; first < to; first += nodeSlices, node++) {
      const nodeStartNs = startNs[first];
      if (nodeStartNs >= toNs) return;
      const end = Math.min(to, first + nodeSlices);
      const nodeEndNs = endNs[end - 1];
      if (nodeEndNs < fromNs) continue;
      if (nodeEndNs - nodeStartNs < nsPerPixel)
        this.#merge(nodeStartNs, nodeEndNs, longest[node], end - first, busyNs[node]);
      else if (level === 1) this.#slices(first, end);
      else this.#nodes(row, level - 1, nodeSlices / FANOUT, first, end);
    }
  }

  #slices(from: number, to: number): void {
    const { startNs, endNs } = this.index.slices;
    for (let slice = from; slice < to; slice++) {
      const start = startNs[slice];
      if (start >= this.toNs) return;
      const end = endNs[slice];
      if (end < this.fromNs) continue;
      if (end - start < this.nsPerPixel) this.#merge(start, end, slice, 1, end - start);
      else {
        this.#flush();
        this.sink.quad(start, end, slice, 1, end - start);
      }
    }
  }

  #merge(startNs: number, endNs: number, longest: number, sliceCount: number, busyNs: number): void {
    if (this.#sliceCount === 0 || startNs >= this.#columnEndNs) {
      this.#flush();
      this.#columnEndNs = (Math.floor(startNs / this.nsPerPixel) + 1) * this.nsPerPixel;
      this.#startNs = startNs;
      this.#longestNs = -1;
    }
    // No slice is longer than all of them together: mostly, there is no need to look.
    if (busyNs > this.#longestNs) {
      const { slices } = this.index;
      const longestNs = slices.endNs[longest] - slices.startNs[longest];
      if (longestNs > this.#longestNs) {
        this.#longestNs = longestNs;
        this.#longest = longest;
      }
    }
    this.#endNs = endNs;
    this.#sliceCount += sliceCount;
    this.#busyNs += busyNs;
  }

  #flush(): void {
    if (this.#sliceCount > 0) this.sink.quad(this.#startNs, this.#endNs, this.#longest, this.#sliceCount, this.#busyNs);
    this.#sliceCount = 0;
    this.#busyNs = 0;
  }
}

/** Slices of a row that touch [fromNs, toNs], as [first, end). */
export function slicesInRange(index: RankIndex, row: number, fromNs: number, toNs: number): [number, number] {
  const { slices, rowFirstSlice } = index;
  const first = rowFirstSlice[row];
  const end = rowFirstSlice[row + 1];
  return [lowerBound(slices.endNs, fromNs, first, end), upperBound(slices.startNs, toNs, first, end)];
}

/** Sum of the durations of a row's slices [first, end), from the tree: in steps as large as can be. */
export function busyNsOf(index: RankIndex, row: number, first: number, end: number): number {
  const { levels } = index.tree;
  const { startNs, endNs } = index.slices;
  const rowFirst = index.rowFirstSlice[row];
  let sum = 0;
  // Nodes [from, to) of the level, counted from the row's first one; level 0 is the slices.
  let from = first - rowFirst;
  let to = end - rowFirst;
  for (let level = 0; from < to; level++) {
    const nodes = level === 0 ? undefined : levels[level - 1];
    const of = (node: number) =>
      nodes ? nodes.busyNs[nodes.rowFirstNode[row] + node] : endNs[rowFirst + node] - startNs[rowFirst + node];
    const isTop = level === levels.length;
    while (from < to && (isTop || from % FANOUT !== 0)) sum += of(from++);
    while (from < to && to % FANOUT !== 0) sum += of(--to);
    from /= FANOUT;
    to /= FANOUT;
  }
  return sum;
}
