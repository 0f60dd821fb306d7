/** Damaged zip files: each ends in a sentence, with what could be unpacked of it, and in nothing else. */
import { setTimeout } from 'node:timers/promises';
import { gunzipSync, gzipSync, inflateRawSync, constants as zlib } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { openByteSource, UnpackError } from '../../../../src-worker/files/byteSource';
import { unreadable } from '../../../../src-worker/files/unreadable';
import { temporaryFile } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { writeZip } from '../../../fuzz/inputs/zipWriter';

const random = new Random(3);
const text = Buffer.from(Array.from({ length: 300_000 }, () => random.integer(0x20, 0x5f)));

/** What came out, and the sentence or the damage that it ended with; `pauseMs`: before each block that is taken. */
async function outcomeOf(zip: Buffer, pauseMs = 0): Promise<{ readonly bytes: Buffer; readonly end: unknown }> {
  const blocks: Uint8Array[] = [];
  try {
    const source = openByteSource(temporaryFile('a.zip', zip));
    for (;;) {
      const block = new Uint8Array(1 << 20);
      if (pauseMs > 0) await setTimeout(pauseMs);
      const length = await source.fill(block, 0);
      if (length === 0) return { bytes: Buffer.concat(blocks), end: undefined };
      blocks.push(block.subarray(0, length));
    }
  } catch (error) {
    const end = error instanceof UnpackError ? `${error.format}-${error.kind}` : unreadable(undefined, error).message;
    return { bytes: Buffer.concat(blocks), end };
  }
}

function changed(zip: Buffer, change: (zip: Buffer, directoryAt: number) => void): Buffer {
  const copy = Buffer.from(zip);
  change(copy, copy.indexOf(Buffer.from([0x50, 0x4b, 1, 2])));
  return copy;
}

const plain = writeZip([{ name: 'a.json', bytes: text }]);
const stored = writeZip([{ name: 'a.json', bytes: text, isStored: true }]);

test.each([
  ['packed', plain],
  ['stored', stored],
  ['with a gzip', writeZip([{ name: 'a.json.gz', bytes: gzipSync(text) }])],
])('%s, and whole', async (_name, zip) => {
  const { bytes, end } = await outcomeOf(zip);
  expect(end).toBeUndefined();
  expect(bytes.equals(text)).toBe(true);
});

describe('a sentence, and nothing is unpacked', () => {
  test.each([
    [
      'a name longer than the directory',
      changed(plain, (zip, at) => zip.writeUInt16LE(0xffff, at + 28)),
      'a name in it runs past its end',
    ],
    [
      'a local name longer than the file',
      changed(stored, (zip) => zip.writeUInt16LE(0xffff, 26)),
      'the data of a.json in it run past its end',
    ],
    [
      'data longer than the file',
      changed(plain, (zip, at) => zip.writeUInt32LE(0x7fffffff, at + 20)),
      'the data of a.json in it run past its end',
    ],
    [
      'a header elsewhere',
      changed(plain, (zip, at) => zip.writeUInt32LE(7, at + 42)),
      'the header of a.json in it is damaged',
    ],
    [
      'a directory elsewhere',
      changed(plain, (zip) => zip.writeUInt32LE(0xfffffff0, zip.length - 6)),
      'it is incomplete',
    ],
    ['cut off', plain.subarray(0, plain.length - 100), 'it is incomplete, without a directory at its end'],
    [
      'a file that leads out',
      writeZip([{ name: '../../../../tmp/evil.json', bytes: text }]),
      'unpacked outside of its folder (../../../../tmp/evil.json)',
    ],
    [
      'backslashes that lead out',
      writeZip([{ name: 'a\\..\\..\\evil.json', bytes: text }]),
      'unpacked outside of its folder',
    ],
    [
      'an empty file',
      writeZip([{ name: 'a.json', bytes: Buffer.alloc(0), isStored: true }]),
      'all files in it are empty',
    ],
    [
      'a folder alone',
      writeZip([{ name: 'a/', bytes: Buffer.alloc(0), isStored: true }]),
      'it holds no file that can be read',
    ],
  ] as const)('%s', async (_name, zip, reason) => {
    const { bytes, end } = await outcomeOf(zip);
    expect(bytes.length).toBe(0);
    expect(end).toMatch(/^The zip file can’t be opened: .*\.$/);
    expect(end).toContain(reason);
  });
});

