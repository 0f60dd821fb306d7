/**
 * Steps over JSON in bytes. The scans have no bound in their inner loops: they end at a sentinel of two quotes that the
 * caller puts at `to` and `to + 1`, and then answer `RAN_OUT`.
 */

export const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
export const COMMA = 0x2c;
export const COLON = 0x3a;
export const OPEN_BRACE = 0x7b;
export const CLOSE_BRACE = 0x7d;
export const OPEN_BRACKET = 0x5b;
export const CLOSE_BRACKET = 0x5d;

/** Room behind the bytes for the two quotes that end every scan which runs past them. */
export const SENTINEL_BYTES = 8;
/** What a scan answers when the bytes ended first. */
export const RAN_OUT = -1;

export function isSpace(c: number): boolean {
  return c === 0x20 || c === 0x0a || c === 0x0d || c === 0x09;
}

/** Index of the quote that ends the string which begins at `p`. */
export function stringEnd(bytes: Uint8Array, p: number, to: number): number {
  for (;;) {
    const c = bytes[p];
    if (c === QUOTE) return p < to ? p : RAN_OUT;
    if (c === BACKSLASH) {
      p += 2;
      if (p > to) return RAN_OUT;
    } else p++;
  }
}

/** Index behind the bracket that closes the one at `p`. Strings are stepped over; brackets are counted, not matched. */
export function nestedEnd(bytes: Uint8Array, p: number, to: number): number {
  let depth = 0;
  for (;;) {
    const c = bytes[p++];
    if (c === QUOTE) {
      p = stringEnd(bytes, p, to) + 1;
      if (p === RAN_OUT + 1) return RAN_OUT;
    }
    // Most bytes between strings are digits and what separates members: all of them come before brackets.
    if (c < OPEN_BRACKET) continue;
    if (c === OPEN_BRACE || c === OPEN_BRACKET) depth++;
    else if (c === CLOSE_BRACE || c === CLOSE_BRACKET) {
      if (--depth === 0) return p;
    }
  }
}

/** Index behind a number, true, false, null, NaN …: at the next comma, bracket, quote or white space. */
export function literalEnd(bytes: Uint8Array, p: number): number {
  for (;;) {
    const c = bytes[p];
    // As a rule a digit, a minus or a dot.
    if (c > COMMA && c <= 0x39) {
      p++;
      continue;
    }
    if (c === COMMA || c === CLOSE_BRACE || c === CLOSE_BRACKET || c === QUOTE || isSpace(c)) return p;
    if (c === OPEN_BRACE || c === OPEN_BRACKET || c === COLON) return p;
    p++;
  }
}

/** Index behind the value of any kind at `p`, `RAN_OUT`, or `p` where there is none. */
export function valueEnd(bytes: Uint8Array, p: number, to: number): number {
  const first = bytes[p];
  if (first === OPEN_BRACE || first === OPEN_BRACKET) return nestedEnd(bytes, p, to);
  if (first !== QUOTE) return literalEnd(bytes, p);
  const quote = stringEnd(bytes, p + 1, to);
  return quote === RAN_OUT ? RAN_OUT : quote + 1;
}

/** Whether the bytes [start, end) are this text, which is ASCII. */
export function isText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let i = 0; i < text.length; i++) if (bytes[start + i] !== text.charCodeAt(i)) return false;
  return true;
}

/** For digits and the like: each byte is one character. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = '';
  for (let i = start; i < end; i++) text += String.fromCharCode(bytes[i]);
  return text;
}
