/** Rows of a csv or JSON-lines file, one shape for both. */

import { closeSync, readSync } from 'node:fs';
import { openByteSource } from '../../files/byteSource';
import type { NoticeCode } from '../../files/notices';
import { openFile } from '../../files/readable';
import { jsonText } from '../../index/strings';
import { ByteTexts } from '../../tables/byteTexts';
import { readCsvRows } from '../../tables/csvRows';
import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  isSpace,
  OPEN_BRACE,
  QUOTE,
  RAN_OUT,
  stringEnd,
  valueEnd,
} from '../../tokenizer/scan';
import { readLines } from '../msMonitor/lineReader';

/** One row at a time: where its cells stand in the bytes that it was read from. */
export class FileRow {
  bytes: Uint8Array = new Uint8Array(0);
  byteOffset = 0;
  /** −1: the row has none. Without quotes and white space around it. */
  readonly start: Int32Array;
  readonly end: Int32Array;
  /** Texts stand as JSON has them. */
  isJson = false;

  constructor(readonly width: number) {
    this.start = new Int32Array(width);
    this.end = new Int32Array(width);
  }

  isThere(at: number | undefined): at is number {
    return at !== undefined && this.start[at] >= 0 && this.end[at] > this.start[at];
  }

  /** '' where there is none. Cut at `mostBytes`. */
  text(at: number | undefined, mostBytes = Number.POSITIVE_INFINITY): string {
    if (!this.isThere(at)) return '';
    const own = this.bytes.subarray(this.start[at], Math.min(this.end[at], this.start[at] + mostBytes));
    return this.isJson ? jsonText(own) : decoder.decode(own);
  }
}

const decoder = new TextDecoder();

/** Of a column of names more are not kept: they are hardly going to come again. */
const MOST_KEPT = 1 << 16;

/** The texts of a column of names, which repeat themselves: a string is made once for each. */
export class ColumnNames {
  readonly #kept = new ByteTexts();

  /** @param at the column; undefined: the file has none */
  constructor(
    readonly at: number | undefined,
    readonly mostBytes: number,
  ) {}

  /** As `FileRow.text`. */
  of(row: FileRow): string {
    const { at, mostBytes } = this;
    const { texts } = this.#kept;
    if (!row.isThere(at)) return '';
    if (row.isJson || texts.length >= MOST_KEPT) return row.text(at, mostBytes);
    const start = row.start[at];
    return texts[this.#kept.code(row.bytes, start, Math.min(row.end[at], start + mostBytes))];
  }
}

/** What a row that can't be read is listed as. */
export type SkipRow = (code: NoticeCode, byteOffset: number) => void;

/** Names of columns, of JSON lines those of the members of the first ones. */
export interface FileHead {
  readonly isJson: boolean;
  readonly header: readonly string[];
}

const HEAD_BYTES = 1 << 20;
const HEAD_LINES = 100;
const MOST_COLUMNS = 1000;
const LONGEST_HEADER = 256;

/** Undefined: no line of it is a header, or a JSON object. Rejects with what reading rejects with. */
export async function readHead(path: string): Promise<FileHead | undefined> {
  return firstByte(path) === OPEN_BRACE ? headOfLines(path) : headOfCsv(path);
}

/** Hands on all rows below the header. Those that are damaged, or too long, are handed to `skip`. `onBlock` may throw. */
export async function readRows(
  path: string,
  { isJson, header }: FileHead,
  onRow: (row: FileRow) => void,
  skip: SkipRow,
  onBlock: () => void,
): Promise<void> {
  const row = new FileRow(header.length);
  row.isJson = isJson;
  if (isJson) await rowsOfLines(path, header, row, onRow, skip, onBlock);
  else await rowsOfCsv(path, row, onRow, skip, onBlock);
}

/** What the first row that can be read has in a column, cut; '' where there is none. */
export async function firstText(path: string, head: FileHead, at: number, mostBytes: number): Promise<string> {
  let text = '';
  const take = (row: FileRow) => {
    text = row.text(at, mostBytes);
    if (text !== '') throw new Enough();
  };
  try {
    await readRows(
      path,
      head,
      take,
      () => {},
      () => {},
    );
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return text;
}

/** The first byte that is no white space; 0 where there is none among the first few thousand. */
function firstByte(path: string): number {
  const fd = openFile(path);
  try {
    const bytes = Buffer.alloc(1 << 12);
    const read = bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, 0));
    const from = read.subarray(0, 3).equals(BOM) ? 3 : 0;
    return read.subarray(from).find((byte) => !isSpace(byte)) ?? 0;
  } finally {
    closeSync(fd);
  }
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);

/** No more of the file is wanted. */
class Enough extends Error {}

