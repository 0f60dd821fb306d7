import { isText, QUOTE } from '../../tokenizer/scan';
import { EventSearch } from './eventBoundary';
import type { StretchBytes } from './stretchBytes';

const LIST_KEY = '"traceEvents"';

/**
 * Whether events stand ahead in the bytes there are. Each stretch is looked through once, however often it is asked: a file
 * may ask at every bracket of it.
 */
export class EventsAhead {
  readonly #search = new EventSearch(1, 'anywhere');
  /** Of the last search, as file offsets: where it began, how far there were bytes, and the event that it found. */
  #from = 0;
  #to = -1;
  #found: number | undefined;
  /** Before it, or before the end: see `EventSearch.tooDeep`. */
  #tooDeep: readonly number[] = [];
  /** The last key of an event list before that event; -1 for none. */
  #lastKey = -1;

  constructor(readonly input: StretchBytes) {}

  /** Where the first event at or behind `at` begins, as an index into the bytes; undefined if none is whole there. */
  next(at = this.input.at): number | undefined {
    this.#look(at);
    return this.#found === undefined ? undefined : this.#found - this.input.fileOffset;
  }

  /** Whether the object here is nested too deep to tell whether it is an event. */
  get isTooDeep(): boolean {
    this.#look(this.input.at);
    return this.#tooDeep.includes(this.input.offset());
  }

  /** Whether there was any such object in what was looked through last. */
  get hasTooDeep(): boolean {
    return this.#tooDeep.length > 0;
  }

  /** Whether the key of a list of events stands between here and the next event. */
  get isInList(): boolean {
    this.#look(this.input.at);
    return this.#lastKey >= this.input.offset();
  }

  #look(at: number): void {
    const { bytes, end, fileOffset } = this.input;
    const from = fileOffset + at;
    const isCovered = this.#found === undefined ? this.#to === fileOffset + end : from <= this.#found;
    if (this.#to >= 0 && from >= this.#from && isCovered) return;
    const found = this.#search.find(bytes, at, end);
    this.#from = from;
    this.#to = fileOffset + end;
    this.#found = found === undefined ? undefined : fileOffset + found;
    this.#tooDeep = this.#search.tooDeep.map((start) => fileOffset + start);
    this.#lastKey = found === undefined ? -1 : lastKeyOf(bytes, at, found, fileOffset);
  }
}

function lastKeyOf(bytes: Uint8Array, from: number, to: number, fileOffset: number): number {
  for (let at = to - LIST_KEY.length; at >= from; at--)
    if (bytes[at] === QUOTE && isText(bytes, at, at + LIST_KEY.length, LIST_KEY)) return fileOffset + at;
  return -1;
}
