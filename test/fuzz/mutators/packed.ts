import { gzipSync } from 'node:zlib';
import type { Random } from '../../fixtures/random';
import type { Mutator } from '../format';
import { replaced } from './bytes';
import { ODD_TEXTS } from './text';

/** Of gzip and zip files: headers, sizes, names, sums. */

const ODD_WORDS = [0, 1, 2, 8, 9, 0x7f, 0x100, 0xfff, 0x7fff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xffffffff];

/** Fields after their record's signature: offset and bytes. PKWARE's appnote 6.3, §4.3. */
const ZIP_RECORDS: readonly { readonly signature: number; readonly fields: readonly (readonly [number, number])[] }[] =
  [
    {
      signature: 0x04034b50,
      fields: [
        [4, 2],
        [6, 2],
        [8, 2],
        [14, 4],
        [18, 4],
        [22, 4],
        [26, 2],
        [28, 2],
      ],
    },
    {
      signature: 0x02014b50,
      fields: [
        [6, 2],
        [8, 2],
        [10, 2],
        [16, 4],
        [20, 4],
        [24, 4],
        [28, 2],
        [30, 2],
        [32, 2],
        [42, 4],
      ],
    },
    {
      signature: 0x06054b50,
      fields: [
        [4, 2],
        [6, 2],
        [8, 2],
        [10, 2],
        [12, 4],
        [16, 4],
        [20, 2],
      ],
    },
  ];

function signatureBytes(signature: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(signature);
  return bytes;
}

function recordsIn(bytes: Buffer, signature: number): readonly number[] {
  const wanted = signatureBytes(signature);
  const found: number[] = [];
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, at + 4)) found.push(at);
  return found;
}

function onZip(name: string, change: (bytes: Buffer, random: Random) => Buffer): Mutator {
  return { name, change: (bytes, random) => (bytes[0] === 0x50 ? change(bytes, random) : bytes) };
}

function onGzip(name: string, change: (bytes: Buffer, random: Random) => Buffer): Mutator {
  return { name, change: (bytes, random) => (bytes[0] === 0x1f && bytes.length > 18 ? change(bytes, random) : bytes) };
}

function withWord(bytes: Buffer, at: number, length: number, random: Random): Buffer {
  const copy = Buffer.from(bytes);
  if (at + length > copy.length) return copy;
  const old = copy.readUIntLE(at, length);
  const odd = random.chance(0.5) ? random.pick(ODD_WORDS) : Math.max(0, old + random.integer(-3, 3));
  copy.writeUIntLE(odd % 2 ** (8 * length), at, length);
  return copy;
}

export const packedMutators: readonly Mutator[] = [
  onZip('field of a record', (bytes, random) => {
    const { signature, fields } = random.pick(ZIP_RECORDS);
    const records = recordsIn(bytes, signature);
    if (records.length === 0) return bytes;
    const [offset, length] = random.pick(fields);
    return withWord(bytes, random.pick(records) + offset, length, random);
  }),
  onZip('name', (bytes, random) => {
    const records = recordsIn(bytes, 0x02014b50);
    if (records.length === 0) return bytes;
    const copy = Buffer.from(bytes);
    // Of the same length, so that nothing moves.
    const name = random.pick([
      ...ODD_TEXTS,
      '../../x.json',
      '/etc/passwd',
      '\x1b[2J.json',
      'a/',
      'C:\\x.json',
      '.json.gz',
    ]);
    Buffer.from(name.padEnd(4, '_'), 'latin1').copy(copy, Math.min(copy.length, random.pick(records) + 46));
    return copy;
  }),
  onZip('something before it', (bytes, random) =>
    Buffer.concat([Buffer.alloc(random.pick([1, 100, 5000]), 0x50), bytes]),
  ),
  onZip('record repeated', (bytes, random) => {
    const { signature } = random.pick(ZIP_RECORDS);
    const [at] = recordsIn(bytes, signature);
    return at === undefined ? bytes : replaced(bytes, at, at, bytes.subarray(at, at + 60));
  }),
  onZip('comment', (bytes, random) => Buffer.concat([bytes, Buffer.alloc(random.pick([1, 22, 40_000]), 0x06)])),
  onGzip('header', (bytes, random) => withWord(bytes, random.integer(2, 9), 1, random)),
  onGzip('sum or size', (bytes, random) => withWord(bytes, bytes.length - random.pick([4, 8]), 4, random)),
  onGzip('another member', (bytes, random) =>
    Buffer.concat([
      bytes,
      random.pick([gzipSync('[]'), gzipSync(''), bytes, Buffer.from('garbage'), Buffer.alloc(500)]),
    ]),
  ),
  onGzip('member cut', (bytes, random) => bytes.subarray(0, bytes.length - random.integer(1, 20))),
  onGzip('packed twice', (bytes) => gzipSync(bytes)),
];