async function headOfCsv(path: string): Promise<FileHead | undefined> {
  let head: FileHead | undefined;
  try {
    await readCsvRows(path, ({ bytes, start, end, cellCount, isTooLong }) => {
      if (!isTooLong && cellCount <= MOST_COLUMNS) {
        const cells = Array.from({ length: cellCount }, (_, at) => bytes.subarray(start[at], end[at]));
        const isText = cells.every((cell) => cell.length <= LONGEST_HEADER && !cell.includes(0));
        if (isText) head = { isJson: false, header: cells.map((cell) => decoder.decode(cell)) };
      }
      throw new Enough();
    });
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return head;
}

async function rowsOfCsv(
  path: string,
  row: FileRow,
  onRow: (row: FileRow) => void,
  skip: SkipRow,
  onBlock: () => void,
): Promise<void> {
  let isHeader = true;
  const take = ({
    bytes,
    byteOffset,
    start,
    end,
    cellCount,
    isOpen,
    isTooLong,
  }: Parameters<Parameters<typeof readCsvRows>[1]>[0]) => {
    if (isHeader) {
      isHeader = false;
      return;
    }
    if (isTooLong) return skip('line-too-long', byteOffset);
    if (isOpen && cellCount < row.width) return skip('line-unfinished', byteOffset);
    row.bytes = bytes;
    row.byteOffset = byteOffset;
    for (let at = 0; at < row.width; at++) {
      let [from, to] = at < cellCount ? [start[at], end[at]] : [-1, -1];
      while (from < to && isSpace(bytes[from])) from++;
      while (to > from && isSpace(bytes[to - 1])) to--;
      row.start[at] = from;
      row.end[at] = to;
    }
    onRow(row);
  };
  await readCsvRows(path, take, onBlock);
}

async function headOfLines(path: string): Promise<FileHead | undefined> {
  const keys = new Set<string>();
  let count = 0;
  const source = openByteSource(path);
  try {
    const sink = {
      line(bytes: Uint8Array, from: number, to: number) {
        if (count++ < HEAD_LINES) scanObject(bytes, from, to, (key) => keys.size < MOST_COLUMNS && keys.add(key));
      },
      tooLong() {},
      notice() {},
      progress: (bytesDone: number) => count < HEAD_LINES && bytesDone < HEAD_BYTES,
    };
    await readLines(source, 0, undefined, sink);
  } finally {
    source.close();
  }
  return keys.size === 0 ? undefined : { isJson: true, header: [...keys] };
}

async function rowsOfLines(
  path: string,
  header: readonly string[],
  row: FileRow,
  onRow: (row: FileRow) => void,
  skip: SkipRow,
  onBlock: () => void,
): Promise<void> {
  const places = new Map(header.map((key, at) => [key, at]));
  const put = (key: string, start: number, end: number) => {
    const at = places.get(key);
    if (at === undefined) return;
    row.start[at] = start;
    row.end[at] = end;
  };
  const source = openByteSource(path);
  try {
    await readLines(source, 0, undefined, {
      line(bytes, from, to, byteOffset, isOpen) {
        if (isBlank(bytes, from, to)) return;
        row.start.fill(-1);
        if (!scanObject(bytes, from, to, put)) return skip(isOpen ? 'line-unfinished' : 'line-damaged', byteOffset);
        row.bytes = bytes;
        row.byteOffset = byteOffset;
        onRow(row);
      },
      tooLong: (byteOffset) => skip('line-too-long', byteOffset),
      notice: ({ code, byteOffset = 0 }) => skip(code as NoticeCode, byteOffset),
      progress() {
        onBlock();
        return true;
      },
    });
  } finally {
    source.close();
  }
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (!isSpace(bytes[i])) return false;
  return true;
}

type Member = (key: string, start: number, end: number) => unknown;

/**
 * The members of the object that the line [from, to) is, values without quotes; false where it is none. There is room for two
 * bytes behind the line: they are used, and put back.
 */
function scanObject(bytes: Uint8Array, from: number, to: number, member: Member): boolean {
  const [first, second] = [bytes[to], bytes[to + 1]];
  bytes[to] = QUOTE;
  bytes[to + 1] = QUOTE;
  const isObject = scanMembers(bytes, from, to, member);
  bytes[to] = first;
  bytes[to + 1] = second;
  return isObject;
}

function scanMembers(bytes: Uint8Array, from: number, to: number, member: Member): boolean {
  let at = behindSpace(bytes, bytes[from] === 0xef ? from + 3 : from, to);
  if (bytes[at] !== OPEN_BRACE) return false;
  at = behindSpace(bytes, at + 1, to);
  while (bytes[at] !== CLOSE_BRACE) {
    if (at >= to || bytes[at] !== QUOTE) return false;
    const keyEnd = stringEnd(bytes, at + 1, to);
    if (keyEnd === RAN_OUT) return false;
    const colon = behindSpace(bytes, keyEnd + 1, to);
    if (bytes[colon] !== COLON) return false;
    const value = behindSpace(bytes, colon + 1, to);
    const end = value < to ? valueEnd(bytes, value, to) : RAN_OUT;
    if (end === RAN_OUT || end === value || end > to) return false;
    const isText = bytes[value] === QUOTE;
    // null is no value.
    if (isText || bytes[value] !== 0x6e)
      member(jsonText(bytes.subarray(at + 1, keyEnd)), isText ? value + 1 : value, isText ? end - 1 : end);
    at = behindSpace(bytes, end, to);
    if (bytes[at] === COMMA) at = behindSpace(bytes, at + 1, to);
    else if (bytes[at] !== CLOSE_BRACE) return false;
  }
  return at < to && behindSpace(bytes, at + 1, to) >= to;
}

function behindSpace(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && isSpace(bytes[at])) at++;
  return at;
}
