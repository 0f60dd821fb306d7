import { locals, MOST_CELLS, payloads, places, rowIdPlaces, rowIds, run, sizes, starts, types } from './places';

const LEAF_HEADER_BYTES: i32 = 8;
const LONGEST_ID: i32 = 8;
const FIRST_BLOB: i32 = 12;
const ABSENT: i32 = -1;
/** Longer varints are left to the plain loops. */
const SHORT_VARINT: i32 = 4;

/** Behind the varint that `varint` has read. */
let behind: i32 = 0;

/** −1 for one of more bytes than sizes and types have. */
function varint(at: i32): i32 {
  let value: i32 = 0;
  for (let i: i32 = 0; i < SHORT_VARINT; i++) {
    const byte: i32 = load<u8>(run + at + i);
    value = (value << 7) | (byte & 0x7f);
    if (byte < 0x80) {
      behind = at + i + 1;
      return value;
    }
  }
  return -1;
}

/**
 * As `#leaf` of TableTree: finds the payloads of a page's cells, and answers how many there are. −1 where anything is not as
 * it is in a sound page of short rows.
 */
export function leafCells(start: i32, headerAt: i32, end: i32, usableSize: i32): i32 {
  const told: i32 = ((<i32>load<u8>(run + headerAt + 3)) << 8) | <i32>load<u8>(run + headerAt + 4);
  const pointersAt = headerAt + LEAF_HEADER_BYTES;
  const cellsFrom = pointersAt + 2 * told;
  if (cellsFrom > end || told > MOST_CELLS) return -1;
  const most = usableSize - 35;
  let freeBytes = usableSize;
  for (let cell: i32 = 0; cell < told; cell++) {
    const pointer = run + pointersAt + 2 * cell;
    const cellAt = start + (((<i32>load<u8>(pointer)) << 8) | <i32>load<u8>(pointer + 1));
    if (cellAt < cellsFrom || cellAt >= end) return -1;
    const whole = varint(cellAt);
    if (whole < 0 || whole > most) return -1;
    let at = behind;
    const into: usize = cell << 2;
    store<i32>(rowIds + into, at);
    const lastOfId = at + LONGEST_ID;
    while (at < lastOfId && load<u8>(run + at) >= 0x80) at++;
    at++;
    if (at + whole > end) return -1;
    freeBytes -= at + whole - cellAt;
    if (freeBytes < 0) return -1;
    store<i32>(payloads + into, at);
    store<i32>(locals + into, whole);
    store<f64>(sizes + (into << 1), <f64>whole);
  }
  return told;
}

/**
 * As `#parse` of RowBatch: puts cells [from, to) into the batch behind its first `row` rows, and answers how many it has put:
 * fewer where the next is damaged. `rowIdStart`: where the column of row ids begins; −1 where nobody wants it.
 */
export function leafRows(from: i32, to: i32, row: i32, positions: i32, rowIdStart: i32): i32 {
  let count: i32 = 0;
  for (let cell = from; cell < to; cell++) {
    const own = row + count;
    if (!parse(load<i32>(payloads + ((<usize>cell) << 2)), load<i32>(locals + ((<usize>cell) << 2)), own, positions))
      break;
    const rowId = load<i32>(rowIds + ((<usize>cell) << 2));
    store<i32>(rowIdPlaces + ((<usize>own) << 2), rowId);
    if (rowIdStart >= 0) store<i32>(places + ((<usize>(rowIdStart + own)) << 2), rowId);
    count++;
  }
  return count;
}

function parse(payloadAt: i32, payloadBytes: i32, row: i32, positions: i32): bool {
  const headBytes = varint(payloadAt);
  if (headBytes < 1 || headBytes > payloadBytes) return false;
  const headEnd = payloadAt + headBytes;
  const payloadEnd = payloadAt + payloadBytes;
  let at = behind;
  let value = headEnd;
  let position: i32 = 0;
  for (; at < headEnd && position < positions; position++) {
    let type: i32 = load<u8>(run + at);
    if (type < 0x80) at++;
    else {
      type = varint(at);
      if (type < 0) return false;
      at = behind;
    }
    if (type === 10 || type === 11) return false;
    const start = load<i32>(starts + ((<usize>position) << 2));
    if (start >= 0) {
      const into: usize = (<usize>(start + row)) << 2;
      store<i32>(types + into, type);
      store<i32>(places + into, value);
    }
    value += type < FIRST_BLOB ? valueBytes(type) : (type - FIRST_BLOB) >> 1;
    if (value > payloadEnd) return false;
  }
  for (; position < positions; position++) {
    const start = load<i32>(starts + ((<usize>position) << 2));
    if (start < 0) continue;
    const into: usize = (<usize>(start + row)) << 2;
    store<i32>(types + into, ABSENT);
    store<i32>(places + into, payloadAt);
  }
  return at <= headEnd;
}

function valueBytes(type: i32): i32 {
  // 0, 1, 2, 3, 4, 6, 8, 8, 0, 0 of types 0 to 9, four bits each.
  return <i32>((<u64>0x0088643210 >> ((<u64>type) << 2)) & 15);
}
