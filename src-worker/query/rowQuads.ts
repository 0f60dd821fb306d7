import { TREE_FANOUT_BITS } from '../index/rankIndex';
import type { PartView } from './partView';
import { type SliceRange, slicesTouching } from './touching';

const FANOUT = 1 << TREE_FANOUT_BITS;

/*
 * What counts as visible, below a pixel. An answer is made for the power of two of ns a pixel below the screen's, so its
 * pixels are a half to one of the screen's.
 */

/** Short slices are told apart in stretches of this many pixels, each as dense as its slices, and with the longest's hue. */
const PIECE_PIXELS = 2;
/** A node of the tree up to this wide is looked at through its children, which are pieces then. */
const NODE_PIXELS = PIECE_PIXELS * FANOUT;
/** Runs begin anew in each stretch of this many pixels, counted from time 0: so that panning does not change them. */
const RUN_PIXELS = 64;
/** Sparser than this is drawn as if it were this dense (the window's `leastCoverage`), so it all looks alike. */
const LEAST_DENSITY = 0.4;
/** Densities this far apart are told apart by the eye: of 15 steps that the window draws, 9 above the least, two. */
const DENSITY_STEP = 2 / 15;

/** Where the quads of a row go, one call each, by start. Times are the index's own. */
export interface QuadSink {
  /** `longest` is the slice itself if `sliceCount` is 1. */
  quad(startNs: number, endNs: number, longest: number, sliceCount: number, busyNs: number): void;
}

/**
 * What touches [fromNs, toNs] in rows of a lane, seen from a zoom. Slices and gaps of a pixel or more are always kept.
 * Shorter slices become runs, which break only where something visible changes: the hue class, or how dense they are.
 *
 *     slices   ││││││││││││││  ▌▌▌▌▌│▌▌▌▌│▌▌   ███████ │ │ │ │ │ │
 *     pieces   ├──┼──┼──┼──┤   ├──┼──┼──┤               ├──┼──┼──┤     two pixels each, or a node of the tree
 *     quads    └───────────┘   └────────┘      └─────┘ └─────────┘
 *
 * The tree is descended only where a node is not flat: where a slice or gap in it is a pixel wide, or its children differ
 * visibly. So the cost is in proportion to the quads, not to the slices.
 */
export class RowQuads {
  readonly #hueOf: (slice: number) => number;
  /** Of the row being visited. */
  #row = 0;
  #rowFirst = 0;
  #touching: SliceRange = { first: 0, end: 0 };
  /** Gathered short slices. `#pieceEndNs` is their last end; what starts before `#pieceLimitNs` joins them. */
  #pieceCount = 0;
  #pieceStartNs = 0;
  #pieceEndNs = 0;
  #pieceLimitNs = 0;
  #pieceBusyNs = 0;
  #pieceLongest = 0;
  #pieceLongestNs = 0;
  #pieceHue = 0;
  /** Gathered pieces. `#runReachNs` is up to where the next piece begins. */
  #runCount = 0;
  #runStartNs = 0;
  #runEndNs = 0;
  #runReachNs = 0;
  #runBusyNs = 0;
  #runLongest = 0;
  #runLongestNs = 0;
  #runHue = 0;

  constructor(
    readonly part: PartView,
    lane: number,
    readonly fromNs: number,
    readonly toNs: number,
    readonly nsPerPixel: number,
    readonly sink: QuadSink,
  ) {
    const { name } = part.index.slices;
    this.#hueOf = (slice) => part.colour(name[slice], lane) >> 4;
  }

  /** A row of the lane. */
  visit(row: number): void {
    const { index } = this.part;
    const touching = slicesTouching(index, row, this.fromNs, this.toNs);
    if (touching.first === touching.end) return;
    const [rowFirst, rowEnd] = [index.rowFirstSlice[row], index.rowFirstSlice[row + 1]];
    this.#row = row;
    this.#rowFirst = rowFirst;
    this.#touching = touching;
    // The level at which the row has no more than eight nodes: from there on down.
    let level = 0;
    let nodeSlices = 1;
    while (nodeSlices * FANOUT < rowEnd - rowFirst) {
      nodeSlices *= FANOUT;
      level++;
    }
    if (level === 0) this.#slices(touching.first, touching.end);
    else this.#nodes(level, nodeSlices, rowFirst, rowEnd);
    this.#endRun();
  }

