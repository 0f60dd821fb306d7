const QUOTE = 0x22;
const COMMA = 0x2c;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Cells of the first row (RFC 4180) of these bytes; undefined where they end before it does, and `isEnd` is not said. */
export function csvCells(bytes: Uint8Array, isEnd: boolean): readonly string[] | undefined {
  const cells: string[] = [];
  for (let at = 0; ; at++) {
    const isQuoted = bytes[at] === QUOTE;
    const end = isQuoted ? quotedEnd(bytes, at + 1) : plainEnd(bytes, at);
    // Whether a quote is the first of two shows behind it.
    if (end >= bytes.length && !isEnd) return undefined;
    const text = decoder.decode(bytes.subarray(isQuoted ? at + 1 : at, end));
    cells.push(isQuoted ? text.replaceAll('""', '"') : text);
    at = isQuoted ? end + 1 : end;
    if (at >= bytes.length && !isEnd) return undefined;
    if (bytes[at] !== COMMA) return cells;
  }
}

const decoder = new TextDecoder();

function plainEnd(bytes: Uint8Array, from: number): number {
  let at = from;
  while (at < bytes.length && bytes[at] !== COMMA && bytes[at] !== LINE_FEED && bytes[at] !== CARRIAGE_RETURN) at++;
  return at;
}

/** Of the quote that ends the cell. */
function quotedEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at++) {
    if (bytes[at] !== QUOTE) continue;
    if (bytes[at + 1] !== QUOTE) return at;
    at++;
  }
  return bytes.length;
}
