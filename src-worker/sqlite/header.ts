import type { Notice } from '../../src-contract';
import { type Reason, reason } from '../../src-contract/reasons';
import { notice } from '../files/notices';

/** What the first 100 bytes of a database file tell. */
export interface DatabaseHeader {
  readonly pageSize: number;
  /** The part of a page that the format uses, from its start. */
  readonly usableSize: number;
  /** As the writer last said; undefined where an older writer has left the number behind. */
  readonly pageCount: number | undefined;
  readonly encoding: TextEncodingName;
}

export type TextEncodingName = 'utf8' | 'utf16le' | 'utf16be';

export const HEADER_BYTES = 100;
const MAGIC = 'SQLite format 3\0';
const LFS_MAGIC = 'version https://git-lfs';
const encodings: Readonly<Record<number, TextEncodingName>> = { 0: 'utf8', 1: 'utf8', 2: 'utf16le', 3: 'utf16be' };

/** Reads the header out of the first bytes of a file, or answers why it is none. */
export function readHeader(bytes: Buffer, sizeBytes: number): DatabaseHeader | Notice {
  if (sizeBytes === 0) return notice('empty-file', 'error');
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) {
    const isStub = bytes.toString('latin1', 0, LFS_MAGIC.length) === LFS_MAGIC;
    return isStub ? notice('git-lfs-stub', 'error', { sizeBytes }) : notice('database-not-sqlite', 'error');
  }
  if (bytes.length < HEADER_BYTES)
    return damaged(reason('header-cut', { sizeBytes: bytes.length, wantedBytes: HEADER_BYTES }), 0);
  const rawSize = bytes.readUInt16BE(16);
  const pageSize = rawSize === 1 ? 65_536 : rawSize;
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0)
    return damaged(reason('page-size', { pageBytes: pageSize }), 16);
  const usableSize = pageSize - bytes[20];
  if (usableSize < 480) return damaged(reason('reserved-bytes', { reservedBytes: bytes[20], pageBytes: pageSize }), 20);
  const encoding = encodings[bytes.readUInt32BE(56)];
  if (encoding === undefined) return damaged(reason('text-encoding', { encoding: bytes.readUInt32BE(56) }), 56);
  const pageCount = bytes.readUInt32BE(28);
  const isCurrent = pageCount > 0 && bytes.readUInt32BE(24) === bytes.readUInt32BE(92);
  return { pageSize, usableSize, encoding, pageCount: isCurrent ? pageCount : undefined };
}

function damaged(why: Reason, byteOffset: number): Notice {
  return notice('database-header-damaged', 'error', {}, { byteOffset, reason: why });
}
