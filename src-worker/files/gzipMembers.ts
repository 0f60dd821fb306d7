import { crc32 } from 'node:zlib';
import { inflateSteps, type StepSizes } from './inflateSteps';
import type { PackedInput } from './packedInput';

/** What is wrong with a gzip; all that could be unpacked in front of it has been delivered. */
export class GzipError extends Error {
  override readonly name = 'GzipError';
  constructor(readonly kind: 'truncated' | 'damaged' | 'trailing') {
    super(`The gzip is ${kind}`);
  }
}

const HEADER_BYTES = 10;
const TRAILER_BYTES = 8;
/** Of a header with a name and a comment; a longer one is taken for damage. */
const LONGEST_HEADER = 1 << 16;
const DEFLATE = 8;

enum HeaderFlag {
  checksum = 2,
  extra = 4,
  name = 8,
  comment = 16,
}

/**
 * A gzip member by member (RFC 1952). zlib's own reader of gzip throws away what it has unpacked last where the checksum behind that is
 * wrong, or where something else follows. Fails with a `GzipError`, or as zlib does, where not all is well.
 */
export async function* gzipMembers(input: PackedInput, sizes: StepSizes): AsyncGenerator<Uint8Array, void> {
  const head = await input.read(0, LONGEST_HEADER);
  let at = headerLength(head) ?? 0;
  if (at === 0) throw new GzipError(head.length < HEADER_BYTES ? 'truncated' : 'damaged');
  for (;;) {
    let [checksum, bytes] = [0, 0];
    const steps = inflateSteps(input, at, sizes);
    try {
      let step = await steps.next();
      for (; !step.done; step = await steps.next()) {
        checksum = crc32(step.value, checksum);
        bytes += step.value.length;
        yield step.value;
      }
      at = step.value;
    } finally {
      await steps.return(at);
    }
    const trailer = await input.read(at, TRAILER_BYTES);
    if (trailer.length < TRAILER_BYTES) throw new GzipError('truncated');
    const told = new DataView(trailer.buffer, trailer.byteOffset);
    if (told.getUint32(0, true) !== checksum || told.getUint32(4, true) !== bytes % 2 ** 32)
      throw new GzipError('damaged');
    at += TRAILER_BYTES;
    const next = await input.read(at, LONGEST_HEADER);
    // Zeros behind the last one are padding, to zlib as well.
    if (next.length === 0 || next[0] === 0) return;
    const length = headerLength(next);
    if (length === undefined) throw new GzipError('trailing');
    at += length;
  }
}

/** Bytes of the header that `head` begins with; undefined where that is none. */
function headerLength(head: Uint8Array): number | undefined {
  if (head[0] !== 0x1f || head[1] !== 0x8b || head[2] !== DEFLATE || head.length < HEADER_BYTES) return undefined;
  const flags = head[3];
  let at = HEADER_BYTES;
  if (flags & HeaderFlag.extra) at += 2 + head[at] + 256 * head[at + 1];
  for (const text of [HeaderFlag.name, HeaderFlag.comment])
    if (flags & text) {
      const end = head.indexOf(0, at);
      if (end < 0) return undefined;
      at = end + 1;
    }
  if (flags & HeaderFlag.checksum) at += 2;
  return at <= head.length ? at : undefined;
}
