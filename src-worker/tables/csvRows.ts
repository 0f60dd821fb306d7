import { closeSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { openFile } from '../files/readable';
import { CARRIAGE_RETURN, LINE_FEED, MORE } from './csvQuotes';
import { type CsvRow, CsvScanner } from './csvScanner';

const readBytes = promisify(read);
const BLOCK_BYTES = 1 << 20;
/** A longer line is no row of a table. */
const MAX_ROW_BYTES = 16 << 20;
const BOM = [0xef, 0xbb, 0xbf] as const;

/**
 * Reads a csv file (RFC 4180; LF, CRLF or CR, a BOM, empty lines left out) row by row and hands each to `onRow`, the header
 * first. A file is read in blocks, a row that reaches beyond one is completed first: memory is that of the longest row,
 * and time in proportion to the file. Answers the file's size in bytes. Rejects with what the file system rejects with, and
 * with what `onBlock` throws, which is called with each block.
 */
export async function readCsvRows(
  path: string,
  onRow: (row: CsvRow) => void,
  onBlock: () => void = () => {},
): Promise<number> {
  const fd = openFile(path);
  try {
    const walk = new BlockWalk(onRow);
    while (!walk.isEnd) {
      onBlock();
      const { bytes, length, wantedBytes } = walk.room();
      const { bytesRead } = await readBytes(fd, bytes, length, wantedBytes, null);
      walk.add(bytesRead);
    }
    return walk.firstByte;
  } finally {
    closeSync(fd);
  }
}

/** Goes over the rows of blocks as they come. */
class BlockWalk {
  /** Where in the file `#bytes` begins. */
  firstByte = 0;
  isEnd = false;
  readonly #scanner = new CsvScanner();
  #bytes: Uint8Array = new Uint8Array(2 * BLOCK_BYTES);
  /** What is in `#bytes`: from the first row not yet handed on. */
  #length = 0;
  #isFirst = true;
  /** In a row that is too long, up to its end. */
  #isSkipping = false;

  constructor(readonly onRow: (row: CsvRow) => void) {}

  /** Where the next bytes go. As many as are there already: a long row is gone over a few times, not with each block. */
  room(): { readonly bytes: Uint8Array; readonly length: number; readonly wantedBytes: number } {
    const length = this.#length;
    const wantedBytes = Math.max(BLOCK_BYTES, length);
    if (length + wantedBytes > this.#bytes.length) {
      const larger = new Uint8Array(length + wantedBytes);
      larger.set(this.#bytes.subarray(0, length));
      this.#bytes = larger;
    }
    return { bytes: this.#bytes, length, wantedBytes };
  }

  add(bytesRead: number): void {
    this.isEnd = bytesRead === 0;
    this.#length += bytesRead;
    let at = this.#isFirst && BOM.every((byte, i) => i < this.#length && this.#bytes[i] === byte) ? BOM.length : 0;
    this.#isFirst = false;
    this.#scanner.set(this.#bytes, this.#length, this.firstByte, this.isEnd);
    while (at < this.#length) {
      const next = this.#isSkipping ? this.#skip(at) : this.#scanner.scan(at);
      if (next === MORE) break;
      if (!this.#isSkipping) this.#hand(next - at);
      this.#isSkipping &&= next >= this.#length && !this.isEnd && !this.#endsLine(next - 1);
      at = next;
    }
    if (this.#length - at > MAX_ROW_BYTES) at = this.#giveUp(at);
    this.#bytes.copyWithin(0, at, this.#length);
    this.firstByte += at;
    this.#length -= at;
  }

  #hand(sizeBytes: number): void {
    const scanner = this.#scanner;
    if (scanner.isEmpty) return;
    if (sizeBytes > MAX_ROW_BYTES) {
      this.#handTooLong();
      return;
    }
    if (scanner.width === 0) scanner.width = scanner.cellCount;
    this.onRow(scanner);
  }

  /** Hands the row on that begins at `at` as one that can't be read; the rest of it is passed over. */
  #giveUp(at: number): number {
    this.#scanner.byteOffset = this.firstByte + at;
    this.#handTooLong();
    const next = this.#skip(at);
    this.#isSkipping = !this.#endsLine(next - 1);
    return next;
  }

  #handTooLong(): void {
    const scanner = this.#scanner;
    scanner.cellCount = 0;
    scanner.strayQuotes = 0;
    scanner.isOpen = false;
    scanner.isTooLong = true;
    this.onRow(scanner);
  }

  /** Behind the next line end, or the end of the bytes. */
  #skip(at: number): number {
    let to = at;
    while (to < this.#length && !this.#endsLine(to)) to++;
    return Math.min(to + 1, this.#length);
  }

  #endsLine(at: number): boolean {
    return this.#bytes[at] === LINE_FEED || this.#bytes[at] === CARRIAGE_RETURN;
  }
}
