import { readSync } from 'node:fs';
import { type Reason, type ReasonId, reason, reasonText } from '../../src-contract/reasons';

/** A file in a zip archive. Offsets are into the archive. */
export interface ZipEntry {
  readonly name: string;
  readonly method: 'stored' | 'deflate';
  readonly packedBytes: number;
  readonly unpackedBytes: number;
  /** CRC-32 of the unpacked bytes. */
  readonly checksum: number;
  readonly dataOffset: number;
}

export class ZipError extends Error {
  override readonly name = 'ZipError';
  readonly reason: Reason;
  constructor(id: ReasonId, params: Reason['params'] = {}) {
    const why = reason(id, params);
    super(reasonText(why));
    this.reason = why;
  }
}

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
/** The end record is 22 bytes and a comment of up to 65,535. */
const END_SEARCH_BYTES = 22 + 65_535;
/** A record of the directory, without the name and what follows it. */
const ENTRY_BYTES = 46;
/** Written instead of a size or offset that stands in a zip64 extra field. */
const IN_ZIP64 = 0xffffffff;

/** Reads the central directory (PKWARE appnote 6.3, §4.3.12). Throws `ZipError`. */
export function zipEntries(fd: number, sizeBytes: number): readonly ZipEntry[] {
  const tail = read(fd, sizeBytes, Math.max(0, sizeBytes - END_SEARCH_BYTES), Math.min(sizeBytes, END_SEARCH_BYTES));
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END_SIGNATURE) end--;
  if (end < 0) throw new ZipError('zip-without-directory');
  const directory = read(fd, sizeBytes, tail.getUint32(end + 16, true), tail.getUint32(end + 12, true));
  const entries: ZipEntry[] = [];
  for (let at = 0; at + ENTRY_BYTES <= directory.byteLength; ) {
    if (directory.getUint32(at, true) !== ENTRY_SIGNATURE) throw new ZipError('zip-directory');
    const nameLength = directory.getUint16(at + 28, true);
    const nameAt = at + ENTRY_BYTES;
    if (nameAt + nameLength > directory.byteLength) throw new ZipError('zip-name-length');
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, nameAt, nameLength));
    const entry = entryAt(fd, sizeBytes, directory, at, name);
    if (entry) entries.push(entry);
    at = nameAt + nameLength + directory.getUint16(at + 30, true) + directory.getUint16(at + 32, true);
  }
  if (entries.length === 0) throw new ZipError('zip-no-file');
  if (entries.every(({ unpackedBytes }) => unpackedBytes === 0)) throw new ZipError('zip-all-empty');
  return entries;
}

function entryAt(fd: number, sizeBytes: number, directory: DataView, at: number, name: string): ZipEntry | undefined {
  const isEncrypted = (directory.getUint16(at + 8, true) & 1) !== 0;
  const method = directory.getUint16(at + 10, true);
  const checksum = directory.getUint32(at + 16, true);
  const packedBytes = directory.getUint32(at + 20, true);
  const unpackedBytes = directory.getUint32(at + 24, true);
  const headerOffset = directory.getUint32(at + 42, true);
  if (name.endsWith('/') || isEncrypted || (method !== 0 && method !== 8)) return undefined;
  if (packedBytes === IN_ZIP64 || unpackedBytes === IN_ZIP64 || headerOffset === IN_ZIP64)
    throw new ZipError('zip-too-large');
  // Nothing is written anywhere, but no profiler makes such an archive.
  if (name.split(/[\\/]/).includes('..')) throw new ZipError('zip-file-outside', { name });
  // The local header repeats the name, and has an extra field of a length of its own.
  const header = read(fd, sizeBytes, headerOffset, 30);
  if (header.getUint32(0, true) !== LOCAL_SIGNATURE) throw new ZipError('zip-file-header', { name });
  const dataOffset = headerOffset + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  if (dataOffset + packedBytes > sizeBytes) throw new ZipError('zip-file-cut', { name });
  const common = { name, packedBytes, unpackedBytes, checksum, dataOffset };
  return { ...common, method: method === 0 ? 'stored' : 'deflate' };
}

function read(fd: number, sizeBytes: number, offset: number, length: number): DataView {
  // Also so that no memory is asked for that a damaged length asks for.
  if (offset + length > sizeBytes) throw new ZipError('zip-cut');
  const bytes = new Uint8Array(length);
  if (readSync(fd, bytes, 0, length, offset) < length) throw new ZipError('zip-cut');
  return new DataView(bytes.buffer);
}