describe('what could be unpacked, and that it is damaged', () => {
  test('a stored file with another byte', async () => {
    const { bytes, end } = await outcomeOf(changed(stored, (zip) => zip.fill(0x21, 5000, 5100)));
    expect(end).toBe('zip-damaged');
    expect(bytes.length).toBe(text.length);
  });

  test('a packed file with other bytes', async () => {
    const { bytes, end } = await outcomeOf(changed(plain, (zip, at) => zip.fill(0x21, at / 2, at / 2 + 100)));
    expect(end).toBe('zip-damaged');
    expect(bytes.length).toBeGreaterThan(text.length * 0.4);
  });

  test('a length that is not the file’s', async () => {
    const { bytes, end } = await outcomeOf(changed(plain, (zip, at) => zip.writeUInt32LE(100, at + 24)));
    expect(end).toBe('zip-damaged');
    expect(bytes.equals(text)).toBe(true);
  });

  test('packed data that end before their end', async () => {
    const { bytes, end } = await outcomeOf(
      changed(plain, (zip, at) => zip.writeUInt32LE(Math.floor(zip.readUInt32LE(at + 20) / 2), at + 20)),
    );
    expect(end).toBe('zip-truncated');
    expect(bytes.length).toBeGreaterThan(text.length * 0.4);
    expect(text.subarray(0, bytes.length).equals(bytes)).toBe(true);
  });

  test('as much as there is before the damage, whoever is faster: who unpacks or who takes it', async () => {
    const gzip = gzipSync(text);
    const half = (zip: Buffer, at: number) => zip.writeUInt32LE(Math.floor(zip.readUInt32LE(at + 20) / 2), at + 20);
    const cutGzip = writeZip([{ name: 'a.json.gz', bytes: gzip.subarray(0, gzip.length / 2) }]);
    const cutZip = changed(writeZip([{ name: 'a.json.gz', bytes: gzip }]), half);
    const damagedZip = changed(plain, (zip, at) => zip.fill(0x21, at / 2, at / 2 + 100));
    for (const [zip, end] of [
      [cutGzip, 'gzip-truncated'],
      [cutZip, 'zip-truncated'],
      [damagedZip, 'zip-damaged'],
    ] as const) {
      const fast = await outcomeOf(zip);
      const slow = await outcomeOf(zip, 4);
      expect([fast.end, slow.end]).toEqual([end, end]);
      expect(slow.bytes.equals(fast.bytes)).toBe(true);
    }
    // What zlib makes of them when nothing is in between.
    const { bytes } = await outcomeOf(cutZip);
    const at = cutZip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    const first = 30 + 'a.json.gz'.length;
    const packed = cutZip.subarray(first, first + cutZip.readUInt32LE(at + 20));
    const flush = { finishFlush: zlib.Z_SYNC_FLUSH };
    const all = gunzipSync(inflateRawSync(packed, flush), flush);
    expect(bytes.equals(all)).toBe(true);
  });

  test('a gzip in it that is cut, or damaged', async () => {
    const gzip = gzipSync(text);
    const cut = await outcomeOf(writeZip([{ name: 'a.json.gz', bytes: gzip.subarray(0, gzip.length / 2) }]));
    expect(cut.end).toBe('gzip-truncated');
    expect(cut.bytes.length).toBeGreaterThan(text.length * 0.4);
    const damaged = Buffer.from(gzip).fill(0xff, gzip.length / 2, gzip.length / 2 + 100);
    const outcome = await outcomeOf(writeZip([{ name: 'a.json.gz', bytes: damaged }]));
    expect(outcome.end).toBe('gzip-damaged');
    // The zip's own data may be cut as well.
    const half = changed(writeZip([{ name: 'a.json.gz', bytes: gzip }]), (zip, at) => zip.writeUInt32LE(2000, at + 20));
    expect((await outcomeOf(half)).end).toBe('zip-truncated');
  });
});
