/** Bytes of a file, as they come, into lines. */

/** Longer lines are none: a step is told in some hundred bytes. */
export const MAX_LINE_BYTES = 64 * 1024;

const LF = 10;
const CR = 13;

/** One for all: it keeps nothing from one call to the next, and each takes some kB. */
const decoder = new TextDecoder('utf-8');

/** Whole lines without their ends, in order. */
export type GiveLines = (lines: readonly string[]) => void;

export interface SavedSplitter {
  /** All before this byte of the file has been given, or left out. */
  readonly offset: number;
  /** In the middle of a line that is too long. */
  readonly isSkipping: boolean;
}

/**
 * Lines end with \n, \r\n or \r (progress bars write over themselves). What follows the last end is kept for the next chunk; a line
 * that is too long is left out as a whole, counted, and never held in memory.
 */
export class LineSplitter {
  tooLongCount = 0;
  #rest: Uint8Array = new Uint8Array(0);
  #offset: number;
  #isSkipping: boolean;

  constructor(
    saved: SavedSplitter = { offset: 0, isSkipping: false },
    readonly maxBytes = MAX_LINE_BYTES,
  ) {
    this.#offset = saved.offset;
    this.#isSkipping = saved.isSkipping;
  }

  /** Where whoever goes on has to read from. */
  save(): SavedSplitter {
    return { offset: this.#offset, isSkipping: this.#isSkipping };
  }

  /** Byte up to which chunks have been given. */
  get readTo(): number {
    return this.#offset + this.#rest.length;
  }

  push(chunk: Uint8Array, give: GiveLines): void {
    const last = Math.max(chunk.lastIndexOf(LF), chunk.lastIndexOf(CR));
    if (last < 0) {
      this.#keep(chunk);
      return;
    }
    const first = this.#isSkipping ? endOfLine(chunk) + 1 : 0;
    if (this.#isSkipping) {
      this.#isSkipping = false;
      this.tooLongCount++;
    }
    this.#give(joined(this.#rest, chunk.subarray(first, last + 1)), give);
    this.#offset += this.#rest.length + last + 1;
    this.#rest = new Uint8Array(0);
    this.#keep(chunk.subarray(last + 1));
  }

  /** The file has ended: what has no end is a line as well. */
  end(give: GiveLines): void {
    if (this.#isSkipping) this.tooLongCount++;
    this.#isSkipping = false;
    this.#give(this.#rest, give);
    this.#offset += this.#rest.length;
    this.#rest = new Uint8Array(0);
  }

  #give(bytes: Uint8Array, give: GiveLines): void {
    const text = decoder.decode(bytes);
    // Most logs have no \r at all, and a pattern takes several times as long as a single character.
    const lines = text.includes('\r') ? text.split(/[\r\n]+/) : text.split('\n');
    const good = lines.filter((line) => line !== '' && !this.#isTooLong(line));
    if (good.length > 0) give(good);
  }

  #isTooLong(line: string): boolean {
    // A character has no more than three bytes for each of its units: the short ones need no second look.
    const isLong = line.length * 3 > this.maxBytes && Buffer.byteLength(line) > this.maxBytes;
    if (isLong) this.tooLongCount++;
    return isLong;
  }

  #keep(rest: Uint8Array): void {
    const sizeBytes = this.#rest.length + rest.length;
    if (this.#isSkipping || sizeBytes > this.maxBytes) {
      this.#isSkipping = true;
      this.#offset += sizeBytes;
      this.#rest = new Uint8Array(0);
    } else if (rest.length > 0) this.#rest = joined(this.#rest, rest.slice());
  }
}

function endOfLine(bytes: Uint8Array): number {
  const [lf, cr] = [bytes.indexOf(LF), bytes.indexOf(CR)];
  return lf < 0 ? cr : cr < 0 ? lf : Math.min(lf, cr);
}

function joined(before: Uint8Array, behind: Uint8Array): Uint8Array {
  if (before.length === 0) return behind;
  const whole = new Uint8Array(before.length + behind.length);
  whole.set(before);
  whole.set(behind, before.length);
  return whole;
}
