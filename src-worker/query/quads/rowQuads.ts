import { TREE_FANOUT_BITS } from '../../index/rankIndex';
import { AS_LANE, type PartView } from '../partView';
import { slicesTouching } from '../touching';
import type { FoundQuads } from './foundQuads';

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

/**
 * Nodes of 512 or 4096 slices are looked at slice by slice where there are no more of them to a pixel: the way to what is drawn
 * would be longer over their children. In larger ones so many may stand together that they are more than a view is wide.
 */
const FEW_A_PIXEL = 2;
const LEAST_SPARSE_LEVEL = 3;
const MOST_SPARSE_LEVEL = 4;

const SLICES = 0;
/** No time lies before it: nothing joins a piece or a run that has it as its limit. */
const CLOSED = Number.NEGATIVE_INFINITY;

/** Of a node that is gathered as what lies on either side of its gap. */
enum Half {
  none,
  /** The one in front of the gap comes next, */
  left,
  /** or the one behind it. */
  right,
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
  readonly #colourOf: (slice: number) => number;
  readonly #pixel: Float64Array;

  /** Quads go to `found`, behind what is there. */
  constructor(
    readonly part: PartView,
    readonly lane: number,
    readonly fromNs: number,
    readonly toNs: number,
    readonly nsPerPixel: number,
    readonly found: FoundQuads,
  ) {
    this.#pixel = Float64Array.of(nsPerPixel);
    const { name } = part.index.slices;
    this.#colourOf = (slice) => part.colour(name[slice], lane);
  }