  /** Of the nodes of a level that stand for the slices [from, to) those that touch, of `nodeSlices` slices each. */
  #nodes(level: number, nodeSlices: number, from: number, to: number): void {
    const begin = Math.max(from, this.#touching.first - ((this.#touching.first - this.#rowFirst) % nodeSlices));
    const { rowFirstNode } = this.part.index.tree.levels[level - 1];
    const node = rowFirstNode[this.#row] + (begin - this.#rowFirst) / nodeSlices;
    if (level === 1) this.#leaves(node, begin, to);
    else this.#inner(level, nodeSlices, node, begin, to);
  }

  #inner(level: number, nodeSlices: number, firstNode: number, begin: number, to: number): void {
    const { levels, shapes } = this.part.index.tree;
    const { startNs, endNs, longest, longestNs, busyNs } = levels[level - 1];
    const { gapNs } = shapes[level - 2];
    const { nsPerPixel } = this;
    const hues = this.part.nodeHues;
    const end = Math.min(to, this.#touching.end);
    let node = firstNode;
    for (let first = begin; first < end; first += nodeSlices, node++) {
      const nodeEnd = Math.min(to, first + nodeSlices);
      const widthNs = endNs[node] - startNs[node];
      const isFine = widthNs < nsPerPixel || (longestNs[node] < nsPerPixel && gapNs[node] < nsPerPixel);
      const isPiece = isFine && widthNs < PIECE_PIXELS * nsPerPixel;
      const isFlat = isFine && !isPiece && widthNs < NODE_PIXELS * nsPerPixel && this.#isFlat(level, node);
      if (!isPiece && !isFlat) {
        this.#nodes(level - 1, nodeSlices / FANOUT, first, nodeEnd);
        continue;
      }
      // Several pieces in one: it begins anew, and nothing joins it.
      if (isFlat) this.#pieceLimitNs = Number.NEGATIVE_INFINITY;
      const hue = hues.of(level, node, this.#hueOf);
      this.#gather(startNs[node], endNs[node], longest[node], longestNs[node], hue, nodeEnd - first, busyNs[node]);
      if (isFlat) this.#pieceLimitNs = Number.NEGATIVE_INFINITY;
    }
  }

  /** The children of the node look alike. */
  #isFlat(level: number, node: number): boolean {
    const { leastBusy, mostBusy } = this.part.index.tree.shapes[level - 2];
    const { startNs, endNs } = this.part.index.tree.levels[level - 1];
    // The narrower the node is, the more its children may differ before anything is seen of it.
    const narrowness = (NODE_PIXELS * this.nsPerPixel) / (endNs[node] - startNs[node]);
    const isEven = density(mostBusy[node] / 255) - density(leastBusy[node] / 255) <= DENSITY_STEP * narrowness;
    return isEven && !this.part.nodeHues.areMixed(level, this.#row, node, this.#hueOf);
  }

  /** Nodes of eight slices each. */
  #leaves(firstNode: number, begin: number, to: number): void {
    const { startNs, endNs, longest, longestNs, busyNs } = this.part.index.tree.levels[0];
    const end = Math.min(to, this.#touching.end);
    const hues = this.part.nodeHues;
    let node = firstNode;
    for (let first = begin; first < end; first += FANOUT, node++) {
      const nodeEnd = Math.min(to, first + FANOUT);
      if (endNs[node] - startNs[node] >= this.nsPerPixel) this.#slices(first, nodeEnd);
      else {
        const hue = hues.of(1, node, this.#hueOf);
        this.#gather(startNs[node], endNs[node], longest[node], longestNs[node], hue, nodeEnd - first, busyNs[node]);
      }
    }
  }

  #slices(from: number, to: number): void {
    const { startNs, endNs } = this.part.index.slices;
    for (let slice = from; slice < to; slice++) {
      const start = startNs[slice];
      const end = endNs[slice];
      if (end < this.fromNs) continue;
      if (start > this.toNs) return;
      if (end - start < this.nsPerPixel)
        this.#gather(start, end, slice, end - start, this.#hueOf(slice), 1, end - start);
      else {
        this.#endPiece(start);
        this.#endRun();
        this.sink.quad(start, end, slice, 1, end - start);
      }
    }
  }

  /** Takes in short slices that follow each other, no pixel apart. */
  #gather(
    startNs: number,
    endNs: number,
    longest: number,
    longestNs: number,
    hue: number,
    sliceCount: number,
    busyNs: number,
  ): void {
    if (this.#pieceCount > 0 && startNs - this.#pieceEndNs >= this.nsPerPixel) this.#endRun();
    else if (startNs >= this.#pieceLimitNs) this.#endPiece(startNs);
    if (this.#pieceCount === 0) {
      const pieceNs = PIECE_PIXELS * this.nsPerPixel;
      this.#pieceLimitNs = (Math.floor(startNs / pieceNs) + 1) * pieceNs;
      this.#pieceStartNs = startNs;
      this.#pieceBusyNs = 0;
      this.#pieceLongestNs = -1;
    }
    this.#pieceEndNs = endNs;
    this.#pieceCount += sliceCount;
    this.#pieceBusyNs += busyNs;
    if (longestNs > this.#pieceLongestNs) {
      this.#pieceLongestNs = longestNs;
      this.#pieceLongest = longest;
      this.#pieceHue = hue;
    }
  }

  /** Adds the piece to the run, or begins another one with it. It reaches up to where the next one begins. */
  #endPiece(nextNs: number): void {
    if (this.#pieceCount === 0) return;
    const { nsPerPixel } = this;
    const isNextNear = nextNs - this.#pieceEndNs < nsPerPixel;
    const reachNs = Math.max(1, (isNextNear ? nextNs : this.#pieceEndNs) - this.#pieceStartNs);
    const hue = this.#pieceHue;
    if (this.#runCount > 0) {
      const runNs = RUN_PIXELS * nsPerPixel;
      const isSameStretch = Math.floor(this.#runStartNs / runNs) === Math.floor(this.#pieceStartNs / runNs);
      // How dense less than a pixel is can't be seen.
      const isTold = reachNs >= nsPerPixel && this.#runReachNs >= nsPerPixel;
      const [before, now] = [density(this.#runBusyNs / this.#runReachNs), density(this.#pieceBusyNs / reachNs)];
      if (!isSameStretch || hue !== this.#runHue || (isTold && Math.abs(now - before) > DENSITY_STEP)) this.#flushRun();
    }
    if (this.#runCount === 0) {
      this.#runStartNs = this.#pieceStartNs;
      this.#runHue = hue;
      this.#runReachNs = 0;
      this.#runBusyNs = 0;
      this.#runLongestNs = -1;
    }
    this.#runEndNs = this.#pieceEndNs;
    this.#runReachNs += reachNs;
    this.#runBusyNs += this.#pieceBusyNs;
    this.#runCount += this.#pieceCount;
    if (this.#pieceLongestNs > this.#runLongestNs) {
      this.#runLongestNs = this.#pieceLongestNs;
      this.#runLongest = this.#pieceLongest;
    }
    this.#pieceCount = 0;
  }

  /** Something of a pixel or more follows, or nothing. */
  #endRun(): void {
    this.#endPiece(this.#pieceEndNs);
    this.#flushRun();
  }

  #flushRun(): void {
    if (this.#runCount === 0) return;
    this.sink.quad(this.#runStartNs, this.#runEndNs, this.#runLongest, this.#runCount, this.#runBusyNs);
    this.#runCount = 0;
  }
}

/** How dense slices look that are busy for this share. */
function density(share: number): number {
  return Math.max(LEAST_DENSITY, share);
}
