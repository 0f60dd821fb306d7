import { isSpace, isText } from './scan';

const ZERO = 0x30;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const BIG_E = 0x45;
const SMALL_E = 0x65;

/** From 10^16 µs on a number is no time, however it is written; whole µs of so few digits are read exactly. */
const MOST_WHOLE_DIGITS = 16;
/** Larger exponents are as good as this one: there are no bytes for so many digits. */
const MAX_EXPONENT = 2 ** 40;

/** A time in µs, as whole µs and ns beyond them (up to 1000 after rounding), both with its sign. */
export interface Microseconds {
  readonly wholeUs: number;
  readonly restNs: number;
}

/**
 * The bytes [start, end) as µs, also when they are no plain digits: exponents, a plus, white space. Rounded half away
 * from zero, and exact for any number of digits and any exponent: the point is moved, nothing is multiplied. Infinite
 * where the number is larger than any time; undefined if it is none.
 *
 *     1.7364124747142589905e15
 *     ^ first   ^ exponent 15 places behind the point: digits before it are µs, three behind it ns, the next one rounds
 */
export function readOddMicroseconds(bytes: Uint8Array, start: number, end: number): Microseconds | undefined {
  let p = start;
  while (p < end && isSpace(bytes[p])) p++;
  while (p < end && isSpace(bytes[end - 1])) end--;
  const isNegative = bytes[p] === MINUS;
  if (p < end && (isNegative || bytes[p] === PLUS)) p++;
  const shape = shapeOf(bytes, p, end);
  if (shape === undefined)
    return isText(bytes, p, end, 'Infinity') ? signed(isNegative, Number.POSITIVE_INFINITY, 0) : undefined;
  const { first, digitsEnd, wholeDigits } = shape;
  if (first === digitsEnd) return signed(isNegative, 0, 0);
  if (wholeDigits > MOST_WHOLE_DIGITS) return signed(isNegative, Number.POSITIVE_INFINITY, 0);

  // Places count from the first digit that is not zero; -1 and less stand before it, and are zeros.
  let at = first;
  const digitAt = (place: number) => {
    if (place < 0 || at >= digitsEnd) return 0;
    if (bytes[at] === DOT) at++;
    return at < digitsEnd ? bytes[at++] - ZERO : 0;
  };
  let wholeUs = 0;
  for (let place = 0; place < wholeDigits; place++) wholeUs = wholeUs * 10 + digitAt(place);
  let restNs = 0;
  for (let place = wholeDigits; place < wholeDigits + 3; place++) restNs = restNs * 10 + digitAt(place);
  if (digitAt(wholeDigits + 3) >= 5) restNs++;
  return signed(isNegative, wholeUs, restNs);
}

interface Shape {
  /** Of the first digit that is not zero; `digitsEnd` if all are. */
  readonly first: number;
  /** Behind the digits and the point among them. */
  readonly digitsEnd: number;
  /** Digits from `first` to where the exponent moves the point; below zero where zeros stand between them. */
  readonly wholeDigits: number;
}

/** `digits.digits` with an exponent or without; undefined if the bytes are anything else. */
function shapeOf(bytes: Uint8Array, start: number, end: number): Shape | undefined {
  let p = start;
  let first = -1;
  let point = -1;
  for (; p < end; p++) {
    if (bytes[p] === DOT && point < 0) point = p;
    else if (!isDigit(bytes[p])) break;
    else if (first < 0 && bytes[p] !== ZERO) first = p;
  }
  const digitsEnd = p;
  if (digitsEnd - start - (point < 0 ? 0 : 1) === 0) return undefined;
  let exponent = 0;
  if (p < end) {
    if (bytes[p] !== SMALL_E && bytes[p] !== BIG_E) return undefined;
    p++;
    const isNegative = bytes[p] === MINUS;
    if (p < end && (isNegative || bytes[p] === PLUS)) p++;
    if (p === end) return undefined;
    for (; p < end; p++) {
      if (!isDigit(bytes[p])) return undefined;
      exponent = Math.min(exponent * 10 + bytes[p] - ZERO, MAX_EXPONENT);
    }
    if (isNegative) exponent = -exponent;
  }
  if (first < 0) return { first: digitsEnd, digitsEnd, wholeDigits: 0 };
  if (point < 0) point = digitsEnd;
  return { first, digitsEnd, wholeDigits: point - first + (first > point ? 1 : 0) + exponent };
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= ZERO + 9;
}

/** No negative zero. */
function signed(isNegative: boolean, wholeUs: number, restNs: number): Microseconds {
  return isNegative ? { wholeUs: 0 - wholeUs, restNs: 0 - restNs } : { wholeUs, restNs };
}
