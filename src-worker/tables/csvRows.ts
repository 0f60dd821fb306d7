import { closeSync, read } from 'node:fs';
import { promisify } from 'node:util';
import { openFile } from '../files/readable';

const readBytes = promisify(read);
const BLOCK_BYTES = 1 << 20;
const COMMA = 0x2c;
const QUOTE = 0x22;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const BOM = [0xef, 0xbb, 0xbf] as const;

/** Cells of one row as stretches of bytes, good until the next row is read. */
export interface CsvRow {
  readonly bytes: Uint8Array;
  /** Of its first byte, in the file. */
  readonly byteOffset: number;
  readonly cellCount: number;
  /** Of cell i: `bytes[start[i]] … bytes[end[i] - 1]`, without the quotes around it. */
  readonly start: Int32Array;
  readonly end: Int32Array;
}

/**
 * Reads a csv file (RFC 4180; LF or CRLF, a BOM, empty lines left out) row by row and hands each to `onRow`. A file is read
 * in blocks, a row that reaches beyond one is completed first: memory is that of the longest row. Rejects with what the
 * file system rejects with.
 */
export async function readCsvRows(path: string, onRow: (row: CsvRow) => void): Promise<void> {
  const fd = openFile(path);
  try {
    const scanner = new RowScanner();
    let bytes: Uint8Array = new Uint8Array(2 * BLOCK_BYTES);
    /** What is in `bytes`: from the first row not yet handed on. */
    let length = 0;
    let isFirst = true;
    /** Where in the file `bytes` begins. */
    let firstByte = 0;
    while (true) {
      if (length + BLOCK_BYTES > bytes.length) bytes = enlarged(bytes, length);
      const { bytesRead } = await readBytes(fd, bytes, length, BLOCK_BYTES, null);
      length += bytesRead;
      let at = isFirst && BOM.every((byte, i) => bytes[i] === byte) && length >= BOM.length ? BOM.length : 0;
      isFirst = false;
      const isEnd = bytesRead === 0;
      while (at < length) {
        const next = scanner.scan(bytes, at, length, isEnd);
        scanner.byteOffset = firstByte + at;
        if (next < 0) break;
        // A line with nothing in it is no row.
        if (scanner.cellCount > 1 || scanner.end[0] > scanner.start[0] || scanner.isQuoted) onRow(scanner);
        at = next;
      }
      if (isEnd) return;
      bytes.copyWithin(0, at, length);
      firstByte += at;
      length -= at;
    }
  } finally {
    closeSync(fd);
  }
}

function enlarged(bytes: Uint8Array, length: number): Uint8Array {
  const larger = new Uint8Array(2 * bytes.length);
  larger.set(bytes.subarray(0, length));
  return larger;
}

class RowScanner implements CsvRow {
  bytes: Uint8Array = new Uint8Array(0);
  byteOffset = 0;
  cellCount = 0;
  start = new Int32Array(64);
  end = new Int32Array(64);
  /** The last cell has quotes around it: it is there even if it is empty. */
  isQuoted = false;
  /** Cells with doubled quotes in them. */
  readonly #doubled: number[] = [];

  /**
   * Finds the cells of the row that begins at `at`; answers where the next one begins, or -1 if the row does not end among
   * the bytes and more of it may come. Doubled quotes become single ones in place: a row can be scanned to its end once.
   */
  scan(bytes: Uint8Array, at: number, length: number, isEnd: boolean): number {
    this.bytes = bytes;
    this.cellCount = 0;
    this.#doubled.length = 0;
    for (let from = at; ; ) {
      if (this.cellCount === this.start.length) this.#grow();
      const cell = this.cellCount++;
      this.isQuoted = from < length && bytes[from] === QUOTE;
      let to = from;
      if (this.isQuoted) to = this.#quoted(cell, from, length);
      else {
        while (to < length && bytes[to] !== COMMA && bytes[to] !== LINE_FEED) to++;
        this.start[cell] = from;
        this.end[cell] = to > from && bytes[to - 1] === CARRIAGE_RETURN && bytes[to] !== COMMA ? to - 1 : to;
      }
      if (to >= length && !isEnd) return -1;
      const isRowEnd = to >= length || bytes[to] === LINE_FEED;
      from = to + 1;
      if (!isRowEnd) continue;
      for (const doubled of this.#doubled) this.#makeSingle(doubled);
      return Math.min(from, length);
    }
  }

  /** Sets start and end of a quoted cell; answers the place of the comma or line feed behind it. */
  #quoted(cell: number, at: number, length: number): number {
    const { bytes } = this;
    let hasDoubled = false;
    let i = at + 1;
    for (; i < length; i++) {
      if (bytes[i] !== QUOTE) continue;
      const next = i + 1 < length ? bytes[i + 1] : LINE_FEED;
      if (next === QUOTE) {
        hasDoubled = true;
        i++;
      } else if (next === COMMA || next === LINE_FEED || next === CARRIAGE_RETURN) break;
      // Any other quote is one that the writer forgot to double.
    }
    if (hasDoubled) this.#doubled.push(cell);
    this.start[cell] = at + 1;
    this.end[cell] = Math.min(i, length);
    i++;
    while (i < length && bytes[i] !== COMMA && bytes[i] !== LINE_FEED) i++;
    return i;
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
