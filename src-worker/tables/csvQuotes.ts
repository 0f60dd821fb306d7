export const COMMA = 0x2c;
export const QUOTE = 0x22;
export const LINE_FEED = 0x0a;
export const CARRIAGE_RETURN = 0x0d;

/** Instead of a place in the bytes: what is looked for is not there. */
export const NOWHERE = -1;
/** Instead of a place: it can't be told before more of the file is there. */
export const MORE = -2;
/** Instead of a place: the whole row ends as it should. */
const REACHED = -3;

/** A row with a cell over several lines has at most so many bytes up to that cell's end. */
const MAX_SPAN_BYTES = 1 << 20;
/** Looking ahead for the ends of such rows may cost so many times the bytes read. */
const LOOK_AHEAD_FACTOR = 16;
/** So many cells over several lines may one row have. */
const MAX_SPANS = 256;

/**
 * Finds where a cell in quotes ends: at a quote that a comma or the line's end follows; other quotes in it are doubled, or
 * were forgotten to be.
 *
 * It goes on over the line's end only if all quotes in it are doubled, it ends so within a MiB, and the row then has as many
 * cells as the header. Else nothing ends it, and the quote at its beginning is a character like any other: a stray one
 * spoils its own cell, not the rows behind it. The header is one line.
 *
 * Time is in proportion to the bytes, whatever quotes there are: what was looked for is remembered, and looking ahead ends
 * where it has cost too much.
 */
export class QuoteEnds {
  /** Cells of the header; 0 while it is not known. */
  width = 0;
  bytes: Uint8Array = new Uint8Array(0);
  length = 0;
  firstByte = 0;
  isEnd = false;
  #lookedAhead = 0;
  /** Places in the file, on one line: no quote between them ends a cell that begins at the first. */
  #openFrom = 0;
  #openTo = 0;
  /** Where the last quote there is that is not doubled; `NOWHERE` if all are. */
  #openSingle = NOWHERE;
  /** Places in the file between which a quote was looked for that is not doubled, and where one was found. */
  #soughtFrom = 0;
  #soughtTo = 0;
  #found = NOWHERE;

  /** `length` of the bytes are there, the first of them `firstByte` of the file; `isEnd`: no more will come. */
  set(bytes: Uint8Array, length: number, firstByte: number, isEnd: boolean): void {
    this.bytes = bytes;
    this.length = length;
    this.firstByte = firstByte;
    this.isEnd = isEnd;
  }

  /** The comma or line end behind `from`, or the end of the bytes. */
  plainEnd(from: number): number {
    const { bytes } = this;
    const length = this.length;
    let to = from;
    while (to < length && (bytes[to] > COMMA || !isSeparator(bytes[to]))) to++;
    return to;
  }

  /**
   * The quote that ends the cell at `from`, which begins with one and has `cellsBefore` before it in the row that begins at
   * `rowAt`; `NOWHERE` if nothing ends it, `MORE` if that can't be told yet.
   */
  closing(rowAt: number, from: number, cellsBefore: number): number {
    const near = this.#closingOnLine(from);
    if (near !== NOWHERE) return near;
    const far = this.width === 0 ? NOWHERE : this.#closingBeyond(rowAt, from);
    if (far < 0) return far;
    const reaches = this.#reaches(rowAt, far + 1, this.width - cellsBefore - 1, 0);
    return reaches === 1 ? far : reaches === 0 ? NOWHERE : MORE;
  }

  #closingOnLine(from: number): number {
    const place = this.firstByte + from;
    // What was in vain for a quote before this one is for this one too, but for the quotes right behind it.
    if (place >= this.#openFrom && place < this.#openTo) return this.#closingBeside(from);
    let single = NOWHERE;
    for (let i = this.#singleQuote(from + 1, this.length, true); ; i = this.#singleQuote(i + 1, this.length, true)) {
      if (i === MORE && !this.isEnd) return MORE;
      if (i < 0) break;
      if (this.#isBeforeSeparator(i)) return i;
      single = this.firstByte + i;
    }
    const lineEnd = this.#lineEnd(from);
    this.#lookedAhead += lineEnd - from;
    this.#openFrom = place;
    this.#openTo = this.firstByte + lineEnd;
    this.#openSingle = single;
    return NOWHERE;
  }

  #closingBeside(from: number): number {
    const behind = this.#behindQuotes(from);
    if (behind >= this.length && !this.isEnd) return MORE;
    const isSingle = (behind - from) % 2 === 0;
    return isSingle && this.#isBeforeSeparator(behind - 1) ? behind - 1 : NOWHERE;
  }

