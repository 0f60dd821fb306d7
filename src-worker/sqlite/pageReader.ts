import type { PageFile } from './pageFile';

/** What is read at once: tables lie in runs of neighbouring pages. A multiple of every page size. */
const WINDOW_BYTES = 1 << 18;
const WINDOW_COUNT = 8;
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

  constructor(readonly file: PageFile) {}

  /**
   * Undefined where neither the file nor its log has a byte of the page. Pages that were answered before are not good any
   * more: their memory may be used again. Throws `SqliteFormatError` if reading fails.
   */
  page(number: number): Page | undefined {
    return this.#page(number, true);
  }

  /** The same, for a page that is looked at while others are in use. */
  pageBeside(number: number): Page | undefined {
    return this.#page(number, false);
  }

  #page(number: number, canReuse: boolean): Page | undefined {
    const { file } = this;
    const { pageSize } = file.header;
    if (file.isInLog(number)) {
      const bytes = Buffer.alloc(pageSize + SLACK_BYTES);
      return { bytes, start: 0, end: file.readFromLog(number, bytes.subarray(0, pageSize)) };
    }
    const byteOffset = file.byteOffset(number);
    if (number < 1 || byteOffset >= file.sizeBytes) return undefined;
    const place = Math.floor(byteOffset / WINDOW_BYTES);
    const { bytes, sizeBytes } = this.#windows.get(place) ?? this.#readWindow(place, canReuse);
    const start = byteOffset - place * WINDOW_BYTES;
    const end = Math.min(start + pageSize, sizeBytes);
    return end > start ? { bytes, start, end } : undefined;
  }

  #readWindow(place: number, canReuse: boolean): Window {
    // The oldest goes: of a tree walked in order it is the one that is done with.
    const [oldest] = this.#windows.size < WINDOW_COUNT ? [] : this.#windows.entries();
    if (oldest) this.#windows.delete(oldest[0]);
    const bytes = oldest && canReuse ? oldest[1].bytes : Buffer.allocUnsafeSlow(this.#windowBytes() + SLACK_BYTES);
    const sizeBytes = this.file.read(bytes.subarray(0, bytes.length - SLACK_BYTES), place * WINDOW_BYTES);
    const window = { bytes, sizeBytes };
    this.#windows.set(place, window);
    return window;
  }

  #windowBytes(): number {
    return Math.min(WINDOW_BYTES, this.file.pageCount * this.file.header.pageSize);
  }
}
