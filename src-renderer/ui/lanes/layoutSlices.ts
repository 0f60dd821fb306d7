/** Rectangles of rows of slices and of folded lanes. Hot loops: nothing is allocated in them. */
import type { FoldedBusy } from '../../../src-contract';
import { busyLevels, type Palette, sliceColourIndex } from './palette';
import type { Scene } from './scene';
import { firstEndingAfter, type SliceColumns } from './slices';

/** What the layout of every row needs. Lengths in device pixels. */
export interface LayoutScale {
  readonly palette: Palette;
  readonly labelMinWidth: number;
  readonly gapFromWidth: number;
  /** Half the width of an instant's diamond. */
  readonly diamondRadius: number;
}

/** CSS pixels: narrower slices get no label. */
export const labelMinWidth = 30;
/** Slices at least this wide keep a gap of one pixel to a neighbour that touches them. */
const gapFromWidth = 4;
const diamondRadius = 3;

export function layoutScale(palette: Palette, pixelRatio: number): LayoutScale {
  const device = (cssPixels: number): number => Math.round(cssPixels * pixelRatio);
  return {
    palette,
    labelMinWidth: device(labelMinWidth),
    gapFromWidth: Math.max(gapFromWidth, device(gapFromWidth)),
    diamondRadius: device(diamondRadius),
  };
}

const topLevel = busyLevels - 1;
/** Something in a pixel is seen, however short: it counts as covering at least this much of it. */
const leastCoverage = 0.4;

function levelOf(coverage: number): number {
  if (coverage >= 1) return topLevel;
  return Math.round(topLevel * Math.max(coverage, leastCoverage));
}

/** One row: slices `first … end - 1` of the columns. `group` is told with each label. */
export interface SliceRow {
  readonly first: number;
  readonly end: number;
  readonly group: number;
  /** Runs (of `sliceCount` > 1) are of slices less than this apart; 0 where there are none. */
  readonly nsPerPixel: number;
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
  columns: SliceColumns,
  row: SliceRow,
  parity: number,
  scale: LayoutScale,
): void {
  const { startNs, endNs, sliceCount, busy, colour } = columns;
  const { originNs, pxPerNs, minX, maxX } = scene;
  const { slices } = scale.palette;
  const rowEnd = row.end;
  const first = firstEndingAfter(endNs, row.first, rowEnd, originNs + minX / pxPerNs);

  let previousEnd = minX - 1;
  let isPreviousWide = false;
  // The single pixel that later slices may blend into; no such pixel while `pixelCoverage` is negative.
  let pixelCoverage = -1;
  let pixelLongest = 0;
  let pixelHue = 0;

  for (let slice = first; slice < rowEnd; slice++) {
    const from = (startNs[slice] - originNs) * pxPerNs;
    if (from >= maxX) break;
    const to = (endNs[slice] - originNs) * pxPerNs;
    const nextNs = slice + 1 < rowEnd ? startNs[slice + 1] : Number.POSITIVE_INFINITY;
    // A run goes on to the next one across less than a pixel, as it does inside: there is no gap to be seen.
    const isRunOn = sliceCount[slice] > 1 && nextNs - endNs[slice] < row.nsPerPixel;
    const shownTo = isRunOn ? (nextNs - originNs) * pxPerNs : to;
    let x = from <= minX ? minX : Math.floor(from);
    let end = shownTo >= maxX ? maxX : Math.floor(shownTo);
    const isNarrow = end <= x;
    if (isNarrow) end = x + 1;
    if (x < previousEnd) x = previousEnd;
    const width = to - from;
    const hue = colour[slice];

    if (end <= x) {
      // All of it lies in the pixel before.
      if (pixelCoverage >= 0) {
        pixelCoverage += (width * busy[slice]) / 255;
        if (width > pixelLongest) {
          pixelLongest = width;
          pixelHue = hue;
        }
        scene.rectColour[scene.rectCount - 1] = slices[sliceColourIndex(parity, pixelHue, levelOf(pixelCoverage))];
      }
      continue;
    }

    const isSingle = sliceCount[slice] === 1;
    const isWide = isSingle && end - x >= scale.gapFromWidth;
    if (x === previousEnd) {
      if (isPreviousWide) scene.rectEnd[scene.rectCount - 1]--;
      else if (isWide) x++;
    }
    if (isNarrow) {
      pixelCoverage = (width * busy[slice]) / 255;
      pixelLongest = width;
      pixelHue = hue;
      if (isSingle && width === 0 && x - previousEnd > scale.diamondRadius) {
        const next = (nextNs - originNs) * pxPerNs;
        if (Math.min(next, maxX) - end > scale.diamondRadius)
          addDiamond(scene, x, slices[sliceColourIndex(parity, hue, topLevel)], scale);
      }
      // A slice of no length fills the pixel it stands in.
      const level = width === 0 ? topLevel : levelOf(pixelCoverage);
      scene.addRect(x, end, slices[sliceColourIndex(parity, hue, level)]);
    } else {
      pixelCoverage = end - x === 1 ? width : -1;
      pixelLongest = width;
      pixelHue = hue;
      const level = isSingle ? Math.round((topLevel * busy[slice]) / 255) : levelOf(busy[slice] / 255);
      scene.addRect(x, end, slices[sliceColourIndex(parity, hue, level)]);
      if (isSingle && level > 0 && end - x >= scale.labelMinWidth) scene.addLabel(x, end, slice, row.group);
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
