import { closeSync, fstatSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { notice } from '../files/notices';
import { openFile } from '../files/readable';
import { utf16AtBytes } from '../files/textEncoding';
import { CARRIAGE_RETURN, COMMA, LINE_FEED, MORE, NOWHERE, QUOTE, QuoteEnds } from './csvQuotes';
import { TableError } from './tableError';

const readBytes = promisify(read);
const BLOCK_BYTES = 1 << 20;
/** A longer line is no row of a table. */
const MAX_ROW_BYTES = 16 << 20;
/** Cells beyond so many are counted only. */
const MAX_PLACED_CELLS = 4096;
const BOM = [0xef, 0xbb, 0xbf] as const;

/** Cells of one row as stretches of bytes, good until the next row is read. */
export interface CsvRow {
  readonly bytes: Uint8Array;
  /** Where in the file `bytes` begins, and the row. */
  readonly firstByte: number;
  readonly byteOffset: number;
  /** All of them; only those of the first few thousand have a place. */
  readonly cellCount: number;
  /** Of cell i: `bytes[start[i]] … bytes[end[i] - 1]`, without the quotes around it. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** The file ends behind the row, without a line end. */
  readonly isOpen: boolean;
  /** Quotes that begin a cell and end none: they are read as characters. And where the first is in the file. */
  readonly strayQuotes: number;
  readonly strayQuoteOffset: number;
  /** Too long to be read: it is without cells. */
  readonly isTooLong: boolean;
}

/** Who reads rows that are as usual faster, and leaves all others. */
export interface UsualRows {
  /** The file has so many bytes, as far as its system tells. */
  begin(sizeBytes: number): void;
  /** `length` of the bytes are there; they may change afterwards. */
  setBlock(bytes: Uint8Array, length: number): void;
  /** Takes the rows from `at` on (`byteOffset` of the file) that are as usual; answers where the first one begins that it leaves. */
  take(at: number, byteOffset: number): number;
}

/**
 * Reads a csv file (RFC 4180; LF, CRLF or CR, a BOM, empty lines left out) row by row and hands each to `onRow`, the header
 * first; those that `usual` takes are not handed on. A file is read in blocks, a row that reaches beyond one is completed first: memory is that of the longest row,
 * and time in proportion to the file. Answers the file's size in bytes. Rejects with what the file system rejects with, and
 * with what `onBlock` throws, which is called with each block, and with a `TableError` where it is in UTF-16.
 */
export async function readCsvRows(
  path: string,
  onRow: (row: CsvRow) => void,
  onBlock: () => void = () => {},
  usual?: UsualRows,
): Promise<number> {
  const fd = openFile(path);
  try {
    const sizeBytes = fstatSync(fd).size;
    usual?.begin(sizeBytes);
    const walk = new BlockWalk(onRow, usual, sizeBytes);
    while (!walk.isEnd) {
      onBlock();
      const { bytes, length, wantedBytes } = walk.room();
      const { bytesRead } = await readBytes(fd, bytes, length, wantedBytes, null);
      if (walk.isFirst) requireNoUtf16(path, bytes.subarray(0, bytesRead));
      walk.add(bytesRead);
    }
    return walk.firstByte;
  } finally {
    closeSync(fd);
  }
}

function requireNoUtf16(path: string, head: Uint8Array): void {
  const byteOffset = utf16AtBytes(head);
  if (byteOffset !== undefined) throw new TableError(notice('utf16', 'error', {}, { path, byteOffset }));
}

/** Goes over the rows of blocks as they come. */
class BlockWalk {
  /** Where in the file `#bytes` begins. */
  firstByte = 0;
  isEnd = false;
  readonly #scanner = new CsvScanner();
  #bytes: Uint8Array;
  /** What is in `#bytes`: from the first row not yet handed on. */
  #length = 0;
  isFirst = true;
  /** In a row that is too long, up to its end. */
  #isSkipping = false;

  constructor(
    readonly onRow: (row: CsvRow) => void,
    readonly usual: UsualRows | undefined,
    /** The file's, as far as its system tells: a small one, of which a job has thousands, takes no two blocks of memory. */
    readonly sizeBytes: number,
  ) {
    this.#bytes = new Uint8Array(Math.min(2 * BLOCK_BYTES, sizeBytes + 1));
  }

  /**
   * Where the next bytes go. As many as are there already: a long row is gone over a few times, not with each block. There is no more
   * room than the rest of the file takes by its told size; a file that has grown since gets more.
   */
  room(): { readonly bytes: Uint8Array; readonly length: number; readonly wantedBytes: number } {
    const length = this.#length;
    const mostBytes = Math.max(BLOCK_BYTES, length);
    const fitsAll = this.firstByte + length <= this.sizeBytes && this.firstByte + this.#bytes.length > this.sizeBytes;
    if (!fitsAll && length + mostBytes > this.#bytes.length) {
      const larger = new Uint8Array(length + mostBytes);
      larger.set(this.#bytes.subarray(0, length));
      this.#bytes = larger;
    }
    return { bytes: this.#bytes, length, wantedBytes: Math.min(mostBytes, this.#bytes.length - length) };
  }

  add(bytesRead: number): void {
    this.isEnd = bytesRead === 0;
    this.#length += bytesRead;
    let at = this.isFirst && BOM.every((byte, i) => i < this.#length && this.#bytes[i] === byte) ? BOM.length : 0;
    this.isFirst = false;
    this.#scanner.set(this.#bytes, this.#length, this.firstByte, this.isEnd);
    this.usual?.setBlock(this.#bytes, this.#length);
    while (at < this.#length) {
      if (this.usual && !this.#isSkipping) {
        at = this.usual.take(at, this.firstByte + at);
        if (at >= this.#length) break;
      }
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

/**
 * Finds the cells of rows among bytes. LF, CRLF and CR end a row; where a cell in quotes ends, and which quotes are
 * characters, see `QuoteEnds`.
 */
class CsvScanner implements CsvRow {
  bytes: Uint8Array = new Uint8Array(0);
  firstByte = 0;
  byteOffset = 0;
  cellCount = 0;
  start = new Int32Array(64);
  end = new Int32Array(64);
  isOpen = false;
  strayQuotes = 0;
  strayQuoteOffset = 0;
  isTooLong = false;
  /** The last cell has quotes around it: it is there even if it is empty. */
  isQuoted = false;
  /** Cells with doubled quotes in them. */
  readonly #doubled: number[] = [];
  readonly #quotes = new QuoteEnds();

  /** `length` of the bytes are there, the first of them `firstByte` of the file; `isEnd`: no more will come. */
  set(bytes: Uint8Array, length: number, firstByte: number, isEnd: boolean): void {
    this.bytes = bytes;
    this.firstByte = firstByte;
    this.#quotes.set(bytes, length, firstByte, isEnd);
  }

  /** Cells of the header; 0 while it is not known. */
  get width(): number {
    return this.#quotes.width;
  }

  set width(width: number) {
    this.#quotes.width = width;
  }

  /** A line with nothing in it is no row. */
  get isEmpty(): boolean {
    return this.cellCount === 1 && this.end[0] === this.start[0] && !this.isQuoted;
  }

  /**
   * Finds the cells of the row that begins at `at`; answers where the next one begins, or `MORE` if the row does not end among
   * the bytes. Doubled quotes become single ones in place: a row can be scanned to its end once.
   */
  scan(at: number): number {
    this.byteOffset = this.firstByte + at;
    this.cellCount = 0;
    this.strayQuotes = 0;
    this.isTooLong = false;
    // Setting it takes longer than all else that begins a row.
    if (this.#doubled.length > 0) this.#doubled.length = 0;
    for (let from = at; ; ) {
      const to = this.#cell(at, from);
      if (to === MORE) return MORE;
      this.isOpen = to >= this.#quotes.length;
      if (!this.isOpen && this.bytes[to] === COMMA) {
        from = to + 1;
        continue;
      }
      for (const doubled of this.#doubled) this.#makeSingle(doubled);
      return this.#nextLine(to);
    }
  }

  /** Where the line behind the line end at `to` begins. */
  #nextLine(to: number): number {
    if (to >= this.#quotes.length) return this.#quotes.length;
    // Of a CRLF whose LF is not there yet, the LF will be an empty line, which is none.
    const isPair =
      this.bytes[to] === CARRIAGE_RETURN && to + 1 < this.#quotes.length && this.bytes[to + 1] === LINE_FEED;
    return isPair ? to + 2 : to + 1;
  }

  /** Puts the cell that begins at `from` down; answers the place of the comma or line end behind it. */
  #cell(rowAt: number, from: number): number {
    this.isQuoted = false;
    if (from < this.#quotes.length && this.bytes[from] === QUOTE) {
      const closing = this.#quotes.closing(rowAt, from, this.cellCount);
      if (closing === MORE) return MORE;
      if (closing !== NOWHERE) {
        this.isQuoted = true;
        this.#put(from + 1, closing);
        return closing + 1;
      }
      if (this.strayQuotes++ === 0) this.strayQuoteOffset = this.firstByte + from;
    }
    const to = this.#quotes.plainEnd(from);
    if (to >= this.#quotes.length && !this.#quotes.isEnd) return MORE;
    this.#put(from, to);
    return to;
  }

  #put(start: number, end: number): void {
    const cell = this.cellCount++;
    if (cell >= MAX_PLACED_CELLS) return;
    if (cell === this.start.length) this.#grow();
    this.start[cell] = start;
    this.end[cell] = end;
    if (!this.isQuoted) return;
    for (let i = start; i < end; i++) {
      if (this.bytes[i] !== QUOTE) continue;
      this.#doubled.push(cell);
      return;
    }
  }

  #makeSingle(cell: number): void {
    const { bytes } = this;
    const end = this.end[cell];
    let to = this.start[cell];
    for (let from = to; from < end; from++) {
      bytes[to++] = bytes[from];
      if (bytes[from] === QUOTE && bytes[from + 1] === QUOTE && from + 1 < end) from++;
    }
    this.end[cell] = to;
  }

  #grow(): void {
    const [start, end] = [this.start, this.end];
    this.start = new Int32Array(2 * start.length);
    this.end = new Int32Array(2 * end.length);
    this.start.set(start);
    this.end.set(end);
  }
}
