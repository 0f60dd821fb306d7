import { BACKSLASH, BRACE_BIT, CLOSE_BRACE, OPEN_BRACE, QUOTE, SMALL_X, SPACE } from './characters';
import { mayBeIdKey, readId } from './ids';
import { RAN_OUT, stringEnd } from './scan';
import { state } from './state';

/** Bits at even places. */
const EVEN: u64 = 0x5555555555555555;

/**
 * Address behind the bracket that closes the one at `start`. Strings are stepped over; brackets are counted, not
 * matched. 64 bytes at a time, one bit for each:
 *
 *     bytes      {"a":"x{\"y", "b":[1]}, …
 *     quotes      1 1 1   1  1  1 1           of these, one behind an odd number of backslashes does not count
 *     strings     11  111111    11            prefix xor of the quotes: 1 from an opening quote to the closing one
 *     opening    1        .        1          of brackets, only those outside of strings
 *     closing                        11       fewer than the depth: none of them is the one, count and go on
 *
 * After simdjson (Langdale and Lemire, "Parsing gigabytes of JSON per second", 2019).
 */
export function nestedEnd(start: usize, to: usize): usize {
  return scanNested(start, to, false);
}

/** The same of an event's args, which begin at a brace; puts the ids among them into the batch. See ids.ts. */
export function argsEnd(start: usize, to: usize): usize {
  return scanNested(start, to, true);
}

function scanNested(start: usize, to: usize, hasIds: bool): usize {
  const firstId = state.idCount;
  const quotes = i8x16.splat(<i8>QUOTE);
  const backslashes = i8x16.splat(<i8>BACKSLASH);
  const braceBits = i8x16.splat(<i8>BRACE_BIT);
  const openBraces = i8x16.splat(<i8>OPEN_BRACE);
  const closeBraces = i8x16.splat(<i8>CLOSE_BRACE);
  // The first one is that at `start`.
  let depth: u32 = 1;
  /** All ones if the block before ended in a string. */
  let inString: u64 = 0;
  /** 1 if the first byte is escaped by the last one of the block before. */
  let escapedFirst: u64 = 0;
  for (let p = start + 1; p < to; p += 64) {
    let a = v128.load(p);
    let b = v128.load(p, 16);
    let c = v128.load(p, 32);
    let d = v128.load(p, 48);
    let quoteBits = placesOf(a, b, c, d, quotes);
    if (escapedFirst === 0 && !hasBracketOrBackslash(a, b, c, d)) {
      // Most blocks: strings and numbers alone, and seldom an id.
      const keys = hasIds ? quoteBits & idKeyPlaces(p) : 0;
      if (keys !== 0) readIds(p, keys & (prefixXor(quoteBits) ^ inString), 0, 0, depth, firstId);
      inString ^= 0 - (popcnt(quoteBits) & 1);
      continue;
    }
    const backslashBits = placesOf(a, b, c, d, backslashes);
    if ((backslashBits | escapedFirst) !== 0) {
      // A backslash that is itself escaped escapes nothing. Of a run of backslashes, every second one does:
      // adding 1 at the start of each run that begins at an odd place carries to its end, and so marks those whose
      // escaped byte is at the other parity.
      const escaping = backslashBits & ~escapedFirst;
      const following = (escaping << 1) | escapedFirst;
      const oddStarts = escaping & ~EVEN & ~following;
      const carried = oddStarts + escaping;
      escapedFirst = carried < oddStarts ? 1 : 0;
      quoteBits &= ~((EVEN ^ (carried << 1)) & following);
    }
    const strings = prefixXor(quoteBits) ^ inString;
    // Outside of a string a backslash escapes nothing. No JSON has one there, so the slow way is good enough.
    if ((backslashBits & ~strings) !== 0) {
      state.idCount = firstId;
      return nestedEndByBytes(start, to, hasIds);
    }
    inString = <u64>(<i64>strings >> 63);

    a = v128.or(a, braceBits);
    b = v128.or(b, braceBits);
    c = v128.or(c, braceBits);
    d = v128.or(d, braceBits);
    const opening = placesOf(a, b, c, d, openBraces) & ~strings;
    const closing = placesOf(a, b, c, d, closeBraces) & ~strings;
    const closingCount = <u32>popcnt(closing);
    if (closingCount < depth) {
      if (hasIds) readIds(p, quoteBits & strings, opening, closing, depth, firstId);
      depth += <u32>popcnt(opening) - closingCount;
      continue;
    }
    // One of these may be the one. Before the i-th of them stand i others, and the opening ones below it.
    let closedBefore: u32 = 0;
    let rest = closing;
    while (rest !== 0) {
      const lowest = rest & (0 - rest);
      closedBefore++;
      if (depth + <u32>popcnt(opening & (lowest - 1)) === closedBefore) {
        const end = p + <usize>ctz(rest) + 1;
        if (hasIds) readIds(p, quoteBits & strings & (lowest - 1), opening, closing, depth, firstId);
        return end <= to ? end : RAN_OUT;
      }
      rest ^= lowest;
    }
    if (hasIds) readIds(p, quoteBits & strings, opening, closing, depth, firstId);
    depth += <u32>popcnt(opening) - closingCount;
  }
  return RAN_OUT;
}

