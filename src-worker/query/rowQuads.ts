import { TREE_FANOUT_BITS, type TreeLevel } from '../index/rankIndex';
import type { FoundQuads } from './foundQuads';
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

/*
 * What has been gathered, in columns of numbers: fields of an object that hold other than small whole numbers are each an
 * object of its own, and a view changes them a million times.
 */
enum Piece {
  startNs,
  /** Of its last slice. */
  endNs,
  /** What starts before this joins it. */
  limitNs,
  busyNs,
  longestNs,
  fields,
}
enum Run {
  startNs,
  endNs,
  /** What starts from here on begins a run of its own. */
  limitNs,
  /** Sum of its pieces', each up to where the next one begins. */
  reachNs,
  busyNs,
  longestNs,
  fields,
}
const SLICES = 0;

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
  readonly #colourOf: (slice: number) => number;
  readonly #pieces: Stretches;
  readonly #runs: Stretches;
  /** Of the row being visited. */
  #row = 0;
  #rowFirst = 0;
  #touching: SliceRange = { first: 0, end: 0 };
  /** Its first node at each level, from 1 on. */
  readonly #firstNode: Uint32Array;
  /** Gathered short slices; how many. The longest of them is in this node of this level, or is this slice. */
  readonly #piece = new Float64Array(Piece.fields);
  #pieceCount = 0;
  #longestLevel = SLICES;
  #longestNode = 0;
  /** Gathered pieces; how many slices they have. */
  readonly #run = new Float64Array(Run.fields);
  #runCount = 0;
  #runColour = 0;
  /** Of the longest one, as of the piece's. */
  #runLongestLevel = SLICES;
  #runLongestNode = 0;

  /** Quads go to `found`, behind what is there. */
  constructor(
    readonly part: PartView,
    lane: number,
    readonly fromNs: number,
    readonly toNs: number,
    readonly nsPerPixel: number,
    readonly found: FoundQuads,
  ) {
    this.#firstNode = new Uint32Array(part.index.tree.levels.length + 1);
    this.#pieces = new Stretches(PIECE_PIXELS * nsPerPixel);
    this.#runs = new Stretches(RUN_PIXELS * nsPerPixel);
    const { name } = part.index.slices;
    this.#colourOf = (slice) => part.colour(name[slice], lane);
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
      this.#firstNode[level] = index.tree.levels[level - 1].rowFirstNode[row];
    }
    if (level === 0) this.#slices(touching.first, touching.end);
    else this.#nodes(level, nodeSlices, rowFirst, rowEnd);
    this.#endPiece(this.#piece[Piece.endNs]);
    this.#endRun();
  }

  /** Of the nodes of a level that stand for the slices [from, to) those that touch, of `nodeSlices` slices each. */
  #nodes(level: number, nodeSlices: number, from: number, to: number): void {
    const nodes = this.part.index.tree.levels[level - 1];
    const { startNs, endNs, longestNs } = nodes;
    const { gapNs } = this.part.index.tree.shapes[level - 1];
    const { nsPerPixel } = this;
    const begin = Math.max(from, this.#touching.first - ((this.#touching.first - this.#rowFirst) % nodeSlices));
    const end = Math.min(to, this.#touching.end);
    let node = this.#firstNode[level] + (begin - this.#rowFirst) / nodeSlices;
    for (let first = begin; first < end; first += nodeSlices, node++) {
      const nodeEnd = Math.min(to, first + nodeSlices);
      const widthNs = endNs[node] - startNs[node];
      const isFine = widthNs < nsPerPixel || (longestNs[node] < nsPerPixel && gapNs[node] < nsPerPixel);
      const isPiece = isFine && widthNs < PIECE_PIXELS * nsPerPixel;
      const isFlat = isFine && !isPiece && widthNs < NODE_PIXELS * nsPerPixel && this.#isFlat(level, node);
      if (!isPiece && !isFlat) {
        if (level > 1 && first >= this.#touching.first && nodeEnd <= end && this.#isSplit(level, node)) {
          this.#gatherSplit(level, node, first, nodeEnd - first);
          continue;
        }
        if (level === 1) this.#slices(first, nodeEnd);
        else this.#nodes(level - 1, nodeSlices / FANOUT, first, nodeEnd);
        continue;
      }
      // Several pieces in one: it begins anew, and nothing joins it.
      if (isFlat) this.#piece[Piece.limitNs] = Number.NEGATIVE_INFINITY;
      this.#gather(nodes, level, node, nodeEnd - first);
      if (isFlat) this.#piece[Piece.limitNs] = Number.NEGATIVE_INFINITY;
    }
  }

  /** The node is two pieces, with one gap between them. */
  #isSplit(level: number, node: number): boolean {
    const { nsPerPixel } = this;
    const { startNs, endNs, longestNs } = this.part.index.tree.levels[level - 1];
    const gapNs = this.part.index.tree.shapes[level - 1].gapNs[node];
    if (longestNs[node] >= nsPerPixel || gapNs < nsPerPixel) return false;
    const pieceNs = PIECE_PIXELS * nsPerPixel;
    // Not worth a look at where the gap is.
    if (endNs[node] - startNs[node] - gapNs >= 2 * pieceNs) return false;
    const { gapStartNs, nextGapNs } = this.part.index.tree.splits[level - 2];
    const gapStart = gapStartNs[node];
    if (gapStart - startNs[node] >= pieceNs || endNs[node] - (gapStart + gapNs) >= pieceNs) return false;
    return nextGapNs[node] < nsPerPixel;
  }

  /** Takes in the node's slices on both sides of its gap. */
  #gatherSplit(level: number, node: number, first: number, sliceCount: number): void {
    const { levels, shapes, splits } = this.part.index.tree;
    const { startNs, endNs, longest, longestNs, busyNs } = levels[level - 1];
    const { gapStartNs, before, busyBeforeNs, otherLongest, otherLongestNs } = splits[level - 2];
    const gapStart = gapStartNs[node];
    const count = before[node];
    const busy = busyBeforeNs[node];
    const isLongestFirst = longest[node] < first + count;
    for (let part = 0; part < 2; part++) {
      const isFirst = part === 0;
      const isOwn = isFirst === isLongestFirst;
      this.#makeWay(isFirst ? startNs[node] : gapStart + shapes[level - 1].gapNs[node]);
      this.#piece[Piece.endNs] = isFirst ? gapStart : endNs[node];
      this.#piece[Piece.busyNs] += isFirst ? busy : busyNs[node] - busy;
      this.#pieceCount += isFirst ? count : sliceCount - count;
      const longestHere = isOwn ? longestNs[node] : otherLongestNs[node];
      if (longestHere <= this.#piece[Piece.longestNs]) continue;
      this.#piece[Piece.longestNs] = longestHere;
      this.#longestLevel = isOwn ? level : SLICES;
      this.#longestNode = isOwn ? node : otherLongest[node];
    }
  }

  /** The children of the node look alike. */
  #isFlat(level: number, node: number): boolean {
    const { leastBusy, mostBusy } = this.part.index.tree.shapes[level - 1];
    const { startNs, endNs } = this.part.index.tree.levels[level - 1];
    // The narrower the node is, the more its children may differ before anything is seen of it.
    const narrowness = (NODE_PIXELS * this.nsPerPixel) / (endNs[node] - startNs[node]);
    const isEven = density(mostBusy[node] / 255) - density(leastBusy[node] / 255) <= DENSITY_STEP * narrowness;
    return isEven && !this.part.nodeColours.areMixed(level, this.#row, node, this.#colourOf);
  }

  #slices(from: number, to: number): void {
    const { startNs, endNs } = this.part.index.slices;
    const { fromNs, toNs, nsPerPixel } = this;
    const piece = this.#piece;
    for (let slice = from; slice < to; slice++) {
      const start = startNs[slice];
      const end = endNs[slice];
      if (end < fromNs) continue;
      if (start > toNs) return;
      const durationNs = end - start;
      if (durationNs < nsPerPixel) {
        this.#makeWay(start);
        piece[Piece.endNs] = end;
        piece[Piece.busyNs] += durationNs;
        this.#pieceCount++;
        if (durationNs > piece[Piece.longestNs]) {
          piece[Piece.longestNs] = durationNs;
          this.#longestLevel = SLICES;
          this.#longestNode = slice;
        }
      } else {
        this.#endPiece(start);
        this.#endRun();
        const { found } = this;
        const at = found.next();
        found.startNs[at] = start;
        found.endNs[at] = end;
        found.busyNs[at] = durationNs;
        found.sliceCount[at] = 1;
        found.longest[at] = slice;
        found.colour[at] = this.#colourOf(slice);
      }
    }
  }

  /** Takes in the short slices of a node. */
  #gather({ startNs, endNs, longestNs, busyNs }: TreeLevel, level: number, node: number, sliceCount: number): void {
    const piece = this.#piece;
    this.#makeWay(startNs[node]);
    piece[Piece.endNs] = endNs[node];
    piece[Piece.busyNs] += busyNs[node];
    this.#pieceCount += sliceCount;
    if (longestNs[node] > piece[Piece.longestNs]) {
      piece[Piece.longestNs] = longestNs[node];
      this.#longestLevel = level;
      this.#longestNode = node;
    }
  }

  /** What starts at `startNs` is to join the piece: ends it where that can't be, and begins another one then. */
  #makeWay(startNs: number): void {
    const piece = this.#piece;
    const { nsPerPixel } = this;
    if (this.#pieceCount > 0) {
      const isApart = startNs - piece[Piece.endNs] >= nsPerPixel;
      if (!isApart && startNs < piece[Piece.limitNs]) return;
      this.#endPiece(isApart ? piece[Piece.endNs] : startNs);
      if (isApart) this.#endRun();
    }
    piece[Piece.startNs] = startNs;
    piece[Piece.limitNs] = this.#pieces.endAfter(startNs);
    piece[Piece.busyNs] = 0;
    piece[Piece.longestNs] = -1;
  }

  /** Adds the piece to the run, or begins another one with it. It reaches up to where the next one begins. */
  #endPiece(nextNs: number): void {
    if (this.#pieceCount === 0) return;
    const { nsPerPixel } = this;
    const piece = this.#piece;
    const run = this.#run;
    const startNs = piece[Piece.startNs];
    const isNextNear = nextNs - piece[Piece.endNs] < nsPerPixel;
    const reachNs = Math.max(1, (isNextNear ? nextNs : piece[Piece.endNs]) - startNs);
    const colour = this.#longestColour();
    if (this.#runCount > 0) {
      const isSameStretch = startNs < run[Run.limitNs];
      // How dense less than a pixel is can't be seen.
      const isSeen = reachNs >= nsPerPixel && run[Run.reachNs] >= nsPerPixel;
      const [before, now] = [density(run[Run.busyNs] / run[Run.reachNs]), density(piece[Piece.busyNs] / reachNs)];
      const isSameHue = colour >> 4 === this.#runColour >> 4;
      if (!isSameStretch || !isSameHue || (isSeen && Math.abs(now - before) > DENSITY_STEP)) this.#endRun();
    }
    if (this.#runCount === 0) {
      run[Run.startNs] = startNs;
      run[Run.limitNs] = this.#runs.endAfter(startNs);
      run[Run.reachNs] = 0;
      run[Run.busyNs] = 0;
      run[Run.longestNs] = -1;
    }
    run[Run.endNs] = piece[Piece.endNs];
    run[Run.reachNs] += reachNs;
    run[Run.busyNs] += piece[Piece.busyNs];
    this.#runCount += this.#pieceCount;
    if (piece[Piece.longestNs] > run[Run.longestNs]) {
      run[Run.longestNs] = piece[Piece.longestNs];
      this.#runLongestLevel = this.#longestLevel;
      this.#runLongestNode = this.#longestNode;
      this.#runColour = colour;
    }
    this.#pieceCount = 0;
  }

  #longestColour(): number {
    if (this.#longestLevel === SLICES) return this.#colourOf(this.#longestNode);
    return this.part.nodeColours.of(this.#longestLevel, this.#longestNode, this.#colourOf);
  }

  /** Something of a pixel or more follows, or nothing. */
  #endRun(): void {
    if (this.#runCount === 0) return;
    const { found } = this;
    const run = this.#run;
    const at = found.next();
    found.startNs[at] = run[Run.startNs];
    found.endNs[at] = run[Run.endNs];
    found.busyNs[at] = run[Run.busyNs];
    found.sliceCount[at] = this.#runCount;
    const isSlice = this.#runLongestLevel === SLICES;
    const { levels } = this.part.index.tree;
    found.longest[at] = isSlice
      ? this.#runLongestNode
      : levels[this.#runLongestLevel - 1].longest[this.#runLongestNode];
    found.colour[at] = this.#runColour;
    this.#runCount = 0;
  }
}

/** Stretches of the same length, counted from time 0. */
class Stretches {
  /** A division for each piece would take as long as all else. */
  readonly #perNs: number;

  constructor(readonly lengthNs: number) {
    this.#perNs = 1 / lengthNs;
  }

  /** Where the stretch ends that this time is in. */
  endAfter(ns: number): number {
    return (Math.floor(ns * this.#perNs) + 1) * this.lengthNs;
  }
}

/** How dense slices look that are busy for this share. */
function density(share: number): number {
  return Math.max(LEAST_DENSITY, share);
}
