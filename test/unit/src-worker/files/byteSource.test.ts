import { deflateRawSync, gzipSync, constants as zlib } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openByteSource, UnpackError } from '../../../../src-worker/files/byteSource';
import { planSegments, readSegment } from '../../../../src-worker/importers/traceEvents/segments';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { temporaryFile } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';
import { writeZip } from '../../../fuzz/inputs/zipWriter';

interface Unpacked {
  readonly bytes: Buffer;
  readonly error: UnpackError | undefined;
}

async function unpacked(packed: Uint8Array, name = 'trace.json.gz'): Promise<Unpacked> {
  const source = openByteSource(temporaryFile(name, packed));
  onTestFinished(() => source.close());
  const blocks: Uint8Array[] = [];
  for (;;) {
    const block = new Uint8Array(1 << 20);
    try {
      const length = await source.fill(block, 0);
      if (length === 0) return { bytes: Buffer.concat(blocks), error: undefined };
      blocks.push(block.subarray(0, length));
    } catch (error) {
      if (!(error instanceof UnpackError)) throw error;
      return { bytes: Buffer.concat(blocks), error };
    }
  }
}

/** Text that can't be packed to nothing. */
function textOf(random: Random, length: number): Buffer {
  return Buffer.from(Array.from({ length }, () => random.integer(0x20, 0x5f)));
}

/** How far where a text's part stands packed may be from where it would be if all of it were packed alike. */
const LOST_BYTES = 100_000;

test.each([1, 2, 3, 4])('up to where a packed file is damaged or ends, all of it is there (seed %i)', async (seed) => {
  const random = new Random(seed);
  const text = textOf(random, 2_500_000);
  const packed = gzipSync(text, { level: 1 });
  const at = random.integer(packed.length / 3, packed.length - 1000);
  const cut = await unpacked(packed.subarray(0, at));
  expect(cut.error).toMatchObject({ kind: 'truncated', unpackedBytes: cut.bytes.length });
  const damaged = await unpacked(
    Buffer.concat([packed.subarray(0, at), Buffer.alloc(5000, 0xff), packed.subarray(at)]),
  );
  expect(damaged.error).toMatchObject({ kind: 'damaged', unpackedBytes: damaged.bytes.length });
  const before = (text.length * at) / packed.length;
  expect(cut.bytes.length).toBeGreaterThan(before - LOST_BYTES);
  expect(text.subarray(0, cut.bytes.length).equals(cut.bytes)).toBe(true);
  // What was put in may be taken for a few bytes more.
  const same = damaged.bytes.subarray(0, Math.floor(before - LOST_BYTES));
  expect(same.length).toBe(Math.floor(before - LOST_BYTES));
  expect(text.subarray(0, same.length).equals(same)).toBe(true);
});

test.each(['gzip', 'zip'])(
  'unpacking a damaged %s once more says how far it is, and ends when it is not wanted',
  async (kind) => {
    const random = new Random(5);
    const text = textOf(random, 2_500_000);
    const damagedGzip = gzipSync(text, { level: 1 });
    damagedGzip.fill(0xff, damagedGzip.length - 6000, damagedGzip.length - 1000);
    const packed =
      kind === 'gzip' ? damagedGzip : writeZip([{ name: 'trace.json.gz', bytes: damagedGzip, isStored: true }]);
    const path = temporaryFile(`trace.${kind}`, packed);
    const read = async (goesOn: (bytesAgain: number) => boolean) => {
      const source = openByteSource(path);
      onTestFinished(() => source.close());
      source.goesOnAgain = () => goesOn(source.bytesAgain);
      const block = new Uint8Array(1 << 20);
      let bytes = 0;
      for (;;) {
        const length = await source.fill(block, 0);
        if (length === 0) return bytes;
        bytes += length;
      }
    };
    const seen: number[] = [];
    await expect(read((bytesAgain) => seen.push(bytesAgain) > 0)).rejects.toThrow(UnpackError);
    // From the beginning up to the damage.
    expect(new Set(seen).size).toBeGreaterThan(5);
    expect(Math.max(...seen)).toBeGreaterThan(packed.length * 0.9);
    // Not wanted any more: no error, and nothing more is unpacked.
    let asked = 0;
    expect(await read(() => ++asked < 3)).toBeGreaterThan(0);
    expect(asked).toBe(3);
  },
);

