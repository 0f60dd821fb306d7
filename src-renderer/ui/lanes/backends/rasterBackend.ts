/** Fills a pixel buffer and puts it on the 2D canvas that the overlay is drawn on: the fastest way where there is no GPU. */
import { firstEndAfter, type Scene } from '../scene';
import type { TimelineBackend } from './backend';

/** Packed pixels of one picture, row after row. */
export interface PixelBuffer {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
}

/** Fills the canvas of `context` from its lower edge up; what is above that, and over it, is drawn by whoever has the context. */
export function createRasterBackend(context: CanvasRenderingContext2D): TimelineBackend {
  let image = context.createImageData(1, 1);
  let buffer = bufferOf(image);
  return {
    kind: 'raster',
    canvas: undefined,
    resize(width, height) {
      if (image.width === width && image.height === height) return;
      image = context.createImageData(width, height);
      buffer = bufferOf(image);
    },
    draw(scene, offsetX, offsetY, fixedHeight) {
      fillPixels(buffer, scene, offsetX, offsetY, fixedHeight);
      context.putImageData(image, 0, context.canvas.height - image.height);
    },
    dispose() {},
  };
}

function bufferOf(image: ImageData): PixelBuffer {
  return { width: image.width, height: image.height, pixels: new Uint32Array(image.data.buffer) };
}

/**
 * Draws the scene into the buffer; its top left pixel is the scene's (`offsetX`, `offsetY`), below `fixedHeight` pixels of the
 * bands that are not scrolled.
 */
export function fillPixels(buffer: PixelBuffer, scene: Scene, offsetX: number, offsetY: number, fixedHeight = 0): void {
  const fixedBands = fixedHeight > 0 ? scene.bandsAbove0 : 0;
  const fixedEnd = Math.min(buffer.height, fixedHeight);
  fillBands(buffer, scene, [0, fixedBands], [0, fixedEnd], offsetX, -fixedHeight);
  fillBands(buffer, scene, [fixedBands, scene.bandCount], [fixedEnd, buffer.height], offsetX, offsetY - fixedHeight);
}

type Span = readonly [from: number, end: number];

/** Fills the rows `minY` to `maxY` with these bands. A band's pixel row is made once and copied down; spots go on top. */
function fillBands(
  buffer: PixelBuffer,
  scene: Scene,
  [firstBand, endBand]: Span,
  [minY, maxY]: Span,
  offsetX: number,
  offsetY: number,
): void {
  const { width, pixels } = buffer;
  let filledTo = minY;
  for (let band = firstBand; band < endBand; band++) {
    const bandTop = scene.bandY[band] - offsetY;
    const top = Math.max(minY, bandTop);
    const bottom = Math.min(maxY, bandTop + scene.bandHeight[band]);
    if (top >= bottom) continue;
    if (top > filledTo) pixels.fill(scene.background, filledTo * width, top * width);
    filledTo = bottom;
    const fillBottom = Math.min(bottom, bandTop + scene.bandFillHeight[band]);
    if (fillBottom > top) {
      fillRow(buffer, scene, band, top, offsetX);
      const start = top * width;
      for (let y = top + 1; y < fillBottom; y++) pixels.copyWithin(y * width, start, start + width);
    }
    if (fillBottom < bottom) pixels.fill(scene.bandColour[band], Math.max(top, fillBottom) * width, bottom * width);
    if (scene.bandFirstSpot[band + 1] > scene.bandFirstSpot[band])
      fillSpots(buffer, scene, band, [minY, maxY], offsetX, offsetY);
  }
  if (filledTo < maxY) pixels.fill(scene.background, filledTo * width, maxY * width);
}

/** The pixel row `y` of the buffer: the band's background and its rectangles. */
function fillRow(buffer: PixelBuffer, scene: Scene, band: number, y: number, offsetX: number): void {
  const { width, pixels } = buffer;
  const { rectX, rectEnd, rectColour } = scene;
  const base = y * width;
  pixels.fill(scene.bandColour[band], base, base + width);
  const last = scene.bandFirstRect[band + 1];
  const first = firstEndAfter(rectEnd, scene.bandFirstRect[band], last, offsetX);
  for (let rect = first; rect < last; rect++) {
    const x = Math.max(0, rectX[rect] - offsetX);
    if (x >= width) break;
    const end = Math.min(width, rectEnd[rect] - offsetX);
    const colour = rectColour[rect];
    // `fill` costs more than it saves on a few pixels.
    if (end - x > 16) pixels.fill(colour, base + x, base + end);
    else for (let at = base + x; at < base + end; at++) pixels[at] = colour;
  }
}

function fillSpots(
  buffer: PixelBuffer,
  scene: Scene,
  band: number,
  [minY, maxY]: Span,
  offsetX: number,
  offsetY: number,
): void {
  const { width, pixels } = buffer;
  const { spotX, spotEnd, spotY, spotBottom, spotColour } = scene;
  const last = scene.bandFirstSpot[band + 1];
  for (let spot = scene.bandFirstSpot[band]; spot < last; spot++) {
    const end = Math.min(width, spotEnd[spot] - offsetX);
    const x = Math.max(0, spotX[spot] - offsetX);
    if (x >= end) continue;
    const top = Math.max(minY, spotY[spot] - offsetY);
    const bottom = Math.min(maxY, spotBottom[spot] - offsetY);
    const colour = spotColour[spot];
    for (let y = top; y < bottom; y++) {
      const base = y * width;
      if (end - x > 16) pixels.fill(colour, base + x, base + end);
      else for (let at = base + x; at < base + end; at++) pixels[at] = colour;
    }
  }
}
