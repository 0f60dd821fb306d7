import type { PageFile } from './pageFile';

/** What is read at once: tables lie in runs of neighbouring pages. A multiple of every page size. */
const WINDOW_BYTES = 1 << 18;
const WINDOW_COUNT = 8;
/** Where pages lie all over the file, a window is read for each: when that has cost the file so many times, pages are. */
const MOST_READINGS = 4;
/** So many bytes may be read past the end of a page that is cut off before that is noticed. */
const SLACK_BYTES = 16;

/** A page in memory. */
export interface Page {
  readonly bytes: Buffer;
  /** Where it begins in `bytes`. */
  readonly start: number;
  /** Where it ends: less than a page further where the file ends within it. */
  readonly end: number;
}

interface Window {
  readonly bytes: Buffer;
  readonly sizeBytes: number;
}

/** Pages of a file for one walk through a table, which comes by most of them only once. */
export class PageReader {
  readonly #windows = new Map<number, Window>();
  #bytesRead = 0;
  /** Pages read for a walk, from `#runFirst` on; none yet. */
  #run: Buffer | undefined;
  #runFirst = 0;
  #runBytes = 0;

  /** `room`: where a walk's pages are to be put. */
  constructor(
    readonly file: PageFile,
    room?: Buffer,
  ) {
    this.#run = room;
  }

  /**
   * Undefined where neither the file nor its log has a byte of the page. Pages that were answered before are not good any
   * more: their memory may be used again. Throws `SqliteFormatError` if reading fails.
   */
  page(number: number): Page | undefined {
    return this.#page(number, true);
  }

  /**
   * The same for a page that a walk is at, which is going to ask for the `count - 1` behind it in the file: they are read
   * with it, and nothing else is.
   */
  pageOfRun(number: number, count: number): Page | undefined {
    const { file } = this;
    const { pageSize } = file.header;
    if (file.isInLog(number)) return this.#pageOfLog(number);
    if (number < 1 || file.byteOffset(number) >= file.sizeBytes) return undefined;
    let start = (number - this.#runFirst) * pageSize;
    if (this.#run === undefined || start < 0 || start >= this.#runBytes) {
      this.#readRun(number, count);
      start = 0;
    }
    const end = Math.min(start + pageSize, this.#runBytes);
    return this.#run && end > start ? { bytes: this.#run, start, end } : undefined;
  }

  #readRun(number: number, count: number): void {
    const { file } = this;
    const { pageSize } = file.header;
    const mostBytes = Math.min(WINDOW_BYTES, file.pageCount * pageSize);
    this.#run ??= Buffer.allocUnsafeSlow(mostBytes + SLACK_BYTES);
    const wantedBytes = Math.min(Math.max(1, count) * pageSize, mostBytes);
    file.onRead(wantedBytes);
    this.#runFirst = number;
    this.#runBytes = 0;
    this.#runBytes = file.read(this.#run.subarray(0, wantedBytes), file.byteOffset(number));
  }

  #pageOfLog(number: number): Page {
    const { file } = this;
    const { pageSize } = file.header;
    const bytes = Buffer.alloc(pageSize + SLACK_BYTES);
    return { bytes, start: 0, end: file.readFromLog(number, bytes.subarray(0, pageSize)) };
  }

  /** The same, for a page that is looked at while others are in use. */
  pageBeside(number: number): Page | undefined {
    return this.#page(number, false);
  }

  #page(number: number, canReuse: boolean): Page | undefined {
    const { file } = this;
    const { pageSize } = file.header;
    if (file.isInLog(number)) return this.#pageOfLog(number);
    const byteOffset = file.byteOffset(number);
    if (number < 1 || byteOffset >= file.sizeBytes) return undefined;
    const place = Math.floor(byteOffset / WINDOW_BYTES);
    if (!this.#windows.has(place) && this.#bytesRead > MOST_READINGS * file.sizeBytes) return this.#single(byteOffset);
    const { bytes, sizeBytes } = this.#windows.get(place) ?? this.#readWindow(place, canReuse);
    const start = byteOffset - place * WINDOW_BYTES;
    const end = Math.min(start + pageSize, sizeBytes);
    return end > start ? { bytes, start, end } : undefined;
  }

  #single(byteOffset: number): Page | undefined {
    const { file } = this;
    file.onRead(file.header.pageSize);
    const bytes = Buffer.alloc(file.header.pageSize + SLACK_BYTES);
    const end = file.read(bytes.subarray(0, file.header.pageSize), byteOffset);
    return end > 0 ? { bytes, start: 0, end } : undefined;
  }

  #readWindow(place: number, canReuse: boolean): Window {
    // The oldest goes: of a tree walked in order it is the one that is done with.
    const [oldest] = this.#windows.size < WINDOW_COUNT ? [] : this.#windows.entries();
    if (oldest) this.#windows.delete(oldest[0]);
    const bytes = oldest && canReuse ? oldest[1].bytes : Buffer.allocUnsafeSlow(this.#windowBytes() + SLACK_BYTES);
    this.file.onRead(this.#windowBytes());
    const sizeBytes = this.file.read(bytes.subarray(0, bytes.length - SLACK_BYTES), place * WINDOW_BYTES);
    this.#bytesRead += sizeBytes;
    const window = { bytes, sizeBytes };
    this.#windows.set(place, window);
    return window;
  }

  #windowBytes(): number {
    return Math.min(WINDOW_BYTES, this.file.pageCount * this.file.header.pageSize);
  }
}
