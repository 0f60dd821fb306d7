/** Thrift's compact protocol, as `../thrift.ts`: members that nobody wants are passed over. */

const TRUE: i32 = 1;
const FALSE: i32 = 2;
const BYTE: i32 = 3;
const I16: i32 = 4;
const I64: i32 = 6;
const DOUBLE: i32 = 7;
export const BINARY: i32 = 8;
export const LIST: i32 = 9;
export const STRUCT: i32 = 12;
const MOST_DEPTH: i32 = 16;

export let at: usize = 0;
export let end: usize = 0;
/** Something is not as it should be: what was read since then means nothing. */
export let isOdd: bool = false;

export function readFrom(from: usize, to: usize): void {
  at = from;
  end = to;
  isOdd = false;
}

export function byte(): i32 {
  if (at >= end) {
    isOdd = true;
    return 0;
  }
  return load<u8>(at++);
}

export function varint(): u64 {
  let value: u64 = 0;
  for (let shift: u64 = 0; shift < 64; shift += 7) {
    const own = byte();
    value |= (<u64>(own & 0x7f)) << shift;
    if (own < 0x80) return value;
  }
  isOdd = true;
  return 0;
}

export function zigzag(): i64 {
  const value = varint();
  return <i64>(value >>> 1) ^ -(<i64>(value & 1));
}

/** A length that fits into the bytes at hand. */
export function length(): i32 {
  const value = zigzag();
  if (value < 0 || value > 0x7fffffff) isOdd = true;
  return isOdd ? 0 : <i32>value;
}

/** How long the text is that begins at `at`, which is passed over. */
export function text(): u32 {
  const size = varint();
  if (size > <u64>(end - at)) {
    isOdd = true;
    return 0;
  }
  at += <usize>size;
  return <u32>size;
}

export let type: i32 = 0;

/** The number of the next member, whose type is in `type`; 0: there is none. */
export function member(before: i32): i32 {
  const head = byte();
  type = head & 0x0f;
  if (type === 0 || isOdd) return 0;
  const more = head >> 4;
  const id = more > 0 ? before + more : <i32>zigzag();
  if (id <= 0 || id >= 256) isOdd = true;
  return isOdd ? 0 : id;
}

/** How many elements a list has, whose type is in `type`. */
export function list(): u32 {
  const head = byte();
  type = head & 0x0f;
  const count: u64 = head >> 4 === 15 ? varint() : <u64>(head >> 4);
  if (count > <u64>(end - at)) isOdd = true;
  return isOdd ? 0 : <u32>count;
}

export function pass(own: i32, depth: i32 = 0): void {
  if (depth > MOST_DEPTH) isOdd = true;
  if (isOdd) return;
  if (own === TRUE || own === FALSE) return;
  if (own === BYTE) byte();
  else if (own >= I16 && own <= I64) varint();
  else if (own === DOUBLE) {
    if (at + 8 > end) isOdd = true;
    at += 8;
  } else if (own === BINARY) text();
  else if (own === LIST) {
    const count = list();
    const kind = type;
    for (let i: u32 = 0; i < count && !isOdd; i++) {
      if (kind === TRUE || kind === FALSE) byte();
      else pass(kind, depth + 1);
    }
  } else if (own === STRUCT) {
    for (let id = member(0); id > 0; id = member(id)) pass(type, depth + 1);
  } else isOdd = true;
}
