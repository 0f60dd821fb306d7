import { readSync } from 'node:fs';

/** A file in a zip archive. Offsets are into the archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: 'stored' | 'deflate';
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  readonly dataOffset: number;
}

export class ZipError extends Error {
  override readonly name = 'ZipError';
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
/** The end record is 22 bytes and a comment of up to 65,535. */
const END_SEARCH_BYTES = 22 + 65_535;
/** Written instead of a size or offset that stands in a zip64 extra field. */
const IN_ZIP64 = 0xffffffff;

/** Reads the central directory (PKWARE appnote 6.3, §4.3.12). Throws `ZipError`. */
export function zipEntries(fd: number, sizeBytes: number): readonly ZipEntry[] {
  const tail = read(fd, Math.max(0, sizeBytes - END_SEARCH_BYTES), Math.min(sizeBytes, END_SEARCH_BYTES));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END_SIGNATURE) end--;
  if (end < 0) throw new ZipError('the zip archive is truncated: it has no directory at its end');
  const directory = read(fd, tail.getUint32(end + 16, true), tail.getUint32(end + 12, true));
  const entries: ZipEntry[] = [];
  for (let at = 0; at + 46 <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== ENTRY_SIGNATURE) throw new ZipError('the zip directory is damaged');
    const nameLength = directory.getUint16(at + 28, true);
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, at + 46, nameLength));
    const entry = entryAt(fd, directory, at, name);
    if (entry) entries.push(entry);
    at += 46 + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  if (entries.length === 0) throw new ZipError('the zip archive holds no file that can be read');
  return entries;
}

function entryAt(fd: number, directory: DataView, at: number, name: string): ZipEntry | undefined {
  const isEncrypted = (directory.getUint16(at + 8, true) & 1) !== 0;
  const method = directory.getUint16(at + 10, true);
  const packedBytes = directory.getUint32(at + 20, true);
  const unpackedBytes = directory.getUint32(at + 24, true);
  const headerOffset = directory.getUint32(at + 42, true);
  if (name.endsWith('/') || isEncrypted || (method !== 0 && method !== 8)) return undefined;
  if (packedBytes === IN_ZIP64 || unpackedBytes === IN_ZIP64 || headerOffset === IN_ZIP64)
    throw new ZipError('the zip archive is larger than 4 GB; unpack it first');
  // The local header repeats the name, and has an extra field of a length of its own.
  const header = read(fd, headerOffset, 30);
  const dataOffset = headerOffset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  return { name, method: method === 0 ? 'stored' : 'deflate', packedBytes, unpackedBytes, dataOffset };
}

function read(fd: number, offset: number, length: number): DataView {
  const bytes = new Uint8Array(length);
  if (readSync(fd, bytes, 0, length, offset) < length) throw new ZipError('the zip archive is truncated');
  return new DataView(bytes.buffer);
}
