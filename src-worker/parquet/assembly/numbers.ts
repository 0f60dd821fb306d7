/** Numbers of JSON texts, as `../numberHoles.ts` reads them: to the last bit. */
import { append, newPool, newRoom, widen } from './bytes';

/** Those of a file, one behind another. */
export const numbers = newRoom(1 << 16);
export let numberCount: u32 = 0;
/** Numbers that only the other side can read: their texts, and which of `numbers` they are. */
export const longTexts = newPool();
export const longPlaces = newRoom(1 << 10);

const MINUS: u32 = 0x2d;
const PLUS: u32 = 0x2b;
const POINT: u32 = 0x2e;
const ZERO: u32 = 0x30;
const SMALL_E: u32 = 0x65;
const LARGE_E: u32 = 0x45;
const EXACT_DIGITS: i32 = 15;
/** So many digits fit into 63 bits, and so many powers of five. */
const WHOLE_DIGITS: i32 = 18;
const MOST_BEHIND: i32 = 27;
const QUOTIENT_BITS: i32 = 62;

const POWERS: StaticArray<f64> = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];

export function clearNumbers(): void {
  numberCount = 0;
  longTexts.count = 0;
}

/** Those behind it are taken back. */
export function cutNumbers(count: u32): void {
  numberCount = count;
  while (longTexts.count > 0 && load<u32>(longPlaces.at + ((<usize>(longTexts.count - 1)) << 2)) >= count)
    longTexts.count--;
}

function push(value: f64): void {
  widen(numbers, (<usize>(numberCount + 1)) << 3);
  store<f64>(numbers.at + ((<usize>numberCount) << 3), value);
  numberCount++;
}

export function isNumber(byte: u32): bool {
  return byte === MINUS || byte - ZERO <= 9;
}

/** Where it ends; 0: it is none, by JSON. */
export function readNumber(from: usize, end: usize): usize {
  let at = from;
  const isNegative = load<u8>(at) === MINUS;
  if (isNegative) at++;
  const first = at;
  let value: u64 = 0;
  let digits: i32 = 0;
  let point: usize = 0;
  let isPlain = true;
  for (; at < end; at++) {
    const byte: u32 = load<u8>(at);
    if (byte - ZERO <= 9) {
      value = value * 10 + <u64>(byte - ZERO);
      if (digits > 0 || value > 0) digits++;
    } else if (byte === POINT && point === 0) point = at;
    else if (byte === SMALL_E || byte === LARGE_E || byte === PLUS || byte === MINUS || byte === POINT) isPlain = false;
    else break;
  }
  const behindPoint: i32 = point === 0 ? 0 : <i32>(at - point) - 1;
  if (isPlain) {
    const wholeDigits: i32 = <i32>((point === 0 ? at : point) - first);
    if (wholeDigits === 0 || (wholeDigits > 1 && load<u8>(first) === ZERO) || (point > 0 && point === at - 1)) return 0;
    if (digits <= WHOLE_DIGITS && behindPoint <= MOST_BEHIND) {
      const isExact = digits <= EXACT_DIGITS && behindPoint <= EXACT_DIGITS;
      const told = isExact ? <f64>value / POWERS[behindPoint] : quotient(value, behindPoint);
      push(isNegative ? -told : told);
      return at;
    }
  } else if (!isJsonNumber(first, at)) return 0;
  const place = append(longTexts, from, <u32>(at - from));
  widen(longPlaces, (<usize>(place + 1)) << 2);
  store<u32>(longPlaces.at + ((<usize>place) << 2), numberCount);
  push(0);
  return at;
}

/** Behind its sign. */
function isJsonNumber(from: usize, end: usize): bool {
  let at = digitsFrom(from, end);
  if (at === from || (at - from > 1 && load<u8>(from) === ZERO)) return false;
  if (at < end && load<u8>(at) === POINT) {
    const behind = digitsFrom(at + 1, end);
    if (behind === at + 1) return false;
    at = behind;
  }
  if (at < end && (load<u8>(at) | 0x20) === SMALL_E) {
    at++;
    if (at < end && (load<u8>(at) === PLUS || load<u8>(at) === MINUS)) at++;
    const behind = digitsFrom(at, end);
    if (behind === at) return false;
    at = behind;
  }
  return at === end;
}

function digitsFrom(from: usize, end: usize): usize {
  let at = from;
  while (at < end && <u32>load<u8>(at) - ZERO <= 9) at++;
  return at;
}

/** The float64 nearest to value / 10^power, which is value / 5^power / 2^power: a long division, and what is left of it as the last bit. */
function quotient(value: u64, power: i32): f64 {
  if (value === 0) return 0;
  let divisor: u64 = 1;
  for (let i: i32 = 0; i < power; i++) divisor *= 5;
  const valueShift = clz<u64>(value);
  const divisorShift = clz<u64>(divisor);
  let rest = value << valueShift;
  divisor <<= divisorShift;
  let told: u64 = 0;
  if (rest >= divisor) {
    rest -= divisor;
    told = 1;
  }
  for (let i: i32 = 0; i < QUOTIENT_BITS; i++) {
    const isOver = rest >>> 63 === 1;
    rest <<= 1;
    told <<= 1;
    if (isOver || rest >= divisor) {
      rest -= divisor;
      told |= 1;
    }
  }
  if (rest !== 0) told |= 1;
  const exponent = <i64>divisorShift - <i64>valueShift - <i64>QUOTIENT_BITS - <i64>power;
  return <f64>told * reinterpret<f64>((<u64>(1023 + exponent)) << 52);
}
