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
  /** The quad that merged slices are gathered in. */
  #column = Number.NaN;
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
    const { levels } = this.index.tree;
    const first = this.index.rowFirstSlice[row];
    const end = this.index.rowFirstSlice[row + 1];
    if (first === end) return;
    // The highest level in which this row has more than one node (or the slices themselves).
    let level = levels.length;
    while (level > 0 && levels[level - 1].rowFirstNode[row + 1] - levels[level - 1].rowFirstNode[row] <= 1) level--;
    const nodeCount =
      level === 0 ? end - first : levels[level - 1].rowFirstNode[row + 1] - levels[level - 1].rowFirstNode[row];
    this.#nodes(row, level, 0, nodeCount);
    this.#flush();
  }

  /** Nodes [from, to) of a level of the row; level 0 is the slices. */
  #nodes(row: number, level: number, from: number, to: number): void {
    const { slices, rowFirstSlice } = this.index;
    const first = rowFirstSlice[row];
    const end = rowFirstSlice[row + 1];
    if (level === 0) {
      this.#slices(first + from, first + to);
      return;
    }
    const bits = level * TREE_FANOUT_BITS;
    for (let node = from; node < to; node++) {
      const nodeFirst = first + node * 2 ** bits;
      const nodeEnd = Math.min(end, first + (node + 1) * 2 ** bits);
      const startNs = slices.startNs[nodeFirst];
      if (startNs >= this.toNs) return;
      const endNs = slices.endNs[nodeEnd - 1];
      if (endNs < this.fromNs) continue;
      if (endNs - startNs < this.nsPerPixel) {
        const tree = this.index.tree.levels[level - 1];
        const at = tree.rowFirstNode[row] + node;
        this.#merge(startNs, endNs, tree.longest[at], nodeEnd - nodeFirst, tree.busyNs[at]);
      } else {
        const childCount = Math.ceil((end - first) / 2 ** (bits - TREE_FANOUT_BITS));
        this.#nodes(row, level - 1, node * FANOUT, Math.min((node + 1) * FANOUT, childCount));
      }
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
    const column = Math.floor(startNs / this.nsPerPixel);
    if (column !== this.#column) {
      this.#flush();
      this.#column = column;
      this.#startNs = startNs;
      this.#longestNs = -1;
    }
    const { slices } = this.index;
    const longestNs = slices.endNs[longest] - slices.startNs[longest];
    if (longestNs > this.#longestNs) {
      this.#longestNs = longestNs;
      this.#longest = longest;
    }
    this.#endNs = endNs;
    this.#sliceCount += sliceCount;
    this.#busyNs += busyNs;
  }

  #flush(): void {
    if (this.#sliceCount > 0) this.sink.quad(this.#startNs, this.#endNs, this.#longest, this.#sliceCount, this.#busyNs);
    this.#column = Number.NaN;
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
