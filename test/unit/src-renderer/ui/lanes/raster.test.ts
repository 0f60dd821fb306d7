import { describe, expect, it } from 'vitest';
import { fillPixels, type PixelBuffer } from '../../../../../src-renderer/ui/lanes/backends/rasterBackend';
import { Scene } from '../../../../../src-renderer/ui/lanes/scene';
import { sceneSvg } from '../../../../../src-renderer/ui/lanes/sceneSvg';
import { random } from '../../../../fixtures/syntheticTrace';

/** The plainest way to draw a scene: every pixel of everything, in order. */
function paintPlainly(scene: Scene, width: number, height: number, offsetX: number, offsetY: number): Uint32Array {
  const pixels = new Uint32Array(width * height).fill(scene.background);
  const paint = (x: number, end: number, y: number, bottom: number, colour: number): void => {
    for (let row = y - offsetY; row < bottom - offsetY; row++) {
      for (let column = x - offsetX; column < end - offsetX; column++) {
        if (row >= 0 && row < height && column >= 0 && column < width) pixels[row * width + column] = colour;
      }
    }
  };
  for (let band = 0; band < scene.bandCount; band++) {
    const y = scene.bandY[band];
    paint(offsetX, offsetX + width, y, y + scene.bandHeight[band], scene.bandColour[band]);
    for (let rect = scene.bandFirstRect[band]; rect < scene.bandFirstRect[band + 1]; rect++) {
      paint(scene.rectX[rect], scene.rectEnd[rect], y, y + scene.bandFillHeight[band], scene.rectColour[rect]);
    }
    for (let spot = scene.bandFirstSpot[band]; spot < scene.bandFirstSpot[band + 1]; spot++) {
      const { spotX, spotEnd, spotY, spotBottom, spotColour } = scene;
      paint(spotX[spot], spotEnd[spot], spotY[spot], spotBottom[spot], spotColour[spot]);
    }
  }
  return pixels;
}

function randomScene(seed: number): Scene {
  const next = random(seed);
  const upTo = (most: number): number => Math.floor(next() * most);
  const scene = new Scene();
  scene.clear();
  scene.background = 1;
  let y = upTo(20) - 30;
  for (let band = 0; band < 12; band++) {
    const height = 1 + upTo(15);
    scene.addBand(y, height, upTo(height + 1), 100 + band);
    for (let x = -40 + upTo(20); x < 120; ) {
      const end = x + 1 + upTo(30);
      scene.addRect(x, end, 1000 + x);
      x = end + upTo(3);
    }
    // More than are filled together, now and then.
    for (let spot = upTo(5) === 0 ? 150 : upTo(4); spot > 0; spot--) {
      const x = upTo(100) - 20;
      const top = y + upTo(height);
      scene.addSpot(x, x + 1 + upTo(25), top, top + 1 + upTo(y + height - top), 5000 + spot);
    }
    y += height + (upTo(5) === 0 ? 3 : 0);
  }
  return scene;
}

/** Fills the paths of an SVG, all of rectangles, in their order. */
function paintPaths(svg: string, width: number, height: number): Uint32Array {
  const pixels = new Uint32Array(width * height).fill(0xdead);
  for (const [, colour, path] of svg.matchAll(/<path fill="#([0-9a-f]{6})" d="([^"]*)"\/>/g)) {
    // Packed with the red in the lowest byte.
    const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    for (const [, ...sides] of path.matchAll(/M(\d+) (\d+)H(\d+)V(\d+)H\d+Z/g)) {
      const [x, top, end, bottom] = sides.map(Number);
      for (let y = top; y < bottom; y++) pixels.fill(red + green * 256 + blue * 65536, y * width + x, y * width + end);
    }
  }
  return pixels;
}

describe('as SVG', () => {
  it('equals the pixel buffer, with bands above 0 and without', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const scene = randomScene(seed);
      if (seed % 2 === 0) {
        const down = scene.bandY[3];
        scene.bandY = scene.bandY.map((y) => y - down);
        scene.spotY = scene.spotY.map((y) => y - down);
        scene.spotBottom = scene.spotBottom.map((y) => y - down);
      }
      const fixedHeight = seed % 2 === 0 ? -scene.bandY[0] : 0;
      const [offsetX, offsetY] = [seed - 20, seed % 30];
      const buffer: PixelBuffer = { width: 64, height: 48, pixels: new Uint32Array(64 * 48) };
      fillPixels(buffer, scene, offsetX, offsetY, fixedHeight);
      const svg = sceneSvg(scene, { offsetX, offsetY, fixedHeight, width: 64, height: 48 });
      expect(paintPaths(svg, 64, 48)).toEqual(buffer.pixels);
    }
  });
});

describe('the pixel buffer', () => {
  it('equals what painting every pixel gives, wherever the view stands', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const scene = randomScene(seed);
      const next = random(seed + 1000);
      const offsetX = Math.floor(next() * 80) - 40;
      const offsetY = Math.floor(next() * 80) - 40;
      const buffer: PixelBuffer = { width: 64, height: 48, pixels: new Uint32Array(64 * 48).fill(0xdead) };
      fillPixels(buffer, scene, offsetX, offsetY);
      expect(buffer.pixels).toEqual(paintPlainly(scene, 64, 48, offsetX, offsetY));
    }
  });

  it('bands above 0 stay where they are, and others end where these do', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const scene = randomScene(seed);
      const down = scene.bandY[3];
      scene.bandY = scene.bandY.map((y) => y - down);
      scene.spotY = scene.spotY.map((y) => y - down);
      scene.spotBottom = scene.spotBottom.map((y) => y - down);
      const fixedHeight = -scene.bandY[0];
      const [offsetX, offsetY] = [seed - 20, seed % 30];
      const buffer: PixelBuffer = { width: 64, height: 48, pixels: new Uint32Array(64 * 48).fill(0xdead) };
      fillPixels(buffer, scene, offsetX, offsetY, fixedHeight);
      const fixed = paintPlainly(scene, 64, 48, offsetX, -fixedHeight);
      const scrolled = paintPlainly(scene, 64, 48, offsetX, offsetY - fixedHeight);
      const end = 64 * Math.min(48, fixedHeight);
      expect(buffer.pixels.subarray(0, end)).toEqual(fixed.subarray(0, end));
      expect(buffer.pixels.subarray(end)).toEqual(scrolled.subarray(end));
    }
  });
});
