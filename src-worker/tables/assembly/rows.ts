import {
  BATCH_ROWS,
  cellDoubled,
  cellEnds,
  cellStarts,
  clear,
  column,
  columnCount,
  INSTANT,
  makeRoom,
  scratchOf,
  TEXT,
} from './columns';
import { instantAt, isOdd, numberAt } from './numbers';
import { textCode } from './texts';

const COMMA: u32 = 0x2c;
const QUOTE: u32 = 0x22;
const LINE_FEED: u32 = 0x0a;
const CARRIAGE_RETURN: u32 = 0x0d;
/** As in `../csvRows.ts`. */
const MAX_ROW_BYTES: usize = 16 << 20;

let block: usize = 0;
let blockBytes: i32 = 0;

/** Where in the block the first row begins that has not been read. */
export let next: i32 = 0;

/** Where to put a block of so many bytes. Behind it is room for what is read of 16 bytes at once: see `nextOf`. */
export function blockOf(sizeBytes: i32): usize {
  if (sizeBytes > blockBytes) {
    if (block !== 0) heap.free(block);
    block = heap.alloc(<usize>sizeBytes + 16);
    blockBytes = sizeBytes;
  }
  return block;
}

/** A new table begins. */
export function setWidth(count: i32): void {
  clear();
  makeRoom(count);
}

export function setColumn(
  position: i32,
  kind: i32,
  shift: i32,
  factor: f64,
  limit: f64,
  baseWhole: f64,
  baseRest: f64,
): void {
  const own = column(position);
  own.kind = kind;
  own.shift = shift;
  own.factor = factor;
  own.limit = limit;
  own.baseWhole = baseWhole;
  own.baseRest = baseRest;
}

