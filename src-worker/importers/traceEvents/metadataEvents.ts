import { Statement } from '../../index/segmentEvents';
import { isSpace, literalEnd, nestedEnd, QUOTE, RAN_OUT, stringEnd } from '../../tokenizer/scan';

/** Metadata events by name: what each says, and the arg that says it. The rest of one, of any size and depth, goes no further. */
const STATEMENTS: ReadonlyMap<string, readonly [Statement, arg: string]> = new Map([
  ['process_name', [Statement.processName, 'name']],
  ['process_labels', [Statement.processLabels, 'labels']],
  ['process_sort_index', [Statement.processSortIndex, 'sort_index']],
  ['thread_name', [Statement.threadName, 'name']],
  ['thread_sort_index', [Statement.threadSortIndex, 'sort_index']],
]);
const LONGEST_NAME = 24;

/** What a metadata event says: the bytes [start, end) of the text or number, without quotes. */
export interface Said {
  readonly statement: Statement;
  readonly start: number;
  readonly end: number;
}

/**
 * Of the metadata event at `at`, which is known to be whole; `nothing` where it says nothing that is used, `bad` where its
 * args are no JSON.
 */
export function readMetadata(bytes: Uint8Array, at: number, to: number): Said | 'nothing' | 'bad' {
  let name = '';
  let args: readonly [number, number] | undefined;
  const isRead = eachMember(bytes, at, to, (key, start, end) => {
    if (key === 'name' && bytes[start] === QUOTE) name = shortText(bytes, start + 1, end - 1);
    if (key === 'args' && bytes[start] === 0x7b) args = [start, end];
    return true;
  });
  const known = STATEMENTS.get(name);
  let said: Said | 'nothing' = 'nothing';
  const areRead =
    !args ||
    eachMember(bytes, args[0], args[1], (key, start, end) => {
      const first = bytes[start];
      const isText = first !== 0x7b && first !== 0x5b;
      const quote = first === QUOTE ? 1 : 0;
      if (known && key === known[1] && isText) said = { statement: known[0], start: start + quote, end: end - quote };
      return true;
    });
  return isRead && areRead ? said : 'bad';
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
    if (end <= start || !visit(shortText(bytes, p + 1, keyEnd), start, end)) return false;
    p = skipSpace(bytes, end, to, 0x2c);
  }
  return p < to && bytes[p] === 0x7d;
}

/** Longer keys and names than those that are looked for need no string. */
function shortText(bytes: Uint8Array, start: number, end: number): string {
  return end - start > LONGEST_NAME ? '' : String.fromCharCode(...bytes.subarray(start, end));
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

function skipSpace(bytes: Uint8Array, at: number, to: number, also?: number): number {
  let p = at;
  while (p < to && (isSpace(bytes[p]) || bytes[p] === also)) p++;
  return p;
}
