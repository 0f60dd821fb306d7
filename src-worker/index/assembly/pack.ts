/*
 * Columns in fewer bytes, as ../cache/packedColumn.ts has them, which is the twin of this: it says what a block looks like. Both leave
 * the same bytes.
 */
const BLOCK: u32 = 256;
const HEAD_BYTES: usize = 2;
const NUMBER_BYTES: usize = 8;
/** As `Way` there; from `decimals` on one for each number of digits. */
const PLAIN: u8 = 0;
const ABOVE: u8 = 1;
const STEPS: u8 = 2;
const DECIMALS: u8 = 3;
const MOST_DIGITS: u8 = 6;
const MOST_WIDTH: u8 = 7;
/** 2^51: what lies between two differences of such is exact in a float. */
const MOST_WHOLE: f64 = 2251799813685248;

/** The columns there are, as `kindOf` there has them. */
const FLOATS: u32 = 0;
const WORDS: u32 = 1;
const INTEGERS: u32 = 2;
const HALVES: u32 = 3;

/** Written by the last call of `unpackBlocks`. */
let unpackedCount: u32 = 0;

export function unpackedValues(): u32 {
  return unpackedCount;
}

/**
 * Unpacks the whole blocks of [from, end), of a column that has `count` more values, or room for them: whole blocks, but at its
 * end. Answers where the first block begins that is not whole; 0 where there is something else than blocks.
 */
export function unpackBlocks(kind: u32, from: usize, end: usize, count: u32, into: usize): usize {
  unpackedCount = 0;
  if (kind === FLOATS) return unpackAll<f64>(from, end, count, into);
  if (kind === WORDS || kind === INTEGERS) return unpackAll<u32>(from, end, count, into);
  return kind === HALVES ? unpackAll<u16>(from, end, count, into) : unpackAll<u8>(from, end, count, into);
}

function unpackAll<T>(from: usize, end: usize, count: u32, into: usize): usize {
  let at = from;
  while (unpackedCount < count && at + HEAD_BYTES <= end) {
    const own = min(BLOCK, count - unpackedCount);
    const way = load<u8>(at);
    const width = load<u8>(at, 1);
    const isFloat = sizeof<T>() === 8;
    if (width > MOST_WIDTH || way > (isFloat ? DECIMALS + MOST_DIGITS - 1 : STEPS)) return 0;
    const size = sizeOfBlock(way, width, own, sizeof<T>());
    if (at + size > end) break;
    unpackBlock<T>(at, way, width, own, into + <usize>unpackedCount * sizeof<T>());
    at += size;
    unpackedCount += own;
  }
  return at;
}

function sizeOfBlock(way: u8, width: u8, count: usize, bytes: usize): usize {
  if (way === PLAIN) return HEAD_BYTES + count * bytes;
  if (way === STEPS) return HEAD_BYTES + 2 * NUMBER_BYTES + (count - 1) * <usize>width;
  return HEAD_BYTES + NUMBER_BYTES + count * <usize>width;
}

function unpackBlock<T>(at: usize, way: u8, width: u8, count: usize, into: usize): void {
  const from = at + HEAD_BYTES;
  if (way === PLAIN) {
    memory.copy(into, from, count * sizeof<T>());
    return;
  }
  const base = load<i64>(from);
  const first = from + NUMBER_BYTES;
  if (way === STEPS) unpackSteps<T>(first + NUMBER_BYTES, width, base, load<i64>(first), count, into);
  else if (way === ABOVE && width === 0) fill<T>(base, count, into);
  else if (way === ABOVE) unpackAbove<T>(first, width, base, count, into);
  else unpackDecimals(first, width, base, tenTo(way - DECIMALS + 1), count, into);
}

// A value is read with what is behind it, and that left out.

function maskOf(width: u8): u64 {
  return ((<u64>1) << ((<u64>width) << 3)) - 1;
}

function fill<T>(base: i64, count: usize, into: usize): void {
  if (sizeof<T>() === 1) memory.fill(into, <u8>base, count);
  else for (let i: usize = 0; i < count; i++) store<T>(into + i * sizeof<T>(), <T>base);
}

function unpackAbove<T>(from: usize, width: usize, base: i64, count: usize, into: usize): void {
  const mask = maskOf(<u8>width);
  let at = from;
  for (let i: usize = 0; i < count; i++) {
    store<T>(into + i * sizeof<T>(), <T>(base + <i64>(load<u64>(at) & mask)));
    at += width;
  }
}

function unpackSteps<T>(from: usize, width: usize, base: i64, step: i64, count: usize, into: usize): void {
  const mask = maskOf(<u8>width);
  let at = from;
  let value = base;
  store<T>(into, <T>value);
  for (let i: usize = 1; i < count; i++) {
    value += step + <i64>(load<u64>(at) & mask);
    store<T>(into + i * sizeof<T>(), <T>value);
    at += width;
  }
}

function unpackDecimals(from: usize, width: usize, base: i64, divisor: f64, count: usize, into: usize): void {
  const mask = maskOf(<u8>width);
  let at = from;
  for (let i: usize = 0; i < count; i++) {
    store<f64>(into + (i << 3), <f64>(base + <i64>(load<u64>(at) & mask)) / divisor);
    at += width;
  }
}

function tenTo(digits: u8): f64 {
  let power: f64 = 1;
  for (let i: u8 = 0; i < digits; i++) power *= 10;
  return power;
}

