import { closeSync, createReadStream, readSync } from 'node:fs';
import { crc32, createInflateRaw, type ZlibOptions } from 'node:zlib';
import { openFile } from './readable';

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
export async function* gzipMembers(path: string, options: ZlibOptions): AsyncGenerator<Uint8Array, void> {
  const fd = openFile(path);
  try {
    let at = headerLength(readAt(fd, 0, LONGEST_HEADER)) ?? 0;
    if (at === 0) throw new GzipError('damaged');
    for (;;) {
      const file = createReadStream(path, { fd: openFile(path), start: at });
      const inflate = createInflateRaw(options);
      file.on('error', (error) => inflate.destroy(error));
      let [checksum, bytes] = [0, 0];
      try {
        for await (const chunk of file.pipe(inflate)) {
          checksum = crc32(chunk, checksum);
          bytes += chunk.length;
          yield chunk;
        }
      } finally {
        file.destroy();
      }
      at += inflate.bytesWritten;
      const trailer = readAt(fd, at, TRAILER_BYTES);
      if (trailer.length < TRAILER_BYTES) throw new GzipError('truncated');
      const told = new DataView(trailer.buffer, trailer.byteOffset);
      if (told.getUint32(0, true) !== checksum || told.getUint32(4, true) !== bytes % 2 ** 32)
        throw new GzipError('damaged');
      at += TRAILER_BYTES;
      const next = readAt(fd, at, LONGEST_HEADER);
      // Zeros behind the last one are padding, to zlib as well.
      if (next.length === 0 || next[0] === 0) return;
      const length = headerLength(next);
      if (length === undefined) throw new GzipError('trailing');
      at += length;
    }
  } finally {
    closeSync(fd);
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

function readAt(fd: number, offset: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  return bytes.subarray(0, readSync(fd, bytes, 0, length, offset));
}
