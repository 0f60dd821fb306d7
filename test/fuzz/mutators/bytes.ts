import type { Random } from '../../fixtures/random';
import type { Mutator } from '../format';

/** Of any file: single bytes and spans of them. */

export function replaced(bytes: Buffer, from: number, to: number, instead: Uint8Array | string): Buffer {
  const middle = typeof instead === 'string' ? Buffer.from(instead, 'latin1') : instead;
  return Buffer.concat([bytes.subarray(0, from), middle, bytes.subarray(to)]);
}

/** A span of at most `most` bytes; empty for no bytes. */
export function someSpan(bytes: Buffer, random: Random, most = 2000): readonly [from: number, to: number] {
  if (bytes.length === 0) return [0, 0];
  const from = random.integer(0, bytes.length - 1);
  // Short ones more often: they leave more of what is around them.
  const length = Math.ceil(most ** random.next());
  return [from, Math.min(bytes.length, from + length)];
}

const ODD_BYTES = [0x00, 0x01, 0x09, 0x0a, 0x0d, 0x1b, 0x20, 0x22, 0x2c, 0x5c, 0x7f, 0x80, 0xc0, 0xfe, 0xff];

function withBytes(bytes: Buffer, random: Random, most: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  if (copy.length === 0) return copy;
  for (let left = random.integer(1, most); left > 0; left--) {
    const at = random.integer(0, copy.length - 1);
    copy[at] = change(copy[at]);
  }
  return copy;
}

export const byteMutators: readonly Mutator[] = [
  {
    name: 'bits flipped',
    change: (bytes, random) => withBytes(bytes, random, 8, (byte) => byte ^ (1 << random.integer(0, 7))),
  },
  { name: 'bytes set', change: (bytes, random) => withBytes(bytes, random, 20, () => random.integer(0, 255)) },
  { name: 'odd bytes set', change: (bytes, random) => withBytes(bytes, random, 4, () => random.pick(ODD_BYTES)) },
  {
    name: 'bytes put in',
    change: (bytes, random) => {
      const [at] = someSpan(bytes, random);
      const what = Buffer.from(Array.from({ length: random.integer(1, 8) }, () => random.pick(ODD_BYTES)));
      return replaced(bytes, at, at, what);
    },
  },
  { name: 'span taken out', change: (bytes, random) => replaced(bytes, ...someSpan(bytes, random), '') },
  {
    name: 'span overwritten',
    change: (bytes, random) => {
      const [from, to] = someSpan(bytes, random, 600);
      return replaced(bytes, from, to, Buffer.alloc(to - from, random.pick([0, 0xff, 0x20, 0x30, 0x41])));
    },
  },
  {
    name: 'span repeated',
    change: (bytes, random) => {
      const [from, to] = someSpan(bytes, random, 400);
      const times = random.integer(1, random.chance(0.1) ? 200 : 3);
      return replaced(bytes, to, to, Buffer.concat(Array.from({ length: times }, () => bytes.subarray(from, to))));
    },
  },
  {
    name: 'span moved',
    change: (bytes, random) => {
      const [from, to] = someSpan(bytes, random);
      const span = Buffer.from(bytes.subarray(from, to));
      const rest = replaced(bytes, from, to, '');
      const at = random.integer(0, rest.length);
      return replaced(rest, at, at, span);
    },
  },
  { name: 'cut at the end', change: (bytes, random) => bytes.subarray(0, random.integer(0, bytes.length)) },
  {
    name: 'cut at the start',
    change: (bytes, random) => bytes.subarray(random.integer(0, Math.min(200, bytes.length))),
  },
];
