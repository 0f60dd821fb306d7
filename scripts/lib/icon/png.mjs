import { deflateSync, inflateSync } from 'node:zlib';

/** @typedef {import('./drawing.mjs').Picture} Picture */

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * A picture as PNG (ISO/IEC 15948): 8 bits of red, green, blue and alpha, no filters.
 *
 * @param {Picture} picture
 */
export function encodePng({ sizePx, rgba }) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(sizePx, 0);
  header.writeUInt32BE(sizePx, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const rowBytes = sizePx * 4;
  const rows = Buffer.alloc(sizePx * (1 + rowBytes));
  for (let row = 0; row < sizePx; row++) {
    rows.set(rgba.subarray(row * rowBytes, (row + 1) * rowBytes), row * (1 + rowBytes) + 1);
  }
  const data = deflateSync(rows, { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}

/**
 * The picture in a PNG that `encodePng` has made.
 *
 * @param {Buffer} png
 * @returns {Picture}
 */
export function decodePng(png) {
  const sizePx = png.readUInt32BE(16);
  const dataBytes = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + dataBytes));
  const rgba = new Uint8Array(sizePx * sizePx * 4);
  const rowBytes = sizePx * 4;
  for (let row = 0; row < sizePx; row++) {
    rgba.set(rows.subarray(row * (1 + rowBytes) + 1, (row + 1) * (1 + rowBytes)), row * rowBytes);
  }
  return { sizePx, rgba };
}

/**
 * @param {string} type
 * @param {Buffer} data
 */
function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/**
 * CRC-32 as PNG wants it. (`zlib.crc32` is not in Node 20.19.)
 *
 * @param {Buffer} bytes
 */
function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
