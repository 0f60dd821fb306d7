/** Rectangles of rows of slices and of folded lanes. Hot loops: nothing is allocated in them. */
import type { FoldedBusy } from '../../src-contract';
import { type DataWindow, firstQuadEndingAfter, type LaneData, quadsOfRow } from './dataWindow';
import { busyLevels, type Palette, sliceColourIndex } from './palette';
import type { Scene } from './scene';

/** What the layout of every row needs. Lengths in device pixels. */
export interface LayoutScale {
  readonly palette: Palette;
  readonly labelMinWidth: number;
  readonly gapFromWidth: number;
  /** Half the width of an instant's diamond. */
  readonly diamondRadius: number;
}

const topLevel = busyLevels - 1;
/** Something in a pixel is seen, however short: it counts as covering at least this much of it. */
const leastCoverage = 0.4;

function levelOf(coverage: number): number {
  if (coverage >= 1) return topLevel;
  return Math.round(topLevel * Math.max(coverage, leastCoverage));
}

/**
 * Fills one row of slices into the scene's last band.
 *
 * Both ends of a slice are rounded down, so neighbours that touch in time touch in pixels. A slice narrower than a pixel
 * takes one; what else begins in that pixel is blended into it or gives way to it. Where two slices touch and one of them
 * is wide, it gives up a pixel, so that they are told apart.
 *
 *   time    |  A      |B|C     |D|E|F|
 *   pixels  AAAAAAAA. B CCCCC. d          B narrower than a pixel; D, E and F share one
 */
export function layoutSliceRow(
  scene: Scene,
  data: DataWindow,
  lane: LaneData,
  row: number,
  parity: number,
  scale: LayoutScale,
): void {
  const { first: rowFirst, end: rowEnd } = quadsOfRow(lane, row);
  if (rowFirst === rowEnd) return;
  const { startNs, endNs, sliceCount, busy, colour } = data.quads;
  const { originNs, pxPerNs, minX, maxX } = scene;
  const { slices } = scale.palette;
  const first = firstQuadEndingAfter(endNs, rowFirst, rowEnd, originNs + minX / pxPerNs);
  const rank = lane.quads.rank;

  let previousEnd = minX - 1;
  let isPreviousWide = false;
  // The single pixel that later slices may blend into; no such pixel while `pixelCoverage` is negative.
  let pixelCoverage = -1;
  let pixelLongest = 0;
  let pixelHue = 0;

  for (let quad = first; quad < rowEnd; quad++) {
    const from = (startNs[quad] - originNs) * pxPerNs;
    if (from >= maxX) break;
    const to = (endNs[quad] - originNs) * pxPerNs;
    let x = from <= minX ? minX : Math.floor(from);
    let end = to >= maxX ? maxX : Math.floor(to);
    const isNarrow = end <= x;
    if (isNarrow) end = x + 1;
    if (x < previousEnd) x = previousEnd;
    const width = to - from;
    const hue = colour[quad];

    if (end <= x) {
      // All of it lies in the pixel before.
      if (pixelCoverage >= 0) {
        pixelCoverage += (width * busy[quad]) / 255;
        if (width > pixelLongest) {
          pixelLongest = width;
          pixelHue = hue;
        }
        scene.rectColour[scene.rectCount - 1] = slices[sliceColourIndex(parity, pixelHue, levelOf(pixelCoverage))];
      }
      continue;
    }

    const isSingle = sliceCount[quad] === 1;
    const isWide = isSingle && end - x >= scale.gapFromWidth;
    if (x === previousEnd) {
      if (isPreviousWide) scene.rectEnd[scene.rectCount - 1]--;
      else if (isWide) x++;
    }
    if (isNarrow) {
      pixelCoverage = (width * busy[quad]) / 255;
      pixelLongest = width;
      pixelHue = hue;
      if (isSingle && width === 0 && x - previousEnd > scale.diamondRadius) {
        const next = quad + 1 < rowEnd ? (startNs[quad + 1] - originNs) * pxPerNs : maxX;
        if (next - end > scale.diamondRadius)
          addDiamond(scene, x, slices[sliceColourIndex(parity, hue, topLevel)], scale);
      }
      // A slice of no length fills the pixel it stands in.
      const level = width === 0 ? topLevel : levelOf(pixelCoverage);
      scene.addRect(x, end, slices[sliceColourIndex(parity, hue, level)]);
    } else {
      pixelCoverage = end - x === 1 ? width : -1;
      pixelLongest = width;
      pixelHue = hue;
      scene.addRect(x, end, slices[sliceColourIndex(parity, hue, isSingle ? topLevel : levelOf(busy[quad] / 255))]);
      if (isSingle && end - x >= scale.labelMinWidth) scene.addLabel(x, end, quad, rank);
    }
    previousEnd = end;
    isPreviousWide = isWide;
  }
}

/** A diamond in the middle of the last band, around the pixel column `x`. */
function addDiamond(scene: Scene, x: number, colour: number, scale: LayoutScale): void {
  const band = scene.bandCount - 1;
  const middle = scene.bandY[band] + (scene.bandFillHeight[band] >> 1);
  const radius = Math.min(scale.diamondRadius, (scene.bandFillHeight[band] >> 1) - 1);
  for (let dy = -radius; dy <= radius; dy++) {
    const half = radius - Math.abs(dy);
    if (half > 0) scene.addSpot(x - half, x + half + 1, middle + dy, middle + dy + 1, colour);
  }
}

/** Fills the last band with where a folded lane or group is busy; pixels that are alike become one rectangle. */
export function layoutFoldedBusy(scene: Scene, folded: FoldedBusy, parity: number, palette: Palette): void {
  const { originNs, pxPerNs, minX, maxX } = scene;
  const { busy, colour } = folded;
  const binWidth = folded.nsPerPixel * pxPerNs;
  const base = (folded.startNs - originNs) * pxPerNs;
  const firstBin = Math.max(0, Math.floor((minX - base) / binWidth));
  const endBin = Math.min(busy.length, Math.ceil((maxX - base) / binWidth));

  let runX = 0;
  let runEnd = 0;
  let runColour = 0;
  let pixelX = minX - 1;
  let pixelBusy = 0;
  for (let bin = firstBin; bin < endBin; bin++) {
    if (busy[bin] === 0) continue;
    const x = Math.max(minX, Math.floor(base + bin * binWidth));
    const end = Math.min(maxX, Math.max(x + 1, Math.floor(base + (bin + 1) * binWidth)));
    // Several bins in one pixel: the busiest one is drawn.
    if (x === pixelX && busy[bin] <= pixelBusy) continue;
    const packed = palette.slices[sliceColourIndex(parity, colour[bin], levelOf(busy[bin] / 255))];
    if (x === pixelX) {
      // Replaces the pixel at the end of the run.
      if (runEnd - 1 > runX && packed !== runColour) {
        scene.addRect(runX, runEnd - 1, runColour);
        runX = runEnd - 1;
      }
      runColour = packed;
      runEnd = Math.max(runEnd, end);
    } else if (x === runEnd && packed === runColour) {
      runEnd = end;
    } else {
      if (runEnd > runX) scene.addRect(runX, runEnd, runColour);
      runX = x;
      runEnd = end;
      runColour = packed;
    }
    pixelX = end - 1;
    pixelBusy = end - x === 1 ? busy[bin] : 255;
  }
  if (runEnd > runX) scene.addRect(runX, runEnd, runColour);
}
