/** Digits, eight at a time. */

const ASCII_ZEROS: u64 = 0x3030303030303030;
/** 10^0 … 10^16. */
const POWERS: usize = memory.data<u64>([
  1, 10, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000, 1000000000, 10000000000, 100000000000, 1000000000000,
  10000000000000, 100000000000000, 1000000000000000, 10000000000000000,
]);

export function powerOfTen(exponent: u32): u64 {
  return load<u64>(POWERS + ((<usize>exponent) << 3));
}

/** Eight bytes of text, digits having become 0 … 9 and all else more. The first is the lowest byte. */
export function eightFrom(p: usize): u64 {
  return load<u64>(p) ^ ASCII_ZEROS;
}

/** How many of eight bytes are digits, up to the first that is none. */
export function digitCount(eight: u64): u32 {
  // A byte over 9 gets its top bit set by adding 0x76, unless it has it already. What it carries into the bytes above
  // it does no harm: only the lowest one counts.
  const others = ((eight + 0x7676767676767676) | eight) & 0x8080808080808080;
  return <u32>(ctz(others) >> 3);
}

/**
 * The number that the first `count` (1 … 8) of eight digits are. They are moved to the end, zeros coming before them,
 * and joined in three steps:
 *
 *     1 7 3 6 4 0 8 8  →  17 36 40 88  →  1736 4088  →  17364088
 */
export function joinDigits(eight: u64, count: u32): u64 {
  let digits = eight << (64 - 8 * <u64>count);
  digits = digits * 10 + (digits >> 8);
  const first = (digits & 0x000000ff000000ff) * 0x000f424000000064;
  const second = ((digits >> 16) & 0x000000ff000000ff) * 0x0000271000000001;
  return (first + second) >> 32;
}

/**
 * The number that sixteen digits are. Two neighbours are joined at a time, the first of them in the lower half:
 *
 *     1 7 3 6 4 0 8 8 …  →  17 36 40 88 …  →  1736 4088 …  →  17364088 …
 */
export function joinSixteen(digits: v128): u64 {
  const tens = i16x8.mul(v128.and(digits, i16x8.splat(0xff)), i16x8.splat(10));
  const pairs = i16x8.add(tens, i16x8.shr_u(digits, 8));
  const fours = i32x4.dot_i16x8_s(pairs, i16x8(100, 1, 100, 1, 100, 1, 100, 1));
  const packed = i16x8.narrow_i32x4_s(fours, fours);
  const eights = v128.extract_lane<u64>(i32x4.dot_i16x8_s(packed, i16x8(10000, 1, 10000, 1, 10000, 1, 10000, 1)), 0);
  return (eights & 0xffffffff) * 100000000 + (eights >> 32);
}