function isSeparator(byte: u32): bool {
  return byte === COMMA || byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

/** The first byte from `at` on that is `wanted` or a line's end; `end`, or what lies behind it, where there is none. */
function nextOf(wanted: v128, at: usize, end: usize): usize {
  for (; at < end; at += 16) {
    const bytes = v128.load(at);
    const feeds = i8x16.eq(bytes, i8x16.splat(<i8>LINE_FEED));
    const returns = i8x16.eq(bytes, i8x16.splat(<i8>CARRIAGE_RETURN));
    const found = i8x16.bitmask(v128.or(i8x16.eq(bytes, wanted), v128.or(feeds, returns)));
    if (found !== 0) return at + <usize>ctz<i32>(found);
  }
  return end;
}

/**
 * The quote that ends the cell whose opening one is at `from`, on the same line; 0 where it is not as usual: a quote in it
 * that is not doubled, no such quote on the line or in the block.
 */
function closing(from: usize, end: usize, cell: i32): usize {
  const quotes = i8x16.splat(<i8>QUOTE);
  let isDoubled: bool = false;
  for (let i = nextOf(quotes, from + 1, end); i + 1 < end; i = nextOf(quotes, i, end)) {
    if (load<u8>(i) !== QUOTE) return 0;
    const behind: u32 = load<u8>(i + 1);
    if (behind !== QUOTE) {
      if (!isSeparator(behind)) return 0;
      store<u8>(cellDoubled + <usize>cell, isDoubled ? 1 : 0);
      return i;
    }
    isDoubled = true;
    i += 2;
  }
  return 0;
}

/** Finds the cells of the row at `at`, trimmed; answers the line end behind it, or 0 if it is none of as many cells, or none as usual. */
function cells(at: usize, end: usize): usize {
  const width = columnCount();
  const commas = i8x16.splat(<i8>COMMA);
  let from = at;
  for (let cell: i32 = 0; cell < width; cell++) {
    let to: usize;
    if (from < end && load<u8>(from) === QUOTE) {
      const close = closing(from, end, cell);
      if (close === 0) return 0;
      setCell(cell, from + 1, close);
      to = close + 1;
    } else {
      store<u8>(cellDoubled + <usize>cell, 0);
      to = nextOf(commas, from, end);
      if (to >= end) return 0;
      setCell(cell, from, to);
    }
    if (to >= end) return 0;
    const isLast = cell === width - 1;
    if ((load<u8>(to) !== COMMA) !== isLast) return 0;
    if (isLast) return to;
    from = to + 1;
  }
  return 0;
}

/** Without what is blank at its ends. */
function setCell(cell: i32, from: usize, to: usize): void {
  const into = (<usize>cell) << 2;
  while (from < to && isBlank(load<u8>(from))) from++;
  while (to > from && isBlank(load<u8>(to - 1))) to--;
  store<u32>(cellStarts + into, <u32>from);
  store<u32>(cellEnds + into, <u32>to);
}

function isBlank(byte: u32): bool {
  return byte === 0x20 || byte - 0x09 <= 4;
}

/** "N/A" */
function isNotAvailable(from: usize, to: usize): bool {
  return to - from === 3 && load<u8>(from) === 0x4e && load<u8>(from + 1) === 0x2f && load<u8>(from + 2) === 0x41;
}

/** The row's numbers into the batch; false where one is left to the other side. Nothing is counted before the row is taken. */
function numbers(row: i32): bool {
  const width = columnCount();
  for (let cell: i32 = 0; cell < width; cell++) {
    const own = column(cell);
    const into = (<usize>cell) << 2;
    if (own.kind === TEXT) continue;
    const from = <usize>load<u32>(cellStarts + into);
    const to = <usize>load<u32>(cellEnds + into);
    let value: f64 = NaN;
    if (from < to && !isNotAvailable(from, to)) {
      value = own.kind === INSTANT ? instantAt(own, from, to) : numberAt(own, from, to);
      if (isOdd) return false;
    }
    store<f64>(own.values + ((<usize>row) << 3), value);
  }
  return true;
}

/** Behind a copy of the cell at `copy`, in which doubled quotes are single ones. */
function singleQuoted(from: usize, to: usize, copy: usize): usize {
  let into = copy;
  for (let i = from; i < to; i++) {
    const byte: u32 = load<u8>(i);
    store<u8>(into++, byte);
    if (byte === QUOTE && i + 1 < to && load<u8>(i + 1) === QUOTE) i++;
  }
  return into;
}

function texts(row: i32): void {
  const width = columnCount();
  for (let cell: i32 = 0; cell < width; cell++) {
    const own = column(cell);
    if (own.kind !== TEXT) continue;
    const into = (<usize>cell) << 2;
    let from = <usize>load<u32>(cellStarts + into);
    let to = <usize>load<u32>(cellEnds + into);
    if (load<u8>(cellDoubled + <usize>cell) !== 0) {
      const copy = scratchOf(<u32>(to - from));
      to = singleQuoted(from, to, copy);
      from = copy;
    }
    if (isNotAvailable(from, to)) to = from;
    store<u32>(own.values + ((<usize>row) << 2), textCode(own, from, <u32>(to - from)));
  }
}

/** Of so many rows, how many have a value in each column of numbers. */
function countValues(rowCount: i32): void {
  const width = columnCount();
  for (let cell: i32 = 0; cell < width; cell++) {
    const own = column(cell);
    own.valueCount = 0;
    if (own.kind === TEXT) continue;
    let count: i32 = 0;
    for (let row: i32 = 0; row < rowCount; row++) {
      if (!isNaN(load<f64>(own.values + ((<usize>row) << 3)))) count++;
    }
    own.valueCount = count;
  }
}

/**
 * Reads the rows of the block from `at` on, as long as they are as usual: as wide as the header, with nothing in them that is
 * no number where one is to be. Answers how many; `next` is then where the first one begins that it has left.
 */
export function rows(at: i32, length: i32): i32 {
  const end = block + <usize>length;
  let from = block + <usize>at;
  let count: i32 = 0;
  while (from < end && count < BATCH_ROWS) {
    const first: u32 = load<u8>(from);
    // A line with nothing in it is no row.
    if (first === LINE_FEED || first === CARRIAGE_RETURN) {
      from++;
      continue;
    }
    const to = cells(from, end);
    if (to === 0) break;
    if (!numbers(count)) break;
    const isPair = load<u8>(to) === CARRIAGE_RETURN && to + 1 < end && load<u8>(to + 1) === LINE_FEED;
    const behind = isPair ? to + 2 : to + 1;
    if (behind - from > MAX_ROW_BYTES) break;
    texts(count);
    count++;
    from = behind;
  }
  next = <i32>(from - block);
  countValues(count);
  return count;
}
