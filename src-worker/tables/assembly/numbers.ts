import { Column } from './columns';

const MOST_EXACT_DIGITS: i32 = 15;
const HALF_DIGITS: i32 = 9;
const MAX_SAFE: f64 = 9007199254740991.0;

/** Set by what reads a cell: it is none that is read here. */
export let isOdd: bool = false;

/** Powers of ten that a float64 holds exactly. */
const POWERS: StaticArray<f64> = [
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
];

/** As `#number` of `ColumnBuilder`: the same operations in the same order, so that the last bit is the same. */
export function numberAt(own: Column, from: usize, to: usize): f64 {
  const isNegative = from < to && load<u8>(from) === 0x2d;
  let i = isNegative ? from + 1 : from;
  let mantissa: u64 = 0;
  let digits: i32 = 0;
  let decimals: i32 = -1;
  isOdd = true;
  for (; i < to; i++) {
    const byte: u32 = load<u8>(i);
    const digit: u32 = byte - 0x30;
    if (digit <= 9) {
      if (++digits > MOST_EXACT_DIGITS) return NaN;
      mantissa = 10 * mantissa + <u64>digit;
      if (decimals >= 0) decimals++;
    } else if (byte === 0x2e && decimals < 0) decimals = 0;
    else return NaN;
  }
  if (digits === 0) return NaN;
  const shift = own.shift - max<i32>(0, decimals);
  const scaled = shift >= 0 ? <f64>mantissa * POWERS[shift] : <f64>mantissa / POWERS[-shift];
  const size = scaled * own.factor;
  if (size >= own.limit) return NaN;
  isOdd = false;
  return isNegative ? -size : size;
}

/** As `#instant` of `ColumnBuilder`. */
export function instantAt(own: Column, from: usize, to: usize): f64 {
  isOdd = true;
  let high: f64 = 0;
  let low: f64 = 0;
  let i = from;
  let part: u32 = 0;
  const highEnd = min<usize>(to, from + <usize>HALF_DIGITS);
  for (; i < highEnd; i++) {
    const digit: u32 = <u32>load<u8>(i) - 0x30;
    if (digit > 9) break;
    part = 10 * part + digit;
  }
  high = <f64>part;
  if (i === from) return NaN;
  const lowFrom = i;
  part = 0;
  const lowEnd = min<usize>(to, i + <usize>HALF_DIGITS);
  for (; i < lowEnd; i++) {
    const digit: u32 = <u32>load<u8>(i) - 0x30;
    if (digit > 9) break;
    part = 10 * part + digit;
  }
  low = <f64>part;
  const whole = high * POWERS[<i32>(i - lowFrom)] + low;
  const shift = own.shift;
  if (i < to && <u32>load<u8>(i) - 0x30 <= 9) return NaN;
  if (whole > MAX_SAFE || whole * POWERS[shift] >= own.limit) return NaN;
  let rest: u32 = 0;
  let decimals: i32 = 0;
  if (i < to) {
    if (load<u8>(i) !== 0x2e || <i32>(to - i) - 1 > shift) return NaN;
    for (i++; i < to; i++, decimals++) {
      const digit: u32 = <u32>load<u8>(i) - 0x30;
      if (digit > 9) return NaN;
      rest = 10 * rest + digit;
    }
  }
  isOdd = false;
  return (whole - own.baseWhole) * POWERS[shift] + (<f64>rest * POWERS[shift - decimals] - own.baseRest);
}