  /** Behind the run of quotes that begins at `from`. */
  #behindQuotes(from: number): number {
    let to = from;
    while (to < this.length && this.bytes[to] === QUOTE) to++;
    return to;
  }

  #isBeforeSeparator(quote: number): boolean {
    return quote + 1 >= this.length || isSeparator(this.bytes[quote + 1]);
  }

  /** The first quote that is not doubled; `NOWHERE` if the line ends before (if that counts), `MORE` at the end of the bytes. */
  #singleQuote(from: number, to: number, isOneLine: boolean): number {
    const { bytes } = this;
    for (let i = from; i < to; i++) {
      const byte = bytes[i];
      if (byte > QUOTE) continue;
      if (byte === QUOTE) {
        if (i + 1 >= this.length) return this.isEnd ? i : MORE;
        if (bytes[i + 1] !== QUOTE) return i;
        i++;
      } else if (isOneLine && (byte === LINE_FEED || byte === CARRIAGE_RETURN)) return NOWHERE;
    }
    return MORE;
  }

  /**
   * The quote that ends the cell on a line behind that of `from`, which `#openTo` ends. Where the next quote is that is not
   * doubled does not depend on where one begins to look: it is looked for once, however many quotes wait for it.
   */
  #closingBeyond(rowAt: number, from: number): number {
    const behind = this.#behindQuotes(from);
    const hasSingle = (behind - from) % 2 === 0 || this.#openSingle >= this.firstByte + behind;
    if (hasSingle) return NOWHERE;
    const last = Math.min(this.length, rowAt + MAX_SPAN_BYTES);
    this.#seek(this.#openTo, last);
    if (this.#found === NOWHERE) return this.isEnd || last < this.length ? NOWHERE : MORE;
    const found = this.#found - this.firstByte;
    return found < rowAt + MAX_SPAN_BYTES && this.#isBeforeSeparator(found) ? found : NOWHERE;
  }

  /** Finds the first quote that is not doubled from that place of the file on, up to the byte `last`. */
  #seek(place: number, last: number): void {
    const isKnown =
      place >= this.#soughtFrom && place <= this.#soughtTo && (this.#found === NOWHERE || this.#found >= place);
    if (!isKnown) {
      this.#soughtFrom = place;
      this.#soughtTo = place;
      this.#found = NOWHERE;
    }
    const from = this.#soughtTo - this.firstByte;
    if (this.#found !== NOWHERE || from >= last) return;
    const found = this.#singleQuote(from, last, false);
    this.#lookedAhead += (found >= 0 ? found : last) - from;
    // A run of quotes at the end of what is there is looked at again as a whole.
    this.#soughtTo = this.firstByte + (found >= 0 ? found : this.#beforeQuotes(last));
    this.#found = found >= 0 ? this.firstByte + found : NOWHERE;
  }

  #beforeQuotes(last: number): number {
    let at = last;
    while (at > 0 && this.bytes[at - 1] === QUOTE) at--;
    return at;
  }

  #lineEnd(from: number): number {
    const { bytes } = this;
    let to = from;
    while (to < this.length && bytes[to] !== LINE_FEED && bytes[to] !== CARRIAGE_RETURN) to++;
    return to;
  }

  /**
   * Whether the row, a cell of which ends at `at`, can have just `wanted` more cells: 1, 0 or `MORE`. Of each further quote
   * it is tried whether it begins a cell over several lines, and whether it is stray.
   */
  #reaches(rowAt: number, at: number, wanted: number, depth: number): number {
    let to = at;
    for (let left = wanted; ; left--) {
      if (depth > MAX_SPANS || this.#lookedAhead > this.#most) return 0;
      if (to >= this.length && !this.isEnd) return MORE;
      const isRowEnd = to >= this.length || this.bytes[to] !== COMMA;
      if (isRowEnd || left <= 0) return isRowEnd && left === 0 ? 1 : 0;
      const from = to + 1;
      const closing =
        from < this.length && this.bytes[from] === QUOTE ? this.#ahead(rowAt, from, left, depth) : NOWHERE;
      if (closing === MORE) return MORE;
      if (closing === REACHED) return 1;
      to = closing === NOWHERE ? this.plainEnd(from) : closing + 1;
      this.#lookedAhead += to - from + 1;
    }
  }

  get #most(): number {
    return LOOK_AHEAD_FACTOR * (this.firstByte + this.length);
  }

  /** Of a quote that comes while looking ahead: where it ends its cell on the line, `REACHED` if the row ends well with it. */
  #ahead(rowAt: number, from: number, left: number, depth: number): number {
    const near = this.#closingOnLine(from);
    if (near !== NOWHERE) return near;
    const far = this.#closingBeyond(rowAt, from);
    if (far < 0) return far;
    const reaches = this.#reaches(rowAt, far + 1, left - 1, depth + 1);
    return reaches === 1 ? REACHED : reaches === 0 ? NOWHERE : MORE;
  }
}

function isSeparator(byte: number): boolean {
  return byte === COMMA || byte === LINE_FEED || byte === CARRIAGE_RETURN;
}
