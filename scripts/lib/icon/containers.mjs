import { encodePng } from './png.mjs';

/** @typedef {import('./drawing.mjs').Picture} Picture */

/** From this size on Windows reads PNG in its icons, below only bitmaps are sure to be read. */
const icoPngPx = 256;

/**
 * An icon of Windows with several sizes, of which the largest is 256.
 *
 * @param {readonly Picture[]} pictures
 */
export function encodeIco(pictures) {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  const images = pictures.map((picture) => (picture.sizePx < icoPngPx ? bitmap(picture) : encodePng(picture)));
  let offset = header.length;
  for (const [index, image] of images.entries()) {
    const at = 6 + 16 * index;
    // 0 stands for 256.
    const side = (pictures[index]?.sizePx ?? 0) % 256;
    header.set([side, side, 0, 0, 1, 0, 32, 0], at);
    header.writeUInt32LE(image.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += image.length;
  }
  return Buffer.concat([header, ...images]);
}

/**
 * A bitmap as it stands in an icon: its header has twice the height, since a mask of one bit a pixel follows, here of
 * zeros: alpha says all.
 *
 * @param {Picture} picture
 */
function bitmap({ sizePx, rgba }) {
  const header = Buffer.alloc(40);
  header.writeUInt32LE(40, 0);
  header.writeInt32LE(sizePx, 4);
  header.writeInt32LE(sizePx * 2, 8);
  header.writeUInt16LE(1, 12);
  header.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(sizePx * sizePx * 4);
  for (let pixel = 0; pixel < sizePx * sizePx; pixel++) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = rgba.subarray(pixel * 4, pixel * 4 + 4);
    // Rows from the bottom.
    const row = sizePx - 1 - Math.floor(pixel / sizePx);
    pixels.set([blue, green, red, alpha], (row * sizePx + (pixel % sizePx)) * 4);
  }
  const maskRowBytes = Math.ceil(sizePx / 32) * 4;
  return Buffer.concat([header, pixels, Buffer.alloc(maskRowBytes * sizePx)]);
}

/** Types of an icon of macOS that hold PNG, and their sizes; those with an @2x are for displays of twice the density. */
export const icnsTypes = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic13', 256],
  ['ic08', 256],
  ['ic14', 512],
  ['ic09', 512],
  ['ic10', 1024],
].map(([type, sizePx]) => ({ type: String(type), sizePx: Number(sizePx) }));

/**
 * An icon of macOS.
 *
 * @param {(sizePx: number) => Picture} pictureOf
 */
export function encodeIcns(pictureOf) {
  const parts = icnsTypes.map(({ type, sizePx }) => {
    const png = encodePng(pictureOf(sizePx));
    const head = Buffer.alloc(8);
    head.write(type, 0, 'latin1');
    head.writeUInt32BE(png.length + 8, 4);
    return Buffer.concat([head, png]);
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(body.length + 8, 4);
  return Buffer.concat([head, body]);
}