  /**
   * A row of the lane; `isSliceBySlice`: without its tree. All in one function, for the sake of its many numbers: a view changes them a million times, and they
   * would be objects in fields, and loads and stores in a column. Each turn of the loop takes one slice or node and
   *
   *     ends the piece before, if this does not join it ── which joins the run before, or is a quad of its own
   *     └ a slice of a pixel or more is a quad; everything else begins a piece or joins the one that is there
   */
  visit(row: number, isSliceBySlice = false): void {
    const { part, found, lane } = this;
    // From a column it is a float64 from the start, and looked at as one.
    const pixelNs = this.#pixel[0];
    const { slices, rowFirstSlice, tree } = part.index;
    const touching = slicesTouching(part.index, row, this.fromNs, this.toNs);
    if (touching.first === touching.end) return;
    const rowFirst = rowFirstSlice[row] | 0;
    const rowCount = (rowFirstSlice[row + 1] - rowFirst) | 0;
    // Slices are counted from the row's first, as the tree does.
    const first = touching.first - rowFirst;
    const end = touching.end - rowFirst;
    const colourOf = this.#colourOf;
    const { startNs: sliceStartNs, durationNs: sliceNs, longEndNs, name } = slices;
    const { nodeColours, nameColours } = part;
    const nodeNs = NODE_PIXELS * pixelNs;
    const pieceNs = PIECE_PIXELS * pixelNs;
    const runNs = RUN_PIXELS * pixelNs;
    // A division for each piece would take as long as all else.
    const perPieceNs = 1 / pieceNs;
    const perRunNs = 1 / runNs;

    // The level at which the row has no more than eight nodes: from there on down.
    let top = 0;
    if (!isSliceBySlice) while (FANOUT << (TREE_FANOUT_BITS * top) < rowCount) top++;
    let level = top;
    let nodes = tree.levels[Math.max(0, level - 1)];
    let shapes = tree.shapes[Math.max(0, level - 1)];
    let firstNode = level === SLICES ? 0 : nodes.rowFirstNode[row] | 0;
    let shift = TREE_FANOUT_BITS * level;
    /** The next slice, or the first one of the next node. */
    let at = (first >>> shift) << shift;
    let half = Half.none;
    /** Slices before this one are looked at one by one. */
    let sparseEnd = 0;

    /** Gathered short slices; how many. The longest of them is in this node of this level, or is this slice. */
    let pieceStartNs = 0;
    let pieceEndNs = 0;
    let pieceLimitNs = CLOSED;
    let pieceBusyNs = 0;
    let pieceCount = 0;
    let pieceLongestNs = -1;
    let longestLevel = SLICES;
    let longestNode = 0;
    /** Gathered pieces, a quad once there are no more. Its reach is the sum of theirs, each up to where the next one begins. */
    let run = -1;
    let runEndNs = 0;
    let runLimitNs = CLOSED;
    let runReachNs = 0;
    let runBusyNs = 0;
    let runCount = 0;
    let runLongestNs = -1;
    let runLongestLevel = SLICES;
    let runLongest = 0;
    let runColour = 0;

    for (let isDone = false; !isDone; ) {
      /** What is next: a slice, a node, or half of one. */
      let startNs = Number.POSITIVE_INFINITY;
      let endNs = 0;
      let busyNs = 0;
      let longestNs = Number.POSITIVE_INFINITY;
      let count = 1;
      let ownLevel = level;
      let own = 0;
      let isAlone = false;
      if (at >= end) isDone = true;
      else if (level === SLICES) {
        if (pieceCount > 0) {
          // What joins the piece without more ado, up to the last slice of the node that is being looked into.
          const last = Math.min(end - 1, Math.max(at | (FANOUT - 1), sparseEnd - 1));
          for (; at < last; at++) {
            const next = rowFirst + at;
            const nextNs = sliceStartNs[next];
            const durationNs = sliceNs[next];
            // A long one is looked at as what comes next, whether or not it is a pixel wide.
            if (nextNs >= pieceLimitNs || nextNs - pieceEndNs >= pixelNs || durationNs >= pixelNs || durationNs < 0)
              break;
            pieceEndNs = nextNs + durationNs;
            pieceBusyNs += durationNs;
            pieceCount++;
            if (durationNs > pieceLongestNs) {
              pieceLongestNs = durationNs;
              longestLevel = SLICES;
              longestNode = next;
            }
          }
        }
        own = rowFirst + at;
        startNs = sliceStartNs[own];
        const ownNs = sliceNs[own];
        endNs = ownNs >= 0 ? startNs + ownNs : longEndNs[~ownNs];
        busyNs = endNs - startNs;
        longestNs = busyNs;
        at++;
      } else {
        if (pieceCount > 0 && half === Half.none) {
          // In the same way, nodes narrower than a pixel.
          const { startNs: nodeStartNs, endNs: nodeEndNs, busyNs: nodeBusyNs, longestNs: nodeLongestNs } = nodes;
          const step = 1 << shift;
          const last = Math.min(end - step, at | ((FANOUT - 1) << shift));
          for (; at < last; at += step) {
            const next = firstNode + (at >>> shift);
            const nextNs = nodeStartNs[next];
            const nextEndNs = nodeEndNs[next];
            if (nextNs >= pieceLimitNs || nextNs - pieceEndNs >= pixelNs || nextEndNs - nextNs >= pixelNs) break;
            pieceEndNs = nextEndNs;
            pieceBusyNs += nodeBusyNs[next];
            pieceCount += step;
            const nextLongestNs = nodeLongestNs[next];
            if (nextLongestNs > pieceLongestNs) {
              pieceLongestNs = nextLongestNs;
              longestLevel = level;
              longestNode = next;
            }
          }
        }
        own = firstNode + (at >>> shift);
        const nodeEnd = Math.min(rowCount, at + (1 << shift));
        startNs = nodes.startNs[own];
        endNs = nodes.endNs[own];
        const widthNs = endNs - startNs;
        count = nodeEnd - at;
        let isTaken = widthNs < pixelNs;
        if (!isTaken && half === Half.none) {
          longestNs = nodes.longestNs[own];
          const isFine = longestNs < pixelNs && shapes.gapNs[own] < pixelNs;
          if (isFine) {
            isTaken = widthNs < pieceNs;
            // Several pieces in one: it begins anew, and nothing joins it.
            if (!isTaken && widthNs < nodeNs && this.#isFlat(level, row, own)) {
              isTaken = true;
              isAlone = true;
            }
          }
          if (!isTaken && level > 1 && at >= first && nodeEnd <= end && this.#isSplit(level, own)) half = Half.left;
        }
        if (half !== Half.none) {
          const { gapStartNs, before, busyBeforeNs, otherLongest, otherLongestNs } = tree.splits[level - 2];
          const gapStart = gapStartNs[own];
          const isLeft: boolean = half === Half.left;
          const countBefore = before[own] | 0;
          const isOwn = isLeft === (nodes.longest[own] | 0) < rowFirst + at + countBefore;
          busyNs = isLeft ? busyBeforeNs[own] : nodes.busyNs[own] - busyBeforeNs[own];
          count = isLeft ? countBefore : count - countBefore;
          if (isLeft) endNs = gapStart;
          else startNs = gapStart + shapes.gapNs[own];
          longestNs = isOwn ? nodes.longestNs[own] : otherLongestNs[own];
          if (!isOwn) {
            ownLevel = SLICES;
            own = otherLongest[own] | 0;
          }
          half = isLeft ? Half.right : Half.none;
          if (!isLeft) at = nodeEnd;
        } else if (isTaken) {
          busyNs = nodes.busyNs[own];
          longestNs = nodes.longestNs[own];
          at = nodeEnd;
        } else {
          // The node alone decides that, so that panning changes nothing. In its longest gap there are none to be passed.
          const isSparse =
            level >= LEAST_SPARSE_LEVEL &&
            level <= MOST_SPARSE_LEVEL &&
            count * pixelNs < FEW_A_PIXEL * (widthNs - shapes.gapNs[own]);
          if (isSparse) {
            level = SLICES;
            shift = 0;
            sparseEnd = nodeEnd;
          } else {
            level--;
            shift -= TREE_FANOUT_BITS;
          }
          if (level !== SLICES) {
            nodes = tree.levels[level - 1];
            shapes = tree.shapes[level - 1];
            firstNode = nodes.rowFirstNode[row] | 0;
          }
          if (at < first) at = (first >>> shift) << shift;
          continue;
        }
      }

      const isWide = longestNs >= pixelNs;
      const isNear = startNs - pieceEndNs < pixelNs;
      if (pieceCount > 0 && (!isNear || isWide || isAlone || startNs >= pieceLimitNs)) {
        const reachNs = Math.max(1, (isNear ? startNs : pieceEndNs) - pieceStartNs);
        let colour = 0;
        if (longestLevel === SLICES) {
          colour = nameColours[name[longestNode]];
          // Not known yet, or as the lane: that is for others to say.
          if (colour >= AS_LANE) colour = part.colour(name[longestNode], lane);
        } else colour = nodeColours.of(longestLevel, longestNode, colourOf);
        const isJoined =
          pieceStartNs < runLimitNs &&
          colour >> 4 === runColour >> 4 &&
          // How dense less than a pixel is can't be seen.
          (reachNs < pixelNs ||
            runReachNs < pixelNs ||
            Math.abs(
              Math.max(LEAST_DENSITY, pieceBusyNs / reachNs) - Math.max(LEAST_DENSITY, runBusyNs / runReachNs),
            ) <= DENSITY_STEP);
        if (!isJoined) {
          if (run >= 0) {
            found.endNs[run] = runEndNs;
            found.busyNs[run] = runBusyNs;
            found.sliceCount[run] = runCount;
            found.colour[run] = runColour;
            found.longest[run] =
              runLongestLevel === SLICES ? runLongest : tree.levels[runLongestLevel - 1].longest[runLongest];
          }
          run = found.next();
          found.startNs[run] = pieceStartNs;
          runLimitNs = (Math.floor(pieceStartNs * perRunNs) + 1) * runNs;
          runReachNs = 0;
          runBusyNs = 0;
          runCount = 0;
          runLongestNs = -1;
        }
        runEndNs = pieceEndNs;
        runReachNs += reachNs;
        runBusyNs += pieceBusyNs;
        runCount += pieceCount;
        if (pieceLongestNs > runLongestNs) {
          runLongestNs = pieceLongestNs;
          runLongestLevel = longestLevel;
          runLongest = longestNode;
          runColour = colour;
        }
        if (!isNear || isWide) runLimitNs = CLOSED;
        pieceCount = 0;
      }
      if (isDone) break;
      if (isWide) {
        // Only a slice is, and nothing joins it: the piece before it has closed the run. So it is a quad, as are those behind it
        // in the node that are as wide.
        const last = Math.min(end - 1, Math.max((at - 1) | (FANOUT - 1), sparseEnd - 1));
        for (;;) {
          let colour = nameColours[name[own]];
          if (colour >= AS_LANE) colour = part.colour(name[own], lane);
          const quad = found.next();
          found.startNs[quad] = startNs;
          found.endNs[quad] = endNs;
          found.busyNs[quad] = busyNs;
          found.sliceCount[quad] = 1;
          found.longest[quad] = own;
          found.colour[quad] = colour;
          if (at > last) break;
          own = rowFirst + at;
          busyNs = sliceNs[own];
          // A long one, which is less than 0, is looked at as what comes next.
          if (busyNs < pixelNs) break;
          startNs = sliceStartNs[own];
          endNs = startNs + busyNs;
          at++;
        }
      } else {
        if (pieceCount === 0) {
          pieceStartNs = startNs;
          pieceLimitNs = isAlone ? CLOSED : (Math.floor(startNs * perPieceNs) + 1) * pieceNs;
          pieceBusyNs = 0;
          pieceLongestNs = -1;
        }
        pieceEndNs = endNs;
        pieceBusyNs += busyNs;
        pieceCount += count;
        if (longestNs > pieceLongestNs) {
          pieceLongestNs = longestNs;
          longestLevel = ownLevel;
          longestNode = own;
        }
      }

      // Up again where a node has come to its end.
      if (level < top && half === Half.none && at >= sparseEnd && (at & ((FANOUT << shift) - 1)) === 0) {
        while (level < top && (at & ((FANOUT << shift) - 1)) === 0) {
          level++;
          shift += TREE_FANOUT_BITS;
        }
        nodes = tree.levels[level - 1];
        shapes = tree.shapes[level - 1];
        firstNode = nodes.rowFirstNode[row] | 0;
      }
    }
    if (run < 0) return;
    found.endNs[run] = runEndNs;
    found.busyNs[run] = runBusyNs;
    found.sliceCount[run] = runCount;
    found.colour[run] = runColour;
    found.longest[run] = runLongestLevel === SLICES ? runLongest : tree.levels[runLongestLevel - 1].longest[runLongest];
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

  /** The children of the node look alike. */
  #isFlat(level: number, row: number, node: number): boolean {
    const { tree } = this.part.index;
    const { leastBusy, mostBusy } = tree.shapes[level - 1];
    const { startNs, endNs } = tree.levels[level - 1];
    // The narrower the node is, the more its children may differ before anything is seen of it.
    const narrowness = (NODE_PIXELS * this.nsPerPixel) / (endNs[node] - startNs[node]);
    const least = Math.max(LEAST_DENSITY, leastBusy[node] / 255);
    const most = Math.max(LEAST_DENSITY, mostBusy[node] / 255);
    const isEven = most - least <= DENSITY_STEP * narrowness;
    return isEven && !this.part.nodeColours.areMixed(level, row, node, this.#colourOf);
  }
}
