import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openByteSource, UnpackError } from '../../../../src-worker/files/byteSource';
import { planSegments, readSegment } from '../../../../src-worker/importers/traceEvents/segments';
import { PlainTokenizer } from '../../../../src-worker/tokenizer/plainTokenizer';
import { temporaryFile } from '../../../fixtures/indexed';
import { Random } from '../../../fixtures/random';

interface Unpacked {
  readonly bytes: Buffer;
  readonly error: UnpackError | undefined;
}

async function unpacked(packed: Uint8Array): Promise<Unpacked> {
  const source = openByteSource(temporaryFile('trace.json.gz', packed));
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

/** What of a damaged file may be lost before the damage: a step of unpacking, and what zlib holds back of the packed bytes. */
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
