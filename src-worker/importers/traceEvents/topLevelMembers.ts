import { OPEN_BRACKET } from '../../tokenizer/scan';
import type { EventsAhead } from './eventsAhead';
import { MemberScan } from './memberScan';
import type { StretchBytes } from './stretchBytes';

/**
 * - `bytes-end`: the member goes on behind the bytes.
 * - `list`: it is the event list, whose first element comes next.
 * - `end`: the comma or brace behind it comes next.
 * - `openBrackets`: as `list`, of a list inside of the value, of which so many brackets are open.
 *
 * Or it is damaged: where it begins, and up to where it looked like a member, as file offsets. What is left of its bytes comes
 * next.
 */
export type MemberEnd =
  | 'bytes-end'
  | 'list'
  | 'end'
  | { readonly openBrackets: number }
  | { readonly startOffset: number; readonly endOffset: number };

/** The members of the top-level object: passes over each, of any length, and keeps the values of those that are short. */
export class TopLevelMembers {
  /** As JSON texts. */
  readonly values = new Map<string, string>();
  #scan: MemberScan | undefined;
  /** How much of the member is not among the bytes any more. */
  #passed = 0;

  constructor(
    readonly input: StretchBytes,
    readonly ahead: EventsAhead,
    readonly maxValueBytes: number,
  ) {}

  /** In a member whose end was not among the bytes. */
  get isInside(): boolean {
    return this.#scan !== undefined;
  }

  /** Passes over the member here, or goes on with the one it is in. */
  pass(): MemberEnd {
    if (!this.#scan) {
      this.#scan = new MemberScan();
      this.#passed = 0;
    }
    const end = this.#goOn(this.#scan);
    if (end !== 'bytes-end') this.#scan = undefined;
    return end;
  }

  #goOn(scan: MemberScan): MemberEnd {
    const { input } = this;
    const start = input.at - this.#passed;
    const isShort = this.#passed === 0;
    switch (scan.scan(input.bytes, start, input.end)) {
      case 'bytes-end':
        if (input.isAtEnd)
          return isShort && this.ahead.next(start + 1) !== undefined ? this.#damage(scan) : 'bytes-end';
        if (!isShort || scan.length > this.maxValueBytes) {
          this.#passed = scan.length;
          input.at = input.end;
        }
        return 'bytes-end';
      case 'value-begins':
        if (input.bytes[start + scan.valueStart] !== OPEN_BRACKET || this.#keyOf(scan) !== 'traceEvents')
          return this.#goOn(scan);
        input.at = start + scan.valueStart + 1;
        return 'list';
      case 'list-inside':
        return this.#listInside(scan, start + scan.length);
      case 'end': {
        const end = start + scan.length;
        if (isShort && scan.length <= this.maxValueBytes)
          this.values.set(this.#keyOf(scan), textOf(input.bytes, start + scan.valueStart, end).trim());
        input.at = end;
        return 'end';
      }
      case 'damaged':
        return this.#damage(scan);
    }
  }

  /** At the bracket `at` of a list inside of the member: is it one of events? */
  #listInside(scan: MemberScan, at: number): MemberEnd {
    const { input } = this;
    this.#passed = scan.length;
    input.at = at;
    const next = this.ahead.next(at + 1);
    if (next === undefined && !input.isAtEnd && input.rest <= this.maxValueBytes) return 'bytes-end';
    input.at = at + 1;
    if (next !== undefined && !this.ahead.isInList) return { openBrackets: scan.depth };
    input.at = at;
    scan.takeAsValue();
    return this.#goOn(scan);
  }

  /** Of a member that is among the bytes from its beginning. */
  #keyOf({ keyLength }: MemberScan): string {
    const start = this.input.at + 1;
    return textOf(this.input.bytes, start, start + keyLength);
  }

  #damage({ length }: MemberScan): MemberEnd {
    const startOffset = this.input.offset() - this.#passed;
    return { startOffset, endOffset: startOffset + length };
  }
}

function textOf(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder().decode(bytes.slice(start, end));
}