test('a packed file of several members is all of them, one after another', async () => {
  const random = new Random(5);
  const texts = Array.from({ length: 12 }, () => textOf(random, random.integer(0, 300_000)));
  const { bytes, error } = await unpacked(Buffer.concat(texts.map((text) => gzipSync(text, { level: 1 }))));
  expect(error).toBeUndefined();
  expect(bytes.equals(Buffer.concat(texts))).toBe(true);
});

test('a packed trace comes in large pieces: few enough to be told other threads about', async () => {
  const events = Array.from({ length: 100_000 }, (_, i) => `{"ph":"X","tid":${i % 5},"ts":${i},"dur":1,"name":"n"}`);
  const text = `[${events.join(',\n')}]`;
  const path = temporaryFile('trace.json.gz', gzipSync(text, { level: 1 }));
  const [segment] = planSegments([path]).segments;
  const { events: read } = await readSegment(segment, new PlainTokenizer(undefined), () => true);
  expect(read.eventCount).toBe(events.length);
  expect(read.slices.length).toBeLessThanOrEqual(1 + text.length / 200_000);
});

test('a trace that is cancelled while its file is unpacked once more is cancelled, not damaged', async () => {
  const events = Array.from(
    { length: 100_000 },
    (_, i) => `{"ph":"X","tid":${i % 5},"ts":${i},"dur":1,"name":"n${i}"}`,
  );
  const packed = gzipSync(`[${events.join(',\n')}]`, { level: 1 });
  packed.fill(0xff, packed.length - 6000, packed.length - 1000);
  const [segment] = planSegments([temporaryFile('trace.json.gz', packed)]).segments;
  const read = (goesOn: (bytesAgain: number) => boolean) =>
    readSegment(segment, new PlainTokenizer(undefined), (_bytes, _count, _soFar, _baseUs, again = 0) => goesOn(again));
  const codes = async (goesOn: (bytesAgain: number) => boolean) => {
    const { events: of, isCancelled } = await read(goesOn);
    return [isCancelled, of.notices.map(({ code }) => code)];
  };
  expect(await codes(() => true)).toEqual([false, expect.arrayContaining(['gzip-damaged'])]);
  const seen: number[] = [];
  expect(await codes((again) => again === 0 || seen.push(again) === 0)).toEqual([true, []]);
  // At once, and not when the pass has come to something new.
  expect(seen[0]).toBeLessThan(packed.length / 2);
});

describe('a gzip whose data are whole is all there, whatever stands behind', () => {
  const texts = [textOf(new Random(6), 300_000), Buffer.from('short')];
  const members = Buffer.concat(texts.map((text) => gzipSync(text)));
  const [whole, named] = [Buffer.concat(texts), Buffer.from(gzipSync('named'))];
  // A name and an extra field, as gzip and bgzip write them.
  const header = Buffer.concat([named.subarray(0, 10), Buffer.from([2, 0, 7, 7]), Buffer.from('trace.json\0')]);
  header[3] = 4 | 8;
  const withName = Buffer.concat([header, named.subarray(10)]);
  const wrong = (packed: Buffer) => {
    const copy = Buffer.from(packed);
    copy[copy.length - 6] ^= 1;
    return copy;
  };

  test.each<[string, Buffer, Buffer, string | undefined]>([
    ['other bytes', Buffer.concat([members, Buffer.from('other bytes')]), whole, 'gzip-trailing'],
    [
      'a name, an extra field, other bytes',
      Buffer.concat([withName, Buffer.from('x')]),
      Buffer.from('named'),
      'gzip-trailing',
    ],
    ['zeros', Buffer.concat([members, Buffer.alloc(600)]), whole, undefined],
    ['a wrong checksum', wrong(members), whole, 'gzip-damaged'],
    ['a checksum that is cut', members.subarray(0, -3), whole, 'gzip-truncated'],
  ])('%s', async (_what, packed, expected, code) => {
    const { bytes, error } = await unpacked(packed);
    expect(bytes.equals(expected)).toBe(true);
    expect(error?.code).toBe(code);
  });
});