/** Packs `count` values in blocks; answers where the next block goes. `spare`: room for 256 numbers. */
export function packBlocks(kind: u32, from: usize, count: u32, into: usize, spare: usize): usize {
  if (kind === FLOATS) return packAll<f64>(from, count, into, spare);
  if (kind === WORDS) return packAll<u32>(from, count, into, spare);
  if (kind === INTEGERS) return packAll<i32>(from, count, into, spare);
  return kind === HALVES ? packAll<u16>(from, count, into, spare) : packAll<u8>(from, count, into, spare);
}

function packAll<T>(from: usize, count: u32, into: usize, spare: usize): usize {
  let to = into;
  for (let done: u32 = 0; done < count; done += BLOCK) {
    const at = from + <usize>done * sizeof<T>();
    to = packBlock<T>(at, min(BLOCK, count - done), to, spare);
  }
  return to;
}

function packBlock<T>(from: usize, count: usize, to: usize, values: usize): usize {
  if (takeWhole<T>(from, count, values)) return packWhole<T>(from, count, to, values);
  if (sizeof<T>() === 8) {
    for (let digits: u8 = 1; digits <= MOST_DIGITS; digits++)
      if (takeDecimals(from, count, tenTo(digits), values)) return packAbove(count, DECIMALS + digits - 1, to, values);
  }
  return packPlain<T>(from, count, to);
}

/** As whole numbers at `values`; false where some are none that can be told exactly. */
function takeWhole<T>(from: usize, count: usize, values: usize): bool {
  for (let i: usize = 0; i < count; i++) {
    const value = load<T>(from + i * sizeof<T>());
    if (sizeof<T>() === 8) {
      // Not of what is no number.
      if (!(abs(<f64>value) <= MOST_WHOLE)) return false;
      const whole = <i64>value;
      // -0 is another one than 0.
      if (reinterpret<u64>(<f64>whole) !== reinterpret<u64>(<f64>value)) return false;
      store<i64>(values + (i << 3), whole);
    } else store<i64>(values + (i << 3), <i64>value);
  }
  return true;
}

/** As whole numbers which they are when they are divided by `divisor`. */
function takeDecimals(from: usize, count: usize, divisor: f64, values: usize): bool {
  for (let i: usize = 0; i < count; i++) {
    const value = load<f64>(from + (i << 3));
    const whole = floor<f64>(value * divisor + 0.5);
    if (!(abs(whole) <= MOST_WHOLE)) return false;
    if (reinterpret<u64>(whole / divisor) !== reinterpret<u64>(value)) return false;
    store<i64>(values + (i << 3), <i64>whole);
  }
  return true;
}

function packWhole<T>(from: usize, count: usize, to: usize, values: usize): usize {
  let before = load<i64>(values);
  let least = before;
  let greatest = before;
  let leastStep = i64.MAX_VALUE;
  let greatestStep = i64.MIN_VALUE;
  for (let i: usize = 1; i < count; i++) {
    const value = load<i64>(values + (i << 3));
    const step = value - before;
    least = min(least, value);
    greatest = max(greatest, value);
    leastStep = min(leastStep, step);
    greatestStep = max(greatestStep, step);
    before = value;
  }
  const aboveSize = sizeOfBlock(ABOVE, widthOf(greatest - least), count, sizeof<T>());
  const plainSize = sizeOfBlock(PLAIN, 0, count, sizeof<T>());
  const stepWidth = count > 1 ? widthOf(greatestStep - leastStep) : 0;
  const stepsSize = sizeOfBlock(STEPS, stepWidth, count, sizeof<T>());
  if (plainSize <= aboveSize && (plainSize <= stepsSize || count === 1)) return packPlain<T>(from, count, to);
  if (aboveSize <= stepsSize || count === 1) return packAbove(count, ABOVE, to, values);
  const first = putHead(to, STEPS, stepWidth, load<i64>(values));
  store<i64>(first, leastStep);
  let at = first + NUMBER_BYTES;
  for (let i: usize = 1; i < count; i++) {
    const own = values + (i << 3);
    store<i64>(at, load<i64>(own) - load<i64>(own - 8) - leastStep);
    at += stepWidth;
  }
  return at;
}

function packPlain<T>(from: usize, count: usize, to: usize): usize {
  store<u8>(to, PLAIN);
  store<u8>(to, 0, 1);
  memory.copy(to + HEAD_BYTES, from, count * sizeof<T>());
  return to + HEAD_BYTES + count * sizeof<T>();
}

function packAbove(count: usize, way: u8, to: usize, values: usize): usize {
  let least = load<i64>(values);
  let greatest = least;
  for (let i: usize = 1; i < count; i++) {
    const value = load<i64>(values + (i << 3));
    least = min(least, value);
    greatest = max(greatest, value);
  }
  const width = widthOf(greatest - least);
  let at = putHead(to, way, width, least);
  for (let i: usize = 0; i < count; i++) {
    // With zeros over what comes next, which is written after it.
    store<i64>(at, load<i64>(values + (i << 3)) - least);
    at += width;
  }
  return at;
}

function putHead(to: usize, way: u8, width: u8, base: i64): usize {
  store<u8>(to, way);
  store<u8>(to, width, 1);
  store<i64>(to + HEAD_BYTES, base);
  return to + HEAD_BYTES + NUMBER_BYTES;
}

/** Bytes of a number. */
function widthOf(number: i64): u8 {
  return <u8>((71 - clz<i64>(number)) >> 3);
}
