import { DOT, MINUS, ZERO } from './characters';
import { digitCount, eightFrom, joinDigits, joinSixteen, powerOfTen } from './digits';

/** What the last number read was: whole µs, and ns beyond them (up to 1000 after rounding); both have its sign. */
export let wholeUs: f64 = 0;
export let restNs: f64 = 0;

/** For numbers that the host reads. */
export function setNumber(us: f64, ns: f64): void {
  wholeUs = us;
  restNs = ns;
}

/** What a number reader answers when the text is not of the plain shape it reads. */
export const NOT_PLAIN: usize = 0;

/**
 * Reads `-?digits(.digits)?` at `p` as µs, rounded to the nearest ns, into `wholeUs` and `restNs`. Answers the address
 * behind it, or `NOT_PLAIN`. The results are those of ../plainTokenizer.ts to the bit: up to 16 digits a float64 holds
 * what an integer holds, rounded once; longer numbers are read as it reads them.
 */
export function readMicroseconds(start: usize): usize {
  const isNegative = load<u8>(start) === MINUS;
  let p = start + <usize>isNegative;
  let eight = eightFrom(p);
  let count = digitCount(eight);
  if (count === 0) return NOT_PLAIN;
  let whole = joinDigits(eight, count);
  p += count;
  if (count === 8) {
    eight = eightFrom(p);
    count = digitCount(eight);
    if (count > 0) {
      whole = whole * powerOfTen(count) + joinDigits(eight, count);
      p += count;
      if (count === 8 && isDigit(p)) return readLongMicroseconds(start);
    }
  }
  let rest: u32 = 0;
  if (load<u8>(p) === DOT) {
    p++;
    eight = eightFrom(p);
    count = digitCount(eight);
    rest = nanoseconds(eight, count);
    p += count;
    while (count === 8) {
      count = digitCount(eightFrom(p));
      p += count;
    }
  }
  const us = <f64>(<i64>whole);
  const ns = <f64>(<i32>rest);
  wholeUs = isNegative ? -us : us;
  restNs = isNegative ? -ns : ns;
  return p;
}

/** As `readMicroseconds`, sooner where 16 digits stand before the point: µs since 1970. */
export function readStart(p: usize): usize {
  const digits = v128.xor(v128.load(p), i8x16.splat(<i8>ZERO));
  const areDigits = !v128.any_true(i8x16.gt_u(digits, i8x16.splat(9)));
  if (!areDigits || <u32>load<u8>(p, 16) !== DOT) return readMicroseconds(p);
  const eight = eightFrom(p + 17);
  const count = digitCount(eight);
  if (count === 8) return readMicroseconds(p);
  wholeUs = <f64>(<i64>joinSixteen(digits));
  restNs = <f64>(<i32>nanoseconds(eight, count));
  return p + 17 + count;
}

/** The first three of `count` fraction digits, the fourth rounding them. */
function nanoseconds(eight: u64, count: u32): u32 {
  const digits = count === 8 ? eight : eight & (((<u64>1) << (8 * <u64>count)) - 1);
  const hundreds = <u32>(digits & 0xff);
  const tens = <u32>((digits >> 8) & 0xff);
  const ones = <u32>((digits >> 16) & 0xff);
  const isMore = <u32>((digits >> 24) & 0xff) >= 5;
  return hundreds * 100 + tens * 10 + ones + <u32>isMore;
}

function isDigit(p: usize): bool {
  return <u32>load<u8>(p) - ZERO < 10;
}

/** A digit at a time, in floating point: for whole numbers of more than 16 digits. */
function readLongMicroseconds(start: usize): usize {
  const isNegative = load<u8>(start) === MINUS;
  let p = start + <usize>isNegative;
  let us: f64 = 0;
  for (; isDigit(p); p++) us = us * 10 + <f64>(<u32>load<u8>(p) - ZERO);
  let ns: f64 = 0;
  if (load<u8>(p) === DOT) {
    p++;
    const eight = eightFrom(p);
    ns = <f64>nanoseconds(eight, digitCount(eight));
    while (isDigit(p)) p++;
  }
  wholeUs = isNegative ? -us : us;
  restNs = isNegative ? -ns : ns;
  return p;
}

/** What the last `readPlainNumber` read. */
export let plainNumber: f64 = 0;

/**
 * Reads `-?digits(.digits)?` at `p` into `plainNumber`. Answers the address behind it, or `NOT_PLAIN`, also of more
 * than 15 digits: up to there the digits and the power of ten are exact as float64, so that their quotient is the
 * float64 nearest to the number, as `Number` gives it.
 */
export function readPlainNumber(p: usize): usize {
  const isNegative = load<u8>(p) === MINUS;
  p += <usize>isNegative;
  let digits: u64 = 0;
  let digitsRead: u32 = 0;
  let fractionDigits: u32 = 0;
  let isFraction = false;
  while (true) {
    const eight = eightFrom(p);
    const count = digitCount(eight);
    if (count > 0) {
      digits = digits * powerOfTen(count) + joinDigits(eight, count);
      p += count;
      digitsRead += count;
      if (isFraction) fractionDigits += count;
      if (digitsRead > 15) return NOT_PLAIN;
      if (count === 8) continue;
    }
    if (isFraction || digitsRead === 0 || load<u8>(p) !== DOT) break;
    isFraction = true;
    p++;
  }
  if (digitsRead === 0) return NOT_PLAIN;
  const value = <f64>(<i64>digits) / <f64>(<i64>powerOfTen(fractionDigits));
  plainNumber = isNegative ? -value : value;
  return p;
}