describe('nothing in front of the damage is lost, not the last of it either', () => {
  /** A type of block that there is none of (RFC 1951, 3.2.3). */
  const NO_BLOCK = Buffer.from([0x07, 1, 2, 3]);
  /** Packed without a last block, whose last byte ends with the text's, and then damage. */
  const broken = (text: Buffer) =>
    Buffer.concat([deflateRawSync(text, { level: 1, finishFlush: zlib.Z_SYNC_FLUSH }), NO_BLOCK]);
  const brokenGzip = (text: Buffer) => Buffer.concat([gzipSync('').subarray(0, 10), broken(text)]);
  /** Of bytes that are packed already. */
  const zipOf = (name: string, packed: Buffer) => {
    const zip = writeZip([{ name, bytes: packed, isStored: true }]);
    zip.writeUInt16LE(8, 8);
    zip.writeUInt16LE(8, zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 10);
    return zip;
  };

  describe.each([1, 100, 5000, 70_000, 600_000])('of %i bytes', (length) => {
    const text = textOf(new Random(length), length);

    test.each<[string, Buffer, string, Buffer, RegExp]>([
      ['a gzip', text, 'a.json.gz', brokenGzip(text), /^gzip-damaged/],
      ['a second member', text, 'a.json.gz', Buffer.concat([gzipSync(''), brokenGzip(text)]), /^gzip-damaged/],
      ['a zip', text, 'a.zip', zipOf('a.json', broken(text)), /^zip-damaged/],
      ['a gzip in a zip', text, 'a.zip', writeZip([{ name: 'a.gz', bytes: brokenGzip(text) }]), /^gzip-damaged/],
      ['a zip with a gzip', text, 'a.zip', zipOf('a.gz', broken(gzipSync(text))), /^zip-damaged/],
      ['both', text, 'a.zip', zipOf('a.gz', broken(brokenGzip(text))), /^g?zip-damaged/],
    ])('%s', async (_what, whole, name, packed, code) => {
      const { bytes, error } = await unpacked(packed, name);
      expect(bytes.length).toBe(whole.length);
      expect(bytes.equals(whole)).toBe(true);
      expect(error).toMatchObject({ code: expect.stringMatching(code), unpackedBytes: whole.length });
    });
  });

  test('of what packs to very little', async () => {
    const text = Buffer.alloc(40_000_000, 'the same again. ');
    const { bytes, error } = await unpacked(brokenGzip(text));
    expect(bytes.equals(text)).toBe(true);
    expect(error?.code).toBe('gzip-damaged');
  });

  test.each([
    ['other bytes', (gzip: Buffer) => Buffer.concat([gzip, Buffer.from('other bytes')]), 'gzip-trailing'],
    ['a wrong checksum', (gzip: Buffer) => Buffer.concat([gzip.subarray(0, -8), Buffer.alloc(8, 7)]), 'gzip-damaged'],
  ] as const)('of a gzip in a zip, behind which stands %s', async (_what, change, code) => {
    const text = textOf(new Random(8), 5000);
    const { bytes, error } = await unpacked(writeZip([{ name: 'a.gz', bytes: change(gzipSync(text)) }]), 'a.zip');
    expect(bytes.equals(text)).toBe(true);
    expect(error?.code).toBe(code);
  });
});
