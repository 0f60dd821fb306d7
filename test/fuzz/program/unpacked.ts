import { constants, crc32, gunzipSync, inflateRawSync } from 'node:zlib';

/** What is packed in a damaged archive, told without the product's reader: PKWARE's appnote 6.3, RFC 1952. */

export interface Unpacked {
  readonly bytes: Buffer;
  /** All of it, and its sums are right. */
  readonly isWhole: boolean;
}

/** Of a gzip file its bytes, of a zip those of each file in it, once more where that is a gzip file. Not what is beyond reading. */
export function unpacked(bytes: Buffer): readonly Unpacked[] {
  const files = bytes[0] === 0x1f ? [{ bytes, isWhole: true }] : filesInZip(bytes);
  return files.flatMap((file) => {
    if (file.bytes[0] !== 0x1f || file.bytes[1] !== 0x8b) return [file];
    const inner = gunzipped(file.bytes);
    return inner ? [{ bytes: inner.bytes, isWhole: file.isWhole && inner.isWhole }] : [];
  });
}

function gunzipped(bytes: Buffer): Unpacked | undefined {
  const whole = attempt(() => gunzipSync(bytes));
  if (whole) return { bytes: whole, isWhole: true };
  const beginning = attempt(() => gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }));
  return beginning && { bytes: beginning, isWhole: false };
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;

function filesInZip(bytes: Buffer): readonly Unpacked[] {
  const files: Unpacked[] = [];
  const end = bytes.lastIndexOf(signature(END));
  if (end < 0 || end + 22 > bytes.length) return files;
  for (let at = bytes.readUInt32LE(end + 16); at + 46 <= bytes.length && bytes.readUInt32LE(at) === ENTRY; ) {
    const file = attempt(() => fileOf(bytes, at));
    if (file) files.push(file);
    at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
}

/** Of the entry of the directory at `at`; throws where it is damaged. */
function fileOf(bytes: Buffer, at: number): Unpacked {
  const header = bytes.readUInt32LE(at + 42);
  const start = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28);
  const packed = bytes.subarray(start, start + bytes.readUInt32LE(at + 20));
  const content = bytes.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
  const isWhole = content.length === bytes.readUInt32LE(at + 24) && crc32(content) === bytes.readUInt32LE(at + 16);
  return { bytes: content, isWhole };
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
