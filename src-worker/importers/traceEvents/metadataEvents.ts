import type { MetadataEvent } from '../../index/segmentEvents';
import { jsonText } from '../../index/strings';
import { isSpace, literalEnd, nestedEnd, QUOTE, RAN_OUT, stringEnd } from '../../tokenizer/scan';

/** What metadata events are read for; the rest of one, which may be of any size and depth, goes no further. */
const USED_ARGS = ['name', 'labels', 'sort_index'] as const;
/** A longer text is cut: no process has such a name. */
const MAX_TEXT_BYTES = 1024;

type Statement = Pick<MetadataEvent, 'name' | 'args'>;

/** Of the metadata event at `at`, which is known to be whole; undefined where its args are no JSON. */
export function readMetadata(bytes: Uint8Array, at: number, to: number): Statement | undefined {
  let name = 'undefined';
  const args: { -readonly [K in keyof MetadataEvent['args']]: string } = {};
  const isRead = eachMember(bytes, at, to, (key, start, end) => {
    if (key === 'name') name = textAt(bytes, start, end) ?? name;
    if (key !== 'args' || bytes[start] !== 0x7b) return true;
    return eachMember(bytes, start, end, (arg, valueStart, valueEnd) => {
      const used = USED_ARGS.find((candidate) => candidate === arg);
      const text = used && textAt(bytes, valueStart, valueEnd);
      if (used && text !== undefined) args[used] = text;
      return true;
    });
  });
  return isRead ? { name, args } : undefined;
}

/** `visit` gets a member's key and where its value stands, and answers whether all is well; so does this. */
function eachMember(
  bytes: Uint8Array,
  at: number,
  to: number,
  visit: (key: string, start: number, end: number) => boolean,
): boolean {
  let p = skipSpace(bytes, at + 1, to, 0x2c);
  while (bytes[p] === QUOTE) {
    const keyEnd = stringEnd(bytes, p + 1, to);
    if (keyEnd === RAN_OUT) return false;
    const colon = skipSpace(bytes, keyEnd + 1, to);
    if (bytes[colon] !== 0x3a) return false;
    const start = skipSpace(bytes, colon + 1, to);
    const end = valueEnd(bytes, start, to);
    if (end <= start || !visit(shortKey(bytes, p + 1, keyEnd), start, end)) return false;
    p = skipSpace(bytes, end, to, 0x2c);
  }
  return p < to && bytes[p] === 0x7d;
}

/** Longer keys than those that are looked for need no string. */
function shortKey(bytes: Uint8Array, start: number, end: number): string {
  return end - start > 16 ? '' : String.fromCharCode(...bytes.subarray(start, end));
}

/** Behind the value; not behind `start` where there is none. */
function valueEnd(bytes: Uint8Array, start: number, to: number): number {
  const first = bytes[start];
  if (first === QUOTE) {
    const end = stringEnd(bytes, start + 1, to);
    return end === RAN_OUT ? RAN_OUT : end + 1;
  }
  return first === 0x7b || first === 0x5b ? nestedEnd(bytes, start, to) : literalEnd(bytes, start);
}

/** Of a string or a literal; undefined of what has brackets. */
function textAt(bytes: Uint8Array, start: number, end: number): string | undefined {
  const first = bytes[start];
  if (first === 0x7b || first === 0x5b) return undefined;
  const [from, behind] = first === QUOTE ? [start + 1, end - 1] : [start, end];
  return jsonText(bytes.subarray(from, Math.min(behind, from + MAX_TEXT_BYTES)));
}

function skipSpace(bytes: Uint8Array, at: number, to: number, also?: number): number {
  let p = at;
  while (p < to && (isSpace(bytes[p]) || bytes[p] === also)) p++;
  return p;
}
