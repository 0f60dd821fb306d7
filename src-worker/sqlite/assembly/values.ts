import { highs, lows, places, run, types, values } from './places';

/** The exponent of infinities and of what is no number. */
const NOT_FINITE: u64 = 0x7ff;
const NULL: i32 = 0;
const FLOAT: i32 = 7;
const ZERO: i32 = 8;
const ONE: i32 = 9;
const ROW_ID_VARINT: i32 = -2;
const FIRST_BLOB: i32 = 12;
const WORD: f64 = 4294967296.0;
const BILLION: f64 = 1000000000.0;
/** Row ids of more bytes are no numbers that a float64 holds for sure. */
const SHORT_ROW_ID: usize = 7;
const LOW_DIGITS: i32 = 9;
const MOST_DIGITS: i32 = 19;
const NO_DIGITS: u64 = u64.MAX_VALUE;

function isInteger(type: i32): bool {
  return (type >= 1 && type <= 6) || type === ZERO || type === ONE;
}

/** Of a serial type that is an integer. */
function integerAt(at: usize, type: i32): i64 {
  if (type === 1) return <i64>load<i8>(at);
  if (type === 2) return <i64>(<i16>bswap<u16>(load<u16>(at)));
  if (type === 3) return <i64>(((<i32>load<i8>(at)) << 16) | <i32>bswap<u16>(load<u16>(at + 1)));
  if (type === 4) return <i64>(<i32>bswap<u32>(load<u32>(at)));
  if (type === 5) return ((<i64>(<i16>bswap<u16>(load<u16>(at)))) << 32) | <i64>bswap<u32>(load<u32>(at + 2));
  if (type === 6) return <i64>bswap<u64>(load<u64>(at));
  return type === ONE ? 1 : 0;
}

/** −1 for one that is too long. */
function rowIdAt(at: usize): i64 {
  let value: i64 = 0;
  for (let i: usize = 0; i < SHORT_ROW_ID; i++) {
    const byte = <i64>load<u8>(at + i);
    value = (value << 7) | (byte & 0x7f);
    if (byte < 0x80) return value;
  }
  return -1;
}

// Each decodes the column that begins at `start` of the batch, and answers the first row that it leaves to the plain loops:
// `count`, if it leaves none.

/** As `readNumbers` of batchColumns.ts. */
export function readNumbers(start: i32, count: i32): i32 {
  for (let i: i32 = 0; i < count; i++) {
    const type = load<i32>(types + ((<usize>(start + i)) << 2));
    const at = run + load<i32>(places + ((<usize>(start + i)) << 2));
    let value: f64;
    if (isInteger(type)) value = <f64>integerAt(at, type);
    else if (type === NULL) value = NaN;
    else if (type === ROW_ID_VARINT) {
      const rowId = rowIdAt(at);
      if (rowId < 0) return i;
      value = <f64>rowId;
    } else if (type === FLOAT) {
      const bits = bswap<u64>(load<u64>(at));
      if (((bits >> 52) & NOT_FINITE) === NOT_FINITE) return i;
      value = reinterpret<f64>(bits);
    } else return i;
    store<f64>(values + ((<usize>i) << 3), value);
  }
  return count;
}

/** As `readSince`. The base as in `WordBase`; `hasDigits`: texts are of bytes. */
export function readSince(start: i32, count: i32, high: f64, low: f64, billions: f64, ones: f64, hasDigits: bool): i32 {
  for (let i: i32 = 0; i < count; i++) {
    const type = load<i32>(types + ((<usize>(start + i)) << 2));
    const at = run + load<i32>(places + ((<usize>(start + i)) << 2));
    let since: f64;
    if (isInteger(type)) {
      const value = integerAt(at, type);
      since = (<f64>(value >> 32) - high) * WORD + (<f64>(value & 0xffffffff) - low);
    } else {
      const length = (type - FIRST_BLOB) >> 1;
      if (!hasDigits || (type & 1) === 0 || length <= LOW_DIGITS || length > MOST_DIGITS) return i;
      const ownHigh = digits(at, length - LOW_DIGITS);
      const ownLow = digits(at + length - LOW_DIGITS, LOW_DIGITS);
      if (ownHigh === NO_DIGITS || ownLow === NO_DIGITS) return i;
      since = (<f64>ownHigh - billions) * BILLION + (<f64>ownLow - ones);
    }
    store<f64>(values + ((<usize>i) << 3), since);
  }
  return count;
}

function digits(at: usize, length: i32): u64 {
  let value: u64 = 0;
  for (let i: usize = 0; i < <usize>length; i++) {
    const digit = <u32>load<u8>(at + i) - 0x30;
    if (digit > 9) return NO_DIGITS;
    value = value * 10 + digit;
  }
  return value;
}

/** As `readWords`: halves of 64 bits. */
export function readWords(start: i32, count: i32): i32 {
  for (let i: i32 = 0; i < count; i++) {
    const type = load<i32>(types + ((<usize>(start + i)) << 2));
    if (!isInteger(type)) return i;
    const value = integerAt(run + load<i32>(places + ((<usize>(start + i)) << 2)), type);
    store<u32>(highs + ((<usize>i) << 2), <u32>(value >> 32));
    store<u32>(lows + ((<usize>i) << 2), <u32>value);
  }
  return count;
}
