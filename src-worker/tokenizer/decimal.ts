/**
 * A decimal number written as text, times 10^`decimals`, rounded half away from zero; undefined if it is no number.
 * Exact for any number of digits and any sane exponent: `parseDecimalText('1.5e-2', 3)` is 15n.
 */
export function parseDecimalText(text: string, decimals: number): bigint | undefined {
  const match = /^\s*([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?\s*$/.exec(text);
  if (!match) return undefined;
  const [, sign, whole, fraction = '', exponentText = '0'] = match;
  if (whole === '' && fraction === '') return undefined;
  const digits = whole + fraction;
  const exponent = Number(exponentText) - fraction.length + decimals;
  // 10^1000 ns is no time: such a number is as good as none.
  if (exponent > 1000) return undefined;
  let value: bigint;
  if (exponent >= 0) value = BigInt(digits) * 10n ** BigInt(exponent);
  else if (-exponent > digits.length) value = 0n;
  else {
    const unit = 10n ** BigInt(-exponent);
    value = (BigInt(digits) + unit / 2n) / unit;
  }
  return sign === '-' ? -value : value;
}

/** A time in µs, as whole µs and ns beyond them, both with its sign. */
export interface Microseconds {
  readonly wholeUs: number;
  readonly restNs: number;
}

/** Digits beyond this many don't count: a number so long is none of this world. */
const MAX_ODD_DIGITS = 400;
/** A number all the same, though no time: `parseDecimalText` takes no such exponents. */
const HUGE = /^\s*([+-]?)(?:Infinity|\d+\.?\d*[eE]\+?\d+)\s*$/;

/**
 * The bytes [start, end) as µs when they are no plain digits: exponents and white space. Rare, so as text. Infinite where
 * the number is larger than any time.
 */
export function readOddMicroseconds(bytes: Uint8Array, start: number, end: number): Microseconds | undefined {
  const text = String.fromCharCode(...bytes.subarray(start, Math.min(end, start + MAX_ODD_DIGITS)));
  const ns = parseDecimalText(text, 3);
  if (ns === undefined) {
    const sign = HUGE.exec(text)?.[1];
    if (sign === undefined) return undefined;
    return { wholeUs: sign === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY, restNs: 0 };
  }
  const wholeUs = ns / 1000n;
  return { wholeUs: Number(wholeUs), restNs: Number(ns - wholeUs * 1000n) };
}
