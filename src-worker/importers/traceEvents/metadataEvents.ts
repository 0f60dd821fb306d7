import { Statement } from '../../index/columns/segmentColumns';
import {
  CLOSE_BRACE,
  COLON,
  COMMA,
  isSpace,
  isText,
  OPEN_BRACE,
  OPEN_BRACKET,
  QUOTE,
  RAN_OUT,
  stringEnd,
  valueEnd,
} from '../../tokenizer/scan';

/** Metadata events by name: what each says, and the arg that says it. The rest of one, of any size and depth, goes no further. */
const STATEMENTS: readonly { readonly event: string; readonly statement: Statement; readonly arg: string }[] = [
  { event: 'thread_name', statement: Statement.threadName, arg: 'name' },
  { event: 'thread_sort_index', statement: Statement.threadSortIndex, arg: 'sort_index' },
  { event: 'process_name', statement: Statement.processName, arg: 'name' },
  { event: 'process_labels', statement: Statement.processLabels, arg: 'labels' },
  { event: 'process_sort_index', statement: Statement.processSortIndex, arg: 'sort_index' },
];

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
  let name: readonly [number, number] = [0, 0];
  let args: readonly [number, number] | undefined;
  const isRead = eachMember(bytes, at, to, (keyStart, keyEnd, start, end) => {
    if (bytes[start] === QUOTE && isText(bytes, keyStart, keyEnd, 'name')) name = [start + 1, end - 1];
    else if (bytes[start] === OPEN_BRACE && isText(bytes, keyStart, keyEnd, 'args')) args = [start, end];
  });
  const known = STATEMENTS.find(({ event }) => isText(bytes, name[0], name[1], event));
  let said: Said | 'nothing' = 'nothing';
  const areRead =
    !args ||
    eachMember(bytes, args[0], args[1], (keyStart, keyEnd, start, end) => {
      const first = bytes[start];
      if (!known || first === OPEN_BRACE || first === OPEN_BRACKET) return;
      if (!isText(bytes, keyStart, keyEnd, known.arg)) return;
      const quote = first === QUOTE ? 1 : 0;
      said = { statement: known.statement, start: start + quote, end: end - quote };
    });
  return isRead && areRead ? said : 'bad';
}

/** `visit` gets where a member's key and value stand. False where there is what is no JSON. */
function eachMember(
  bytes: Uint8Array,
  at: number,
  to: number,
  visit: (keyStart: number, keyEnd: number, start: number, end: number) => void,
): boolean {
  let p = skipSpace(bytes, at + 1, to, COMMA);
  while (bytes[p] === QUOTE) {
    const keyEnd = stringEnd(bytes, p + 1, to);
    if (keyEnd === RAN_OUT) return false;
    const colon = skipSpace(bytes, keyEnd + 1, to);
    if (bytes[colon] !== COLON) return false;
    const start = skipSpace(bytes, colon + 1, to);
    const end = valueEnd(bytes, start, to);
    if (end <= start) return false;
    visit(p + 1, keyEnd, start, end);
    p = skipSpace(bytes, end, to, COMMA);
  }
  return p < to && bytes[p] === CLOSE_BRACE;
}

function skipSpace(bytes: Uint8Array, at: number, to: number, also?: number): number {
  let p = at;
  while (p < to && (isSpace(bytes[p]) || bytes[p] === also)) p++;
  return p;
}