/**
 * Reads the ids whose keys begin at the quotes `starts` of the block at `p`. Few of the strings in args begin as they do, so
 * that little else is done for each.
 */
function readIds(p: usize, starts: u64, opening: u64, closing: u64, depth: u32, firstId: u32): void {
  for (; starts !== 0; starts &= starts - 1) {
    const place = ctz(starts);
    const key = p + <usize>place + 1;
    if (!mayBeIdKey(key)) continue;
    const before = ((<u64>1) << place) - 1;
    if (depth + <u32>popcnt(opening & before) - <u32>popcnt(closing & before) === 1) readId(key, firstId);
  }
}

/**
 * Whether one of 64 bytes is a bracket or a backslash; also if one is a `|`. Once `BRACE_BIT` is set they are three
 * neighbours: 0x7b, 0x7c, 0x7d.
 */
function hasBracketOrBackslash(a: v128, b: v128, c: v128, d: v128): bool {
  const first = i8x16.min_u(behindBrace(a), behindBrace(b));
  const last = i8x16.min_u(behindBrace(c), behindBrace(d));
  return v128.any_true(i8x16.le_u(i8x16.min_u(first, last), i8x16.splat(2)));
}

function behindBrace(bytes: v128): v128 {
  return i8x16.sub(v128.or(bytes, i8x16.splat(<i8>BRACE_BIT)), i8x16.splat(<i8>OPEN_BRACE));
}

/**
 * A bit for each of the 64 bytes at `p` that an id's key may stand behind. Those that `readId` knows have two equal letters
 * at the third place (`correlation`, `connection_id`, `Collective name`), an `x` at the second (`External id`), or a space
 * at the fourth (`src rank`).
 */
function idKeyPlaces(p: usize): u64 {
  const low = <u64>(idKeyBits(p) | (idKeyBits(p + 16) << 16));
  const high = <u64>(idKeyBits(p + 32) | (idKeyBits(p + 48) << 16));
  return low | (high << 32);
}

function idKeyBits(p: usize): u32 {
  const fourth = v128.load(p, 4);
  const areEqual = i8x16.eq(v128.load(p, 3), fourth);
  const isX = i8x16.eq(v128.load(p, 2), i8x16.splat(<i8>SMALL_X));
  const isSpace = i8x16.eq(fourth, i8x16.splat(<i8>SPACE));
  return <u32>i8x16.bitmask(v128.or(areEqual, v128.or(isX, isSpace)));
}

/** A bit for each of 64 bytes that equals those of `wanted`. */
function placesOf(a: v128, b: v128, c: v128, d: v128, wanted: v128): u64 {
  const low = <u64>(<u32>i8x16.bitmask(i8x16.eq(a, wanted)) | ((<u32>i8x16.bitmask(i8x16.eq(b, wanted))) << 16));
  const high = <u64>(<u32>i8x16.bitmask(i8x16.eq(c, wanted)) | ((<u32>i8x16.bitmask(i8x16.eq(d, wanted))) << 16));
  return low | (high << 32);
}

/** Each bit becomes the xor of itself and all below it. */
function prefixXor(bits: u64): u64 {
  bits ^= bits << 1;
  bits ^= bits << 2;
  bits ^= bits << 4;
  bits ^= bits << 8;
  bits ^= bits << 16;
  return bits ^ (bits << 32);
}

/** The same, a byte at a time. Ends at the sentinel, which is a string without an end. */
function nestedEndByBytes(p: usize, to: usize, hasIds: bool): usize {
  const firstId = state.idCount;
  let depth: u32 = 0;
  while (true) {
    const c: u32 = load<u8>(p++);
    if (c === QUOTE) {
      if (hasIds && depth === 1) readId(p, firstId);
      p = stringEnd(p, to);
      if (p === RAN_OUT) return RAN_OUT;
      p++;
    } else if ((c | BRACE_BIT) === OPEN_BRACE) depth++;
    else if ((c | BRACE_BIT) === CLOSE_BRACE && --depth === 0) return p;
  }
}
