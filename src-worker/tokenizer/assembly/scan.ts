import { BACKSLASH, BRACE_BIT, CLOSE_BRACE, COMMA, OPEN_BRACE, QUOTE, SPACE } from './characters';
import { digitCount, eightFrom } from './digits';

/**
 * Steps over JSON in bytes, as ../scan.ts does but many at a time. No scan looks for the end of the bytes inside its
 * loop: quotes stand behind them (see `putSentinel`), which end a string and a literal alike.
 *
 *     … "name": "aten::ad""""""""""""""""""
 *                        ^ to
 */

/** Bytes behind `to` that a scan may read; as many at least must lie between the buffer's bytes and what follows. */
export const SLACK_BYTES: u32 = 128;
/** What a scan answers when the bytes end first. No byte of the buffer stands at address 0. */
export const RAN_OUT: usize = 0;

const SENTINEL_BYTES: usize = 32;

export function putSentinel(to: usize): void {
  memory.fill(to, <u8>QUOTE, SENTINEL_BYTES);
}

export function isSpace(c: u32): bool {
  return c === SPACE || c === 0x0a || c === 0x0d || c === 0x09;
}

/** Address of the quote that ends the string which begins at `p`. */
export function stringEnd(p: usize, to: usize): usize {
  while (true) {
    // Most strings are shorter than two vectors, and then nothing here depends on how long.
    const stops = stopBits(p) | (stopBits(p + 16) << 16);
    if (stops === 0) {
      p += 32;
      continue;
    }
    p += ctz(stops);
    if (load<u8>(p) === QUOTE) return p < to ? p : RAN_OUT;
    p += 2;
    if (p > to) return RAN_OUT;
  }
}

/** A bit for each of the 16 bytes at `p` that is a quote or a backslash. */
function stopBits(p: usize): u32 {
  const chunk = v128.load(p);
  const quotes = i8x16.eq(chunk, i8x16.splat(<i8>QUOTE));
  const backslashes = i8x16.eq(chunk, i8x16.splat(<i8>BACKSLASH));
  return <u32>i8x16.bitmask(v128.or(quotes, backslashes));
}

/** Bits of tab, line feed, carriage return, space, quote, comma and colon. */
const LITERAL_ENDS: u64 = 0x0400100500002600;

/** True of what ends a number, true, false, null, NaN …: a comma, bracket, quote, colon or white space. */
export function isLiteralEnd(c: u32): bool {
  if (c < 64) return ((LITERAL_ENDS >> <u64>c) & 1) !== 0;
  const asBrace = c | BRACE_BIT;
  return asBrace === OPEN_BRACE || asBrace === CLOSE_BRACE;
}

/** Address behind the literal at `p`. */
export function literalEnd(p: usize): usize {
  // Nearly all literals are digits and nothing else.
  let count = digitCount(eightFrom(p));
  p += count;
  while (count === 8) {
    count = digitCount(eightFrom(p));
    p += count;
  }
  while (!isLiteralEnd(load<u8>(p))) p++;
  return p;
}

/** Two bytes, the first of them lowest. */
const COMMA_SPACE: u32 = 0x202c;
const COLON_SPACE: u32 = 0x203a;

/**
 * Address of the next byte that is neither white space nor a comma. Files are written with `,` or with `, ` between two
 * members, and that goes without a loop.
 */
export function skipCommas(p: usize): usize {
  if (<u32>load<u16>(p) === COMMA_SPACE) p += 2;
  else if (load<u8>(p) === COMMA) p++;
  let c: u32 = load<u8>(p);
  // A quote is less than a comma, and what stands here mostly.
  if (c === QUOTE) return p;
  while (c <= COMMA && (c === COMMA || isSpace(c))) c = load<u8>(++p);
  return p;
}

/** True of a closing quote at `p` that `: ` stands behind, and then a value: what most files have behind all keys. */
export function isPlainColon(p: usize): bool {
  return <u32>load<u16>(p, 1) === COLON_SPACE && <u32>load<u8>(p, 3) > SPACE;
}

/** Address of the next byte that is no white space. */
export function skipSpaces(p: usize): usize {
  if (load<u8>(p) > SPACE) return p;
  while (isSpace(load<u8>(p))) p++;
  return p;
}
