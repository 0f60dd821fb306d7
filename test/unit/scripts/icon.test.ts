import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { encodeIcns, encodeIco, icnsTypes } from '../../../scripts/lib/icon/containers.mjs';
import { draw, readDrawing } from '../../../scripts/lib/icon/drawing.mjs';
import { decodePng, encodePng } from '../../../scripts/lib/icon/png.mjs';
import { icoSizesPx, linuxSizesPx } from '../../../scripts/lib/icon/sizes.mjs';

const resources = new URL('../../../resources/', import.meta.url);
const svg = readFileSync(new URL('icon.svg', resources), 'utf8');
const drawing = readDrawing(svg);

function mostDifferent(left: Uint8Array, right: Uint8Array): number {
  return left.reduce((most, value, index) => Math.max(most, Math.abs(value - (right[index] ?? 0))), 0);
}

test('the icons of the packages are drawn from icon.svg: npm run icons', () => {
  const names = readdirSync(new URL('icons/', resources)).sort();
  expect(names).toEqual(linuxSizesPx.map((sizePx) => `${sizePx}x${sizePx}.png`).sort());
  for (const sizePx of [16, 32]) {
    const kept = decodePng(readFileSync(new URL(`icons/${sizePx}x${sizePx}.png`, resources)));
    const drawn = draw(drawing, sizePx);
    expect(kept.sizePx).toBe(sizePx);
    // Sums of fractions may be rounded otherwise by another processor.
    expect(mostDifferent(kept.rgba, drawn.rgba)).toBeLessThanOrEqual(1);
  }
  expect(readFileSync(new URL('../src-renderer/public/icon.svg', resources), 'utf8')).toBe(svg);
});

test('a rectangle covers what geometry says', () => {
  const [width, height, radius] = [20, 12, 5];
  const only = readDrawing(
    `<svg viewBox="0 0 32 32"><rect x="3.3" y="7.7" width="${width}" height="${height}" rx="${radius}" fill="#336699"/></svg>`,
  );
  const { rgba } = draw(only, 64);
  let covered = 0;
  const wrong: number[] = [];
  for (let at = 0; at < rgba.length; at += 4) {
    const [red, green, blue, alpha = 0] = rgba.subarray(at, at + 4);
    covered += alpha / 255;
    if (alpha > 0 && (red !== 0x33 || green !== 0x66 || blue !== 0x99)) wrong.push(at);
  }
  expect(wrong).toEqual([]);
  const area = width * height - (4 - Math.PI) * radius ** 2;
  expect(covered / 4).toBeCloseTo(area, 0);
  expect(Math.abs(covered / 4 - area) / area).toBeLessThan(0.004);
});

test('what is above hides what is below; a margin stays empty', () => {
  const two = readDrawing(
    '<svg viewBox="0 0 4 4"><rect width="4" height="4" fill="#ff0000"/><rect x="2" width="2" height="4" fill="#0000ff"/></svg>',
  );
  const { rgba } = draw(two, 4);
  expect([...rgba.subarray(0, 16)]).toEqual([255, 0, 0, 255, 255, 0, 0, 255, 0, 0, 255, 255, 0, 0, 255, 255]);
  const inset = draw(two, 8, 0.25).rgba;
  const alphaOf = (x: number, y: number) => inset[(y * 8 + x) * 4 + 3];
  expect([alphaOf(1, 4), alphaOf(2, 2), alphaOf(5, 5), alphaOf(6, 4)]).toEqual([0, 255, 255, 0]);
});

test('anything but rectangles is refused', () => {
  for (const element of [
    '<circle r="4"/>',
    '<path d="M0 0"/>',
    '<rect width="4" height="4" fill="red"/>',
    '<rect fill="#000000"/>',
  ]) {
    expect(() => readDrawing(`<svg viewBox="0 0 4 4">${element}</svg>`), element).toThrow('The icon');
  }
});

test('icons of Windows and macOS have each size where they say', () => {
  const pictures = icoSizesPx.map((sizePx) => ({
    sizePx,
    rgba: new Uint8Array(sizePx * sizePx * 4).map((_, index) => index * 7),
  }));
  const ico = encodeIco(pictures);
  expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, icoSizesPx.length]);
  for (const [index, sizePx] of icoSizesPx.entries()) {
    const entry = ico.subarray(6 + index * 16, 22 + index * 16);
    expect([entry[0], entry[1], entry.readUInt16LE(6)]).toEqual([sizePx % 256, sizePx % 256, 32]);
    const image = ico.subarray(entry.readUInt32LE(12), entry.readUInt32LE(12) + entry.readUInt32LE(8));
    if (sizePx === 256) {
      expect(mostDifferent(decodePng(image).rgba, pictures[index]!.rgba)).toBe(0);
    } else {
      // A bitmap of twice the height; its first row is the lowest, blue before red.
      expect([image.readInt32LE(4), image.readInt32LE(8)]).toEqual([sizePx, sizePx * 2]);
      const { rgba } = pictures[index]!;
      const lowest = rgba.subarray((sizePx - 1) * sizePx * 4 + (sizePx / 2) * 4);
      const at = 40 + (sizePx / 2) * 4;
      expect([...image.subarray(at, at + 4)]).toEqual([lowest[2], lowest[1], lowest[0], lowest[3]]);
      const maskBytes = Math.ceil(sizePx / 32) * 4 * sizePx;
      expect(image.length).toBe(40 + sizePx * sizePx * 4 + maskBytes);
    }
  }
  const small = { sizePx: 2, rgba: new Uint8Array(16).fill(7) };
  const icns = encodeIcns(() => small);
  expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).toEqual(['icns', icns.length]);
  const found = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) {
    found.push(icns.toString('latin1', at, at + 4));
    expect(icns.subarray(at + 8, at + icns.readUInt32BE(at + 4))).toEqual(encodePng(small));
  }
  expect(found).toEqual(icnsTypes.map(({ type }) => type));
});
