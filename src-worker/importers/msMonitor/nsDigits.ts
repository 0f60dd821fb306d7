/** Whole numbers of up to 20 digits in bytes, which a float64 would round. */

const MOST_DIGITS = 20;
const NS_PER_S = 1e9;

/** An instant that times count from, in two parts that are exact. */
export interface NsBase {
  readonly seconds: number;
  readonly restNs: number;
}

export function nsBase(baseUs: number): NsBase {
  const seconds = Math.floor(baseUs / 1e6);
  return { seconds, restNs: (baseUs - seconds * 1e6) * 1000 };
}

/** The digits [start, end) as ns since `base`, exact where that is less than 2^53; NaN where they are none. */
export function nsSince(bytes: Uint8Array, start: number, end: number, { seconds, restNs }: NsBase): number {
  if (end <= start || end - start > MOST_DIGITS) return Number.NaN;
  const split = Math.max(start, end - 9);
  return (digits(bytes, start, split) - seconds) * NS_PER_S + (digits(bytes, split, end) - restNs);
}

/** The digits [start, end); NaN where another character is among them, 0 where there is none. */
export function digits(bytes: Uint8Array, start: number, end: number): number {
  let value = 0;
  for (let i = start; i < end; i++) {
    const digit = bytes[i] - 0x30;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

/** The digits [start, end) as 64 bits; undefined where they are none, or more. */
export function bitsOf(
  bytes: Uint8Array,
  start: number,
  end: number,
): readonly [high: number, low: number] | undefined {
  if (end <= start || end - start > MOST_DIGITS) return undefined;
  const value = digits(bytes, start, end);
  if (Number.isNaN(value)) return undefined;
  if (value <= Number.MAX_SAFE_INTEGER) return [Math.floor(value / 2 ** 32), value % 2 ** 32];
  const exact = BigInt(String.fromCharCode(...bytes.subarray(start, end)));
  return exact >= 1n << 64n ? undefined : [Number(exact >> 32n), Number(exact & 0xffff_ffffn)];
}
