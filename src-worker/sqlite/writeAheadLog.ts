import { fstatSync, readSync } from 'node:fs';

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The last bit tells the byte order of the checksums. */
const MAGIC = 0x377f0682;
const VERSION = 3_007_000;

/** The pages that a `-wal` file holds of a database: what was written last and has not been carried into the file. */
export interface WriteAheadLog {
  readonly pageSize: number;
  /** Page number → where its newest committed content begins in the `-wal` file. */
  readonly pageOffsets: ReadonlyMap<number, number>;
  /** Pages of the database after the last commit; 0 where there is none. */
  readonly pageCount: number;
}

/**
 * Reads which pages are in the log, up to its last commit; frames behind it, or whose checksum is wrong, do not count, as
 * for SQLite itself. Undefined where the file is no write-ahead log.
 */
export function readWriteAheadLog(fd: number): WriteAheadLog | undefined {
  const header = Buffer.alloc(HEADER_BYTES);
  if (readFully(fd, header, 0) < HEADER_BYTES) return undefined;
  const magic = header.readUInt32BE(0);
  if ((magic & ~1) >>> 0 !== MAGIC || header.readUInt32BE(4) !== VERSION) return undefined;
  const pageSize = header.readUInt32BE(8);
  if (pageSize < 512 || pageSize > 65_536 || (pageSize & (pageSize - 1)) !== 0) return undefined;
  const checksum = new Checksum((magic & 1) === 1);
  checksum.add(header, 0, 24);
  if (!checksum.equals(header, 24)) return undefined;

  const frame = Buffer.alloc(FRAME_HEADER_BYTES + pageSize);
  const committed = new Map<number, number>();
  const open = new Map<number, number>();
  const sizeBytes = fstatSync(fd).size;
  let pageCount = 0;
  for (let at = HEADER_BYTES; at + frame.length <= sizeBytes; at += frame.length) {
    if (readFully(fd, frame, at) < frame.length) break;
    // Frames of an earlier round of the log have other salts.
    if (frame.compare(header, 16, 24, 8, 16) !== 0) break;
    checksum.add(frame, 0, 8);
    checksum.add(frame, FRAME_HEADER_BYTES, frame.length);
    if (!checksum.equals(frame, 16)) break;
    open.set(frame.readUInt32BE(0), at + FRAME_HEADER_BYTES);
    const pageCountAfterCommit = frame.readUInt32BE(4);
    if (pageCountAfterCommit === 0) continue;
    for (const [page, offset] of open) committed.set(page, offset);
    open.clear();
    pageCount = pageCountAfterCommit;
  }
  return { pageSize, pageOffsets: committed, pageCount };
}

/** The log's running sum over pairs of 32-bit words. */
class Checksum {
  #first = 0;
  #second = 0;

  constructor(readonly isBigEndian: boolean) {}

  add(bytes: Buffer, start: number, end: number): void {
    let first = this.#first;
    let second = this.#second;
    for (let at = start; at < end; at += 8) {
      const a = this.isBigEndian ? bytes.readInt32BE(at) : bytes.readInt32LE(at);
      const b = this.isBigEndian ? bytes.readInt32BE(at + 4) : bytes.readInt32LE(at + 4);
      first = (first + a + second) | 0;
      second = (second + b + first) | 0;
    }
    this.#first = first;
    this.#second = second;
  }

  /** The stored sums are big-endian whatever the words are. */
  equals(bytes: Buffer, at: number): boolean {
    return bytes.readInt32BE(at) === this.#first && bytes.readInt32BE(at + 4) === this.#second;
  }
}

/** Reads from `position` until `target` is full or the file ends; answers how many bytes. */
export function readFully(fd: number, target: Uint8Array, position: number): number {
  let done = 0;
  while (done < target.length) {
    const count = readSync(fd, target, done, target.length - done, position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
